"""Portals' course, rulings and events, each at a position made for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from arena.games import IllegalAction, State
from portals.positions import GAME, activate, at, cast, do, legal, place, position, start, types

FULL = {3: "AA", 4: "EE", 18: "FF", 20: "WW"}
"""Four full orange cards."""


def player(state: State, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = state.to_data()["players"][seat]
    return found


def refused(state: State, action: Mapping[str, Any], why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        state.find(dict(action))


# Phase I


def test_r15_a_seat_without_cards_must_take_one() -> None:
    state = start([{}, {}], step="take_card")
    assert types(state) == ["take_card"]
    refused(state, {"type": "decline_card"}, "you must take a card: you have none")
    full = start([{3: "AA"}, {}], step="take_card")
    refused(full, {"type": "decline_card"}, "you must take a card: you have no unoccupied square")


def test_a_card_may_be_declined_when_another_has_room() -> None:
    state = start([{3: "A."}, {}], step="take_card")
    assert types(state) == ["take_card", "decline_card"]
    assert do(state, {"type": "decline_card"}) == [{"type": "decline_card", "seat": 0}]
    assert types(state) == ["take_stone"]


def test_taking_a_card_reveals_the_next_at_the_end_of_its_row() -> None:
    piles = {"area": {"red": [7, 5]}, "decks": {"red": [10, 12]}}
    state = start([{}, {}], step="take_card", piles=piles)
    events = do(state, {"type": "take_card", "card": 7})
    assert events == [
        {"type": "take_card", "seat": 0, "card": 7},
        {"type": "reveal", "color": "red", "card": 10},
    ]
    assert state.to_data()["area"]["red"] == [5, 10]
    assert state.to_data()["decks"]["red"] == [12]
    refused(
        start([{}, {}], step="take_card", piles=piles), {"type": "take_card", "card": 10}, "not in the area"
    )


def test_r13_a_deck_that_has_just_become_empty_is_refilled_only_when_a_card_must_be_revealed() -> None:
    piles: dict[str, dict[str, list[int]]] = {"area": {"red": [5, 7]}, "decks": {"red": [10]}}
    state = start([{3: ".."}, {}], step="take_card", piles=piles, circles={0: "AAAEEE"})
    do(state, {"type": "take_card", "card": 5})
    data = state.to_data()
    assert (data["area"]["red"], data["decks"]["red"]) == ([7, 10], [])
    assert len(data["discards"]["red"]) == 9
    take = {"type": "take_stone", "circle": 0, "color": "air"}
    order = data["discards"]["red"][::-1]
    events = do(state, take, place(3, 0), {"type": "take_card", "card": 7}, chance=[order])
    assert events[1:] == [
        {"type": "shuffle", "color": "red", "cards": 9},
        {"type": "chance", "what": "shuffle", "result": order, "seats": []},
        {"type": "reveal", "color": "red", "card": order[0]},
    ]


def test_r12_a_row_stays_short_without_cards_and_is_filled_by_the_next_discard() -> None:
    purple = [1, 2, 6, 8, 9, 11, 13, 14, 16, 19, 22, 26]
    held = [dict.fromkeys(purple[i : i + 4], "AEFW" if not i else "....") for i in (0, 4)]
    held += [{purple[8]: "....", purple[9]: "....", purple[10]: "...."}]
    state = start(
        held, phase="activate", step="activate", turn=18, pending={"card": 1}, active=0,
        piles={"area": {"purple": [26]}},
    )  # fmt: skip
    events = do(state, activate(1, 0, 0, 0), chance=[[1]])
    assert events[1:] == [
        {"type": "shuffle", "color": "purple", "cards": 1},
        {"type": "chance", "what": "shuffle", "result": [1], "seats": []},
        {"type": "reveal", "color": "purple", "card": 1},
    ]
    assert state.to_data()["area"]["purple"] == [26, 1]


def test_three_markers_a_circle_and_the_colors_that_are_there() -> None:
    state = start([{3: "..", 4: "..", 18: "..", 20: ".."}, {}], step="take_stone", circles={0: "AAEEFF"})
    assert legal(state) == [
        {"type": "take_stone", "circle": 0, "color": "air"},
        {"type": "take_stone", "circle": 0, "color": "earth"},
        {"type": "take_stone", "circle": 0, "color": "fire"},
        {"type": "take_stone", "circle": 1, "color": "air"},
    ]
    refused(state, {"type": "take_stone", "circle": 0, "color": "time"}, "Circle 0 has no time stone")
    refused(state, {"type": "take_stone", "circle": 2, "color": "air"}, "Circle 2 is not available to you")
    refused(state, {"type": "take_stone", "circle": 0, "color": "pink"}, "none of the colors air, earth")
    late = start([{3: ".."}, {}], step="take_card", turn=7)
    do(late, {"type": "take_card", "card": 5})
    assert player(late, 0)["markers"] == [3, 0]
    refused(late, {"type": "take_stone", "circle": 1, "color": "air"}, "no marker left at Circle 1")


def test_r31_two_seats_share_both_circles_and_more_than_two_one_with_each_neighbor() -> None:
    two = GAME.new(2).to_data()
    assert [player["markers"] for player in two["players"]] == [[3, 3], [3, 3]]
    four = GAME.new(4).to_data()
    markers = [player["markers"] for player in four["players"]]
    assert markers == [[3, 0, 0, 3], [3, 3, 0, 0], [0, 3, 3, 0], [0, 0, 3, 3]]


def test_r14_a_stone_goes_on_any_free_square_of_any_card() -> None:
    state = start([{33: "A.E", 5: "...", 3: "AA"}, {}])
    assert legal(state) == [place(33, 1), place(5, 0), place(5, 1), place(5, 2)]
    refused(state, place(3, 0), "square 0 of card 3 is occupied")
    refused(state, place(33, 3), "card 33 has the squares 0 to 2, not 3")
    refused(state, place(7, 0), "you don't hold card 7: your cards are 33, 5, 3")
    refused(state, {"type": "return_stone"}, "only when you have no unoccupied square")
    assert do(state, place(5, 1)) == [
        {"type": "place_stone", "seat": 0, "card": 5, "square": 1, "color": "air"}
    ]
    assert player(state, 0)["cards"][1] == {"card": 5, "stones": [None, "air", None]}
    assert state.decision is not None and state.decision.seat == 1


def test_r16_without_a_free_square_the_stone_returns_or_pays_a_spell() -> None:
    assert legal(start([FULL, {}])) == [{"type": "return_stone"}]
    state = start([FULL, {}], spellboard=". . . .", boards={0: ["A....", *["....."] * 4]})
    assert legal(state) == [cast("shift"), cast("unlock"), cast("banish"), {"type": "return_stone"}]
    bag = state.to_data()["bag"]["air"]
    assert do(state, {"type": "return_stone"}) == [{"type": "return_stone", "seat": 0, "color": "air"}]
    assert state.to_data()["bag"]["air"] == bag + 1


# Phase II


def phase_two(cards: list[dict[int, str]], lowest: int, owner: int = 0, **fields: Any) -> State:
    turn = 6 * len(cards)
    fields = {"phase": "activate", "step": "activate", "turn": turn, "active": owner} | fields
    return start(cards, pending={"card": lowest}, **fields)


def test_r07_r08_activation_goes_by_number_over_all_seats_and_cannot_be_declined() -> None:
    state = phase_two([{5: "AEF", 33: "WTA"}, {3: "AA", 18: "FF"}], 3, owner=1)
    assert types(state) == ["activate"]
    refused(state, activate(18, 0, 0, 0), "card 3 is to be activated now, not 18")
    order = []
    while state.to_data()["phase"] == "activate":
        decision = state.decision
        assert decision is not None
        action = decision.legal[0].to_data()
        order.append((action["card"], decision.seat))
        state.apply(decision.legal[0])
    assert order == [(3, 1), (5, 0), (18, 1), (33, 0)]


@pytest.mark.parametrize(("stones", "count"), [("AE", 160), ("AA", 80)])
def test_r06_placements_that_send_the_same_stones_to_the_same_squares_are_listed_once(
    stones: str, count: int
) -> None:
    state = phase_two([{3: stones}, {}], 3)
    assert len(legal(state)) == count
    ends = set()
    for action in legal(state):
        copy = state.clone()
        [event] = [event for event in copy.apply(copy.find(action)) if event["type"] == "activate"]
        ends.add((action["board"], str(event["placed"])))
    assert len(ends) == count
    if stones == "AA":
        refused(state, activate(3, 0, 0, 0, 180), "look as in a smaller rotation")


def test_r06_a_single_stone_has_fifty_placements() -> None:
    state = start([{11: ".A.."}, {}], step="unlock", spellboard=". A . .")
    do(state, {"type": "unlock", "card": 11})
    assert len(legal(state)) == 50
    assert {action["rotation"] for action in legal(state)} == {0}


def test_r05_cards_turn_by_quarters_clockwise_and_are_not_mirrored() -> None:
    """Card 20: a knight's move, (0, 0) and (1, 2)."""
    ends = {0: [(0, 0), (1, 2)], 90: [(0, 1), (2, 0)], 180: [(1, 2), (0, 0)], 270: [(2, 0), (0, 1)]}
    for rotation, (air, earth) in ends.items():
        state = phase_two([{20: "AE"}, {}], 20)
        event = do(state, activate(20, 1, 0, 0, rotation), chance=CIRCLES)[0]
        assert event["placed"] == sorted([[*air, "air"], [*earth, "earth"]])
    refused(phase_two([{20: "AE"}, {}], 20), activate(20, 0, 4, 0), "a stone would not be on the board")
    refused(phase_two([{20: "AE"}, {}], 20), activate(20, 0, 0, 0, 45), "rotation is one of 0, 90, 180, 270")
    refused(phase_two([{20: "AE"}, {}, {}], 20), activate(20, 1, 0, 0), "board 1 is not available to you")


