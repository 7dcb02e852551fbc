"""RULES.md is enough for a bot's author: it answers a table of questions and has all rulings that bots meet.

Where the engine can be asked as well, it gives the table's answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
import vault_of_dragons.positions as vault
import yawning_portal.positions as yawning
from rules_page import RulesPage
from test_rules_lists import IDS, folder_of, rules

from arena import games
from arena.games import State

Check = Callable[[], Any]
DRAGON, PORTALS = games.get("dragon-whisperer"), games.get("portals")
VAULT, YAWNING = games.get("vault-of-dragons"), games.get("yawning-portal")


def questions(game_id: str) -> list[dict[str, Any]]:
    text = (folder_of(game_id) / "questions.toml").read_text()
    found: list[dict[str, Any]] = tomllib.loads(text)["question"]
    return found


def unwrapped(game_id: str) -> str:
    """The game's RULES.md as one long line."""
    return " ".join(RulesPage(games.get(game_id)).text.split())


EVERY = [
    pytest.param(game_id, question, id=f"{game_id}/{question['asks']}")
    for game_id in IDS
    for question in questions(game_id)
]


@pytest.mark.parametrize("game_id", IDS)
def test_twenty_questions_or_more(game_id: str) -> None:
    asked = [question["asks"] for question in questions(game_id)]
    assert len(asked) == len(set(asked)) >= 20


@pytest.mark.parametrize(("game_id", "question"), EVERY)
def test_the_page_answers(game_id: str, question: dict[str, Any]) -> None:
    assert question["answer"]
    page = unwrapped(game_id)
    for phrase in question["stands"]:
        assert phrase in page, phrase
    if "check" in question:
        assert CHECKS[game_id][question["check"]]() == question["value"]


@pytest.mark.parametrize("game_id", IDS)
def test_every_page_says_that_forced_decisions_are_not_sent(game_id: str) -> None:
    assert "A decision with one legal action isn't sent, unless the match says `ask_forced`" in unwrapped(
        game_id
    )


@pytest.mark.parametrize("game_id", IDS)
def test_every_check_is_asked_for(game_id: str) -> None:
    asked = [question["check"] for question in questions(game_id) if "check" in question]
    assert sorted(asked) == sorted(CHECKS[game_id])


@pytest.mark.parametrize("game_id", IDS)
def test_every_ruling_stands_in_the_page_or_is_not_needed_there(game_id: str) -> None:
    page = unwrapped(game_id)
    for rule in rules(game_id):
        if str(rule["id"]).startswith("R"):
            assert ("page" in rule) != ("unneeded" in rule), rule["id"]
            assert rule.get("unneeded") or str(rule["page"]) in page, (rule["id"], rule["page"])


# What the engine answers


def each(players: range, of: Callable[[State], Any], game: Any) -> list[Any]:
    """An answer for each number of players."""
    return [of(game.new(number, seed=1)) for number in players]


def whole(state: State) -> dict[str, Any]:
    return state.to_data()


def started(players: int) -> State:
    """A game of Vault of Dragons when the first turn begins."""
    state: State = VAULT.new(players, seed=1)
    while (decision := state.decision) is not None and decision.kind != "turn":
        state.apply(decision.legal[0])
    return state


def longest_list() -> int:
    """The leader may play any card of its hand; three seats have the largest."""
    lengths = set()
    for seed in range(20):
        state = DRAGON.new(3, seed=seed)
        state.apply(state.decision.legal[0])
        lengths.add(len(state.decision.legal))
    return max(lengths)


def short_deck() -> list[int]:
    data = whole(DRAGON.new(3, {"short_deck": True}, seed=1))
    cards = [*chain(*data["hands"]), *data["deck"], data["trump_card"]]
    stacks = [1 + len(region["below"]) for region in data["regions"].values()]
    return [len(data["colors"]), cards.count("rage"), sum(stacks)]


def short_deal(state: State) -> list[int]:
    return [len(whole(state)["hands"][0]), len(whole(state)["deck"])]


def discard_under_way() -> list[int]:
    state = DRAGON.new(4, seed=1)
    while not whole(state)["trick"]:
        state.apply(state.decision.legal[0])
    return [len(whole(state)[pile]) for pile in ("trick", "discard")]


def boards_of_a_placement() -> list[int]:
    """The first placement of a game on boards with other numbers."""
    state = next(
        state
        for state in (PORTALS.new(2, seed=seed) for seed in range(20))
        if {board["id"] for board in whole(state)["boards"]} == {3, 4}
    )
    while state.decision.kind != "activate":
        state.apply(state.decision.legal[0])
    return sorted({action.to_data()["board"] for action in state.decision.legal})


def asked_for_a_stone_alone() -> bool:
    state, kinds = PORTALS.new(1, seed=1), set()
    while state.decision is not None:
        kinds.add(state.decision.kind)
        state.apply(state.decision.legal[0])
    return "take_stone" in kinds


def home_from_the_dungeon() -> list[int]:
    """Who stands on the Yawning Portal when two skulls of one's own were no help."""
    state = vault.start(followers={0: {vault.PORTAL: "FR"}}, dungeon="s08")
    vault.do(state, "enter", target="dungeon", entrance="gold")
    vault.choose(state, "party", "FR")
    vault.do(state, "rogue_die", 1, 1, 2, roll=True)
    vault.do(state, "pass")
    events = vault.do(state, "attack_die", die="d10")
    assert vault.told(events, "attempt")[0]["strength"] == 3
    followers: list[int] = whole(state)["followers"][0][vault.PORTAL]
    return followers


