"""What things look like: food, gems, icons; the same in every frame of a match."""

from __future__ import annotations

from functools import lru_cache

from arena.games.svg import Pen
from arena.games.yawning_portal.components import COLORS

FILLS = {
    "blue": ("#1E57AA", "#FFFFFF"),
    "green": ("#66BB7A", "#10241A"),
    "red": ("#CC4136", "#FFFFFF"),
    "yellow": ("#FBCB14", "#2A2205"),
}
"""By color of the game its color, and that of what is drawn on it."""
DIAMOND, DIAMOND_INK = "#FAF7EE", "#1E2127"

FOOD = {
    "blue": '<path fill="currentColor" d="M1 12c4-6.5 10.5-7.5 15-2l7-5v14l-7-5c-4.5 5.5-11 4.5-15-2z"/>',
    "green": '<path fill="currentColor" d="M4 19C2 9 10 3 22 2c0 12-6 19-14 17.5l-4 4-2.5-1.5z"/>',
    "red": '<path fill="currentColor" d="M9.5 3c5-3.5 12 0 12.5 6s-5 10-11 8l-4.5 4.5c-1 1.2-2.5'
    ' 1-2.8-.6-1.6-.2-2-1.8-.8-2.8L7.5 13.5C5.5 10 6 5.5 9.5 3z"/>',
    "yellow": '<path fill="currentColor" fill-rule="evenodd" d="M3 2h13v4h2c3 0 5 2 5 5v3c0 3-2 5-5 5h-2v3H3z'
    'M16 9.5v6h2c1.2 0 1.7-.6 1.7-1.7v-2.6c0-1.1-.5-1.7-1.7-1.7z"/>',
}
"""Fish, leaf, leg of ham, tankard."""
GEMS = {
    "blue": "M12 1l9.5 5.5v11L12 23l-9.5-5.5v-11z",
    "green": "M7 1h10l4 4v14l-4 4H7l-4-4V5z",
    "red": "M1 8 7 2h10l6 6-11 15z",
    "yellow": "M12 .5 23.5 12 12 23.5.5 12z",
    "white": "M12 0l3.5 8.5L24 12l-8.5 3.5L12 24l-3.5-8.5L0 12l8.5-3.5z",
}
"""Six corners, eight, a pointed one, a lozenge; and the star of a diamond."""
_LINE = 'fill="none" stroke="currentColor" stroke-width="2.6"'
ICONS = {
    "place": f'<path {_LINE} d="M12 1.5a10.5 10.5 0 1 0 .01 0zM12 6.5v11M6.5 12h11"/>',
    "swap": f'<path {_LINE} d="M2 7h19M15.5 1.5 21 7l-5.5 5.5M22 17H3M8.5 11.5 3 17l5.5 5.5"/>',
    "play_card": f'<path {_LINE} d="M4.5 1.5h15v21h-15zM12 5.5v12M7.5 13l4.5 4.5 4.5-4.5"/>',
    "draw_two": f'<path {_LINE} d="M2 7h11.5v15.5H2zM7.5 7V1.5H22V17h-8.5"/>',
    "remove_card": f'<path {_LINE} d="M4.5 1.5h15v21h-15zM8 7.5l8 9M16 7.5l-8 9"/>',
    "remove_token": f'<path {_LINE} d="M12 1.5a10.5 10.5 0 1 0 .01 0zM7.5 7.5l9 9M16.5 7.5l-9 9"/>',
    "take_potion": '<path fill="currentColor" d="M8 0h8v3h-1.5v5l6 9.5c1.8 3-.2 6-3.5'
    ' 6H7c-3.3 0-5.3-3-3.5-6L9.5 8V3H8z"/>',
    "play_potion": f'<path {_LINE} d="M8 1.5h8M9.5 2v5.5L4 15c-1.5 3 0 5 2.5 5h11c2.5 0'
    ' 4-2 2.5-5l-5.5-7.5V2M1 22.8h22M7 13h10"/>',
    "exchange": '<path fill="currentColor" d="M5 6.5l5 5.5-5 5.5L0 12zM18.5.5 23.5 6l-5 5.5-5-5.5zM18.5'
    f' 12.5l5 5.5-5 5.5-5-5.5z"/><path {_LINE} d="M10 12h4"/>',
    "shove": f'<path {_LINE} d="M1.5 3.5h9v17h-9zM12.5 12H22M17 7l5 5-5 5"/>',
    "neighbour_gems": f'<path {_LINE} d="M1.5 4.5h4v15h-4zM18.5 4.5h4v15h-4z"/>'
    '<path fill="currentColor" d="M12 6l5 6-5 6-5-6z"/>',
    "balance": f'<path {_LINE} d="M12 2v20M6 22h12M3.5 6h17"/>'
    '<path fill="currentColor" d="M4.5 6 9 15H0zM19.5 6 24 15h-9z"/>',
    "turn_down": f'<path {_LINE} d="M3.5 8A9.5 9.5 0 1 1 3 15.5M3 1.5V8.5h7"/>',
    "steal": '<path fill="currentColor" fill-rule="evenodd" d="M1 7c7-3 15-3 22 0 0 7-3 11-6.5 11-2'
    " 0-3-2.5-4.5-2.5S9.5 18 7.5 18C4 18 1 14 1 7zM5 9.5c0 2 1.5 3 4 2.5 0-2-1.5-3-4-2.5zM19"
    ' 9.5c-2.5-.5-4 .5-4 2.5 2.5.5 4-.5 4-2.5z"/>',
}
"""By icon of a tile or a bonus, or by effect of a class."""
LABELS = {
    "place": "place a token",
    "swap": "swap two tokens",
    "remove_token": "remove a token",
    "play_card": "play a card",
    "draw_two": "draw two cards",
    "remove_card": "remove a hero",
    "take_potion": "take a potion",
    "play_potion": "play a potion",
    "diamond": "take a diamond",
    "exchange": "a gem for two",
    "shove": "remove a neighbor",
    "turn_down": "turn a neighbor down",
    "neighbour_gems": "gems of neighbors",
    "balance": "gem of fewest",
    "steal": "gem of another seat",
}
"""What an icon means, in short."""


