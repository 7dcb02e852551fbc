"""The Yawning Portal's course, rulings, effects and events, each at a position made for it."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from arena.games import IllegalAction, State
from yawning_portal import naive
from yawning_portal.positions import COLORS, GAME, do, kind, legal, position, start, told

FULL_ROW = "bgrybgrybgrybgrybgry"
TAKEN = {
    **{0: "blue-17", 1: "green-17", 2: "red-17", 3: "yellow-17", 4: "blue-14"},
    **{5: "green-14", 6: "red-14", 7: "yellow-14", 8: "blue-15", 9: "green-15"},
}
"""Heroes on all spaces of two players, none of whom has a complete order in the starting row."""


def field(state: State, path: str) -> Any:
    value: Any = state.to_data()
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def todo(state: State) -> list[str]:
    """The to-do list in short."""
    return [" ".join(str(value) for value in item.values()) for item in field(state, "todo")]


def gems(state: State, seat: int = 0) -> list[int]:
    """The seat's ordinary gems."""
    return list(field(state, f"players.{seat}.gems").values())


# Starting tokens (section 3)


def test_the_last_seat_fills_the_middle_from_the_left_and_r43_seat_0_begins() -> None:
    state = GAME.new(3, seed=1)
    assert (field(state, "phase"), field(state, "turn"), field(state, "turn_number")) == ("setup", 2, 0)
    assert todo(state) == ["start"] * 6
    assert legal(state) == ["start blue", "start green", "start red", "start yellow"]
    assert told(do(state, "start red")) == ["start red 9"]
    assert legal(state) == ["start blue", "start green", "start yellow"]
    with pytest.raises(IllegalAction, match="no starting token of that color is left"):
        state.find({"type": "start", "color": "red"})
    assert told(do(state, "start green", "start blue", "start yellow", "start green")) == ["start green 13"]
    assert state.decision is not None and len(state.decision.legal) == 1
    assert do(state, "start yellow") == [
        {"type": "start", "seat": 2, "color": "yellow", "slot": 14},
        {"type": "turn", "seat": 0, "number": 1},
    ]
    assert (field(state, "phase"), field(state, "turn"), kind(state)) == ("play", 0, "choose_tile")


@pytest.mark.parametrize(("players", "first", "last"), [(1, 6, 9), (2, 8, 11), (3, 9, 14), (4, 10, 17)])
def test_r15_all_of_the_middle_slots_are_filled(players: int, first: int, last: int) -> None:
    state = GAME.new(players, seed=2)
    while kind(state) == "place_start":
        do(state, legal(state)[0])
    filled = [slot for slot, token in enumerate(field(state, "row")) if token]
    assert filled == list(range(first, last + 1))


# Usable tiles (section 4.1)

USABLE: list[tuple[str, dict[str, Any], str | None]] = [
    ("blue", {}, None),
    ("blue", {"row": ".bbbbbbbbbbbbgry"}, "no blue token can be placed"),
    ("blue", {"row": FULL_ROW}, "no blue token can be placed"),
    ("blue", {"row": "....bb"}, "the row has no two tokens of different colors"),
    ("red", {"hands": ["blue-01"]}, "no hero is on the table"),
    ("red", {"spaces": {0: "blue-17"}}, "there is no card to play"),
    ("red", {"hands": ["blue-01"], "spaces": {0: "blue-17"}}, None),
    ("red", {"hands": ["blue-01"], "spaces": TAKEN}, None),  # the removal makes room for the play
    (
        "red",
        {"backs": {0: "red"}, "hands": ["blue-01"], "spaces": TAKEN, "row": "bgryb"},
        "every space is taken",
    ),
    ("red", {"backs": {0: "red"}, "hands": ["blue-01"]}, "no color has two tokens in the row"),
    ("red", {"backs": {0: "red"}, "hands": ["blue-01"], "row": "bgryb"}, None),
    ("green", {}, None),
    ("green", {"deck": "blue-01"}, "the decks hold fewer than two cards"),
    ("green", {"deck": "blue-01 red-01"}, None),
    ("green", {"deck": "blue-01 blue-02"}, None),
    ("green", {"backs": {0: "green"}}, "no hero is on the table"),
    ("green", {"backs": {0: "green"}, "spaces": {0: "blue-17 down"}}, None),
    ("yellow", {}, None),
    ("yellow", {"seats": {0: {"potions": 4}, 1: {"potions": 5}}}, "no potion is left in the supply"),
    ("blue", {"backs": {0: "blue"}, "hands": ["blue-01"]}, "you have no potion"),
    ("blue", {"backs": {0: "blue"}, "seats": {0: {"potions": 1}}}, "there is no card to play"),
    # the hero to be played may get the potion
    ("blue", {"backs": {0: "blue"}, "hands": ["blue-01"], "seats": {0: {"potions": 1}}}, None),
    ("yellow", {"backs": {0: "yellow"}, "hands": ["yellow-14"]}, None),
    ("yellow", {"backs": {0: "yellow"}, "seats": {0: {"red": 1}}}, "there is no card to play"),
]