def item_of_an_entrance() -> list[list[str]]:
    state = vault.start(followers={0: {vault.PORTAL: "F"}}, hands={0: "luckstone"})
    vault.do(state, "enter", target="dungeon", entrance="item", card="luckstone")
    return [whole(state)["item_discard"], whole(state)["played"][0]]


def worth_of_four() -> int:
    heroes = {space: f"green-0{space + 1} down" for space in range(4)}
    return yawning.start(players=1, spaces=heroes, deck="", seats={0: {"green": 1}}).scores()[0]


def most_of_a_kind() -> list[int]:
    """Two seats share the largest count; a third has the most of another color."""
    gems = {0: {"blue": 2}, 1: {"blue": 2}, 2: {"red": 1}}
    return yawning.start(players=3, seats=gems).scores()


def green_back_without_diamonds() -> bool:
    state = yawning.start(backs={0: "green"}, spaces={0: "blue-01"}, seats={1: {"diamonds": {"red": 20}}})
    return "tile green" in yawning.legal(state)


def score_of_claim() -> int:
    said: dict[str, Any] = {"followers": {0: {vault.PORTAL: "W"}}, "rumors": {0: (9, 0)}}
    state = vault.start(vault_open=True, **said)
    vault.do(state, "enter", target="vault", entrance="gold")
    vault.choose(state, "party", "W", 11)
    vault.do(state, "spend_rumors", count=9)
    vault.do(state, "pass")
    vault.do(state, "attack_die", die="d12")
    return state.scores()[0]


CHECKS: dict[str, dict[str, Check]] = {
    "dragon-whisperer": {
        "hand_sizes": lambda: each(range(3, 7), lambda s: len(whole(s)["hands"][0]), DRAGON),
        "deck_sizes": lambda: each(range(3, 7), lambda s: len(whole(s)["deck"]), DRAGON),
        "dealer_leads": lambda: whole(DRAGON.new(4, seed=1))["dealer"] == DRAGON.new(4, seed=1).decision.seat,
        "quests_of_a_color": lambda: [
            whole(DRAGON.new(3, seed=1))["quest_values"]["red"],
            len(whole(DRAGON.new(3, seed=1))["box"]["red"]),
        ],
        "longest_list": longest_list,
        "short_deck": short_deck,
        "short_deal": lambda: [short_deal(DRAGON.new(n, {"short_deck": True}, seed=1)) for n in (3, 4)],
        "discard_under_way": discard_under_way,
    },
    "portals": {
        "first_seat": lambda: whole(PORTALS.new(3, seed=1))["first"],
        "markers_of_seat_2": lambda: whole(PORTALS.new(4, seed=1))["players"][2]["markers"],
        "area": lambda: [len(row) for row in whole(PORTALS.new(3, seed=1))["area"].values()],
        "signs_dealt": lambda: len(whole(PORTALS.new(2, {"secret_signs": True}, 1))["players"][1]["signs"]),
        "solo_signs": lambda: len(whole(PORTALS.new(1, seed=1))["players"][0]["signs"]),
        "solo_stones": lambda: len(whole(PORTALS.new(1, seed=1))["clairvoyance"]),
        "boards": boards_of_a_placement,
        "asked_for_a_stone_alone": asked_for_a_stone_alone,
    },
    "vault-of-dragons": {
        "starting_gold": lambda: whole(VAULT.new(3, seed=1))["gold"][0],
        "watch_tokens": lambda: [
            sum(place["watch"] is not None for place in whole(started(players))["board"])
            for players in (2, 3, 4)
        ],
        "first_to_choose": lambda: (
            VAULT.new(3, seed=1).decision.seat == whole(VAULT.new(3, seed=1))["initiative"]
        ),
        "score_of_claim": score_of_claim,
        "home_from_the_dungeon": home_from_the_dungeon,
        "item_of_an_entrance": item_of_an_entrance,
    },
    "yawning-portal": {
        "starting_hand": lambda: list(whole(YAWNING.new(2, seed=1))["players"][0]["hand_colors"].values()),
        "places_start": lambda: each(range(2, 5), lambda s: s.decision and s.decision.seat, YAWNING),
        "begins": lambda: first_turn(YAWNING.new(3, seed=1)),
        "sizes": lambda: each(
            range(1, 5), lambda s: [len(whole(s)["row"]), len(whole(s)["spaces"])], YAWNING
        ),
        "green_back_without_diamonds": green_back_without_diamonds,
        "worth_alone": lambda: yawning.start(players=1, deck="green-01", seats={0: {"green": 1}}).scores()[0],
        "worth_of_four": worth_of_four,
        "most_of_a_kind": most_of_a_kind,
        "line": lambda: len(whole(YAWNING.new(1, seed=1))["line"]),
    },
}
"""By game and name: what the engine says."""


def first_turn(state: State) -> int:
    """The seat whose turn is the first."""
    while state.decision is not None and state.decision.kind != "choose_tile":
        state.apply(state.decision.legal[0])
    assert state.decision is not None
    return state.decision.seat
