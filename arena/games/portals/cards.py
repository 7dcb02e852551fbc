"""Key cards: what is printed on them, and what follows from the stones that lie on them."""

from __future__ import annotations

from functools import cache

from arena.games.core import Action
from arena.games.portals.actions import ACTIVATE, PLACE_STONE
from arena.games.portals.grid import ROTATIONS, SIZE, Cell, places, turned

KEY_COLORS = ("orange", "red", "purple")
"""The cards' colors; a key color is its index here, and a card of it has that index + 2 squares."""
EMPTY = -1
"""In place of a color: no stone."""


class Key:
    """A printed Key card; see `key` for how to get one."""

    __slots__ = ("_layouts", "cells", "color", "empty", "number")

    def __init__(self, number: int, color: int, cells: tuple[Cell, ...]) -> None:
        self.number = number
        self.color = color
        self.cells = cells
        self._layouts: dict[int, Layout] = {}
        self.empty = Held(self, (EMPTY,) * len(cells))
        """The card without stones."""

    def layout(self, filled: int) -> Layout:
        """What follows from which squares have a stone: a mask of them."""
        layout = self._layouts.get(filled)
        if layout is None:
            layout = self._layouts[filled] = Layout(self, filled)
        return layout


@cache
def key(number: int, color: int, cells: tuple[Cell, ...]) -> Key:
    """The Key card; the same object whenever the same is printed on it."""
    return Key(number, color, cells)


class Layout:
    """The stones of a card by their places alone, whatever their colors."""

    __slots__ = ("_legal", "_number", "_twins", "free", "landings")

    def __init__(self, key: Key, filled: int) -> None:
        squares = range(len(key.cells))
        cells = tuple([key.cells[i] for i in squares if filled >> i & 1])
        self._number = key.number
        self.free = tuple([PLACE_STONE[key.number, i] for i in squares if not filled >> i & 1])
        """The actions that place a stone on the card."""
        self.landings = _landings(cells) if cells else {}
        """By rotation, row and column of a placement: the board square of each stone."""
        self._twins = _twins(cells) if cells else ()
        self._legal: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Action, ...]] = {}

    def rotations(self, colors: tuple[int, ...]) -> tuple[int, ...]:
        """The rotations in which stones of these colors don't look as in a smaller one."""
        if not self._twins:
            return ROTATIONS
        alike = {
            rotation
            for rotation, places in self._twins
            if all(color == colors[place] for color, place in zip(colors, places, strict=True))
        }
        return tuple([rotation for rotation in ROTATIONS if rotation not in alike])

    def legal(self, boards: tuple[int, ...], rotations: tuple[int, ...]) -> tuple[Action, ...]:
        """All placements on these boards in these rotations."""
        legal = self._legal.get((boards, rotations))
        if legal is None:
            legal = self._legal[boards, rotations] = tuple(
                [
                    ACTIVATE[self._number, board, *place]
                    for board in boards
                    for place in self.landings
                    if place[0] in rotations
                ]
            )
        return legal


@cache
def _landings(cells: tuple[Cell, ...]) -> dict[tuple[int, int, int], tuple[int, ...]]:
    found = {}
    for rotation in ROTATIONS:
        pattern = turned(cells, rotation)
        for row, col in places(pattern):
            found[rotation, row, col] = tuple([(row + r) * SIZE + col + c for r, c in pattern])
    return found


@cache
def _twins(cells: tuple[Cell, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The rotations that fill the same cells as a smaller one, and which stone is there in place of which."""
    patterns = [turned(cells, rotation) for rotation in ROTATIONS]
    return tuple(
        [
            (ROTATIONS[later], tuple([patterns[earlier].index(cell) for cell in patterns[later]]))
            for later in range(4)
            for earlier in range(later)
            if set(patterns[later]) == set(patterns[earlier])
        ]
    )


class Held:
    """A Key card in front of a seat, with its stones; never changed, and one object for all equal ones."""

    __slots__ = ("_rotations", "_with_stone", "colors", "free", "key", "layout", "number", "stones")

    def __init__(self, key: Key, stones: tuple[int, ...]) -> None:
        self.key = key
        self.number = key.number
        self.stones = stones
        """The color on each square, or EMPTY."""
        self.colors = tuple([color for color in stones if color >= 0])
        """The stones alone, in the order of their squares."""
        self.layout = key.layout(sum(1 << i for i, color in enumerate(stones) if color >= 0))
        self.free = self.layout.free
        """The actions that place a stone here; none when the card is charged."""
        self._rotations: tuple[int, ...] | None = None
        self._with_stone: dict[tuple[int, int], Held] = {}

    def with_stone(self, square: int, color: int) -> Held:
        """The card with a stone more."""
        held = self._with_stone.get((square, color))
        if held is None:
            stones = self.stones[:square] + (color,) + self.stones[square + 1 :]
            held = self._with_stone[square, color] = _held(self.key, stones)
        return held

    def placements(self, boards: tuple[int, ...]) -> tuple[Action, ...]:
        """The legal list of the card's activation."""
        if self._rotations is None:
            self._rotations = self.layout.rotations(self.colors)
        return self.layout.legal(boards, self._rotations)


@cache
def _held(key: Key, stones: tuple[int, ...]) -> Held:
    return Held(key, stones)


def held_with(key: Key, stones: tuple[int, ...]) -> Held:
    """The card with these stones, EMPTY where there is none."""
    held = key.empty
    for square, color in enumerate(stones):
        if color >= 0:
            held = held.with_stone(square, color)
    return held
