"""What things look like: stones, squares, boards; the same in every frame of a match."""

from __future__ import annotations

from functools import lru_cache

from arena.games.portals.tables.actions import COLORS
from arena.games.portals.tables.grid import SIZE
from arena.games.svg import Pen

STONES = {
    "air": ("#FBCB14", "#2A2205"),
    "earth": ("#66BB7A", "#10241A"),
    "fire": ("#CC4136", "#FFFFFF"),
    "water": ("#2F74C8", "#FFFFFF"),
    "time": ("#3B1F57", "#FFFFFF"),
}
"""By element its color, and that of the shape on a stone."""
KEYS = {"orange": ("#F0A04B", "#2B1A04"), "red": ("#B3261E", "#FFFFFF"), "purple": ("#5E35A0", "#FFFFFF")}
"""By key color its color, and that of the number on it."""
SHAPES = {
    "air": '<path fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" d="M1 8h12c7 0'
    ' 6-7 1-6M1 14h19c5 0 4 7-1 6M1 20h9"/>',
    "earth": '<path fill="currentColor" d="M0 21 8 6l4.5 7L15.5 8 24 21z"/>',
    "fire": '<path fill="currentColor" d="M12.5 0c.5 5 6.5 8 6.5 15 0 5-3 9-7 9s-7.5-3.5-7.5-8.5C4.5'
    ' 12 6 9.5 6.5 7c1.5 1 2.5 2.5 3 4C11.5 8 13 4 12.5 0z"/>',
    "water": '<path fill="currentColor" d="M12 0c5 6 8 10 8 15a8 8 0 0 1-16 0c0-5 3-9 8-15z"/>',
    "time": '<path fill="currentColor" d="M3 1h18v3c0 4-4 6-6.5 8 2.5 2 6.5 4 6.5 8v3H3v-3c0-4 4-6 6.5-8C7'
    ' 10 3 8 3 4z"/>',
}
"""Wind, mountain, flame, drop, hourglass."""
ICON = '<path fill="none" stroke="currentColor" stroke-width="3" d="M12 2l10 10-10 10L2 12z"/>'
"""On a square without a color."""

SQUARE = 32
"""Side of a board's square."""
AREA_SQUARE, KEY_SQUARE = 17, 26
"""Side of a Key card's square in the area, and before a seat."""


@lru_cache(maxsize=64)
def symbols(pen: Pen, boards: tuple[tuple[int, ...], ...]) -> str:
    """Everything that is drawn again and again; of each board by color the mask of its squares."""
    found = []
    for color in COLORS:
        fill, ink = STONES[color]
        shape = pen.use(color, 4.5, 4.5, 15).replace("/>", f' color="{ink}" stroke="none"/>')
        found += [
            pen.symbol(color, SHAPES[color]),
            pen.symbol(f"stone-{color}", f'<circle cx="12" cy="12" r="11.5" fill="{fill}"/>{shape}'),
            pen.shape(f"square-{color}", _square(pen, color, f' fill="{fill}" fill-opacity=".32"')),
        ]
    for color, (fill, _) in KEYS.items():
        found += [pen.shape(f"key-{color}-{size}", _key(size, fill)) for size in (AREA_SQUARE, KEY_SQUARE)]
    found += [pen.symbol("icon", ICON), pen.shape("square-icon", _square(pen, "icon", ' fill="none"'))]
    for number, masks in enumerate(boards):
        squares = []
        for place in range(SIZE * SIZE):
            shown = [color for color, mask in zip(COLORS, masks, strict=True) if mask >> place & 1]
            row, col = divmod(place, SIZE)
            squares.append(pen.use(f"square-{shown[0] if shown else 'icon'}", col * SQUARE, row * SQUARE))
        found.append(pen.shape(f"board-{number}", "".join(squares)))
    return "".join(found)


def _key(size: int, fill: str) -> str:
    """A Key card's frame with the bar for its number; its edge comes from where it is used."""
    width = 3 * size + 6
    bar = f"M0 18V5a5 5 0 0 1 5-5h{width - 10}a5 5 0 0 1 5 5v13z"
    frame = f'<rect width="{width}" height="{width + 18}" rx="5" fill="none"/>'
    return f'<path d="{bar}" fill="{fill}" stroke="none"/>{frame}'


def _square(pen: Pen, shape: str, fill: str) -> str:
    """A board's square, its shape in the corner that a stone leaves free."""
    size = SQUARE - 2
    return f'<rect x="1" y="1" width="{size}" height="{size}" rx="3"{fill}/>{pen.use(shape, 3, 3, 11)}'


@lru_cache(maxsize=64)
def style(pen: Pen) -> str:
    """The game's own classes: `on-red` writes on a key color."""
    styles = {f"on-{color}": f"fill:{ink}" for color, (_, ink) in KEYS.items()}
    return pen.rules(styles | {"back": "fill:#6C5AA8;stroke:#D9D2F0"})
