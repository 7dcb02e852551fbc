"""A state's fields are declared once: slots, clones, plain data and its refusals follow from that."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, ClassVar

import pytest

from arena.games import BadState
from arena.games.core import Action, Decision, State, Written, copied, each_seat, given, nested, shared, slots
from arena.games.core.forms import (
    COUNT,
    FLAG,
    SEAT,
    Form,
    checked,
    coded,
    integer,
    list_of,
    named,
    nullable,
    record,
    seat_list,
    tuple_of,
    word,
)
from arena.games.entries import Entry

COLORS = ("red", "blue")


class Abstracts(State):
    """What a game supplies, but for the fields."""

    __slots__ = ()

    def scores(self) -> list[int]:
        return [0] * self.players

    def ranks(self) -> list[int]:
        return [1] * self.players

    def _decide(self) -> Decision | None:
        return None

    def _play(self, action: Action) -> Decision | None:
        return None

    def _why_not(self, data: dict[str, Any]) -> str | None:
        return None

    def _redraw(self, seat: int, rng: Random) -> None: ...


class Cards(Abstracts):
    """A state with a field of each sort."""

    head = ("players",)
    suits: Annotated[tuple[str, ...], given()]
    round: Annotated[int, shared(1, data=integer(1, 9))]
    leader: Annotated[int, shared(-1, data=nullable(SEAT, -1))]
    trump: Annotated[int, shared(0, data=coded(COLORS), name="suit")]
    hands: Annotated[
        list[list[int]],
        nested(
            each_seat(list),
            data=seat_list(list_of(COUNT)),
            shown=lambda state, seat: [*map(len, state.hands)],
        ),
    ]
    deck: Annotated[tuple[int, ...], shared((), data=tuple_of(COUNT), shown=lambda state, _: len(state.deck))]
    points: Annotated[list[int], copied(each_seat(0), data=COUNT, inside="seats")]
    open: Annotated[
        list[bool],
        copied(each_seat(False), data=FLAG, inside="seats", shown=lambda state, seat, owner: owner == seat),
    ]
    total: ClassVar[Written] = Written(lambda state: sum(state.points))
    held: Annotated[list[int], copied(each_seat(0), derived="hands")]
    added: Annotated[str, shared("plain", data=word("plain", "new"), absent=True)]
    __slots__ = slots(__annotations__)


DATA = {
    "players": 2,
    "round": 3,
    "leader": None,
    "suit": "blue",
    "hands": [[1, 2], [3]],
    "deck": [4],
    "seats": [{"points": 5, "open": True}, {"points": 6, "open": False}],
    "total": 11,
    "added": "new",
}


def read(data: dict[str, Any]) -> Cards:
    state = Cards(2, 0, suits=COLORS)
    root = Entry(data, BadState)
    fields = Cards.fields
    fields.check_keys(state, root)
    fields.read(state, root, view=False)
    fields.check(state, root, view=False)
    return state


def test_a_new_state_has_what_its_fields_start_as() -> None:
    state = Cards(3, 0, suits=COLORS)
    assert (state.round, state.hands, state.held) == (1, [[], [], []], [0, 0, 0])
    assert state.suits is COLORS


def test_there_is_no_field_but_those_declared() -> None:
    state = Cards(2, 0, suits=COLORS)
    with pytest.raises(AttributeError):
        state.other = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"Forgetful.count is declared without how a clone gets it"):

        class Forgetful(Abstracts):
            count: int

    with pytest.raises(TypeError, match="a field has data, or says with `derived` what it follows from"):
        shared(0)
    with pytest.raises(TypeError, match=r"Lost.count is derived from nothing, which there is not"):

        class Lost(Abstracts):
            count: Annotated[int, shared(0, derived="nothing")]


def test_a_clone_shares_nothing_that_changes_in_place() -> None:
    state = read(DATA)
    copy = state.clone()
    assert type(copy) is Cards
    copy.hands[0].append(9)
    copy.points[1] += 1
    copy.held[0] = 7
    copy.deck += (8,)
    assert state.to_data() == DATA
    assert state.held == [0, 0]
    assert copy.suits is state.suits
    assert copy.to_data()["hands"] == [[1, 2, 9], [3]]


def test_data_are_written_in_the_order_of_the_declarations_and_read_back() -> None:
    state = read(DATA)
    assert (state.leader, state.trump, state.deck, state.points) == (-1, 1, (4,), [5, 6])
    assert list(state.to_data()) == list(DATA)
    assert state.to_data() == DATA


def test_data_handed_out_are_fresh() -> None:
    state = read(DATA)
    data = state.to_data()
    data["hands"][0].append(9)
    data["deck"].append(9)
    data["seats"][0]["points"] = 9
    assert state.to_data() == DATA


def test_a_view_has_what_is_shown_in_place_of_the_rest() -> None:
    state = read(DATA)
    seats = [{"points": 5, "open": False}, {"points": 6, "open": True}]
    assert state.view(1) == {**DATA, "hands": [2, 1], "deck": 1, "seats": seats}
    assert list(state.view(None)) == list(DATA)


def test_what_is_not_named_is_as_it_starts_where_older_data_lack_it() -> None:
    assert read({key: value for key, value in DATA.items() if key != "added"}).added == "plain"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"round": 10}, "^round: must be an integer from 1 to 9, not 10"),
        ({"leader": 2}, "^leader: must be an integer from 0 to 1, not 2"),
        ({"suit": "green"}, "^suit: must be one of red, blue, not 'green'"),
        ({"hands": [[1]]}, "^hands: must have 2 entries, not 1"),
        ({"hands": [[1], [True]]}, r"^hands\[1\]\[0\]: must be an integer of at least 0"),
        ({"deck": 3}, "^deck: must be a list"),
        ({"seats": [{"points": 5, "open": True}]}, "^seats: must have 2 entries"),
        ({"seats": [{"points": 5, "open": 1}] * 2}, r"^seats\[0\].open: must be true or false"),
        ({"seats": [{"points": 5}] * 2}, r"^seats\[0\].open: is missing"),
        ({"seats": [{"points": 5, "open": True, "x": 1}] * 2}, r"^seats\[0\].x: is unknown"),
        ({"total": 12}, "^total: must be 11, not 12"),
        ({"added": "old"}, "^added: must be one of plain, new"),
        ({"more": 1}, "^more: is unknown; there are players, round"),
    ],
)
def test_data_are_refused_by_their_entry(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadState, match=message):
        read({**DATA, **change})


def even(_: object, entry: Entry, value: int) -> None:
    entry.require(value % 2 == 0, "must be even")


@pytest.mark.parametrize(
    ("form", "value", "data", "wrong"),
    [
        (word("a", None), "a", "a", 1),
        (nullable(COUNT), None, None, -1),
        (nullable(COUNT, -1), 3, 3, True),
        (coded(lambda state: state.suits), 1, "blue", None),
        (list_of(nullable(COUNT, -1)), [1, -1], [1, None], [-1]),
        (list_of(list_of(COUNT)), [[1], []], [[1], []], [1]),
        (list_of(coded(COLORS), 2), [0, 0], ["red", "red"], ["red"]),
        (tuple_of(FLAG), (True,), [True], [1]),
        (named(COLORS, COUNT), [1, 2], {"red": 1, "blue": 2}, {"red": 1}),
        (named(lambda state: state.suits, tuple_of(COUNT)), [(1,), ()], {"red": [1], "blue": []}, {}),
        (record(seat=SEAT, new=COUNT), (1, 5), {"seat": 1, "new": 5}, {"seat": 2, "new": 5}),
        (checked(COUNT, even), 4, 4, 3),
    ],
)
def test_a_form_writes_reads_and_refuses(form: Form, value: Any, data: Any, wrong: Any) -> None:
    state = Cards(2, 0, suits=COLORS)
    assert form.write(state, value) == data
    if form.source is not None:
        assert eval(form.source.format("value"), {"value": value}) == data
    assert form.read(state, Entry(data, BadState, "here")) == value
    with pytest.raises(BadState, match=r"^here"):
        form.read(state, Entry(wrong, BadState, "here"))