@pytest.mark.parametrize(("color", "fields", "problem"), USABLE)
def test_r02_which_tiles_can_be_used(color: str, fields: dict[str, Any], problem: str | None) -> None:
    state = start(**fields)
    if problem is None:
        assert f"tile {color}" in legal(state)
    else:
        assert f"tile {color}" not in legal(state)
        with pytest.raises(IllegalAction, match=f"your {color} tile can't be used: {problem}"):
            state.find({"type": "tile", "color": color})


@pytest.mark.parametrize(
    ("hand", "fields", "usable"),
    [
        ("red-12", {}, True),  # g.yy
        ("blue-13", {"row": "....r"}, False),  # bg.g has no red at all
        ("yellow-12", {"row": "....r"}, True),  # r.bb
        ("yellow-12", {"row": "....r", "seats": {1: {"red": 30}}}, False),  # red has run out
        ("yellow-12", {"row": "....r", "seats": {0: {"diamonds": {"red": 1}}}}, True),
        (
            "blue-13",
            {"row": "....r", "seats": {0: {"diamonds": {"red": 1}}}},
            False,
        ),  # a diamond is no gem to give
        ("blue-13", {"row": "....r", "seats": {0: {"blue": 1}}}, True),
    ],
)
def test_r02_an_exchange_needs_a_gem_or_a_play_that_brings_one(
    hand: str, fields: dict[str, Any], usable: bool
) -> None:
    state = start(hands=[hand], backs={0: "yellow"}, **fields)
    assert ("tile yellow" in legal(state)) is usable
    if not usable:
        with pytest.raises(IllegalAction, match="you have no ordinary gem, and no play would bring one"):
            state.find({"type": "tile", "color": "yellow"})


def test_r02_the_play_must_match_on_a_free_space() -> None:
    both = {0: "blue-14", 5: "green-14"}  # both spaces that face slots 0 to 3
    free = start(hands=["yellow-12"], backs={0: "yellow"}, row="r")
    assert "tile yellow" in legal(free)
    taken = start(hands=["yellow-12"], backs={0: "yellow"}, row="r", spaces=both)
    assert "tile yellow" not in legal(taken)


def test_r01_the_red_front_has_three_icons_or_by_an_option_two() -> None:
    state = start(hands=["blue-01"], spaces={0: "blue-17"})
    do(state, "tile red")
    assert todo(state) == ["place ['red']", "remove_card", "play", "flip_tile red", "end_turn"]
    options = {"red_front_play": False, "best_score": None}
    state = start(spaces={0: "blue-17"}, options=options)
    do(state, "tile red")
    assert todo(state) == ["place ['red']", "remove_card", "flip_tile red", "end_turn"]


def test_r04_passing_is_for_those_only_who_can_use_no_tile() -> None:
    stuck = {"row": FULL_ROW, "backs": {0: "blue red", 1: "green"}, "spaces": {0: "blue-17 down"}}
    with pytest.raises(IllegalAction, match="you must use a tile while there is one that you can use"):
        start().find({"type": "pass"})
    state = start(**stuck)
    assert legal(state) == ["pass"]
    before = field(state, "players.0")
    assert told(do(state, "pass")) == ["pass", "turn 10"]
    assert field(state, "players.0") == before
    assert (field(state, "passes"), field(state, "turn")) == (1, 1)
    do(state, "tile green")
    assert field(state, "passes") == 0


