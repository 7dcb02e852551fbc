"""The component file, checked, and what the rules make of it (rules page section 2)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from arena.games.core import Data
from arena.games.entries import SOURCES, Entry
from arena.games.portals.tables.actions import COLORS, SPELLS
from arena.games.portals.tables.cards import KEY_COLORS, Key, key
from arena.games.portals.tables.grid import ROTATIONS, SIZE, SQUARES, Cell, places, square, turned

LETTERS = "AEFWT"
"""Each color's letter, in order."""
ICON = "."
CARDS, BOARDS, SIGNS = 36, 4, 20
STONES = 20
"""Of each color."""
SIDES = ("plain", "icons")


class Sign:
    """A Secret Sign, ready to be looked for on a board; see `sign`.

    All turns are looked for at once. A mask times 2**a + 2**b is the mask moved by a and, further up, by b:
    so for each stone one product has, in a lane a turn, the squares where the pattern's corner could be.
    """

    __slots__ = ("_corners", "_moves", "id", "stones")

    def __init__(self, id: int, stones: tuple[tuple[int, int, int], ...]) -> None:
        self.id = id
        self.stones = stones
        """The row, column and color of each."""
        cells = tuple([(row, col) for row, col, _ in stones])
        moves = [0] * len(stones)
        self._corners = 0
        for lane, rotation in enumerate(ROTATIONS):
            pattern = turned(cells, rotation)
            up = _LANE * lane + _FARTHEST
            self._corners |= sum(1 << square(row, col) for row, col in places(pattern)) << up
            for stone, (row, col) in enumerate(pattern):
                moves[stone] |= 1 << up - square(row, col)
        self._moves = tuple([(color, move) for (_, _, color), move in zip(stones, moves, strict=True)])

    def lies_on(self, stones: Sequence[int], board: int) -> bool:
        """Whether the board has the sign's stones somewhere, turned or not."""
        first = board * len(COLORS)
        corners = self._corners
        for color, move in self._moves:
            corners &= stones[first + color] * move
        return corners != 0


_FARTHEST = square(2, 2)
"""From a pattern's corner to its last square."""
_LANE = SQUARES + _FARTHEST
"""Bits for one turn."""


@cache
def sign(id: int, stones: tuple[tuple[int, int, int], ...]) -> Sign:
    """The sign; the same object whenever the same is printed on it."""
    return Sign(id, stones)


@dataclass(frozen=True)
class Board:
    """An Elemental board: by side, the mask of squares that show each color."""

    name: str
    sides: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Components:
    """A checked component file; keys, boards and signs by their number or id."""

    keys: dict[int, Key]
    boards: dict[int, Board]
    signs: dict[int, Sign]
    achievements: tuple[tuple[int, str], ...]
    listing: Data
    """The whole file, as a state names it."""
    text: str
    """The same as JSON."""

    cards_by_color: tuple[tuple[int, ...], ...]
    """The numbers of each key color's cards."""

    def achievement(self, score: int) -> str:
        """The label of a solo game's score."""
        return [label for least, label in self.achievements if least <= max(score, 0)][-1]


def read_components(root: Entry) -> Components:
    """Check a component file."""
    root.has_only("game", "stones", "spells", "achievements", "keys", "boards", "signs")
    root["game"].exactly("portals")
    _check_stones(root["stones"])
    _check_spells(root["spells"])
    keys = _read_keys(root["keys"])
    text = json.dumps(dict(root.as_map()))
    return Components(
        keys=keys,
        boards={id: _read_board(entry, id) for id, entry in enumerate(root["boards"].items(BOARDS), 1)},
        signs={id: _read_sign(entry, id) for id, entry in enumerate(root["signs"].items(SIGNS), 1)},
        achievements=_read_achievements(root["achievements"]),
        listing=json.loads(text),
        text=text,
        cards_by_color=tuple(
            [
                tuple([n for n, card in keys.items() if card.color == color])
                for color in range(len(KEY_COLORS))
            ]
        ),
    )


