"""Vault of Dragons' set-up, turns, Locations and City Watch, each rule at a position made for it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arena.games import BadState, IllegalAction
from vault_of_dragons.positions import (
    GAME,
    PORTAL,
    asked,
    choose,
    do,
    legal,
    position,
    stack,
    start,
    told,
    top,
)


def data(state: Any, field: str) -> Any:
    return state.to_data()[field]


# Set-up


def test_r01_tiles_lie_at_random_dragon_side_up() -> None:
    boards = [GAME.new(2, seed=seed).to_data()["board"] for seed in range(3)]
    assert len({tuple(place["tile"] for place in board) for board in boards}) == 3
    assert all(place["side"] == 0 for board in boards for place in board)


def test_r02_factions_and_the_watch_follow_in_initiative_order() -> None:
    state = GAME.new(3, seed=5)
    first = state.to_data()["initiative"]
    order = [(first + step) % 3 for step in range(3)]
    for kind in ("faction", "place_watch"):
        for seat in order:
            assert asked(state) == (seat, kind)
            assert state.decision is not None
            state.apply(state.decision.legal[0])
    assert asked(state) == (first, "turn")
    assert {GAME.new(2, seed=seed).to_data()["initiative"] for seed in range(20)} == {0, 1}


def test_r03_no_two_tokens_on_one_location_in_the_set_up() -> None:
    state = GAME.new(2, {"factions": "random"}, seed=1)
    do(state, "place_watch", place=4)
    assert {"type": "place_watch", "place": 4} not in legal(state)


def test_options_settle_the_factions() -> None:
    given = GAME.new(2, {"factions": ["xanathar", "bregan_daerthe"]}, seed=0).to_data()
    assert given["factions"] == ["xanathar", "bregan_daerthe"]
    assert given["unhired"] == [[4, 3, 3]] * 2
    drawn = GAME.new(4, {"factions": "random"}, seed=0)
    assert len({*data(drawn, "factions")}) == 4
    assert asked(drawn) == (data(drawn, "initiative"), "place_watch")


def test_random_sides_of_used_and_unused_tiles() -> None:
    started = [
        GAME.new(2, {"shuffle_locations": True, "locations": 6}, seed=seed).to_data() for seed in range(6)
    ]
    for field in ("board", "unused"):
        assert {place["side"] for state in started for place in state[field]} == {0, 1}


# Turns


def test_r04_rumors_are_thirty_and_gold_is_endless() -> None:
    state = start(rumors={1: (29, 0)}, gold=[10_000, 0], followers={0: {1: "F"}})
    do(state, "use", place=1, option=0)
    assert (data(state, "rumors")[0], data(state, "rumor_supply")) == ({"new": 1, "old": 0}, 0)


def test_r05_free_deeds_come_before_the_action_which_ends_the_turn_if_none_is_left() -> None:
    state = start(hands={0: "coin_purse crystal_ball"})
    do(state, "play", card="coin_purse")
    do(state, "play", card="crystal_ball")
    assert asked(state) == (0, "turn")
    do(state, "take_gold")
    assert asked(state) == (1, "turn")
    assert data(state, "gold") == [14, 10]


def test_r05_after_the_action_the_free_deeds_are_open_but_for_the_reveal() -> None:
    followers = {0: {3: "F"}}
    hands = {0: "travel_papers hiring_contract luckstone war_horn"}
    state = start(secrets={0: 3}, hands=hands, rumors={0: (1, 0)}, active=[4], followers=followers)
    before = [action for action in legal(state) if action["type"] in ("move_watch", "play")]
    do(state, "take_gold")
    assert (asked(state), stack(state)) == ((0, "after_action"), ["end_action"])
    assert legal(state) == [{"type": "end_turn"}, *before]
    with pytest.raises(IllegalAction, match="only before anything else is done in a turn"):
        state.find({"type": "reveal"})
    with pytest.raises(IllegalAction, match="the turn's Action is taken: play cards for your turn"):
        state.find({"type": "take_gold"})
    with pytest.raises(IllegalAction, match="other moments than one's own turn"):
        state.find({"type": "play", "card": "luckstone"})
    do(state, "play", card="travel_papers")
    assert (asked(state), stack(state)) == ((0, "free_move"), ["end_action", "free_move"])
    do(state, "move", origin=3, to=PORTAL)
    choose(state, "move_followers", "F")
    do(state, "play", card="hiring_contract")
    assert data(state, "turn")["hire_discount"] == 5
    do(state, "end_turn")
    assert (asked(state), data(state, "turn")["hire_discount"]) == ((1, "turn"), 0)


def test_r05_a_card_drawn_in_the_action_or_by_a_deed_can_be_played_after_it() -> None:
    said: dict[str, Any] = {"followers": {0: {11: "F"}}, "locations": {11: "guild_hall"}}
    state = start(**said, deck="sealed_relic bottomless_bag")
    do(state, "use", place=11, option=0)
    do(state, "pass")
    assert legal(state) == [{"type": "end_turn"}, {"type": "play", "card": "sealed_relic"}]
    do(state, "play", card="sealed_relic")
    assert (asked(state), stack(state)) == ((0, "extra_draw"), ["end_action", "draw"])
    do(state, "pass")
    assert legal(state) == [{"type": "end_turn"}, {"type": "play", "card": "bottomless_bag"}]
    do(state, "play", card="bottomless_bag")
    assert asked(state) == (1, "turn")


def test_r05_an_end_of_turn_is_not_told_and_is_asked_for_only_after_the_action() -> None:
    silent, asking = start(followers={0: {6: "F"}}), start(followers={0: {6: "F"}}, hands={0: "coin_purse"})
    with pytest.raises(IllegalAction, match="a turn ends after its Action, which may not be passed"):
        asking.find({"type": "end_turn"})
    events = do(asking, "use", place=6, option=0)
    assert do(silent, "use", place=6, option=0) == events + do(asking, "end_turn")


def test_r05_the_end_of_the_game_and_a_seat_without_deeds_are_not_asked() -> None:
    said: dict[str, Any] = {"followers": {0: {PORTAL: "W"}}, "vault_open": True, "rumors": {0: (9, 0)}}
    state = start(hands={0: "coin_purse"}, **said)
    do(state, "enter", target="vault", entrance="gold")
    choose(state, "party", "W", 11)
    do(state, "spend_rumors", count=9)
    do(state, "pass")
    do(state, "attack_die", die="d12")
    assert (asked(state), state.ranks()) == (None, [1, 2])
    everybody = {0: dict.fromkeys((0, 1, 2), "FRW") | {3: "F"}}
    state = start(hands={0: "luckstone healing_potion war_horn"}, followers=everybody, rumors={0: (2, 0)})
    do(state, "take_gold")
    assert asked(state) == (1, "turn")


def test_r05_a_guess_and_a_view_keep_the_question_though_the_hand_has_no_deed() -> None:
    state = start(hands={0: "coin_purse", 1: "luckstone"})
    do(state, "take_gold")
    lists = []
    for seed in range(20):
        guess = state.determinize(1, Random(seed))
        copy = GAME.from_view(state.view(1), 1, Random(seed))
        for other in (guess, copy, GAME.from_data(guess.to_data())):
            assert asked(other) == (0, "after_action")
            lists.append(len(legal(other)))
            assert legal(other)[0] == {"type": "end_turn"}
        do(guess, "end_turn")
        assert asked(guess) == (1, "turn")
    assert {1, 2} <= set(lists)


def test_r06_a_secret_won_during_the_turn_counts_from_the_next_one() -> None:
    state = start(secrets={0: 2}, hands={0: "lorestone"})
    do(state, "play", card="lorestone")
    assert (len(data(state, "secrets")[0]), data(state, "removed")) == (3, ["lorestone"])
    with pytest.raises(IllegalAction, match="before anything else"):
        state.find({"type": "reveal"})
    do(state, "take_gold")
    do(state, "take_gold")
    assert told(do(state, "reveal"), "reveal") == [{"seat": 0}]
    assert (data(state, "vault_open"), asked(state)) == (True, (0, "turn"))


def test_no_passing_and_seats_without_actions_are_skipped() -> None:
    state = start(players=3, actions=[2, 0, 1])
    assert "pass" not in {action["type"] for action in legal(state)}
    for seat in (0, 2, 0):
        assert asked(state) == (seat, "turn")
        do(state, "take_gold", *[1, 2, 3] * (seat == 0 and data(state, "actions") == [1, 0, 0]))
    assert data(state, "round") == 2


def test_r13_what_cant_be_paid_is_not_legal() -> None:
    state = start(followers={0: {0: "F"}}, gold=[2, 0])
    assert not legal(state, "use")
    with pytest.raises(IllegalAction, match="you can't pay"):
        state.find({"type": "use", "place": 0, "option": 0})


def test_r58_and_faction_actions_are_used_once_a_round() -> None:
    state = start(hands={0: "coin_purse uncut_gems"})
    do(state, "faction_action")
    assert (stack(state), top(state)["count"]) == (["end_action", "special", "pay"], 1)
    assert data(state, "stack")[1] == {"do": "special", "place": None}
    do(state, "pay_card", card="coin_purse")
    assert data(state, "gold")[0] == 14
    do(state, "end_turn")
    do(state, "take_gold")
    with pytest.raises(IllegalAction, match="used this round"):
        state.find({"type": "faction_action"})


def test_a_faction_action_that_discards_followers_names_a_controlled_location() -> None:
    followers = {2: {3: "FF", 5: "FF", 6: "RW"}, 0: {5: "R"}}
    state = start(players=3, followers=followers, turn=2, deck="uncut_gems")
    assert legal(state, "faction_action") == [{"type": "faction_action", "place": 3}]
    do(state, "faction_action", place=3)
    do(state, "pass")
    assert (data(state, "treasures")[2], data(state, "unhired")[2][0]) == (["uncut_gems"], 2)


def test_r59_the_initiative_bonus_is_taken_in_round_1_too() -> None:
    state = GAME.new(2, {"factions": ["cassalanters", "zhentarim"]}, seed=2)
    first = data(state, "initiative")
    while asked(state) != (first, "turn"):
        assert state.decision is not None
        state.apply(state.decision.legal[0])
    assert data(state, "gold")[first] == (13 if first == 0 else 10)
    assert data(state, "followers")[1][PORTAL] == ([2, 0, 0] if first == 1 else [0, 0, 0])


# Hiring and moving


def test_several_discounts_add_up_and_any_hire_uses_them_up() -> None:
    state = start(hands={0: "hiring_contract hiring_contract"}, gold=[0, 0])
    for _ in range(2):
        do(state, "play", card="hiring_contract")
    assert data(state, "turn")["hire_discount"] == 10
    do(state, "hire", place=0)
    events = choose(state, "hire_followers", "F")
    assert told(events, "hired") == [{"seat": 0, "place": 0, "followers": [1, 0, 0], "price": 0}]
    assert data(state, "gold") == [0, 0]


def test_a_discount_not_used_by_the_end_of_the_turn_is_lost() -> None:
    state = start(hands={0: "hiring_contract tavern_token"}, followers={0: {PORTAL: "F"}})
    do(state, "play", card="hiring_contract")
    do(state, "play", card="tavern_token")
    assert data(state, "turn")["free_entrance"]
    do(state, "take_gold")
    do(state, "take_gold")
    assert data(state, "turn") == {
        **{"seat": 0, "fresh": True, "taken": 0},
        **{"hire_discount": 0, "free_entrance": False},
    }


def test_r07_moves_reach_the_yawning_portal_and_leave_it() -> None:
    state = start(followers={0: {PORTAL: "F", 5: "R"}})
    moves = legal(state, "move")
    assert {"type": "move", "from": PORTAL, "to": 11} in moves
    assert {"type": "move", "from": 5, "to": PORTAL} in moves
    assert len(moves) == 24


def test_r08_gathering_needs_somebody_on_the_yawning_portal() -> None:
    assert not legal(start(followers={0: {5: "R", 6: "F"}}), "gather")
    assert not legal(start(followers={0: {PORTAL: "R"}}), "gather")
    state = start(followers={0: {PORTAL: "F", 5: "R", 6: "FF"}})
    do(state, "gather")
    assert top(state) == {"do": "gather", "after": -1}
    choose(state, "gather_from", "R", place=5)
    assert top(state) == {"do": "gather", "after": 5}
    do(state, "done")
    assert data(state, "followers")[0][PORTAL] == [1, 1, 0]


def test_r09_hiring_and_moving_to_contested_locations_and_the_watch() -> None:
    state = start(followers={0: {0: "F"}, 1: {5: "F"}}, active=[4])
    for place in (4, 5):
        assert {"type": "hire", "place": place} in legal(state)
        assert {"type": "move", "from": 0, "to": place} in legal(state)


def test_travel_papers_move_without_an_action() -> None:
    state = start(followers={0: {0: "FF"}}, hands={0: "travel_papers boots_of_striding"})
    do(state, "play", card="travel_papers")
    assert (asked(state), stack(state)) == ((0, "free_move"), ["free_move"])
    do(state, "move", origin=0, to=7)
    assert (asked(state), top(state)) == ((0, "move"), {"do": "move", "from": 0, "to": 7})
    events = choose(state, "move_followers", "F")
    assert told(events, "moved") == [{"seat": 0, "place": 0, "to": 7, "followers": [1, 0, 0]}]
    assert (asked(state), data(state, "actions")[0]) == ((0, "turn"), 5)
    assert "boots_of_striding" in {action.get("card") for action in legal(state)}
    assert not legal(start(hands={0: "travel_papers"}), "play")


def test_a_war_horn_calls_a_fighter_to_any_place_while_one_is_unhired() -> None:
    state = start(hands={0: "war_horn"})
    assert [action["place"] for action in legal(state, "play")] == list(range(13))
    events = do(state, "play", card="war_horn", place=PORTAL)
    assert told(events, "followers_placed") == [{"seat": 0, "place": PORTAL, "followers": [1, 0, 0]}]
    assert data(state, "played")[0] == ["war_horn"]
    assert not legal(start(hands={0: "war_horn"}, followers={0: {3: "FFFF"}}), "play")


# The City Watch


def test_regrouping_tokens_are_not_moved_and_nobody_moves_on_to_them() -> None:
    state = start(rumors={0: (1, 0)}, active=[0], regrouping=[1, 5, 8])
    assert legal(state, "move_watch") == [{"type": "move_watch", "from": 0, "to": 3}]
    events = do(state, "move_watch", origin=0, to=3)
    assert told(events, "paid") == [{"seat": 0, "cost": {"rumors": 1}}]
    assert told(events, "watch_moved") == [{"place": 0, "to": 3}]


def test_a_watch_badge_moves_a_token_for_nothing() -> None:
    state = start(hands={0: "watch_badge"}, active=[0], regrouping=[9, 10, 11])
    assert [(a["from"], a["to"]) for a in legal(state, "play")] == [(0, 1), (0, 3)]
    do(state, "play", card="watch_badge", origin=0, to=1)
    assert (data(state, "board")[1]["watch"], data(state, "played")[0]) == ("active", ["watch_badge"])


def test_a_location_with_an_active_token_is_contested_with_a_regrouping_one_it_is_not() -> None:
    state = start(followers={0: {6: "F", 11: "F"}}, active=[6], locations={11: "quill_alley"})
    assert legal(state, "fight") == [{"type": "fight", "place": 6}]
    assert legal(state, "use") == [{"type": "use", "place": 11, "option": 0}]


# Using Locations


def test_r14_casualties_come_first_then_the_goods() -> None:
    state = start(followers={0: {0: "FF"}}, locations={0: "old_crypts"}, deck="luckstone")
    events = do(state, "use", 2, place=0, option=0)
    assert told(events, "use") == [{"seat": 0, "place": 0, "option": 0}]
    assert (stack(state), data(state, "stack")[1]["step"]) == (["end_action", "use", "suffer"], "pay")
    do(state, "pass")
    events = choose(state, "kill", "FF")
    assert told(events, "killed") == [{"seat": 0, "place": 0, "followers": [2, 0, 0]}]
    assert asked(state) == (1, "turn")
    assert data(state, "board")[0]["used"]
    assert data(state, "items")[0] == []


def test_r15_the_last_follower_pays_and_the_gain_is_still_taken() -> None:
    state = start(followers={0: {8: "W"}}, deck="luckstone")
    do(state, "use", place=8, option=0)
    do(state, "pass")
    assert data(state, "items")[0] == ["luckstone"]
    assert data(state, "followers")[0][8] == [0, 0, 0]


def test_r68_one_of_several_transactions_once() -> None:
    state = start(followers={0: {7: "F"}}, hands={0: "luckstone luckstone"}, rumors={0: (1, 0)})
    assert [action["option"] for action in legal(state, "use")] == [0, 1]
    do(state, "use", place=7, option=1)
    assert data(state, "stack")[1:] == [
        {"do": "use", "seat": 0, "place": 7, "option": 1, "step": "gain"},
        {"do": "pay", "seat": 0, "deck": "items", "count": 1},
    ]
    do(state, "pay_card", card="luckstone")
    assert (data(state, "rumors")[0]["new"], data(state, "item_discard")) == (3, ["luckstone"])
    do(state, "take_gold")
    assert not legal(state, "use")


def test_several_cards_are_paid_one_at_a_time_and_what_is_left_at_once() -> None:
    hands = {0: "luckstone keen_longsword keen_longsword"}
    state = start(followers={0: {3: "F"}}, hands=hands, rumors={0: (1, 2)})
    do(state, "use", place=3, option=1)
    assert (top(state)["count"], data(state, "rumors")[0]) == (2, {"new": 1, "old": 0})
    assert [action["card"] for action in legal(state)] == ["keen_longsword", "luckstone"]
    do(state, "pay_card", card="luckstone")
    events = do(state, "pay_card", card="keen_longsword")
    assert told(events, "secret") == [{"seat": 0, "total": 1}]
    assert told(events, "discarded") == [{"seat": 0, "deck": "items", "card": "keen_longsword"}]


def test_followers_of_a_location_come_to_it_as_many_as_there_are() -> None:
    state = start(followers={0: {5: "FF"}}, locations={5: "mercenary_camp"})
    do(state, "use", place=5, option=0)
    assert data(state, "followers")[0][5] == [4, 0, 0]
    assert data(state, "gold")[0] == 9


def test_a_d10_of_gold() -> None:
    state = start(followers={0: {3: "F"}}, locations={3: "noble_villa"}, rumors={0: (2, 0)})
    assert told(do(state, "use", 7, place=3, option=0), "gold") == [{"seat": 0, "amount": 7}]


def test_no_secret_is_left_to_be_bought() -> None:
    state = start(followers={0: {3: "F"}}, rumors={0: (2, 0)}, secrets={1: 20})
    do(state, "use", place=3, option=0)
    assert (data(state, "secrets")[0], data(state, "gold")[0]) == ([], 2)


# Blackstaff Tower

TOWER = {2: "blackstaff_tower"}


def test_r56_owners_move_out_in_initiative_order_then_the_flipper_moves_the_watch() -> None:
    state = start(
        followers={0: {2: "F", 4: "F"}, 1: {4: "RW"}}, active=[4], regrouping=[1, 3, 9], initiative=1
    )
    do(state, "use", place=2, option=0)
    assert top(state) == {"do": "alter", "place": 2}
    events = do(state, "flip", place=4)
    assert told(events, "flipped") == [{"place": 4, "location": "tavern_cellar"}]
    assert data(state, "stack")[1:] == [
        {"do": "displace_watch", "place": 4},
        {"do": "displace", "place": 4, "seats": [1, 0]},
    ]
    assert [action["to"] for action in legal(state)] == [1, 3, 5, 7]
    do(state, "displace", to=7)
    assert asked(state) == (0, "displace")
    do(state, "displace", to=5)
    assert (asked(state), [a["to"] for a in legal(state)]) == ((0, "displace_watch"), [5, 7])
    do(state, "displace_watch", to=5)
    assert [data(state, "board")[place]["watch"] for place in (4, 5)] == [None, "active"]
    assert data(state, "followers")[1][7] == [0, 1, 1]


def test_r56_a_regrouping_token_stays_and_so_does_one_without_a_free_neighbor() -> None:
    state = start(followers={0: {2: "F"}}, regrouping=[0, 5, 9, 11])
    do(state, "use", place=2, option=0)
    do(state, "flip", place=0)
    assert (asked(state), data(state, "board")[0]["watch"]) == ((1, "turn"), "regrouping")
    state = start(followers={0: {2: "F"}}, active=[0], regrouping=[1, 3, 9])
    do(state, "use", place=2, option=0)
    do(state, "flip", place=0)
    assert (asked(state), data(state, "board")[0]["watch"]) == ((1, "turn"), "active")


def test_r57_an_exchange_moves_side_mark_and_gold_and_nobody() -> None:
    state = start(followers={0: {2: "F", 6: "R"}}, active=[6], options={"increase_profits": True})
    position_data = state.to_data()
    position_data["board"][6]["gold"] = 2
    state = GAME.from_data(position_data)
    do(state, "use", place=2, option=0)
    assert {"type": "flip", "place": 2} not in legal(state)
    assert told(do(state, "exchange", a=2, b=6), "exchanged") == [{"a": 2, "b": 6}]
    board = data(state, "board")
    assert (board[2], board[6]) == (
        {"tile": 6, "side": 0, "used": False, "gold": 2, "watch": None},
        {"tile": 2, "side": 0, "used": True, "gold": 0, "watch": "active"},
    )
    assert data(state, "followers")[0][6] == [0, 1, 0]


def test_r70_fewer_locations_and_swapping_in_an_unused_tile() -> None:
    assert [len(GAME.new(2, {"locations": size}).to_data()["unused"]) for size in (12, 9, 6)] == [0, 3, 6]
    state = start(followers={0: {2: "F"}}, options={"locations": 6}, used=[4])
    do(state, "use", place=2, option=0)
    assert len(legal(state, "swap")) == 36
    assert told(do(state, "swap", place=4, unused=1), "swapped") == [{"place": 4, "location": "night_market"}]
    assert data(state, "board")[4] == {"tile": 7, "side": 0, "used": False, "gold": 0, "watch": "regrouping"}
    assert data(state, "unused")[1] == {"tile": 4, "side": 0}


def test_r54_there_is_no_trade_between_players_and_r67_no_solo_game() -> None:
    assert not {"trade", "give"} & {*GAME.actions}
    assert list(GAME.seats) == [2, 3, 4]


# Options of turns


def test_action_packed_the_second_action_is_a_move_gather_or_hire_with_free_deeds() -> None:
    packed = {"action_packed": True}
    followers = {0: {PORTAL: "F", 6: "F"}}
    state = start(
        options=packed, followers=followers, hands={0: "coin_purse"}, rumors={0: (1, 0)}, active=[0]
    )
    do(state, "take_gold")
    assert asked(state) == (0, "turn")
    assert data(state, "turn")["taken"] == 1
    assert {a["type"] for a in legal(state)} == {"hire", "move", "gather", "move_watch", "play"}
    with pytest.raises(IllegalAction, match="the second Action of a turn is a Move or a Hire"):
        state.find({"type": "end_turn"})
    do(state, "gather")
    choose(state, "gather_from", "F", place=6)
    assert asked(state) == (0, "after_action")
    assert {a["type"] for a in legal(state)} == {"end_turn", "move_watch", "play"}
    do(state, "end_turn")
    assert (asked(state), data(state, "actions")) == ((1, "turn"), [3, 5])


def test_r63_a_second_action_that_is_impossible_is_dropped_and_its_token_kept() -> None:
    state = start(options={"action_packed": True}, gold=[0, 0], followers={0: {8: "W"}})
    do(state, "use", place=8, option=0)
    do(state, "pass")
    assert (asked(state), data(state, "actions")[0]) == ((1, "turn"), 4)


def test_r63_a_second_action_that_a_deed_makes_possible_must_be_taken() -> None:
    said: dict[str, Any] = {"options": {"action_packed": True}, "gold": [0, 0], "followers": {0: {8: "W"}}}
    state = start(**said, hands={0: "hiring_contract coin_purse"})
    do(state, "use", place=8, option=0)
    do(state, "pass")
    assert asked(state) == (0, "after_action")
    do(state, "play", card="hiring_contract")
    assert (asked(state), stack(state), data(state, "turn")["taken"]) == ((0, "turn"), [], 1)
    assert {a["type"] for a in legal(state)} == {"hire", "play"}
    do(state, "hire", place=0)
    choose(state, "hire_followers", "FRW"[:2])
    do(state, "end_turn")
    assert (asked(state), data(state, "actions")[0]) == ((1, "turn"), 3)


def test_r72_gathering_counts_as_a_move() -> None:
    state = start(options={"action_packed": True}, followers={0: {PORTAL: "F", 6: "F"}})
    do(state, "take_gold")
    assert {"type": "gather"} in legal(state)


def test_r64_an_attempt_counts_as_use_and_takes_the_gold_lying_there() -> None:
    said = position(
        followers={0: {11: "F"}}, options={"increase_profits": True}, locations={11: "sewer_hunt"}
    )
    said["board"][11]["gold"] = 3
    state = GAME.from_data(said)
    do(state, "quest", 3, place=11)
    assert (data(state, "board")[11]["used"], data(state, "board")[11]["gold"]) == (True, 0)
    assert data(state, "gold")[0] == 13
    do(state, "pass")
    do(state, "attack_die", 1, die="d10")
    do(state, "pass")
    choose(state, "kill", "F")
    do(state, "take_gold")
    assert {"type": "quest", "place": 11} not in legal(state)


def test_a_quest_may_be_attempted_again_in_the_same_round() -> None:
    state = start(followers={0: {9: "F"}}, locations={9: "sewer_hunt"}, used=[9])
    assert {"type": "quest", "place": 9} in legal(state)


def test_a_state_that_is_not_well_formed_is_refused() -> None:
    with pytest.raises(BadState, match="unhired"):
        start(unhired=[[4, 3, 2], [4, 3, 3]])
