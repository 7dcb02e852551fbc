"""Vault of Dragons' phases after the Actions, and its end, each rule at a position made for it.

In most of these positions seat 0 takes the last Action of the round, a gold.
"""

from __future__ import annotations

from typing import Any

from arena.games import State
from vault_of_dragons.positions import GAME, PORTAL, asked, choose, do, legal, position, start, told, top


def data(state: State, field: str) -> Any:
    return state.to_data()[field]


# Rewards


def test_r47_rewards_in_initiative_order_places_ascending() -> None:
    state = start(followers={0: {6: "F", 3: "F"}, 1: {0: "F"}}, initiative=1, last=True)
    events = do(state, "take_gold")
    assert [(e["seat"], e["place"]) for e in told(events, "reward")] == [(1, 0), (0, 3), (0, 6)]
    assert [e["phase"] for e in told(events, "phase")] == ["rewards", "pursue", "refresh", "actions"]


def test_r69_a_reward_needs_no_class_and_r39_the_watch_keeps_it_away() -> None:
    state = start(followers={0: {8: "F", 6: "F", 10: "F"}}, active=[6], last=True)
    events = do(state, "take_gold")
    assert [e["place"] for e in told(events, "reward")] == [8, 10]


def test_a_dangerous_reward_is_suffered_for_first() -> None:
    state = start(followers={0: {5: "F", 6: "F"}, 1: {5: ""}}, last=True, deck="uncut_gems")
    do(state, "take_gold", 1)
    assert (asked(state), data(state, "phase"), data(state, "turn")) == ((0, "ignore"), "rewards", None)
    assert data(state, "stack")[:2] == [
        {"do": "rewards", "queue": [[0, 6]]},
        {"do": "reward", "seat": 0, "place": 5},
    ]
    do(state, "pass")
    events = choose(state, "kill", "F")
    assert [e["place"] for e in told(events, "reward")] == [6]


def test_a_reward_of_cards_is_drawn_without_an_offer_of_extra_ones() -> None:
    state = start(followers={0: {5: "F"}}, last=True, deck="uncut_gems", hands={0: "helm_of_telepathy"})
    events = do(state, "take_gold", 0)
    assert told(events, "drawn_cards") == [{"seat": 0, "cards": ["uncut_gems"], "seats": [0]}]


# The Initiative


def initiative_after(*rolls: int, **said: Any) -> int:
    state = start(last=True, **said)
    do(state, "take_gold", *rolls)
    return int(data(state, "initiative"))


def test_the_initiative_goes_to_most_locations_then_most_followers_then_the_roll() -> None:
    assert initiative_after(followers={0: {0: "FFF"}, 1: {3: "F", 4: "F"}}) == 1
    assert initiative_after(followers={0: {0: "F"}, 1: {3: "FF"}}) == 1
    assert initiative_after(5, 5, 3, 4, followers={0: {0: "F"}, 1: {3: "F"}}) == 1


def test_r45_alone_on_the_yawning_portal_counts_as_one_location() -> None:
    assert initiative_after(followers={0: {0: "FFF"}, 1: {3: "F", PORTAL: "F"}}) == 1
    assert initiative_after(followers={0: {0: "FF", PORTAL: "F"}, 1: {3: "F", PORTAL: "F"}}) == 0


def test_r46_if_nobody_controls_anything_all_tie() -> None:
    assert initiative_after(2, 7) == 1
    assert initiative_after(9, 7, initiative=1) == 1
    assert initiative_after(7, 9, initiative=1) == 0


# Rumors


def test_pursuing_most_rumors_then_most_new_then_initiative_order() -> None:
    rumors = {0: (1, 1), 1: (1, 1), 2: (2, 0), 3: (0, 3)}
    state = start(players=4, rumors=rumors, followers={1: {0: "F"}}, last=True)
    events = do(state, "take_gold")
    assert (data(state, "phase"), data(state, "initiative")) == ("pursue", 1)
    assert top(state) == {"do": "pursue", "order": [3, 2, 1, 0], "idle": []}
    [market] = told(events, "market")
    assert (len(market["items"]), len(market["treasures"])) == (2, 2)
    assert [action["card"] for action in legal(state)][:1] == market["items"][:1]


def test_r50_the_cards_are_dealt_and_discarded_without_takers_magic_items_first() -> None:
    state = start(last=True, followers={0: {6: "F"}}, deck="coin_purse uncut_gems luckstone")
    events = do(state, "take_gold")
    assert [e["card"] for e in told(events, "discarded")] == ["luckstone", "coin_purse", "uncut_gems"]


def test_r50_with_a_rumor_a_card_must_be_taken() -> None:
    state = start(last=True, followers={0: {6: "F"}}, rumors={0: (1, 0)}, deck="coin_purse luckstone")
    do(state, "take_gold")
    assert {action["type"] for action in legal(state)} == {"take_card"}
    events = do(state, "take_card", card="luckstone")
    assert told(events, "take_card") == [{"seat": 0, "card": "luckstone"}]
    assert data(state, "items")[0] == ["luckstone"]