def _check_stones(entries: Entry) -> None:
    for entry, color, letter in zip(entries.items(len(COLORS)), COLORS, LETTERS, strict=True):
        entry.has_only("color", "letter", "look", "count", "source")
        entry["color"].exactly(color)
        entry["letter"].exactly(letter)
        entry["look"].text()
        entry["count"].exactly(STONES)
        entry["source"].one_of(SOURCES)


def _check_spells(entries: Entry) -> None:
    for section, entry in enumerate(entries.items(len(SPELLS))):
        entry.has_only("section", "name", "source")
        entry["section"].exactly(section)
        entry["name"].exactly(SPELLS[section])
        entry["source"].one_of(SOURCES)


def _read_achievements(entries: Entry) -> tuple[tuple[int, str], ...]:
    found: list[tuple[int, str]] = []
    for entry in entries.items():
        entry.has_only("from", "label", "source")
        least = entry["from"].integer()
        if found:
            entry["from"].require(least > found[-1][0], f"must be above {found[-1][0]}, the entry before")
        else:
            entry["from"].exactly(0)
        found.append((least, entry["label"].text()))
        entry["source"].one_of(SOURCES)
    entries.require(bool(found), "must have an entry")
    return tuple(found)


def _read_keys(entries: Entry) -> dict[int, Key]:
    keys: dict[int, Key] = {}
    for entry in entries.items(CARDS):
        entry.has_only("number", "color", "shape", "cells", "source")
        number = entry["number"].integer(1, CARDS)
        entry["number"].require(number not in keys, f"{number} is there twice")
        color = KEY_COLORS.index(entry["color"].one_of(KEY_COLORS))
        entry["shape"].text()
        cells = tuple(_read_cell(cell) for cell in entry["cells"].items(color + 2))
        in_order = sorted(set(cells))
        entry["cells"].require(list(cells) == in_order, "must be in row-major order, each square once")
        entry["source"].one_of(SOURCES)
        keys[number] = key(number, color, cells)
    each = CARDS // len(KEY_COLORS)
    for color, name in enumerate(KEY_COLORS):
        count = sum(card.color == color for card in keys.values())
        entries.require(count == each, f"must have {each} {name} cards, not {count}")
    return dict(sorted(keys.items()))


def _read_cell(entry: Entry) -> Cell:
    row, col = [number.integer(0, 2) for number in entry.items(2)]
    return row, col


def _read_board(entry: Entry, id: int) -> Board:
    entry.has_only("id", "name", *SIDES, "source")
    entry["id"].exactly(id)
    entry["source"].one_of(SOURCES)
    sides = {side: _read_side(entry[side], side) for side in SIDES}
    return Board(entry["name"].text(), sides)


def _read_side(entry: Entry, side: str) -> tuple[int, ...]:
    allowed = LETTERS + (ICON if side == "icons" else "")
    rows = [row.text() for row in entry.items(SIZE)]
    for row, below in zip(rows, entry.items(), strict=True):
        fits = len(row) == SIZE and set(row) <= set(allowed)
        below.require(fits, f"must be {SIZE} of the letters {allowed}, not {row!r:.40}")
    letters = "".join(rows)
    for letter in allowed:
        entry.require(letter in letters, f"must have a {letter!r} somewhere")
    return tuple([sum(1 << i for i, letter in enumerate(letters) if letter == wanted) for wanted in LETTERS])


def _read_sign(entry: Entry, id: int) -> Sign:
    entry.has_only("id", "shape", "stones", "source")
    entry["id"].exactly(id)
    entry["shape"].text()
    entry["source"].one_of(SOURCES)
    stones = entry["stones"].items()
    entry["stones"].require(2 <= len(stones) <= 5, f"must have 2 to 5 entries, not {len(stones)}")
    found: list[tuple[int, int, int]] = []
    for stone in stones:
        stone.has_only("row", "col", "color")
        row, col = stone["row"].integer(0, 2), stone["col"].integer(0, 2)
        stone.require(all((row, col) != (r, c) for r, c, _ in found), "is on the square of another")
        found.append((row, col, COLORS.index(stone["color"].one_of(COLORS))))
    return sign(id, tuple(found))
