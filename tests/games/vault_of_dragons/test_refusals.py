"""What Vault of Dragons tells a bot's author of an action that is not legal: the rule, in words."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import BadState, IllegalAction, State
from vault_of_dragons.positions import GAME, PORTAL, choose, do, enter_dungeon, start


def refused(state: State, type: str, **fields: Any) -> str:
    fields = {"from" if key == "origin" else key: value for key, value in fields.items()}
    with pytest.raises(IllegalAction) as caught:
        state.find({"type": type, **fields})
    return str(caught.value)


def turn() -> State:
    return start(
        followers={0: {0: "F", 9: "F", PORTAL: "F", 6: "R"}, 1: {4: "F"}},
        locations={9: "sewer_hunt"},
        used=[6],
        gold=[0, 0],
        hands={0: "luckstone war_horn travel_papers"},
        played={0: "crystal_ball"},
        entrances=[
            {"gold": True, "item": False, "rumors": False},
            dict.fromkeys(("gold", "item", "rumors"), False),
        ],
    )


TURN: list[tuple[str, dict[str, Any], str]] = [
    ("reveal", {}, "takes 3 Secrets: you have 0"),
    ("hire", {"place": 0}, "too little gold to hire anybody"),
    ("hire", {"place": 10**400}, "place must be from 0 to 12, not 1000"),
    ("move", {"origin": 1, "to": 2}, "no Followers at place 1"),
    ("move", {"origin": 0, "to": 0}, "from and to must differ"),
    ("fight", {"place": 0}, "place 0 is not Contested"),
    ("fight", {"place": 4}, "no Followers at place 4"),
    ("fight", {"place": 12}, "the Yawning Portal is no Location"),
    ("use", {"place": 0, "option": 0}, "you can't pay its cost"),
    ("use", {"place": 0, "option": 5}, "Thort's Findings has options 0 to 0"),
    ("use", {"place": 9, "option": 0}, "Sewer Hunt is a Quest"),
    ("use", {"place": 4, "option": 0}, "you don't Control The Unicorn's Horn"),
    ("use", {"place": 6, "option": 0}, "Harbor Docks was used this round"),
    ("quest", {"place": 0}, "Thort's Findings is no Quest"),
    ("enter", {"target": "vault", "entrance": "gold"}, "the Vault is not open yet"),
    ("enter", {"target": "dungeon", "entrance": "gold"}, "used the gold entrance this round"),
    ("enter", {"target": "dungeon", "entrance": "rumors"}, "costs 2 Rumors"),
    ("enter", {"target": "dungeon", "entrance": "item", "card": "coin_purse"}, "a Magic Item of your hand"),
    ("enter", {"target": "dungeon", "entrance": "free"}, "free exactly for the Vault"),
    ("enter", {"target": "cellar", "entrance": "free"}, "target must be dungeon or vault"),
    ("enter", {"target": "vault", "entrance": "back"}, "entrance must be one of gold, item, rumors, free"),
    ("move_watch", {"origin": 8, "to": 5}, "costs a Rumor: you have none"),
    ("play", {"card": "coin_purse"}, "you don't hold Coin Purse"),
    ("play", {"card": "sword"}, "no card is called 'sword'"),
    ("play", {"card": "luckstone"}, "other moments than one's own turn"),
    ("play", {"card": "crystal_ball"}, "lies on the table until the round's end"),
    ("play", {"card": "war_horn"}, "name the place"),
    ("play", {"card": "travel_papers", "place": 1}, "takes no more keys than card"),
    ("faction_action", {"place": 3}, "names a place exactly if"),
    ("pass", {}, "the decision is answered with"),
]


@pytest.mark.parametrize(("type", "fields", "words"), TURN)
def test_in_a_turn(type: str, fields: dict[str, Any], words: str) -> None:
    assert words in refused(turn(), type, **fields)


def test_the_second_action() -> None:
    state = start(options={"action_packed": True})
    do(state, "take_gold")
    assert "the second Action of a turn is a Move or a Hire" in refused(state, "take_gold")


def test_whom_to_hire_move_send_and_lose() -> None:
    state = start(followers={0: {3: "F"}})
    do(state, "hire", place=0)
    said = refused(state, "hire_followers", fighters=0, rogues=0, wizards=0)
    assert "3 fighters, 3 rogues, 3 wizards) for at most 10 gold" in said
    state = start(followers={0: {3: "F"}})
    do(state, "move", origin=3, to=4)
    said = refused(state, "move_followers", fighters=2, rogues=0, wizards=0)
    assert "1 or more of the 1 fighters, 0 rogues, 0 wizards there" in said
    state = start(followers={0: {0: "FF"}}, locations={0: "old_crypts"})
    do(state, "use", 1, place=0, option=0)
    do(state, "pass")
    assert "exactly 1 must die" in refused(state, "kill", fighters=2, rogues=0, wizards=0)


def test_in_a_fight() -> None:
    state = start(followers={0: {PORTAL: "F"}}, hands={0: "wand_of_lightning scroll_of_warding"})
    enter_dungeon(state, "F", 5)
    assert "one for each Wizard beyond the first" in refused(state, "reroll", die="d10")
    assert "you have no Rumors" in refused(state, "spend_rumors", count=1)
    assert "no more Magic Items than" in refused(state, "play", card="wand_of_lightning")
    assert "its effect is ignore_die" in refused(state, "play", card="scroll_of_warding")
    do(state, "pass")
    assert "the dice to choose from are: d10" in refused(state, "attack_die", die="d12")


def test_when_the_game_is_over() -> None:
    state = start(last=True, options={"max_rounds": 1}, followers={0: {6: "F"}})
    do(state, "take_gold")
    assert "the game is over" in refused(state, "take_gold")


def test_every_other_decision_has_a_reason_for_another_value_of_its_own_type() -> None:
    state = start(players=3, rumors={0: (1, 0)}, last=True, followers={0: {6: "F"}})
    do(state, "take_gold")
    assert "the cards that lie there are" in refused(state, "take_card", card="sword")
    state = GAME.new(2, {"factions": "random"}, seed=1)
    assert "the Locations without a City Watch token are" in refused(state, "place_watch", place=12)
    state = start(followers={0: {PORTAL: "F", 3: "F"}})
    do(state, "gather")
    assert "gather from one place at least" in refused(state, "done")
    choose(state, "gather_from", "F", place=3)


def test_endless_gold_hires_nobody_where_everybody_is_hired() -> None:
    state = GAME.new(2, {"factions": ["zhentarim", "xanathar"]}, seed=1)
    while (decision := state.decision) is not None and decision.kind != "turn":
        state.apply(decision.legal[0])
    data = state.to_data()
    seat = data["turn"]["seat"]
    data["gold"][seat] = 2**30
    data["followers"][seat][0] = [
        a + b for a, b in zip(data["followers"][seat][0], data["unhired"][seat], strict=True)
    ]
    data["unhired"][seat] = [0, 0, 0]
    rich = GAME.from_data(data).decision
    assert rich is not None
    assert "hire" not in {action.type for action in rich.legal}


def test_a_turn_without_a_legal_action_is_refused() -> None:
    state = GAME.new(2, {"factions": ["zhentarim", "xanathar"]}, seed=1)
    while (decision := state.decision) is not None and decision.kind != "turn":
        state.apply(decision.legal[0])
    data = state.to_data()
    data["turn"].update(seat=1, fresh=False, taken=1)
    data["gold"][1] = 0
    with pytest.raises(BadState, match="no legal action"):
        GAME.from_data(data)