def test_r05_the_game_ends_when_all_have_passed_in_a_row() -> None:
    state = start(players=3, row=FULL_ROW + "bgry", passes=1)
    do(state, "pass")
    events = do(state, "pass")
    assert state.over
    assert events[-1] == {"type": "end", "scores": [0, 0, 0], "ranks": [1, 1, 1]}
    assert (field(state, "phase"), field(state, "todo"), field(state, "turn")) == ("over", [], 1)


def test_r03_what_has_become_impossible_is_skipped() -> None:
    state = start(
        row="........byrg", hands=["blue-09"], backs={0: "blue"}, seats={0: {"potions": 1}}
    )  # the cleric is perfect, so nobody is left to be enchanted
    do(state, "tile blue", "play blue-09", "space 2", "give blue", "take red")
    assert told(do(state, "take red")) == ["gem red", "skip play_potion", "flip_tile blue", "turn 10"]


# Tokens (section 6.1)


def test_a_token_goes_beside_a_token_also_into_a_gap() -> None:
    state = start(row="...bg.ry")
    do(state, "tile blue")
    assert legal(state) == ["place blue 2", "place blue 5", "place blue 8"]
    with pytest.raises(IllegalAction, match="a token goes to an empty slot beside a token"):
        state.find({"type": "place", "color": "blue", "slot": 0})
    with pytest.raises(IllegalAction, match="the token to place is blue"):
        state.find({"type": "place", "color": "red", "slot": 2})
    assert told(do(state, "place blue 5")) == ["place blue 5"]
    assert field(state, "supply.food.blue") == 10


def test_r16_a_swap_is_of_two_colors_the_left_one_first() -> None:
    state = start(row="bb.rbrr", turn=1)
    do(state, "tile blue", "place blue 2")
    assert legal(state) == [f"swap_first {slot}" for slot in (0, 1, 2, 3, 4)]
    assert do(state, "swap_first 3") == []
    assert (kind(state), legal(state)) == ("swap_second", ["swap_second 4"])
    with pytest.raises(IllegalAction, match="a token that is not red, to the right of slot 3"):
        state.find({"type": "swap_second", "slot": 5})
    assert told(do(state, "swap_second 4")) == ["swap [3, 4]", "flip_tile blue", "turn 11"]
    assert field(state, "row")[:7] == ["blue", "blue", "blue", "blue", "red", "red", "red"]


def test_r06_r07_a_token_can_complete_several_orders_near_side_first() -> None:
    state = start(
        row="........b.byr", spaces={7: "yellow-06 potion", 2: "blue-01"}, seats={0: {"bonuses": 1}}
    )
    do(state, "tile green")
    events = do(state, "place green 9")
    assert told(events) == [
        "place green 9",
        "turn_down 2",
        "turn_down 7",
        "bonus 2",
        "bonus 7",
        "objective three-bonuses",
        "gem red",
    ]
    assert todo(state)[:5] == ["draw", "draw", "gem red", "gem red", "swap"]
    assert gems(state) == [0, 0, 1, 0]  # of the bonus; the orders pay nothing any more
    assert field(state, "supply.potions") == 9  # r17: the potion has come back
    assert field(state, "spaces.7") == {"card": "yellow-06", "up": False, "potion": False, "seating": False}


def test_a_swap_inside_the_slots_of_one_space_completes_an_order_once() -> None:
    state = start(row="........gbry", spaces={2: "blue-01"})
    do(state, "tile blue", "place blue 7", "swap_first 8")
    assert told(do(state, "swap_second 9"))[:4] == ["swap [8, 9]", "turn_down 2", "bonus 2", "gem red"]


def test_r48_the_last_token_of_a_color_stays_whoever_removes() -> None:
    hands, row = ["blue-04"], "bgry...rr"
    tile = start(row=row, hands=hands, backs={0: "red"})
    do(tile, "tile red", "play blue-04", "space 4")
    fighter = legal(tile)
    assert kind(tile) == "remove_token"
    assert told(do(tile, "remove_token 2"))[0] == "remove_token 2 red"
    assert legal(tile) == ["remove_token 7", "remove_token 8"]
    assert fighter == ["remove_token 2", "remove_token 7", "remove_token 8"]
    for slot, problem in (
        (0, "the last blue token of the row must stay"),
        (19, "there is no token to remove"),
    ):
        with pytest.raises(IllegalAction, match=problem):
            tile.find({"type": "remove_token", "slot": slot})


