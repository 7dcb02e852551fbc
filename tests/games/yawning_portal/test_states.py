"""Reading states and views of The Yawning Portal: what is not well formed is refused by its field."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from altered import Change, put

from arena.games import BadState
from yawning_portal.positions import COLORS, DEFAULTS, GAME, position, start

Data = dict[str, Any]
NOTHING = dict.fromkeys(COLORS, 0)


def plain() -> Data:
    """Seat 1 of two chooses a tile."""
    return position(
        spaces={0: "blue-01", 1: "red-05 potion", 7: "green-17 down"},
        hands=["blue-02 red-02", "yellow-03 blue-04"],
        turn=1,
        seats={
            0: {"red": 2, "potions": 1},
            1: {"blue": 1, "diamonds": {"green": 2}, "bonuses": 1, "seated": 3},
        },
        backs={0: "red", 1: "blue yellow"},
        spent={"red": 1},
        deck=None,
    )


def middle() -> Data:
    """A druid is being seated, and his token is to be placed."""
    return position(
        row="bgry....bgyr",
        spaces={4: "blue-03 seating", 1: "red-17"},
        hands=["blue-02"],
        todo=[
            {"do": "place", "colors": COLORS},
            {"do": "collect", "space": 4},
            {"do": "remove_token"},
            {"do": "flip_tile", "color": "red"},
            {"do": "end_turn"},
        ],
    )


def seating() -> Data:
    """A card was chosen, its space is to be."""
    return position(
        todo=[{"do": "seat", "card": "red-01"}, {"do": "flip_tile", "color": "red"}, {"do": "end_turn"}]
    )


def swapping() -> Data:
    return position(
        todo=[{"do": "swap_to", "slot": 8}, {"do": "flip_tile", "color": "blue"}, {"do": "end_turn"}]
    )


def setup() -> Data:
    """Two of the starting tokens are there."""
    state = GAME.new(2, seed=3)
    for color in ("red", "blue"):
        state.apply(state.find({"type": "start", "color": color}))
    data: Data = state.to_data()
    return data


def solo() -> Data:
    data = position(players=1, spaces={0: "blue-01"}, line="red-02 red-01", deck="blue-05 green-05 blue-06")
    data["objectives"][1]["gone"] = True
    return data


def over() -> Data:
    return position(phase="over", turn=1, ender=0, todo=[])


def solo_over() -> Data:
    options = DEFAULTS | {"best_score": 3}
    seats = {0: {"red": 4}}
    return position(players=1, phase="over", ender=0, todo=[], options=options, seats=seats, beaten=True)


ALL = [plain, middle, seating, swapping, setup, solo, over, solo_over]


@pytest.mark.parametrize("make", ALL)
def test_takes_what_is_well_formed(make: Callable[[], Data]) -> None:
    data = make()
    state = GAME.from_data(json.loads(json.dumps(data)))
    assert state.to_data() == data
    assert list(state.to_data()) == list(data)
    assert (state.decision is None) == (data["phase"] == "over")


MISSING = [(plain, put(field, ...), f"^{field}: is missing") for field in plain()]
PLACES = {"players": "^(players|decks)"}
"""Where else a wrong value of a field shows first."""
WRONG_TYPE = [
    (plain, put(field, value), PLACES.get(field, f"^{field}"))
    for field in plain()
    for value in (1.5, "x", True, [1], {"x": 1})
]

BREACHES: list[tuple[Callable[[], Data], Change, str]] = [
    (plain, put("extra", 1), "^extra: is unknown"),
    (plain, put("game", "portals"), "^game: must be 'yawning-portal'"),
    (plain, put("players", []), "^players: must have 1 to 4 entries, not 0"),
    (plain, put("players", [{}] * 5), "^players: must have 1 to 4 entries, not 5"),
    (plain, put("players.2", {}), "^"),
    (plain, put("options.extra", 1), "^options.extra: is unknown"),
    (plain, put("options.red_front_play", 1), "^options: .*red_front_play"),
    (plain, put("options.best_score", 3), "^options: .*best_score: is for one player"),
    (solo, put("options.best_score", -1), "^options: .*best_score"),
    (plain, put("phase", "end"), "^phase: must be one of setup, play, over"),
    (plain, put("phase", "over"), "^phase: is over only after the last turns"),
    (plain, put("phase", "setup"), "^turn_number: must be 0 in the set-up"),
    (plain, put("turn", 2), "^turn: must be an integer from 0 to 1"),
    (plain, put("turn", 0), "^turn: must be 1"),
    (plain, put("turn_number", 0), "^turn_number: must be 0 in the set-up, and only there"),
    (plain, put("turn_number", -1), "^turn_number: .*at least 0"),
    (plain, put("turn_number", 11), "^turn: must be 0"),
    (plain, put("passes", 3), "^passes: .*from 0 to 2"),
    (plain, put("passes", 2), "^passes: ends the game"),
    (plain, put("ender", 2), "^ender"),
    (plain, put("row", ["blue"]), "^row: must have 20 entries, not 1"),
    (plain, put("row.0", "white"), r"^row\[0\]: must be one of null, blue, green, red, yellow"),
    (plain, put("row.0", "red"), "^supply.food.red: makes 13 with the row, not 12"),
    (plain, put("spaces.9", ...), "^spaces: must have 10 entries, not 9"),
    (plain, put("spaces.0.card", "blue-99"), r"^spaces\[0\].card: 'blue-99' is no hero card"),
    (plain, put("spaces.0.card", "red-05"), r"^spaces\[1\].card: red-05 is there twice"),
    (plain, put("spaces.0.extra", 1), r"^spaces\[0\].extra: is unknown"),
    (plain, put("spaces.0.up", 1), r"^spaces\[0\].up: must be true or false"),
    (plain, put("spaces.0.up", ...), r"^spaces\[0\].up: is missing"),
    (plain, put("spaces.7.potion", True), r"^spaces\[7\].potion: must be false for a facedown hero"),
    (plain, put("spaces.7.seating", True), r"^spaces\[7\].seating: must be false for a facedown hero"),
    (plain, put("spaces.1.seating", True), r"^spaces\[1\].potion: must be false for a hero being seated"),
    (plain, put("spaces.0.seating", True), "^todo: .*collect once for each hero being seated"),
    (plain, put("spaces.0", None), "^decks: blue-01 must be somewhere"),
    (
        plain,
        put("spaces.2", {"card": "blue-05", "up": True, "potion": False, "seating": False}),
        "^decks.blue",
    ),
    (plain, put("decks.blue", ...), "^decks.blue: is missing"),
    (plain, put("decks.all", []), "^decks.all: is unknown"),
    (plain, put("decks.blue.0", ...), "^decks: blue-03 must be somewhere: here or elsewhere"),
    (plain, put("decks.blue.0", "blue-01"), r"^decks.blue\[0\]: blue-01 is there twice"),
    (plain, put("decks.blue", 12), "^decks.blue: must be a list"),
    (plain, put("deck_top", "blue"), "^deck_top: must be None"),
    (solo, put("deck_top", "green"), "^deck_top: must be 'blue'"),
    (solo, put("deck_top", None), "^deck_top: must be 'blue'"),
    (plain, put("line", ["blue-03"]), "^line: must be"),
    (solo, put("line.0", "blue-01"), r"^line\[0\]: blue-01 is there twice"),
    (plain, put("discard", ["blue-03"]), r"^decks.blue\[0\]: blue-03 is there twice"),
    (plain, put("supply.gems", ...), "^supply.gems: is missing"),
    (plain, put("supply.extra", 1), "^supply.extra: is unknown"),
    (plain, put("supply.gems.red", 28), "^supply.gems.red: makes 31 with seats and spent_gems, not 30"),
    (plain, put("supply.gems.red", -1), "^supply.gems.red: .*at least 0"),
    (plain, put("supply.gems.white", 1), "^supply.gems.white: is unknown"),
    (plain, put("supply.diamonds", 19), "^supply.diamonds: makes 21 with the seats, not 20"),
    (plain, put("supply.potions", 8), "^supply.potions: makes 10 with seats and heroes, not 9"),
    (plain, put("supply.food.blue", 12), "^supply.food.blue: makes 13"),
    (plain, put("spent_gems.red", 0), "^supply.gems.red: makes 29"),
    (plain, put("start_food.red", 1), "^start_food: must be"),
    (setup, put("start_food.red", 1), "^start_food.red: must be 0"),
    (setup, put("todo.2", {"do": "start"}), "^todo: must be 2 of start in the set-up"),
    (setup, put("turn_number", 2), "^turn_number: must be 0 in the set-up"),
    (setup, put("turn", 0), "^turn: must be 1"),
    (plain, put("objectives.0", ...), "^objectives: must have 5 entries, not 4"),
    (plain, put("objectives.0.id", "six-black"), r"^objectives\[0\].id: must be one of"),
    (plain, put("objectives.0.id", "three-sets"), "^objectives: has an objective twice"),
    (plain, put("objectives.0.owner", 2), r"^objectives\[0\].owner"),
    (plain, put("objectives.0.x", 3), r"^objectives\[0\].x: must be None"),
    (plain, put("objectives.0.gone", True), r"^objectives\[0\].gone: must be false in a game of several"),
    (solo, put("objectives.0.x", 2), r"^objectives\[0\].x: must be 3"),
    (solo, put("objectives.1.owner", 0), r"^objectives\[1\].gone: must be false for an objective that"),
    (plain, put("players.0.hand", 2), r"^players\[0\].hand: must be a list"),
    (plain, put("players.0.hand.0", "blue-01"), r"^players\[0\].hand\[0\]: blue-01 is there twice"),
    (plain, put("players.0.hand_colors.red", 0), r"^players\[0\].hand_colors: must be"),
    (plain, put("players.0.tiles.red", "side"), r"^players\[0\].tiles.red: must be one of front, back"),
    (plain, put("players.0.tiles.red", ...), r"^players\[0\].tiles.red: is missing"),
    (plain, put("players.0.gems.red", 3), "^supply.gems.red: makes 31"),
    (plain, put("players.0.gems.red", 2.0), r"^players\[0\].gems.red: must be an integer"),
    (plain, put("players.1.diamonds.green", 1), "^supply.diamonds: makes 19"),
    (plain, put("players.0.potions", 2), "^supply.potions: makes 10"),
    (plain, put("players.0.bonuses", True), r"^players\[0\].bonuses: must be an integer"),
    (plain, put("players.0.seated", -1), r"^players\[0\].seated: .*at least 0"),
    (plain, put("players.0.extra", 1), r"^players\[0\].extra: is unknown"),
    (solo, put("players.0.hand", ["red-03"]), r"^players\[0\].hand: must be \[\]"),
    (plain, put("todo", []), "^todo: must be tile alone, or end with flip_tile and end_turn"),
    (plain, put("todo.0", {"do": "swap"}), "^todo: must be tile alone"),
    (plain, put("todo.1", {"do": "tile"}), "^todo: must be tile alone"),
    (plain, put("todo.0", {"do": "sing"}), r"^todo\[0\].do: must be one of"),
    (plain, put("todo.0", {"do": "tile", "color": "red"}), r"^todo\[0\].color: is unknown"),
    (plain, put("todo.0.do", 1), r"^todo\[0\].do"),
    (middle, put("todo.0.colors", ["red", "blue"]), r"^todo\[0\].colors: must be colors in their order"),
    (middle, put("todo.0.colors", ["red", "red"]), r"^todo\[0\].colors: must be colors in their order"),
    (middle, put("todo.0.colors", []), r"^todo\[0\].colors: must be colors in their order"),
    (middle, put("todo.0.colors", ["pink"]), r"^todo\[0\].colors\[0\]"),
    (middle, put("todo.0", {"do": "take_potion"}), r"^todo\[0\]: must call for a decision"),
    (middle, put("todo.0", {"do": "play_potion"}), r"^todo\[0\]: must call for a decision"),
    (middle, put("todo.2", {"do": "tile"}), r"^todo\[2\]: can't be tile here"),
    (middle, put("todo.2", {"do": "end_turn"}), r"^todo\[2\]: can't be end_turn here"),
    (middle, put("todo.2", {"do": "swap_to", "slot": 0}), r"^todo\[2\]: swap_to can only come first"),
    (middle, put("todo.1", ...), "^todo: must have collect once for each hero being seated"),
    (middle, put("todo.1.space", 1), "^todo: must have collect once for each hero being seated"),
    (middle, put("todo.2", {"do": "collect", "space": 4}), "^todo: must have collect once"),
    (middle, put("todo.2", {"do": "effect", "space": 4}), r"^todo\[2\]: must come right before the collect"),
    (middle, put("todo.1.space", 10), r"^todo\[1\].space: must be an integer from 0 to 9"),
    (middle, put("todo.3.color", "pink"), r"^todo\[3\].color"),
    (seating, put("todo.0.card", "red-99"), r"^todo\[0\].card: 'red-99' is no hero card"),
    (seating, put("todo.0.card", "red-02"), r"^decks.red\[0\]: red-02 is there twice"),
    (swapping, put("todo.0.slot", 0), r"^todo\[0\].slot: must have a token"),
    (swapping, put("todo.0.slot", 11), r"^todo\[0\]: must call for a decision"),
    (swapping, put("todo.0.slot", 20), r"^todo\[0\].slot: must be an integer from 0 to 19"),
    (over, put("todo", [{"do": "tile"}]), "^todo: must be empty when the game is over"),
    (over, put("ender", None), "^phase: is over only"),
    (over, put("beaten", True), "^beaten: must be None"),
    (solo_over, put("beaten", False), "^beaten: must be True"),
    (solo_over, put("beaten", None), "^beaten: must be True"),
    (solo, put("beaten", 0), "^beaten: must be one of"),
    (solo, put("phase", "setup"), "^phase: has no setup in the solo game"),
]


@pytest.mark.parametrize(("make", "change", "message"), MISSING + WRONG_TYPE + BREACHES)
def test_refuses_what_is_not_well_formed(make: Callable[[], Data], change: Change, message: str) -> None:
    data = make()
    change(data)
    with pytest.raises(BadState, match=message):
        GAME.from_data(data)


@pytest.mark.parametrize("data", [None, [], "state", 7, {}])
def test_refuses_what_is_no_state_at_all(data: Any) -> None:
    with pytest.raises(BadState):
        GAME.from_data(data)


def test_refuses_a_waiting_hero_whose_order_is_complete() -> None:
    data = position(spaces={2: "blue-01"})
    with pytest.raises(BadState, match=r"^spaces\[2\]: has a complete order, so it must be face down"):
        GAME.from_data(data)
    assert start(spaces={2: "blue-01 down"}).decision


def test_refuses_starting_tokens_that_leave_a_gap() -> None:
    data = setup()
    data["row"][8:10] = [None, *data["row"][8:9]]
    data["start_food"]["blue"] += 1
    data["supply"]["food"]["blue"] += 1
    data["todo"].append({"do": "start"})
    with pytest.raises(BadState, match=r"^row: must be filled from slot 8 on"):
        GAME.from_data(data)


# Whatever is taken can be played


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all entries, lists and maps among them."""
    found = [path] if path else []
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return found + [leaf for key, value in pairs for leaf in leaves(value, (*path, key))]


VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 9, 12, 30, "red", "all", "blue-01", "over", "play", "front", [], {}),
    *({"do": "play"}, {"do": "give"}, {"do": "effect", "space": 1}, {"do": "collect", "space": 1}),
    *(
        {"do": "steal"},
        {"do": "shove", "space": 2},
        {"do": "gem", "color": "red"},
        {"do": "seat", "card": "red-01"},
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_changed_state_is_refused_or_comes_back_equal_and_plays_to_the_end(players: int) -> None:
    rng = Random(players)
    state = GAME.new(players, seed=players)
    taken = 0
    while (decision := state.decision) is not None:
        for _ in range(6):
            data = state.to_data()
            *way, last = rng.choice(leaves(data))
            place: Any = data
            for key in way:
                place = place[key]
            if rng.random() < 0.2 and isinstance(place, list):
                place.insert(last, rng.choice(VALUES))
            else:
                place[last] = rng.choice(VALUES)
            try:
                other = GAME.from_data(data)
            except BadState:
                continue
            taken += 1
            assert other.to_data() == data
            while (pending := other.decision) is not None:
                other.apply(rng.choice(pending.legal))
        state.apply(rng.choice(decision.legal))
    assert taken


# Views

VIEW_BREACHES: list[tuple[Change, str]] = [
    (put("decks.blue", ["blue-03"]), "^decks.blue: must be an integer"),
    (put("decks.blue", 13), "^decks.blue: must be 14, which with all others makes 17"),
    (put("players.1.hand", 2), r"^players\[1\].hand: must be a list"),
    (put("players.0.hand", ["blue-02", "red-02"]), r"^players\[0\].hand: must be 2"),
    (put("players.0.hand", 3), r"^players\[0\].hand: must be 2"),
    (put("players.0.hand_colors.green", 1), r"^players\[0\].hand: must be 3"),
    (put("players.0.hand_colors.blue", 17), r"^players\[0\].hand: must be"),
    (put("players.1.hand_colors.blue", 2), r"^players\[1\].hand_colors: must be"),
    (put("turn", 0), "^turn: must be 1"),
]


@pytest.mark.parametrize(("change", "message"), VIEW_BREACHES)
def test_refuses_what_is_no_view(change: Change, message: str) -> None:
    view = GAME.from_data(plain()).view(1)
    GAME.from_view(view, 1, Random(0))
    change(view)
    with pytest.raises(BadState, match=message):
        GAME.from_view(view, 1, Random(0))


def test_refuses_more_backs_in_a_hand_than_there_are_cards() -> None:
    view = GAME.from_data(plain()).view(1)
    view["players"][0].update(hand=19, hand_colors={**NOTHING, "blue": 18, "red": 1})
    with pytest.raises(BadState, match=r"^players\[0\].hand_colors: has too many blue cards"):
        GAME.from_view(view, 1, Random(0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("decks.all", 2), "^decks.all: must be 3, which with all others makes 68"),
        (put("deck_top", "red"), "^deck_top: must be one of"),
        (put("deck_top", None), "^deck_top: must be one of"),
    ],
)
def test_refuses_what_is_no_solo_view(change: Change, message: str) -> None:
    view = GAME.from_data(solo()).view(0)
    GAME.from_view(view, 0, Random(0))
    change(view)
    with pytest.raises(BadState, match=message):
        GAME.from_view(view, 0, Random(0))


def test_refuses_a_view_of_another_seat() -> None:
    view = GAME.from_data(plain()).view(0)
    with pytest.raises(BadState, match=r"^players\[1\].hand: must be a list"):
        GAME.from_view(view, 1, Random(0))
    with pytest.raises(BadState, match=r"^players: has no seat 2"):
        GAME.from_view(view, 2, Random(0))
