"""Key cards: what is printed on them, and what follows from the stones that lie on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter

from arena.games.core import Action
from arena.games.portals.tables.actions import ACTIVATE, PLACE_STONE
from arena.games.portals.tables.grid import ROTATIONS, SIZE, Cell, places, turned

KEY_COLORS = ("orange", "red", "purple")
"""The cards' colors; a key color is its index here, and a card of it has that index + 2 squares."""
EMPTY = -1
"""In place of a color: no stone."""

Swap = Callable[[tuple[int, ...]], tuple[int, ...]]


class Key:
    """A printed Key card; see `key` for how to get one."""

    __slots__ = ("bare", "cells", "color", "number")

    def __init__(self, number: int, color: int, cells: tuple[Cell, ...]) -> None:
        self.number = number
        self.color = color
        self.cells = cells
        layouts = [Layout(self, filled) for filled in range(1 << len(cells))]
        for filled, layout in enumerate(layouts):
            layout.after = tuple([layouts[filled | 1 << square] for square in range(len(cells))])
        self.bare: Held = (layouts[0], (EMPTY,) * len(cells))
        """The card as it is taken, without stones."""

    def with_stones(self, stones: tuple[int, ...]) -> Held:
        """The card with a stone on each square that isn't EMPTY."""
        layout = self.bare[0]
        for square, color in enumerate(stones):
            if color >= 0:
                layout = layout.after[square]
        return layout, stones


@cache
def key(number: int, color: int, cells: tuple[Cell, ...]) -> Key:
    """The Key card; the same object whenever the same is printed on it."""
    return Key(number, color, cells)


class Layout:
    """A Key card and which of its squares have a stone, whatever its color."""

    __slots__ = ("_legal", "_twins", "after", "cells", "filled", "free", "key", "landings", "number")

    def __init__(self, key: Key, filled: int) -> None:
        squares = range(len(key.cells))
        self.key = key
        self.number = key.number
        self.after: tuple[Layout, ...]
        """By square: with a stone there too."""
        self.filled = tuple([square for square in squares if filled >> square & 1])
        self.free = tuple(
            [PLACE_STONE[key.number, square] for square in squares if square not in self.filled]
        )
        """The actions that place a stone on the card; none when it is charged."""
        self.cells = tuple([key.cells[square] for square in self.filled])
        """Where the stones are."""
        self.landings: dict[tuple[int, int, int], tuple[int, ...]] = {}
        """By rotation, row and column of a placement: each stone's board square. Made with the first list."""
        self._twins: tuple[tuple[int, Swap], ...] = ()
        self._legal: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Action, ...]] = {}

    def placements(self, colors: tuple[int, ...], boards: tuple[int, ...]) -> tuple[Action, ...]:
        """The legal list of an activation with stones of these colors, in the order of their squares."""
        if not self.landings:
            self.landings = _landings(self.cells)
            self._twins = _twins(self.cells)
        rotations = self._rotations(colors) if self._twins else ROTATIONS
        legal = self._legal.get((boards, rotations))
        if legal is None:
            legal = self._legal[boards, rotations] = tuple(
                [
                    ACTIVATE[self.number, board, *place]
                    for board in boards
                    for place in self.landings
                    if place[0] in rotations
                ]
            )
        return legal

    def _rotations(self, colors: tuple[int, ...]) -> tuple[int, ...]:
        """The rotations in which the stones don't look as in a smaller one."""
        alike = [rotation for rotation, swapped in self._twins if swapped(colors) == colors]
        return tuple([rotation for rotation in ROTATIONS if rotation not in alike]) if alike else ROTATIONS


Held = tuple[Layout, tuple[int, ...]]
"""A Key card in front of a seat: its layout, and the color on each square or EMPTY."""


def colors_of(held: Held) -> tuple[int, ...]:
    """The stones on a card, in the order of their squares."""
    layout, stones = held
    return tuple([stones[square] for square in layout.filled]) if layout.free else stones


@cache
def _landings(cells: tuple[Cell, ...]) -> dict[tuple[int, int, int], tuple[int, ...]]:
    found = {}
    for rotation in ROTATIONS:
        pattern = turned(cells, rotation)
        for row, col in places(pattern):
            found[rotation, row, col] = tuple([(row + r) * SIZE + col + c for r, c in pattern])
    return found


@cache
def _twins(cells: tuple[Cell, ...]) -> tuple[tuple[int, Swap], ...]:
    """The rotations that fill the same cells as a smaller one.

    With each comes what gives, for the colors in one of the two, those in the other.
    """
    patterns = [turned(cells, rotation) for rotation in ROTATIONS]
    return tuple(
        [
            (ROTATIONS[later], _swap([patterns[earlier].index(cell) for cell in patterns[later]]))
            for later in range(4)
            for earlier in range(later)
            if set(patterns[later]) == set(patterns[earlier])
        ]
    )


def _swap(order: list[int]) -> Swap:
    return itemgetter(*order) if len(order) > 1 else tuple