# Cards and heroes (sections 6.2 and 6.3)


def test_a_card_is_drawn_and_only_its_back_is_told_to_all() -> None:
    state = start()
    top = field(state, "decks.red.0")
    do(state, "tile green", "place green 7")
    assert (kind(state), legal(state)) == ("draw_card", [f"draw {color}" for color in COLORS])
    assert do(state, "draw red") == [
        {"type": "draw", "seat": 0, "deck": "red", "color": "red"},
        {"type": "drawn", "seat": 0, "card": top, "seats": [0]},
    ]
    assert field(state, "players.0.hand") == [top]
    assert field(state, "players.0.hand_colors.red") == 1


def test_a_draw_from_an_empty_deck_is_refused_and_without_decks_skipped() -> None:
    state = start(hands=["blue-01"], deck="red-01 red-02 red-03", backs={0: "red"}, row="bgryb")
    do(state, "tile red", "play blue-01", "space 4")
    assert legal(state) == ["draw red"]
    with pytest.raises(IllegalAction, match="that deck is empty or none of blue, green, red, yellow"):
        state.find({"type": "draw", "deck": "blue"})
    state = start(hands=["blue-01"], deck="red-01", backs={0: "red"}, row="bgryb")
    do(state, "tile red", "play blue-01", "space 4")
    assert "skip draw_card" in told(do(state, "draw red"))


def test_r39_r45_any_card_of_the_hand_is_played_in_order_of_ids() -> None:
    hand = "yellow-01 blue-10 blue-02 red-07 green-03 green-01 red-01 yellow-17"
    state = start(hands=[hand], backs={0: "red"}, row="bgryb")
    do(state, "tile red")
    assert legal(state) == [f"play {card}" for card in sorted(hand.split())]
    with pytest.raises(IllegalAction, match="your hand is yellow-01, blue-10"):
        state.find({"type": "play", "card": "blue-01"})
    assert told(do(state, "play red-07")) == ["play red-07"]
    assert todo(state)[0] == "seat red-07"
    assert field(state, "players.0.hand") == [card for card in hand.split() if card != "red-07"]


PLAY_RED: dict[str, Any] = {"backs": {0: "red"}, "hands": ["red-14"]}
"""Seat 0 can play red-14, a wizard with the order b g y r, by the back of its red tile."""


def test_r12_r20_the_effect_comes_first_then_the_gems_in_order_of_the_cells() -> None:
    state = start(row="bgry....bgyr", seats={1: {"green": 30}}, **PLAY_RED)
    do(state, "tile red", "play red-14")
    assert told(do(state, "space 2")) == ["seat red-14 2", "effect 2 diamond"]
    assert told(do(state, "assign red")) == [
        *("diamond red", "gem blue", "skip gem", "gem yellow", "gem red"),
        *("turn_down 2", "bonus 2"),
    ]
    assert gems(state) == [1, 0, 1, 1]
    assert field(state, "players.0.diamonds.red") == 1
    assert todo(state)[:4] == ["diamond", "diamond", "gem red", "play"]


def test_r13_on_the_far_side_the_order_is_turned_round() -> None:
    state = start(row="bgry....rygb", **PLAY_RED)
    do(state, "tile red", "play red-14", "space 7")
    assert told(do(state, "assign red"))[1:6] == [
        *("gem blue", "gem green", "gem yellow", "gem red"),
        "turn_down 7",
    ]


def test_r14_a_hero_matches_only_the_slots_before_him() -> None:
    state = start(row="bgry....bgyr", **PLAY_RED)
    do(state, "tile red", "play red-14", "space 3")
    assert told(do(state, "assign red")) == ["diamond red"]  # the next decision is the token to remove
    assert field(state, "spaces.3") == {"card": "red-14", "up": True, "potion": False, "seating": False}


def test_a_hero_must_take_a_free_space() -> None:
    state = start(row="bgry....bgyr", spaces={4: "blue-01"}, **PLAY_RED)
    do(state, "tile red", "play red-14")
    assert legal(state) == [f"space {space}" for space in (0, 1, 2, 3, 5, 6, 7, 8, 9)]
    with pytest.raises(IllegalAction, match="that is no free space"):
        state.find({"type": "space", "space": 4})