CIRCLES: list[list[str]] = [["earth", "earth", "fire", "fire", "water", "water"]] * 2


@pytest.mark.parametrize(
    ("stones", "points"), [("AAAA", 0), ("FAAA", 1), ("FWAA", 2), ("FWWA", 4), ("FWWT", 6)]
)
def test_r38_matches_earn_0_1_2_4_6(stones: str, points: int) -> None:
    """Board 1 has fire, water and, below, water, time at row 0, column 2; card 13 is a square of four."""
    state = phase_two([{13: stones}, {}], 13)
    event = do(state, activate(13, 0, 0, 2), chance=CIRCLES)[0]
    assert (event["match"], event["adjacency"]) == (points, 0)
    assert state.scores() == [points, 0]


def test_r09_r10_r11_only_stones_that_were_there_count_as_neighbors_of_those_that_landed() -> None:
    board = [".....", ".A...", ".....", ".....", "....."]
    state = phase_two([{3: "AA"}, {}], 3, boards={0: board})
    event = do(state, activate(3, 0, 1, 1), chance=CIRCLES)[0]
    # The stone sent to the occupied square returns; the other has the one neighbor that was there before.
    assert event["returned"] == ["air"]
    assert event["placed"] == [[1, 2, "air"]]
    assert (event["match"], event["adjacency"]) == (0, 1)


