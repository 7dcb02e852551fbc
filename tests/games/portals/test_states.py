"""Reading states and views of Portals: what is not well formed is refused by its field."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from altered import Change, put

from arena.games import BadSeat, BadState
from portals.positions import GAME, position

Data = dict[str, Any]
SIGNS: dict[str, Any] = {"signs": [[1, 2], [3]], "returned": [[4], [5, 6]]}


def middle() -> Data:
    """Seat 1 of two has a stone to place; there are stones everywhere."""
    return position(
        [{5: "A.E"}, {3: "..", 33: "FWT"}],
        turn=4,
        boards={0: ["AE...", *["....."] * 4]},
        spellboard="A . FF .",
        piles={"area": {"red": [7, 10]}, "decks": {"red": [12, 15]}},
        **SIGNS,
    )


def plain() -> Data:
    """The same without modules, and with a card to take."""
    return position([{5: "A.E"}, {3: ".."}], turn=3, step="take_card")


def choosing() -> Data:
    return position(
        [{}, {}, {}],
        phase="signs",
        step="keep_signs",
        active=1,
        signs=[[1], [2, 3, 4], [5, 6, 7]],
        returned=[[8, 9], [], []],
    )


def activating() -> Data:
    cards = [{5: "AEF", 33: "WT."}, {3: "AA"}]
    return position(cards, phase="activate", step="activate", turn=12, active=1, pending={"card": 3})


def unlocking() -> Data:
    return position([{5: "A.."}, {}], step="activate", pending={"card": 5}, spellboard=". T . .")


def shifting() -> Data:
    return position(
        [{5: "A.."}, {}],
        step="shift_to",
        pending={"board": 1, "row": 2, "col": 3},
        boards={1: [".....", ".....", "...F.", ".....", "....."]},
        spellboard="T . . .",
    )


def banishing() -> Data:
    return position(
        [{5: "A.."}, {}],
        step="banish",
        pending={"removed": 1},
        boards={1: ["W....", *["....."] * 4]},
        spellboard=". . T .",
    )


def solo() -> Data:
    return position(
        [{5: "A.E"}], phase="solo", turn=20, clairvoyance="AEFWT", signs=[[1, 2, 3]], spellboard=". . T ."
    )


def over() -> Data:
    return position([{}, {}], phase="over", turn=12, vp=[3, 4], round=4, **SIGNS)


def solo_over() -> Data:
    return position([{}], phase="over", turn=25, vp=[36], signs=[[1]], achievement="Guild Member")


ALL = [middle, plain, choosing, activating, unlocking, shifting, banishing, solo, over, solo_over]


@pytest.mark.parametrize("make", ALL)
def test_takes_what_is_well_formed(make: Callable[[], Data]) -> None:
    data = make()
    state = GAME.from_data(json.loads(json.dumps(data)))
    assert state.to_data() == data
    assert list(state.to_data()) == list(data)
    decision = state.decision
    if decision is None:
        assert data["phase"] == "over"
    else:
        assert (decision.seat, decision.kind) == (data["active"], data["step"])


MISSING = [(middle, put(field, ...), f"^{field}: is missing") for field in middle()]
WRONG_TYPE = [
    (middle, put(field, value), f"^{field}|^players: sign|^phase")
    for field in middle()
    for value in (1.5, "x", True, [1], {"x": 1})
    if field != "components" or type(value) is dict
]

BREACHES: list[tuple[Callable[[], Data], Change, str]] = [
    (middle, put("extra", 1), "^extra: is unknown"),
    (middle, put("game", "dragon-whisperer"), "^game: must be 'portals'"),
    (middle, put("options.extra", 1), "^options.extra: is unknown"),
    (middle, put("options.magic_spells", 1), "^options: .*magic_spells"),
    (middle, put("options.magic_spells", False), "^spellboard: must be None"),
    (middle, put("options.secret_signs", False), "^players: have signs without"),
    (solo, put("options.magic_spells", False), "^options: must be"),
    (middle, put("phase", "solo"), "^phase: "),
    (middle, put("phase", "signs"), "^step"),
    (middle, put("phase", "night"), "^phase: must be one of"),
    (solo, put("phase", "collect"), "^phase: "),
    (middle, put("round", 0), "^round: .*from 1 to 4"),
    (middle, put("round", 5), "^round: .*from 1 to 4"),
    (solo, put("round", 2), "^round: .*from 1 to 1"),
    (middle, put("turn", 0), "^turn: .*from 1 to 12"),
    (middle, put("turn", 13), "^turn: .*from 1 to 12"),
    (middle, put("turn", 6), r"^players\[0\].markers: must be 3 in turn 6"),
    (solo, put("turn", 26), "^turn: .*from 1 to 25"),
    (solo, put("turn", 21), "^clairvoyance: must have 4 entries, not 5"),
    (middle, put("first", 2), "^first: "),
    (middle, put("first", 1), r"^(active|players\[\d\].markers): must be"),
    (solo, put("first", 1), "^first: "),
    (middle, put("active", 2), "^active: "),
    (middle, put("active", None), "^active: "),
    (middle, put("active", 0), "^active: must be 1"),
    (over, put("active", 0), "^active: must be None"),
    (middle, put("step", "keep_signs"), "^step: must be one of"),
    (middle, put("step", None), "^step: must be one of"),
    (middle, put("step", "take_stone"), "^hand: is a color exactly in step place_stone"),
    (over, put("step", "take_card"), "^step: must be one of null"),
    (solo, put("step", "take_stone"), "^step: must be one of"),
    (middle, put("hand", None), "^hand: is a color exactly"),
    (middle, put("hand", "pink"), "^hand: must be one of air"),
    (middle, put("hand", "earth"), "^bag: with all other places has 19 stones of air, not 20"),
    (plain, put("hand", "air"), "^hand: is a color exactly"),
    (middle, put("pending", {"card": 3}), "^pending: must be None"),
    (activating, put("pending", None), "^pending: must be a map"),
    (activating, put("pending.card", 5), "^pending.card: must be one of 3"),
    (activating, put("pending.extra", 5), "^pending.extra: is unknown"),
    (unlocking, put("pending.card", 3), "^pending.card: must be one of 5"),
    (shifting, put("pending.col", 2), "^pending: must be a square with a stone"),
    (shifting, put("pending.board", 2), "^pending.board: "),
    (shifting, put("pending.row", 5), "^pending.row: "),
    (shifting, put("pending", {"removed": 0}), "^pending.board: is missing"),
    (banishing, put("pending.removed", 2), "^pending.removed: .*from 0 to 1"),
    (banishing, put("pending.removed", True), "^pending.removed: "),
    (middle, put("boards.1", ...), "^boards: must have 2 entries"),
    (middle, put("boards.1.id", 1), r"^boards\[1\].id: board 1 is there twice"),
    (middle, put("boards.1.id", 5), r"^boards\[1\].id: .*from 1 to 4"),
    (middle, put("boards.1.extra", 5), r"^boards\[1\].extra: is unknown"),
    (middle, put("boards.1.stones.4", ...), r"^boards\[1\].stones: must have 5 entries"),
    (middle, put("boards.1.stones.4.4", ...), r"^boards\[1\].stones\[4\]: must have 5 entries"),
    (middle, put("boards.1.stones.4.4", "pink"), r"^boards\[1\].stones\[4\]\[4\]: "),
    (middle, put("boards.1.stones.4.4", "air"), "^bag: with all other places has 21 stones of air"),
    (middle, put("circles.1", ...), "^circles: must have 2 entries"),
    (middle, put("circles.1.air", ...), r"^circles\[1\].air: is missing"),
    (middle, put("circles.1.pink", 0), r"^circles\[1\].pink: is unknown"),
    (middle, put("circles.1.air", 7), r"^circles\[1\]: has 7 stones, more than 6"),
    (middle, put("circles.0.air", -1), r"^circles\[0\].air: .*at least 0"),
    (solo, put("circles", [{}]), "^circles: must have 0 entries"),
    (middle, put("bag.air", ...), "^bag.air: is missing"),
    (middle, put("bag.water", 1), "^bag: with all other places has .* stones of water, not 20"),
    (solo, put("bag.water", 9), "^bag: .* stones of water, not 5"),
    (middle, put("clairvoyance", ["air"]), "^clairvoyance: must have 0 entries"),
    (solo, put("clairvoyance.0", None), r"^clairvoyance\[0\]: must be one of air"),
    (middle, put("area.red", [7]), "^(area|decks)"),
    (middle, put("area.pink", []), "^area.pink: is unknown"),
    (middle, put("area.red", [7, 3]), "^area.red: card 3 is not red"),
    (middle, put("area.red", [7, 7]), "^area.red: card 7 is there too often"),
    (middle, put("area.red", [7, 37]), r"^area.red\[1\]: .*from 1 to 36"),
    (middle, put("decks.red", 2), "^decks.red: must be a list"),
    (middle, put("decks.red", [12]), "^decks: .*don't have all cards"),
    (middle, put("decks.red", [12, 5]), "^decks.red: card 5 is there too often"),
    (middle, put("discards.red", []), "^decks: .*don't have all cards"),
    (middle, put("discards.red", None), "^discards.red: must be a list"),
    (middle, put("spellboard", None), "^spellboard: must be a list"),
    (middle, put("spellboard.3", ...), "^spellboard: must have 4 entries"),
    (middle, put("spellboard.1.count", 1), r"^spellboard\[1\]: has a color exactly when"),
    (middle, put("spellboard.0.color", None), r"^spellboard\[0\]: has a color exactly when"),
    (middle, put("spellboard.2.color", "air"), r"^spellboard\[2\]: has the color of another section"),
    (middle, put("spellboard.2.count", -1), r"^spellboard\[2\].count: "),
    (plain, put("spellboard", []), "^spellboard: must be None"),
    (middle, put("sign_deck", 14), "^sign_deck: must be a list"),
    (middle, put("sign_deck.0", ...), "^sign_deck: .*don't have all signs"),
    (middle, put("sign_deck.0", 1), "^players: sign 1 is there too often"),
    (middle, put("sign_deck.0", 21), r"^sign_deck\[0\]: .*from 1 to 20"),
    (plain, put("sign_deck", [1]), "^players: have signs without"),
    (middle, put("players", []), "^players: must have 1 to 4 entries"),
    (middle, put("players.1", ...), "^phase: must be solo or over for one player"),
    (middle, put("players.0.extra", 1), r"^players\[0\].extra: is unknown"),
    (middle, put("players.0.vp", -1), r"^players\[0\].vp: .*at least 0"),
    (middle, put("players.0.vp", 1.0), r"^players\[0\].vp: "),
    (middle, put("players.0.markers", [1, 2, 0]), r"^players\[0\].markers: must have 2 entries"),
    (middle, put("players.0.markers", [4, 0]), r"^players\[0\].markers\[0\]: .*from 0 to 3"),
    (middle, put("players.0.markers", [2, 3]), r"^players\[0\].markers: must be 4"),
    (middle, put("players.0.markers", [1, 3]), r"^circles\[\d\]: must have a stone a marker"),
    (choosing, put("players.0.markers", [3, 1, 2]), r"^players\[0\].markers\[1\]: .*from 0 to 0"),
    (choosing, put("players.0.markers", [3, 0, 2]), r"^players\[0\].markers: must be \[3, 0, 3\]"),
    (activating, put("players.0.markers", [1, 0]), r"^players\[0\].markers: must be \[0, 0\]"),
    (middle, put("players.0.cards.0.card", 3), r"^players\[0\].cards\[0\].stones: must have 2 entries"),
    (middle, put("players.0.cards.0.card", 33), "^(players|decks): "),
    (middle, put("players.1.cards.1.card", 5), "^players: card 5 is there too often"),
    (middle, put("players.0.cards.0.stones", ["air", None]), r"^players\[0\].cards\[0\].stones: must have 3"),
    (middle, put("players.0.cards.0.stones.1", "pink"), r"^players\[0\].cards\[0\].stones\[1\]: "),
    (middle, put("players.0.cards.0.extra", 1), r"^players\[0\].cards\[0\].extra: is unknown"),
    (middle, put("players.0.signs", [2, 1]), r"^players\[0\].signs: must be rising"),
    (middle, put("players.0.signs", 2), r"^players\[0\].signs: must be a list"),
    (middle, put("players.0.returned", [7]), "^players: sign 7 is there too often"),
    (middle, put("players.0.matched", [7]), "^players: sign 7 is there too often"),
    (choosing, put("turn", 2), "^turn: must be 1"),
    (choosing, put("options.secret_signs", False), "^players: have signs without"),
    (choosing, put("active", 0), r"^players\[0\].signs: must be 3, and none returned"),
    (activating, put("turn", 11), "^turn: must be 12"),
    (activating, put("active", 0), "^pending.card: must be one of 5"),
    (over, put("turn", 11), "^turn: must be 12"),
    (over, put("achievement", "Apprentice"), "^achievement: must be None"),
    (solo_over, put("achievement", "Apprentice"), "^achievement: must be 'Guild Member'"),
    (solo_over, put("achievement", None), "^achievement: must be 'Guild Member'"),
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


def test_refuses_another_than_the_lowest_charged_card() -> None:
    data = activating()
    data.update(active=0, pending={"card": 5})
    with pytest.raises(BadState, match=r"^pending: must be the lowest-numbered charged card"):
        GAME.from_data(data)


def test_refuses_a_card_to_be_taken_with_four() -> None:
    data = position([{3: "..", 4: "..", 18: "..", 20: ".."}, {}], step="take_card")
    with pytest.raises(BadState, match=r"^step: is take_card, but seat 0 has 4 cards"):
        GAME.from_data(data)


def test_refuses_five_cards() -> None:
    data = position([{3: "..", 4: "..", 18: "..", 20: "..", 23: ".."}, {}], step="take_stone")
    with pytest.raises(BadState, match=r"^players\[0\].cards: has 5 cards, more than 4"):
        GAME.from_data(data)


def test_refuses_a_charged_card_in_a_solo_game_but_in_step_activate() -> None:
    with pytest.raises(BadState, match=r"^step: must be activate with a charged card"):
        GAME.from_data(position([{3: "AA", 5: "..."}], phase="solo", turn=25, signs=[[]]))


def test_refuses_a_decision_without_a_legal_action() -> None:
    data = position([{5: "A.."}, {}], step="recall", spellboard=". . . T")
    with pytest.raises(BadState, match=r"^step: is recall without any legal action"):
        GAME.from_data(data)


def test_refuses_a_short_row_while_there_are_more_cards() -> None:
    data = plain()
    data["decks"]["red"].append(data["area"]["red"].pop())
    with pytest.raises(BadState, match=r"^area.red: must have 2 cards while there are more"):
        GAME.from_data(data)


# Views


VIEW_BREACHES: list[tuple[Change, str]] = [
    (put("decks.red", [12, 15]), "^decks.red: must be 2"),
    (put("decks.red", 3), "^decks.red: must be 2"),
    (put("sign_deck", 3), "^sign_deck: must be 14"),
    (put("players.0.signs", 2), r"^players\[0\].signs: must be a list"),
    (put("players.1.signs", [3]), r"^players\[1\].signs: must be an integer"),
    (put("players.1.signs", 20), "^sign_deck: and the players' signs are more than there are"),
    (put("players.1.returned", -1), r"^players\[1\].returned: .*at least 0"),
    (put("active", 0), "^active: must be 1"),
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
    with pytest.raises(BadState, match=r"^players\[0\].signs: must be an integer"):
        GAME.from_view(view, 1, Random(0))
    with pytest.raises((BadState, BadSeat)):
        GAME.from_view(view, 2, Random(0))