def test_r23_a_removed_hero_is_out_of_the_game_and_r17_his_potion_comes_back() -> None:
    state = start(spaces={0: "blue-01 potion", 1: "red-17 down"}, backs={0: "green"})
    do(state, "tile green", "assign blue")
    assert legal(state) == ["remove_hero 0", "remove_hero 1"]
    with pytest.raises(IllegalAction, match="no hero that could be removed is on that space"):
        state.find({"type": "remove_hero", "space": 2})
    assert told(do(state, "remove_hero 0"))[0] == "remove_hero 0 blue-01"
    assert field(state, "discard") == ["blue-01"]
    assert field(state, "supply.potions") == 9
    assert "blue-01" not in field(state, "decks.blue")


def test_r18_a_potion_goes_on_a_waiting_hero_without_one_and_he_stays_up() -> None:
    spaces = {0: "blue-01 potion", 1: "blue-05", 2: "red-17 down"}
    state = start(spaces=spaces, backs={0: "blue"}, hands=["yellow-02"], seats={0: {"potions": 2}})
    do(state, "tile blue", "play yellow-02", "space 9", "swap_first 8", "swap_second 9")
    assert (kind(state), legal(state)) == ("play_potion", ["potion 1", "potion 9"])
    with pytest.raises(IllegalAction, match="no faceup hero without a potion"):
        state.find({"type": "potion", "space": 0})
    assert told(do(state, "potion 1")) == [
        "potion 1",
        "bonus 1",
        "gem green",
        "gem red",
        "flip_tile blue",
        "turn 10",
    ]
    assert field(state, "spaces.1") == {"card": "blue-05", "up": True, "potion": True, "seating": False}
    assert (field(state, "players.0.potions"), field(state, "players.0.bonuses")) == (1, 1)


# Class effects (section 6.4)

WITHOUT_TARGET = [("blue-02", "remove_neighbour"), ("blue-08", "turn_down"), ("blue-10", "steal_gem")]


@pytest.mark.parametrize(("card", "what"), WITHOUT_TARGET)
def test_r12_an_effect_that_finds_nothing_is_skipped(card: str, what: str) -> None:
    state = start(row="bgry....bgyr", hands=[card], backs={0: "red"})
    do(state, "tile red", f"play {card}")
    assert f"skip {what}" in told(do(state, "space 4"))


def test_a_paladin_without_neighbours_gains_nothing_and_nothing_is_skipped() -> None:
    state = start(
        row="bgry....bgyr", hands=["blue-06"], backs={0: "red"}, spaces={3: "red-17", 4: "red-04 down"}
    )
    do(state, "tile red", "play blue-06")
    assert told(do(state, "space 5")) == ["seat blue-06 5", "effect 5 neighbour_gems"]


def test_a_paladin_is_paid_for_facedown_and_seating_neighbours_lower_space_first() -> None:
    # The druid's token completes green-12, whose bonus has a play: the paladin sits down between the two.
    state = start(
        row="bgry....b.r", hands=["blue-03 blue-06"], backs={0: "red"}, spaces={2: "green-12", 8: "red-01"}
    )
    do(state, "tile red", "play blue-03", "space 4")
    assert told(do(state, "place red 11")) == ["place red 11", "turn_down 2", "bonus 2", "gem yellow"]
    do(state, "play blue-06")
    assert told(do(state, "space 3")) == [
        "seat blue-06 3",
        "effect 3 neighbour_gems",
        "gem green",
        "gem blue",
    ]


def test_monk_diamonds_count_and_an_empty_supply_does_not() -> None:
    seats = {0: {"blue": 1, "diamonds": {"green": 1}, "yellow": 3}, 1: {"red": 30}}
    state = start(row="bgry....bgyr", hands=["blue-07"], backs={0: "red"}, seats=seats)
    do(state, "tile red", "play blue-07", "space 4")
    assert (kind(state), legal(state)) == ("gain_gem", ["take blue", "take green"])
    with pytest.raises(IllegalAction, match="a color of which you have fewest"):
        state.find({"type": "take", "color": "yellow"})


