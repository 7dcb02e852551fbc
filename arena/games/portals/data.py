"""How the values of a state's fields are written as plain data, and read (rules page section 10)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from arena.games.core import Data
from arena.games.core.forms import COUNT, Form, checked, integer, named, tuple_of
from arena.games.entries import Entry
from arena.games.portals.components import BOARDS, CARDS, SIGNS
from arena.games.portals.rules import DECIDE
from arena.games.portals.rules.collect import MOST_CARDS
from arena.games.portals.rules.rounds import CIRCLE_MARKERS, ROUNDS, SOLO_TURNS, TURNS
from arena.games.portals.rules.spells import lay
from arena.games.portals.tables.actions import COLOR_OF, COLORS, SPELLS, counts_on
from arena.games.portals.tables.cards import EMPTY, KEY_COLORS, Held
from arena.games.portals.tables.grid import SIZE, SQUARES, square

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

PHASES = ("signs", "collect", "activate", "solo", "over")
STEPS = {
    "signs": ("keep_signs",),
    "collect": tuple(step for step in DECIDE if step != "keep_signs"),
    "activate": ("activate",),
    "solo": tuple(step for step in DECIDE if step not in ("keep_signs", "take_stone")),
    "over": (None,),
}
"""By phase: the steps that it can have."""
_NAMES = (*COLORS, None)
"""By color, EMPTY included."""


def components(state: PortalsState) -> Data | None:
    """The component file in use; None if it is the standard one."""
    own = state.game.components()
    if state.parts is own or state.parts.listing == own.listing:
        return None
    listing: Data = json.loads(state.parts.text)  # the fastest copy
    return listing


def _read_color(_: PortalsState, entry: Entry) -> int:
    name = entry.one_of(_NAMES)
    return EMPTY if name is None else COLOR_OF[name]


# The course of the game


def _read_phase(state: PortalsState, entry: Entry) -> str:
    phase: str = entry.one_of(PHASES)
    solo_phases = ("solo", "over")
    entry.require(
        phase in solo_phases if state.solo else phase != "solo",
        f"must be {' or '.join(solo_phases)} for one player, and not solo for more",
    )
    return phase


def _read_turn(state: PortalsState, entry: Entry) -> int:
    if state.phase == "over":
        entry.exactly(None)
        return 0
    return entry.seat(state.players)


def _check_hand(state: PortalsState, entry: Entry, color: int) -> None:
    entry.require((color != EMPTY) == (state.step == "place_stone"), "is a color exactly in step place_stone")


def _write_pending(state: PortalsState, pending: Any) -> Data | None:
    if state.step == "activate":
        return {"card": pending}
    if state.step == "shift_to":
        row, col = divmod(pending[1], SIZE)
        return {"board": pending[0], "row": row, "col": col}
    return {"removed": pending} if state.step == "banish" else None


def _read_pending(state: PortalsState, entry: Entry) -> int | tuple[int, int]:
    """What the step is about; `checks` has it at hand or on a board."""
    if state.step == "activate":
        entry.has_only("card")
        return entry["card"].integer()
    if state.step == "shift_to":
        entry.has_only("board", "row", "col")
        row, col = (entry[name].integer(0, SIZE - 1) for name in ("row", "col"))
        return entry["board"].seat(state.players), square(row, col)
    if state.step == "banish":
        entry.has_only("removed")
        return entry["removed"].integer(0, 1)
    entry.exactly(None)
    return 0


# Boards, Circles, Spellboard


def write_boards(state: PortalsState) -> list[Data]:
    """The boards with their stones, from `board_ids` and `stones`."""
    return [{"id": id, "stones": _stones(state, board)} for board, id in enumerate(state.board_ids)]


def _stones(state: PortalsState, board: int) -> list[list[str | None]]:
    """The rows of a board."""
    squares: list[str | None] = [None] * SQUARES
    first = board * len(COLORS)
    for color, name in enumerate(COLORS):
        mask = state.stones[first + color]
        while mask:
            lowest = mask & -mask
            squares[lowest.bit_length() - 1] = name
            mask ^= lowest
    return [squares[0:5], squares[5:10], squares[10:15], squares[15:20], squares[20:25]]


def read_boards(state: PortalsState, entries: Entry) -> None:
    """Lay the boards out, and the stones on them."""
    ids: list[int] = []
    for entry in entries.items(state.players):
        entry.has_only("id", "stones")
        id = entry["id"].integer(1, BOARDS)
        entry["id"].require(id not in ids, f"board {id} is there twice")
        ids.append(id)
    state.lay_boards(tuple(ids))
    for board, entry in enumerate(entries.items()):
        for row, squares in enumerate(entry["stones"].items(SIZE)):
            for col, stone in enumerate(squares.items(SIZE)):
                if (color := _read_color(state, stone)) != EMPTY:
                    lay(state, board, square(row, col), color)


@cache
def _circle(stones: int) -> dict[str, int]:
    """A Circle's counts; to be copied."""
    return dict(zip(COLORS, counts_on(stones), strict=True))