def icon_name(icon: str) -> str:
    """The symbol that stands for an icon, for a gem in a bonus, or for an effect."""
    if icon in COLORS:
        return f"gem-{icon}"
    return {"diamond": "gem-white", "place_any": "icon-place"}.get(icon, f"icon-{icon}")


@lru_cache(maxsize=64)
def symbols(pen: Pen) -> str:
    """Everything that is drawn again and again."""
    found = [pen.symbol(f"icon-{name}", content) for name, content in ICONS.items()]
    for color, (fill, ink) in FILLS.items():
        food = f'color="{ink}" stroke="none"/>'
        on_chip = pen.use(f"food-{color}", 3.5, 3.5, 17).replace("/>", f" {food}")
        on_token = pen.use(f"food-{color}", 5, 5, 14).replace("/>", f" {food}")
        token = f'<circle cx="12" cy="12" r="11.5" fill="{fill}"/>{on_token}'
        found += [
            pen.symbol(f"food-{color}", FOOD[color]),
            pen.symbol(f"chip-{color}", f'<path fill="{fill}" d="M.5.5h23v23H.5z"/>{on_chip}'),
            pen.symbol(f"token-{color}", token),
            pen.symbol(
                f"icon-place_{color}",
                pen.use(f"token-{color}", 0, 5, 19)
                + '<path fill="none" stroke="currentColor" stroke-width="2.6" d="M19 0v10M14 5h10"/>',
            ),
            pen.symbol(f"gem-{color}", _gem(color, fill, ink)),
        ]
    found.append(pen.symbol("gem-white", _gem("white", DIAMOND, DIAMOND_INK)))
    return "".join(found)


def _gem(color: str, fill: str, ink: str) -> str:
    """A gem with a glint; its edge comes from where it is used."""
    glint = "" if color == "white" else f'<path fill="none" stroke="{ink}" d="M8 9l4-3 4 3"/>'
    return f'<path fill="{fill}" d="{GEMS[color]}"/>{glint}'


@lru_cache(maxsize=64)
def style(pen: Pen) -> str:
    """The game's own classes: `red` fills with the color, `on-red` draws on it."""
    styles = {color: f"fill:{fill}" for color, (fill, _) in FILLS.items()}
    styles |= {f"on-{color}": f"fill:{ink};color:{ink}" for color, (_, ink) in FILLS.items()}
    return pen.rules(styles)