def test_warlock_turns_a_waiting_neighbour_down_and_nobody_gets_the_bonus() -> None:
    spaces = {3: "blue-17 potion", 5: "green-17", 2: "red-17"}
    state = start(row="bgry....bgyr", hands=["blue-08"], backs={0: "red"}, spaces=spaces)
    do(state, "tile red", "play blue-08", "space 4")
    assert legal(state) == ["turn_down 3"]  # 5 is on the other side
    with pytest.raises(IllegalAction, match="no faceup hero that could be turned is there, beside space 4"):
        state.find({"type": "turn_down", "space": 5})
    assert told(do(state, "turn_down 3")) == ["turn_down 3"]
    assert field(state, "players.0.bonuses") == 0
    assert field(state, "supply.potions") == 9


def test_r24_r42_a_rogue_takes_no_diamond_and_may_complete_an_objective() -> None:
    seats = {0: {"blue": 3, "green": 3, "red": 2, "yellow": 3}, 1: {"red": 1, "diamonds": {"blue": 2}}}
    state = start(players=3, row="bgry....bgyr", hands=["blue-10"], backs={0: "red"}, seats=seats)
    do(state, "tile red", "play blue-10", "space 5")
    assert legal(state) == ["steal 1 red"]
    with pytest.raises(IllegalAction, match="you take an ordinary gem that another seat has"):
        state.find({"type": "steal", "seat": 1, "color": "blue"})
    assert do(state, "steal 1 red")[:2] == [
        {"type": "steal", "seat": 0, "from": 1, "color": "red"},
        {"type": "objective", "seat": 0, "id": "three-sets"},
    ]
    assert gems(state, 1) == [0, 0, 0, 0]


def test_a_druid_places_any_color_that_is_in_the_supply() -> None:
    state = start(row="rrrrrrrrrrrrbgyb", hands=["blue-03"], backs={0: "red"})
    do(state, "tile red", "play blue-03", "space 9")
    assert legal(state) == ["place blue 16", "place green 16", "place yellow 16"]
    with pytest.raises(IllegalAction, match="no red token is left in the supply"):
        state.find({"type": "place", "color": "red", "slot": 16})


# Gems and supplies (sections 6.2 and 6.5)


def test_r19_an_exchanged_gem_leaves_the_game_and_r24_no_diamond_can_be_given() -> None:
    seats = {0: {"red": 1, "diamonds": {"blue": 2}}, 1: {"green": 30}}
    state = start(row="bgry....bgyr", hands=["blue-11"], backs={0: "yellow"}, seats=seats)
    do(state, "tile yellow", "play blue-11", "space 4")
    assert (kind(state), legal(state)) == ("exchange_give", ["give red"])
    with pytest.raises(IllegalAction, match="an ordinary gem that you have, and no diamond"):
        state.find({"type": "give", "color": "blue"})
    assert told(do(state, "give red")) == ["give red"]
    assert field(state, "spent_gems") == {"blue": 0, "green": 0, "red": 1, "yellow": 0}
    assert field(state, "supply.gems.red") == 29
    assert (kind(state), legal(state)) == ("exchange_take", ["take blue", "take red", "take yellow"])
    with pytest.raises(IllegalAction, match="the supply has no gem of that color"):
        state.find({"type": "take", "color": "green"})
    assert todo(state)[:3] == ["take", "take", "collect 4"]


def test_r21_without_diamonds_the_green_back_cant_be_used() -> None:
    state = start(backs={0: "green"}, spaces={0: "blue-01"}, seats={1: {"diamonds": {"red": 20}}})
    assert "tile green" not in legal(state)
    with pytest.raises(
        IllegalAction, match="your green tile can't be used: no diamond is left in the supply"
    ):
        state.find({"type": "tile", "color": "green"})
    state = start(backs={0: "green"}, spaces={0: "blue-01"}, seats={1: {"diamonds": {"red": 19}}})
    assert "tile green" in legal(state)


def test_r21_what_an_earlier_icon_uses_up_is_not_foreseen() -> None:
    components = deepcopy(naive.own_components())
    [green] = [tile for tile in components["tile"] if tile["color"] == "green"]
    green["back"] = ["diamond", "diamond"]
    backs, seats = {0: "green"}, {1: {"diamonds": {"red": 19}}}
    state = GAME.from_data(position(backs=backs, seats=seats, components=components))
    do(state, "tile green")
    assert told(do(state, "assign red"))[:2] == ["diamond red", "skip assign_diamond"]


