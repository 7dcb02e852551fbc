"""Squares and patterns: a board has 5 by 5 squares, row by row from 0 to 24, and a set of them is a mask."""

from __future__ import annotations

from collections.abc import Iterator

SIZE = 5
SQUARES = SIZE * SIZE
EVERYWHERE = (1 << SQUARES) - 1
"""The mask of all squares."""
ROTATIONS = (0, 90, 180, 270)

Cell = tuple[int, int]
"""Row and column, in the 3 by 3 grid of a card or in the box around a pattern."""


def turned(cells: tuple[Cell, ...], rotation: int) -> tuple[Cell, ...]:
    """The cells turned clockwise, in the same order, and moved up and left as far as they go."""
    for _ in range(rotation // 90):
        cells = tuple([(col, 2 - row) for row, col in cells])
    top = min(row for row, _ in cells)
    left = min(col for _, col in cells)
    return tuple([(row - top, col - left) for row, col in cells])


def places(pattern: tuple[Cell, ...]) -> Iterator[Cell]:
    """The board squares at which the upper left corner of the box around a turned pattern can be."""
    height = max(row for row, _ in pattern)
    width = max(col for _, col in pattern)
    for row in range(SIZE - height):
        for col in range(SIZE - width):
            yield row, col


def square(row: int, col: int) -> int:
    """A square's number."""
    return row * SIZE + col


def _neighbors(center: int) -> int:
    row, col = divmod(center, SIZE)
    around = [
        (r, c)
        for r in range(row - 1, row + 2)
        for c in range(col - 1, col + 2)
        if (r, c) != (row, col) and 0 <= r < SIZE and 0 <= c < SIZE
    ]
    return sum(1 << square(r, c) for r, c in around)


NEIGHBORS = tuple([_neighbors(center) for center in range(SQUARES)])
"""By square: the mask of the up to 8 squares around it."""