def test_r04_an_icon_shows_no_color_and_is_else_an_ordinary_square() -> None:
    state = phase_two([{3: "AE"}, {}], 3, side="icons")  # board 1 begins with an icon and air
    event = do(state, activate(3, 0, 0, 0), chance=CIRCLES)[0]
    assert event["placed"] == [[0, 0, "air"], [0, 1, "earth"]]
    assert event["match"] == 0


def test_the_event_lists_stones_in_row_major_order_of_the_pattern() -> None:
    state = phase_two([{5: "AEF"}, {}], 5, boards={0: ["W....", *["....."] * 4]})
    event = do(state, activate(5, 0, 0, 0, 180), chance=CIRCLES)[0]
    assert event == {
        "type": "activate", "seat": 0, "card": 5, "board": 0, "rotation": 180, "row": 0, "col": 0,
        "placed": [[0, 1, "earth"], [1, 1, "air"]], "returned": ["fire"], "match": 1, "adjacency": 0,
    }  # fmt: skip


# Phase III and the end


def test_phase_three_restores_markers_moves_the_first_seat_on_and_fills_the_circles() -> None:
    state = start([{5: "A.."}, {}], turn=12, first=1, round=2)
    bag = state.to_data()["bag"]
    circles = [["air", "air", "earth", "time", "time", "time"], ["fire"] * 6]
    events = do(state, place(5, 1), chance=circles)
    assert events[1:] == [
        {"type": "round", "round": 3, "first": 0},
        {"type": "chance", "what": "circle", "result": circles[0]},
        {"type": "chance", "what": "circle", "result": circles[1]},
    ]
    data = state.to_data()
    assert (data["round"], data["turn"], data["first"], data["active"]) == (3, 1, 0, 0)
    assert data["circles"][1] == {"air": 0, "earth": 0, "fire": 6, "water": 0, "time": 0}
    assert data["bag"]["fire"] == bag["fire"] - 6
    assert [player["markers"] for player in data["players"]] == [[3, 3], [3, 3]]
    assert data["players"][0]["cards"] == [{"card": 5, "stones": ["air", "air", None]}]


