"""Reading states and views of Dragon Whisperer: what is not well formed is refused by its field."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from altered import Change, put

from arena.games import BadState
from dragon_whisperer.positions import COLORS, GAME, position

Data = dict[str, Any]


def middle() -> Data:
    """The second card of a trick is to be played; one Quest is taken."""
    hands = ["red-2 green-5", "green-6 rage red-6", "red-7 white-1 white-2"]
    return position(
        hands, trick="red-1", deck="blue-1 blue-2", left={"green": 4}, voids=[["blue"], [], ["brown"]]
    )


def placing() -> Data:
    return position(["red-2", "green-6", "red-7"], placed=False)


def drawing() -> Data:
    return position(
        ["red-2", "green-6 rage", "red-7 white-1"], trick="red-3", deck="blue-1", phase="draw_trump", turn=0
    )


def over() -> Data:
    return position(
        ["red-2", "green-6", "red-7"], left=dict.fromkeys(COLORS, 0), phase="over", turn=None, first_player=2
    )


@pytest.mark.parametrize("make", [middle, placing, drawing, over])
def test_takes_what_is_well_formed(make: Callable[[], Data]) -> None:
    data = make()
    state = GAME.from_data(json.loads(json.dumps(data)))
    assert state.to_data() == data
    assert list(state.to_data()) == list(data)
    decision = state.decision
    if decision is None:
        assert data["phase"] == "over"
    else:
        assert (decision.seat, decision.kind) == (data["turn"], data["phase"])


MISSING = [(middle, put(field, ...), f"^{field}: is missing") for field in middle()]
WRONG_TYPE = [
    (middle, put(field, value), f"^{field}")
    for field in middle()
    for value in (1.5, "x", True, [1], {"x": 1})
    if type(value) is not type(middle()[field]) or field not in ("options",)
]

BREACHES: list[tuple[Callable[[], Data], Change, str]] = [
    (middle, put("extra", 1), "^extra: is unknown"),
    (middle, put("game", "portals"), "^game: must be 'dragon-whisperer'"),
    (middle, put("players", 2), "^players: .*3 to 6"),
    (middle, put("players", 7), "^players: .*3 to 6"),
    (middle, put("players", True), "^players"),
    (middle, put("players", 4), "^(hands|voids|quests)"),
    (middle, put("options.extra", 1), "^options.extra: is unknown"),
    (middle, put("options.short_deck", 0), "^options: .*short_deck"),
    (middle, put("options.first_dealer", 3), "^options: .*first_dealer"),
    (middle, put("options.removed_suits", ["red", "blue"]), "^(options|colors): "),
    (middle, put("options.short_deck", True), "^colors"),
    (middle, put("colors.0", ...), "^colors"),
    (middle, put("colors", [*COLORS[:6], "red"]), "^colors"),
    (middle, put("colors", COLORS[::-1]), "^(colors|hands)"),
    (middle, put("colors.0", 1), r"^colors\[0\]"),
    (middle, put("quest_values.red", ...), "^quest_values.red: is missing"),
    (middle, put("quest_values.pink", [1] * 7), "^quest_values.pink: is unknown"),
    (middle, put("quest_values.red", [1, 2, 1, 2, 3, 3, 5]), "^quest_values.red: must be ascending"),
    (middle, put("quest_values.red", [1, 1, 2, 2, 3, 3]), "^quest_values.red: .*7 entries"),
    (middle, put("quest_values.red", [1, 1, 2, 2, 3, 3, 9]), "^regions.red: "),
    (middle, put("regions.red", ...), "^regions.red: is missing"),
    (middle, put("regions.red.top", ...), "^regions.red.top: is missing"),
    (middle, put("regions.red.extra", 1), "^regions.red.extra: is unknown"),
    (middle, put("regions.red.top", 3), "^regions.red: .*quest_values"),
    (middle, put("regions.red.top", None), "^regions.red: a null top goes with an empty below"),
    (middle, put("regions.red.top", 2.0), "^regions.red.top"),
    (middle, put("regions.red.below", 4), "^regions.red.below: must be a list"),
    (middle, put("regions.red.below.0", ...), "^regions.red: .*quest_values"),
    (middle, put("regions.red.below.0", None), r"^regions.red.below\[0\]"),
    (middle, put("box.red", [2]), "^box.red: .*2 entries"),
    (middle, put("box.red", [2, 2]), "^regions.red: .*quest_values"),
    (middle, put("box.red", 2), "^box.red: must be a list"),
    (middle, put("dragon", "pink"), "^dragon: must be one of null, red"),
    (middle, put("dragon", None), "^dragon: must be at a region with a Quest"),
    (middle, put("round", 0), "^round: .*at least 1"),
    (middle, put("trick_no", 0), "^trick_no: .*from 1 to 10"),
    (middle, put("trick_no", 11), "^trick_no: .*from 1 to 10"),
    (middle, put("trick_no", 7), "^hands: "),
    (middle, put("phase", "played"), "^phase: must be one of"),
    (middle, put("phase", "over"), "^(turn|phase)"),
    (middle, put("turn", 3), "^turn"),
    (middle, put("turn", -1), "^turn"),
    (middle, put("turn", None), "^turn"),
    (middle, put("turn", 2), "^turn: must be 1"),
    (middle, put("dealer", 3), "^dealer"),
    (middle, put("first_player", 3), "^first_player"),
    (middle, put("first_player", 1), "^first_player: must be 0"),
    (middle, put("leader", 3), "^leader"),
    (middle, put("leader", 1), r"^(trick\[0\].seat|hands)"),
    (middle, put("hands.0", ["green-5", "red-2"]), r"^hands\[0\]: must be in standard order"),
    (middle, put("hands.0", ["red-2", "pink-5"]), r"^hands\[0\]\[1\]: must be one of"),
    (middle, put("hands.0", ["red-2", "green-6"]), "^hands: green-6 is there too often"),
    (middle, put("hands.0", ["red-2"]), "^hands: .*not all cards in play"),
    (middle, put("hands.0", 2), r"^hands\[0\]: must be a list"),
    (middle, put("hands.2", ...), "^hands: .*3 entries"),
    (middle, put("voids.0", ["red"]), r"^hands\[0\]: has red-2, a color of the seat's voids"),
    (middle, put("voids.1", ["pink"]), r"^voids\[1\]\[0\]"),
    (middle, put("voids.1", ["black", "blue"]), r"^voids\[1\]: must be in standard order"),
    (middle, put("voids.1", ["blue", "blue"]), r"^voids\[1\]: "),
    (middle, put("voids.1", ...), "^voids: .*3 entries"),
    (middle, put("deck.0", "rage"), "^hands: "),
    (middle, put("deck.0", "blue-8"), r"^deck\[0\]: must be one of"),
    (middle, put("deck.0", ...), "^hands: .*not all cards"),
    (middle, put("deck", 2), "^deck: must be a list"),
    (middle, put("trump_card", "rage"), "^(trump|hands)"),
    (middle, put("trump_card", None), "^trump_card"),
    (middle, put("trump", "red"), "^trump: must be 'white'"),
    (middle, put("trump", None), "^trump: must be 'white'"),
    (middle, put("trick.0.seat", 1), r"^trick\[0\].seat: must be 0"),
    (middle, put("trick.0.card", "red-9"), r"^trick\[0\].card: must be one of"),
    (middle, put("trick.0.extra", 1), r"^trick\[0\].extra: is unknown"),
    (middle, put("trick.0.seat", ...), r"^trick\[0\].seat: is missing"),
    (middle, put("trick", []), "^(hands|turn)"),
    (middle, put("discard.0", ...), "^hands: .*not all cards"),
    (middle, put("discard.0", "nothing"), r"^discard\[0\]: must be one of"),
    (middle, put("quests.0", []), "^regions.green: .*quest_values"),
    (middle, put("quests.0.0.color", "pink"), r"^quests\[0\]\[0\].color"),
    (middle, put("quests.0.0.value", None), r"^quests\[0\]\[0\].value"),
    (middle, put("quests.0.0.value", 3), "^regions.green: .*quest_values"),
    (middle, put("quests.0.0.extra", 3), r"^quests\[0\]\[0\].extra: is unknown"),
    (middle, put("quests.2", ...), "^quests: .*3 entries"),
    (middle, put("monsters", [0, 0]), "^monsters: .*3 entries"),
    (middle, put("monsters.0", -1), r"^monsters\[0\]: .*at least 0"),
    (middle, put("treasures.0", True), r"^treasures\[0\]: "),
    (placing, put("turn", 1), "^turn: must be 0"),
    (placing, put("first_player", 1), "^first_player: must be 0"),
    (placing, put("phase", "draw_trump"), "^trick: must end with a 3"),
    (placing, put("phase", "over"), "^turn"),
    (drawing, put("turn", 1), "^turn: must be 0"),
    (drawing, put("phase", "place_dragon"), "^trick: must be empty before the Dragon is placed"),
    (drawing, put("dragon", None), "^dragon: must be at a region with a Quest"),
    (over, put("phase", "place_dragon"), "^(turn|phase)"),
    (over, put("turn", 0), "^turn: must be None"),
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


def test_refuses_a_trick_under_way_when_the_game_is_over() -> None:
    data = over()
    card = data["hands"][0].pop()
    data["trick"] = [{"seat": 0, "card": card}]
    with pytest.raises(BadState, match=r"^trick: must be empty when the game is over"):
        GAME.from_data(data)


def test_refuses_a_complete_trick_where_a_card_is_to_be_played() -> None:
    data = position(["red-2", "green-6", "red-7"], trick="red-5 red-6 blue-5")
    data["trick_no"] = 9
    with pytest.raises(BadState, match=r"^trick: is complete"):
        GAME.from_data(data)


def test_refuses_hands_of_different_size() -> None:
    data = placing()
    data["hands"][0].append(data["discard"].pop())
    with pytest.raises(BadState, match=r"^hands: "):
        GAME.from_data(data)


def test_refuses_removed_suits_among_the_colors() -> None:
    data = GAME.new(3, {"short_deck": True, "removed_suits": ["red", "blue"]}).to_data()
    data["options"]["removed_suits"] = ["green", "blue"]
    with pytest.raises(BadState, match=r"^colors: "):
        GAME.from_data(data)


# Views


VIEW_BREACHES: list[tuple[Change, str]] = [
    (put("deck", ["blue-1", "blue-2"]), "^deck: must be an integer"),
    (put("deck", 3), "^hands: "),
    (put("deck", -1), "^deck: .*at least 0"),
    (put("hands.0", 2), r"^hands\[0\]: must be a list"),
    (put("hands.1", ["rage"]), r"^hands\[1\]: must be an integer"),
    (put("hands.1", 2), "^hands: "),
    (put("box.red", [2, 3]), "^box.red: must be 2"),
    (put("regions.red.below", [1, 3, 5, 1]), "^regions.red.below: must be an integer"),
    (put("regions.red.below", 3), "^regions.red: "),
    (put("regions.red.top", 9), "^regions.red: "),
    (put("turn", 2), "^turn: must be 1"),
]


@pytest.mark.parametrize(("change", "message"), VIEW_BREACHES)
def test_refuses_what_is_no_view(change: Change, message: str) -> None:
    view = GAME.from_data(middle()).view(0)
    GAME.from_view(view, 0, Random(0))
    change(view)
    with pytest.raises(BadState, match=message):
        GAME.from_view(view, 0, Random(0))


def test_refuses_a_view_of_another_seat() -> None:
    view = GAME.from_data(middle()).view(0)
    with pytest.raises(BadState, match=r"^hands\[1\]: must be a list"):
        GAME.from_view(view, 1, Random(0))


@pytest.mark.parametrize("secret", [False, True])
def test_null_stands_for_a_quest_value_only_where_it_is_hidden(secret: bool) -> None:
    data = middle()
    data["options"]["secret_quests"] = secret
    data["quests"] = [[], data["quests"][0], []]
    view = GAME.from_data(data).view(0)
    shown = view["quests"][1][0]
    shown["value"] = 2 if secret else None
    with pytest.raises(BadState, match=r"^quests\[1\]\[0\]\.value: "):
        GAME.from_view(view, 0, Random(0))


def test_views_are_read_whatever_else_they_say() -> None:
    """SPEC P-14."""
    view = GAME.from_data(middle()).view(0)
    later = json.loads(json.dumps(view))
    for place in ("extra", "regions.red.extra", "trick.0.extra", "quests.0.0.extra", "options.extra"):
        put(place, 1)(later)
    assert GAME.from_view(later, 0, Random(0)).view(0) == view


def test_an_option_that_data_do_not_name_is_as_by_default() -> None:
    data = middle()
    older = json.loads(json.dumps(data))
    older["options"] = {}
    assert GAME.from_data(older).to_data() == data
    view = GAME.from_data(data).view(0)
    assert GAME.from_view({**view, "options": {}}, 0, Random(0)).view(0) == view