def test_r22_an_effect_finds_no_potion() -> None:
    state = start(
        row="bgry....bgyr", hands=["blue-09"], backs={0: "red"}, seats={0: {"potions": 4}, 1: {"potions": 5}}
    )
    do(state, "tile red", "play blue-09")
    assert told(do(state, "space 4")) == ["seat blue-09 4", "effect 4 take_potion", "skip take_potion"]


# Objectives (section 6.6)


def test_r25_a_diamond_counts_for_its_color_and_as_a_diamond() -> None:
    state = start(
        backs={0: "green"},
        spaces={0: "blue-01"},
        seats={0: {"diamonds": {"red": 5}}},
        objectives=["six-white", "six-red", "three-sets", "six-blue", "five-heroes"],
    )
    do(state, "tile green")
    with pytest.raises(IllegalAction, match="the color must be one of blue, green, red, yellow"):
        state.find({"type": "assign", "color": "white"})
    assert told(do(state, "assign red")) == ["diamond red", "objective six-white", "objective six-red"]
    assert [objective["owner"] for objective in field(state, "objectives")] == [0, 0, None, None, None]


def test_r42_an_objective_is_claimed_at_each_gain_never_at_a_loss() -> None:
    objectives = ["sixteen-gems", "six-blue", "six-red", "six-white", "five-heroes"]
    state = start(
        row="bgry....bgyr",
        hands=["blue-11"],
        backs={0: "red"},
        seats={0: {"red": 5, "blue": 10}},
        objectives=objectives,
    )
    do(state, "tile red", "play blue-11")
    seating = told(do(state, "space 4"))
    assert seating == ["seat blue-11 4", "objective six-blue", "effect 4 exchange"]  # it was met all the time
    assert told(do(state, "give red", "take red")) == ["gem red"]
    assert told(do(state, "take red")) == ["gem red", "objective sixteen-gems", "objective six-red"]


def test_r27_an_objective_is_kept_when_the_gems_go() -> None:
    data = position(row="bgry....bgyr", hands=["blue-11"], backs={0: "red"}, seats={0: {"red": 1}})
    data["objectives"][4]["owner"] = 0
    state: State = GAME.from_data(data)
    do(state, "tile red", "play blue-11", "space 4", "give red")
    assert field(state, "objectives.4.owner") == 0


def test_r26_only_the_player_is_measured() -> None:
    seats = {0: {"seated": 4}, 1: {"red": 16, "seated": 5}}
    state = start(row="bgry....bgyr", hands=["yellow-15"], backs={0: "red"}, seats=seats)
    do(state, "tile red", "play yellow-15")
    assert told(do(state, "space 4")) == [
        "seat yellow-15 4",
        "objective five-heroes",
        "effect 4 neighbour_gems",
    ]
    assert [objective["owner"] for objective in field(state, "objectives")] == [None, None, None, 0, None]


@pytest.mark.parametrize("left", [True, False])
def test_r46_the_x_of_a_solo_objective_is_as_far_from_the_left_edge_at_either_end(left: bool) -> None:
    names = ["six-white", "three-sets", "five-heroes", "six-green"]  # marks 4, 1, 2, 3
    state = start(players=1, objectives=names)
    assert [objective["x"] for objective in field(state, "objectives")] == [3, 0, 13, 14]
    row = "....bgrygr" if left else "......bgrybgr"
    state = start(players=1, objectives=names, row=row)
    do(state, "tile blue")
    slot, gone = (3, "six-white") if left else (13, "five-heroes")
    assert told(do(state, f"place blue {slot}")) == [f"place blue {slot}", f"objective_gone {gone}"]
    assert [o["id"] for o in field(state, "objectives") if o["gone"]] == [gone]


def test_a_claimed_objective_is_not_lost_to_its_x() -> None:
    data = position(players=1, row="....bgrygr")
    data["objectives"][0]["owner"] = 0  # six-white, on slot 3
    state: State = GAME.from_data(data)
    do(state, "tile blue")
    assert told(do(state, "place blue 3")) == ["place blue 3"]
    assert field(state, "objectives.0") == {"id": "six-white", "owner": 0, "x": 3, "gone": False}


# The end of a turn and of the game (section 7)