def test_r51_the_consoling_rumor_is_new_and_taken_after_the_ageing() -> None:
    state = start(last=True, followers={0: {6: "F"}}, rumors={0: (2, 3)}, spread=spread(1, 1))
    do(state, "take_gold")
    assert state.decision is not None
    state.apply(state.decision.legal[0])
    assert data(state, "rumors") == [{"new": 0, "old": 2}, {"new": 1, "old": 0}]
    assert data(state, "spread")["dungeon"] == {"new": 0, "old": 1}


def spread(new: int, old: int) -> dict[str, Any]:
    return {"dungeon": {"new": new, "old": old}, "vault": {"new": 0, "old": 0}}


def test_r71_a_bid_of_nothing_is_allowed_and_takes_no_card() -> None:
    said: dict[str, Any] = {"options": {"rumor_bidding": True}, "followers": {0: {6: "F"}}, "last": True}
    state = start(rumors={0: (1, 0), 1: (0, 2)}, **said)
    do(state, "take_gold")
    assert (asked(state), data(state, "stack")[0]) == ((0, "bid"), {"do": "pursue", "order": [], "idle": []})
    do(state, "bid", new=0, old=0)
    assert top(state) == {"do": "bid", "queue": [1], "bids": [{"seat": 0, "new": 0, "old": 0}]}
    events = do(state, "bid", new=0, old=1)
    assert told(events, "bid") == [{"seat": 1, "new": 0, "old": 1}]
    assert top(state) == {"do": "pursue", "order": [1], "idle": []}
    assert data(state, "rumor_supply") == 28


# The refresh phase


def test_refresh_restores_items_marks_actions_and_the_watch() -> None:
    state = start(
        followers={0: {6: "F"}},
        used=[6],
        played={0: "luckstone", 1: "crystal_ball"},
        last=True,
        special_used=[True, False],
        entrances=[{"gold": True, "item": False, "rumors": True}] * 2,
    )
    do(state, "take_gold")
    after = state.to_data()
    assert (after["items"], after["played"]) == ([["luckstone"], ["crystal_ball"]], [[], []])
    assert {place["watch"] for place in after["board"]} == {None, "active"}
    assert not any(place["used"] for place in after["board"])
    assert (after["special_used"], after["actions"], after["round"]) == ([False, False], [5, 5], 2)
    assert not any(used for entrances in after["entrances"] for used in entrances.values())


def test_profits_of_locations_not_used_come_before_the_marks_go() -> None:
    said = position(followers={0: {6: "F"}}, used=[6, 7], last=True, options={"increase_profits": True})
    said["board"][6]["gold"] = 2
    state = GAME.from_data(said)
    do(state, "take_gold")
    assert [place["gold"] for place in data(state, "board")] == [1] * 6 + [2, 0] + [1] * 4


def test_r66_tokens_on_flipped_empty_locations_go_to_the_most_followers_else_the_lowest_place() -> None:
    options = {"flip_empty_locations": True}
    state = start(followers={0: {0: "F"}}, active=[1, 4], regrouping=[3, 5], last=True, options=options)
    events = do(state, "take_gold")
    steps = [(step["place"], step["to"]) for step in told(events, "watch_moved")]
    assert steps == [(1, 0), (3, 6), (4, 1), (5, 2)]  # a token moves once: those on 6, 1 and 2 stay
    board = data(state, "board")
    assert [place["side"] for place in board] == [0] + [1] * 11
    assert [number for number, place in enumerate(board) if place["watch"]] == [0, 1, 2, 6]


# The end


def test_r62_and_r61_the_game_ends_after_the_last_round_and_losers_share() -> None:
    state = start(last=True, followers={0: {6: "F"}}, options={"max_rounds": 1})
    events = do(state, "take_gold")
    assert told(events, "game_over") == [{"winner": None, "ranks": [1, 2]}]
    after = state.to_data()
    assert (after["phase"], after["over"], after["turn"], after["stack"]) == ("over", True, None, [])
    assert (state.decision, state.over) == (None, True)
    said: dict[str, Any] = {"players": 3, "turn": 1, "secrets": {0: 2}, "rumors": {1: (9, 0)}}
    state = start(followers={1: {PORTAL: "W"}}, vault_open=True, **said)
    do(state, "enter", target="vault", entrance="gold")
    choose(state, "party", "W", 11)
    do(state, "spend_rumors", count=9)
    do(state, "pass")
    events = do(state, "attack_die", die="d12")
    assert told(events, "game_over") == [{"winner": 1, "ranks": [2, 1, 2]}]
    assert (state.scores(), state.ranks()) == ([2, 100, 0], [2, 1, 2])


def test_ranks_without_a_winner_secrets_then_magic_items_then_gold_then_shared() -> None:
    def ranks(**said: Any) -> list[int]:
        return start(players=3, **said).ranks()

    assert ranks(secrets={1: 1}, hands={0: "luckstone"}, gold=[99, 0, 0]) == [2, 1, 3]
    assert ranks(hands={1: "luckstone"}, played={2: "luckstone"}, gold=[9, 1, 2]) == [3, 2, 1]
    assert ranks(gold=[5, 5, 1]) == [1, 1, 3]
    assert ranks(gold=[5, 5, 5], hands={0: "coin_purse"}) == [1, 1, 1]


def test_r55_the_secrets_held_never_matter_and_are_hidden_from_all() -> None:
    state = start(secrets={0: 2, 1: 1})
    assert [state.view(seat)["secrets"] for seat in (0, 1, None)] == [[2, 1]] * 3