def test_r26_r27_r37_the_end_discards_cards_without_points_and_takes_two_for_each_sign_left() -> None:
    state = start(
        [{5: "A.."}, {1: "A..E"}], turn=12, first=1, round=4, vp=[3, 1], signs=[[1], [2, 3]],
        returned=[[4, 5], [6]],
    )  # fmt: skip
    area = state.to_data()["area"]
    events = do(state, place(5, 2))
    assert events[1:] == [
        {"type": "discard", "seat": 0, "card": 5, "returned": ["air", "air"]},
        {"type": "discard", "seat": 1, "card": 1, "returned": ["air", "earth"]},
        {"type": "signs_missed", "seat": 0, "signs": [1], "lost": 2},
        {"type": "signs_missed", "seat": 1, "signs": [2, 3], "lost": 1},
        {"type": "game_over", "scores": [1, 0], "ranks": [1, 2], "achievement": None},
    ]
    data = state.to_data()
    assert data["area"] == area
    assert (data["phase"], data["step"], data["active"], data["turn"]) == ("over", None, None, 12)
    assert data["players"][1]["signs"] == [2, 3]
    refused(state, place(5, 0), "the game is over")


def test_before_the_end_scores_and_ranks_go_by_the_points_as_they_stand() -> None:
    state = start([{5: "A.."}, {}, {}], vp=[4, 7, 4], signs=[[1], [2, 3], []], returned=[[4, 5], [6], []])
    assert (state.scores(), state.ranks()) == ([4, 7, 4], [2, 1, 2])


# Magic Spells


def test_r17_r21_spells_that_cannot_be_carried_out_are_not_legal() -> None:
    state = start([{5: "..."}, {}], spellboard=". . . .")
    assert types(state) == ["place_stone"]
    refused(state, cast("shift"), "no stone on any board")
    refused(state, cast("unlock"), "no card of yours has a stone")
    refused(state, cast("banish"), "no stone on your boards")
    refused(state, cast("recall"), "sections 0 to 2 have no stone")
    refused(state, cast("fly"), "none of the spells shift, unlock, banish, recall")
    paid = start([{5: "..."}, {}], spellboard=". . . T", hand="time")
    refused(paid, cast("recall"), "sections 0 to 2 have no stone")
    refused(start([{5: "..."}, {}]), cast("shift"), "need the option magic_spells")


def test_a_section_takes_one_color_and_a_color_one_section() -> None:
    board = {0: ["W....", *["....."] * 4]}
    state = start([{5: "A.."}, {}], spellboard="E . AA .", hand="air", boards=board)
    assert [action for action in legal(state) if action["type"] == "cast"] == [cast("banish")]
    refused(state, cast("shift"), "section 0 takes earth stones only, not air")
    refused(state, cast("unlock"), "air is the color of section 2")


def test_r18_shift_moves_a_stone_to_a_square_that_was_unoccupied_and_earns_nothing() -> None:
    board = {0: ["AA...", *["....."] * 4]}
    state = start([{5: "..."}, {}, {}], spellboard=". . . .", boards={1: board[0]})
    do(state, cast("shift"))
    assert legal(state) == [at("shift_from", 1, 0, 0), at("shift_from", 1, 0, 1)]
    refused(state, at("shift_from", 0, 0, 0), "no stone on that square")
    do(state, at("shift_from", 1, 0, 1))
    assert state.to_data()["pending"] == {"board": 1, "row": 0, "col": 1}
    assert len(legal(state)) == 73
    refused(state, at("shift_to", 1, 0, 1), "that square is occupied")
    refused(state, at("shift_to", 3, 0, 0), "board 3 is none of 0, 1, 2")
    assert do(state, at("shift_to", 2, 0, 2)) == [
        {"type": "shift", "seat": 0, "color": "air", "from": [1, 0, 1], "to": [2, 0, 2]}
    ]
    assert state.scores() == [0, 0, 0]
    assert state.decision is not None and state.decision.seat == 1