def test_r28_the_endgame_begins_before_the_matches_and_others_have_one_more_turn() -> None:
    state = start(players=2, row=".grybgrybgrybgrybgry", spaces={0: "blue-01"})
    do(state, "tile blue")
    assert told(do(state, "place blue 0")) == ["place blue 0", "endgame", "turn_down 0", "bonus 0", "gem red"]
    assert field(state, "ender") == 0
    do(state, "draw red", "draw red", "swap_first 0")
    assert told(do(state, "swap_second 2")) == ["swap [0, 2]", "flip_tile blue", "turn 10"]
    assert legal(state) == ["pass"]
    events = do(state, "pass")
    assert (told(events)[0], events[-1]["type"]) == ("pass", "end")
    assert state.over and field(state, "turn") == 1


def test_the_tile_is_turned_over_at_the_end_of_the_turn() -> None:
    state = start()
    assert do(state, "tile yellow") == [{"type": "tile", "seat": 0, "color": "yellow", "side": "front"}]
    assert field(state, "players.0.tiles.yellow") == "front"
    assert told(do(state, "place yellow 7")) == [
        "place yellow 7",
        "take_potion",
        "flip_tile yellow",
        "turn 10",
    ]
    assert field(state, "players.0.tiles.yellow") == "back"


# Scores (section 7.2)


def test_scores_count_facedown_heroes_the_best_kind_sets_and_objectives() -> None:
    data = position(
        spaces={0: "red-01 down", 1: "red-02 down", 2: "blue-17"},
        seats={0: {"red": 3, "diamonds": {"red": 1}}, 1: {"blue": 4, "green": 1, "red": 1, "yellow": 1}},
    )
    data["objectives"][2]["owner"] = 1
    state: State = GAME.from_data(data)
    # seat 0: four red gems at 3, and 10 shared; seat 1: 4 + 1 + 3 + 1, 10, 15 for its set, 5
    assert state.scores() == [4 * 3 + 10, 9 + 10 + 15 + 5]
    assert state.ranks() == [2, 1]


def test_r31_there_is_no_most_of_nothing_and_r33_equal_scores_share_a_rank() -> None:
    state = start(players=4)
    assert (state.scores(), state.ranks()) == ([0, 0, 0, 0], [1, 1, 1, 1])
    state = start(players=3, seats={1: {"blue": 1}})
    assert (state.scores(), state.ranks()) == ([0, 11, 0], [2, 1, 2])


def test_r47_the_largest_count_decides_whatever_its_color() -> None:
    state = start(seats={0: {"red": 5}, 1: {"green": 4, "yellow": 4}})
    assert state.scores() == [5 + 10, 8]


@pytest.mark.parametrize(
    ("deck", "green", "yellow"), [("", 1, 1), ("green-01 yellow-01", 2, 1), ("yellow-01 green-01", 1, 2)]
)
def test_r34_solo_counts_facedown_heroes_the_board_and_the_back_on_the_deck(
    deck: str, green: int, yellow: int
) -> None:
    seats = {0: {"blue": 1, "green": 3, "red": 2, "yellow": 5}}
    state = start(players=1, spaces={0: "red-01 down", 4: "blue-01"}, line="blue-02", deck=deck, seats=seats)
    assert (state.scores(), state.ranks()) == ([1 + 3 * green + 2 * 2 + 5 * yellow + 3], [1])
    assert GAME.from_view(state.view(0), 0, Random(1)).scores() == state.scores()
    assert f"A gem is worth b1 g{green} r2 y{yellow}" in GAME.draw(state.view(0))


def test_r34_several_seats_count_no_deck_twice() -> None:
    state = start(seats={0: {"blue": 1}})
    assert state.scores()[0] == 1 + 10


@pytest.mark.parametrize(("best_score", "beaten"), [(None, None), (1, True), (2, False), (0, True)])
def test_r44_best_score_is_beaten_by_more(best_score: int | None, beaten: bool | None) -> None:
    options = {"red_front_play": True, "best_score": best_score}
    state = start(players=1, row=".grybgrybgrybgry", options=options, seats={0: {"blue": 2}}, deck="")
    do(state, "tile yellow")
    assert field(state, "beaten") is None
    do(state, "place yellow 0")
    assert state.over
    assert (state.scores(), field(state, "beaten")) == ([2], beaten)