def _read_circles(state: PortalsState, entries: Entry) -> list[int]:
    circles = []
    for entry in entries.items(0 if state.solo else state.players):
        counts = entry.counts(COLORS)
        entry.require(sum(counts) <= 6, f"has {sum(counts)} stones, more than 6")
        circles.append(sum(count << 3 * color for color, count in enumerate(counts)))
    return circles


def _read_clairvoyance(state: PortalsState, entry: Entry) -> tuple[int, ...]:
    stones = entry.items(None if state.solo else 0)
    return tuple([COLOR_OF[stone.one_of(COLORS)] for stone in stones])


def write_spellboard(state: PortalsState) -> list[Data] | None:
    """The sections of the Spellboard; None without the module."""
    if not state.section_colors:
        return None
    return [
        {"color": _NAMES[color], "count": count}
        for color, count in zip(state.section_colors, state.section_counts, strict=True)
    ]


def read_spellboard(state: PortalsState, entries: Entry) -> None:
    """Lay the Spellboard out, and the stones on it."""
    if not state.options["magic_spells"]:
        entries.exactly(None)
        return
    state.open_spellboard()
    colors: list[int] = []
    for section, entry in enumerate(entries.items(len(SPELLS))):
        entry.has_only("color", "count")
        color, count = _read_color(state, entry["color"]), entry["count"].integer(0)
        entry.require((color == EMPTY) == (count == 0), "has a color exactly when its count is not 0")
        entry.require(color == EMPTY or color not in colors, "has the color of another section")
        colors.append(color)
        state.section_counts[section] = count
    state.reserve_sections(tuple(colors))


# What a seat has


def write_markers(state: PortalsState, seat: int) -> list[int]:
    """A seat's markers, Circle by Circle."""
    players = state.players
    return state.markers[seat * players : (seat + 1) * players]


def read_markers(state: PortalsState, entry: Entry, seat: int) -> None:
    """Add a seat's markers to those of the seats before it."""
    state.markers += [
        count.integer(0, CIRCLE_MARKERS if circle in state.near[seat] else 0)
        for circle, count in enumerate(entry.items(0 if state.solo else state.players))
    ]


@cache
def _names(stones: tuple[int, ...]) -> list[str | None]:
    """The stones on a card's squares; to be copied."""
    return [_NAMES[color] for color in stones]


def _write_cards(_: PortalsState, cards: dict[int, Held]) -> list[Data]:
    return [{"card": number, "stones": _names(stones)[:]} for number, (_, stones) in cards.items()]


def _read_cards(state: PortalsState, entry: Entry) -> dict[int, Held]:
    keys, found = state.parts.keys, {}
    cards = entry.items()
    entry.require(len(cards) <= MOST_CARDS, f"has {len(cards)} cards, more than {MOST_CARDS}")
    for card in cards:
        card.has_only("card", "stones")
        number = card["card"].integer(1, CARDS)
        card["card"].require(number not in found, f"card {number} is there twice")
        key = keys[number]
        stones = tuple(_read_color(state, stone) for stone in card["stones"].items(len(key.cells)))
        found[number] = key.with_stones(stones)
    return found


def _check_rising(_: PortalsState, entry: Entry, signs: Sequence[int]) -> None:
    entry.require(list(signs) == sorted(signs), "must be rising")


PHASE = Form(lambda _, phase: phase, _read_phase, "{0}")
ROUND = integer(1, lambda state: 1 if state.solo else ROUNDS)
TURN_NUMBER = integer(1, lambda state: SOLO_TURNS if state.solo else TURNS * state.players)
TURN = Form(lambda state, seat: None if state.phase == "over" else seat, _read_turn)
STEP = Form(lambda _, step: step, lambda state, entry: entry.one_of(STEPS[state.phase]), "{0}")
HAND = checked(Form(lambda _, color: _NAMES[color], _read_color), _check_hand)
PENDING = Form(_write_pending, _read_pending)
CIRCLES = Form(lambda _, circles: [_circle(circle).copy() for circle in circles], _read_circles)
BAG = Form(lambda _, bag: dict(zip(COLORS, bag, strict=True)), named(COLORS, COUNT).read)
CLAIRVOYANCE = Form(lambda _, stones: [COLORS[color] for color in stones], _read_clairvoyance)
PILES = Form(
    lambda _, piles: {"orange": [*piles[0]], "red": [*piles[1]], "purple": [*piles[2]]},
    named(KEY_COLORS, tuple_of(integer(1, CARDS))).read,
)
"""Cards by key color."""
CARDS_HELD = Form(_write_cards, _read_cards)
ANY_SIGNS = tuple_of(integer(1, SIGNS))
RISING_SIGNS = checked(ANY_SIGNS, _check_rising)