def test_r19_unlock_takes_a_charged_card_too_but_no_empty_one() -> None:
    state = start([{3: "AA", 5: "..E", 7: "..."}, {}], spellboard=". . . .")
    do(state, cast("unlock"))
    assert legal(state) == [{"type": "unlock", "card": 3}, {"type": "unlock", "card": 5}]
    refused(state, {"type": "unlock", "card": 7}, "card 7 has no stone")
    assert do(state, {"type": "unlock", "card": 3}) == []
    assert state.to_data()["pending"] == {"card": 3}
    do(state, activate(3, 0, 0, 0))
    data = state.to_data()
    assert (data["phase"], data["active"]) == ("collect", 1)
    assert data["discards"]["orange"] == [3]
    assert data["players"][0]["vp"] == 1  # air on air, earth's square next to it


def test_r20_banish_takes_one_or_two_stones_of_the_available_boards() -> None:
    boards = {0: ["AE...", *["....."] * 4], 1: ["F....", *["....."] * 4], 2: ["W....", *["....."] * 4]}
    state = start([{5: "..."}, {}, {}], spellboard=". . . .", boards=boards)
    do(state, cast("banish"))
    assert state.to_data()["pending"] == {"removed": 0}
    assert legal(state) == [at("banish", 0, 0, 0), at("banish", 0, 0, 1), at("banish", 2, 0, 0)]
    refused(state, {"type": "stop"}, "banish at least one stone")
    assert do(state, at("banish", 2, 0, 0)) == [
        {"type": "banish", "seat": 0, "board": 2, "row": 0, "col": 0, "color": "water"}
    ]
    assert legal(state) == [at("banish", 0, 0, 0), at("banish", 0, 0, 1), {"type": "stop"}]
    stopped = state.clone()
    assert do(stopped, {"type": "stop"}) == []
    do(state, at("banish", 0, 0, 0))
    for after in (state, stopped):
        assert after.decision is not None and after.decision.seat == 1


def test_r21_recall_takes_from_the_other_sections_only() -> None:
    state = start([{5: "A..", 3: ".."}, {}], spellboard="E . FF T", hand="time")
    do(state, cast("recall"))
    squares = [(5, 1), (5, 2), (3, 0), (3, 1)]
    assert legal(state) == [
        {"type": "recall", "section": section, "card": card, "square": square}
        for section in (0, 2)
        for card, square in squares
    ]
    refused(state, {"type": "recall", "section": 3, "card": 5, "square": 1}, "one of 0 to 2 that has a stone")
    refused(state, {"type": "recall", "section": 0, "card": 5, "square": 0}, "square 0 of card 5 is occupied")
    action = {"type": "recall", "section": 0, "card": 3, "square": 1}
    assert do(state, action) == [{**action, "seat": 0, "color": "earth"}]
    board = state.to_data()["spellboard"]
    assert board[0] == {"color": None, "count": 0}
    assert (board[2], board[3]) == ({"color": "fire", "count": 2}, {"color": "time", "count": 2})


# Secret Signs


def test_r22_signs_are_kept_in_seat_order_and_told_when_all_have_chosen() -> None:
    state = start(
        [{}, {}], phase="signs", step="keep_signs", active=0, first=1, signs=[[2, 5, 9], [1, 3, 20]]
    )
    assert [action["signs"] for action in legal(state)] == [
        [2], [5], [9], [2, 5], [2, 9], [5, 9], [2, 5, 9],
    ]  # fmt: skip
    refused(state, {"type": "keep_signs", "signs": []}, "keep one, two or all of 2, 5, 9")
    refused(state, {"type": "keep_signs", "signs": [5, 2]}, "in rising order")
    assert do(state, {"type": "keep_signs", "signs": [2, 9]}) == [
        {"type": "keep_signs", "seat": 0, "signs": [2, 9], "returned": [5], "seats": [0]}
    ]
    assert do(state, {"type": "keep_signs", "signs": [3]}) == [
        {"type": "keep_signs", "seat": 1, "signs": [3], "returned": [1, 20], "seats": [1]},
        {"type": "signs_kept", "counts": [2, 1]},
    ]
    data = state.to_data()
    assert (data["phase"], data["active"], data["step"]) == ("collect", 1, "take_card")


def test_r23_r24_r25_a_sign_is_matched_turned_among_other_stones_and_only_once() -> None:
    """Sign 1 is a row of earth, air, fire: here it stands upright, with other stones around."""
    upright = ["..W..", ".WEW.", "..A..", "..F..", "....."]
    fields: dict[str, Any] = {"boards": {0: upright}, "signs": [[1, 6], [2]], "returned": [[4], [5, 7]]}
    state = start([{5: "A.."}, {}], turn=12, first=1, **fields)
    events = do(state, place(5, 1), chance=CIRCLES)
    assert {"type": "sign_matched", "seat": 0, "sign": 1} in events
    assert (player(state, 0)["signs"], player(state, 0)["matched"]) == ([6], [1])
    assert state.scores() == [4, 0]
    while state.to_data()["round"] == 2:
        assert state.decision is not None
        state.apply(state.decision.legal[0])
    assert player(state, 0)["matched"] == [1]  # the next check found it lying there still


def test_r23_a_mirror_image_does_not_match() -> None:
    """Sign 16 is air, fire and, below to the right, earth; its mirror image has earth below to the left."""
    slope = {True: [".AF..", "...E.", *["....."] * 3], False: ["..FA.", ".E...", *["....."] * 3]}
    for fits, rows in slope.items():
        fields: dict[str, Any] = {"boards": {0: rows}, "signs": [[16], [2]], "returned": [[4, 6], [5, 7]]}
        state = start([{5: "A.."}, {}], turn=12, first=1, **fields)
        do(state, place(5, 1), chance=CIRCLES)
        assert (player(state, 0)["matched"] == [16]) is fits


# Solo


def test_r32_to_r36_a_solo_turn() -> None:
    state = start(
        [{3: "A."}], phase="solo", step="place_stone", turn=24, hand="air", clairvoyance="E",
        signs=[[1, 2, 3, 4, 5]],
    )  # fmt: skip
    assert state.to_data()["options"]["magic_spells"] is state.to_data()["options"]["secret_signs"] is True
    assert "return_stone" not in types(state)
    do(state, place(3, 1))
    assert state.to_data()["pending"] == {"card": 3}
    assert {action["board"] for action in legal(state)} == {0}
    refused(state, place(3, 0), "the decision is answered with activate")
    do(state, activate(3, 0, 0, 1))
    data = state.to_data()
    assert (data["turn"], data["step"], data["clairvoyance"]) == (25, "take_card", ["earth"])
    [_, reveal, stone] = do(state, {"type": "take_card", "card": 4})
    assert reveal["type"] == "reveal"
    assert stone == {"type": "take_stone", "seat": 0, "circle": None, "color": "earth"}
    assert state.to_data()["hand"] == "earth"
    do(state, place(4, 0))
    assert state.over
    assert state.to_data()["achievement"] == "Apprentice"


@pytest.mark.parametrize(
    ("vp", "label"),
    [(0, "Apprentice"), (35, "Apprentice"), (36, "Guild Member"), (39, "Guild Member"), (40, "Master Mage")],
)
def test_the_achievement_of_a_solo_game(vp: int, label: str) -> None:
    state = start([{3: "A."}], phase="solo", turn=25, hand="air", vp=[vp], signs=[[]], spellboard=". . . .")
    event = do(state, place(3, 1), activate(3, 0, 3, 3))[-1]  # two airs on earth and fire, without neighbors
    assert event == {"type": "game_over", "scores": [vp], "ranks": [1], "achievement": label}
    assert state.to_data()["achievement"] == label
    state = GAME.from_data(
        {**position([{}], phase="over", turn=25, vp=[vp], signs=[[]]), "achievement": label}
    )
    assert (state.scores(), state.ranks(), state.over) == ([vp], [1], True)
