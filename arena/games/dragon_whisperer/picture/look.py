"""What things look like: colors, shapes, cards; the same in every frame of a match."""

from __future__ import annotations

from functools import lru_cache

from arena.games.svg import PANEL, Pen, num

SUITS = {
    "red": ("#CC4136", "#FFFFFF"),
    "green": ("#66BB7A", "#10241A"),
    "yellow": ("#FBCB14", "#2A2205"),
    "blue": ("#1E57AA", "#FFFFFF"),
    "brown": ("#5E3617", "#FFFFFF"),
    "white": ("#FAF7EE", "#1E2127"),
    "black": ("#191B21", "#FFFFFF"),
}
"""By suit its color, and that of what is drawn on it. The colors differ for people who see only two of the
three primary ones, too; every suit has a shape besides."""
RAGE_FILL, RAGE_INK = "#E9DCF7", "#5B1687"
TOKEN, TOKEN_INK = "#FFFDF5", "#1E2127"

ICONS = {
    "red": '<path fill="currentColor" d="M0 21 8 6l4.5 7L15.5 8 24 21z"/>',
    "green": '<path fill="currentColor" d="M12 1 5 9.5h3L2 18h8v5h4v-5h8l-6-8.5h3z"/>',
    "yellow": '<path fill="currentColor" d="M12 0l2.3 6.5 6.2-3-3 6.2L24 12l-6.5 2.3 3 6.2-6.2-3L12 24'
    'l-2.3-6.5-6.2 3 3-6.2L0 12l6.5-2.3-3-6.2 6.2 3z"/>',
    "blue": '<path fill="none" stroke="currentColor" stroke-width="2.8" d="M12 7v15M7 11h10M2.5 14c0 5 4 8'
    ' 9.5 8s9.5-3 9.5-8M12 1.6a2.7 2.7 0 1 0 .01 0"/>',
    "brown": '<path fill="currentColor" d="M2 23V10L12 1l10 9v13h-7v-8H9v8z"/>',
    "white": '<path fill="none" stroke="currentColor" stroke-width="2.4" d="M12 0v24M1.6 6l20.8 12M22.4 6 1.6'
    " 18M8.5 2 12 5.5 15.5 2M8.5 22l3.5-3.5 3.5 3.5M2 10.5l4.5-1.6-1-4.7M22 13.5l-4.5 1.6 1 4.7M2"
    ' 13.5l4.5 1.6-1 4.7M22 10.5l-4.5-1.6 1-4.7"/>',
    "black": '<path fill="none" stroke="currentColor" stroke-width="3" d="M1 7c3.6-4.5 7.3-4.5 11 0s7.3 4.5'
    ' 11 0M1 14c3.6-4.5 7.3-4.5 11 0s7.3 4.5 11 0M1 21c3.6-4.5 7.3-4.5 11 0s7.3 4.5 11 0"/>',
}
"""Mountain, tree, sun, anchor, barn, snowflake, waves."""
OTHER_ICONS = (
    '<circle fill="currentColor" cx="12" cy="12" r="10"/>',
    '<path fill="currentColor" d="M2 2h20v20H2z"/>',
    '<path fill="currentColor" d="M12 1l12 21H0z"/>',
    '<path fill="currentColor" d="M12 0l10 12-10 12L2 12z"/>',
    '<path fill="currentColor" d="M8.5 1h7v7.5H23v7h-7.5V23h-7v-7.5H1v-7h7.5z"/>',
    '<path fill="none" stroke="currentColor" stroke-width="5" d="M12 3.5a8.5 8.5 0 1 0 .01 0z"/>',
    '<path fill="currentColor" d="M0 2h24L12 23z"/>',
)
"""For suits that another component file has made up."""
SIGNS = {
    "dragon": '<path fill="currentColor" d="M23.5 4.5 20 2.6 18 .8l-.3 2c-1.8.9-2.5 2.3-2.6 4C12.5 3.5 8.5 2'
    " 3.5 2.5 5 4 5.6 5.3 5.7 6.7 4 6.8 2.2 7.7.5 9.5c2.3-.2 4 .4 5 1.7-1.5.8-2.5 2.1-3 4.1 2-1 3.8-1"
    " 5.4-.2-.6 3 .5 5.5 3.2 6.9 2.8 1.5 6.4 1.3 10.4-1.5l.9 1.4 1.1-4.6-4.6.7 1.2 1.1c-2.6 1.7-5"
    ' 2-6.5.8-1.5-1.2-1.3-2.9.5-4.6 2.3-2.1 4.3-4.2 4-7.9l2.2.3z"/><circle cx="18.7" cy="4.3" r=".9"'
    ' fill="#fff"/>',
    "monster": '<path fill="currentColor" fill-rule="evenodd" d="M2 1c1.5 3 3 4 5 4.5 3-1.6 7-1.6 10 0C19 5'
    " 20.5 4 22 1c1.3 4 .7 7-1 9 1 6-2 10-4 12l-2-3-1.5 3.5h-3L9 19l-2 3c-2-2-5-6-4-12C1.3 8 .7 5 2 1zM7"
    ' 10c0 2 1 3.5 3 3.5.5-2-.5-3.5-3-3.5zM17 10c-2.5 0-3.5 1.5-3 3.5 2 0 3-1.5 3-3.5z"/>',
    "treasure": '<path fill="currentColor" d="M1 11V9c0-3 2-5 5-5h12c3 0 5 2 5 5v2h-8v-1.5H9V11zM1'
    ' 12.5h8V15h6v-2.5h8V21H1z"/>',
    "crown": '<path fill="currentColor" d="M2 20 .5 6 7 11l5-8.5L17 11l6.5-5L22 20z"/>',
}

CARD_WIDTH, CARD_HEIGHT = 50, 70
PILE_HEIGHT = 26
HEX = 64
"""Radius of a region on the map."""
HEX_HALF = HEX * 3**0.5 / 2
"""Half its width."""
_SIDE = f"{HEX_HALF - 2:.1f}"
_HEXAGON = (
    f"M0-{HEX - 2}L{_SIDE}-{HEX // 2 - 1}V{HEX // 2 - 1}L0 {HEX - 2}L-{_SIDE} {HEX // 2 - 1}V-{HEX // 2 - 1}z"
)


def pile_pitch(colors: int) -> float:
    """From one of a seat's piles of Quests to the next."""
    return (PANEL - 12) / colors


@lru_cache(maxsize=64)
def looks_of(known: tuple[str, ...], in_play: tuple[str, ...]) -> dict[str, str]:
    """The suit that each color in play looks like: itself where the game has it, else one that is left over.

    `known` are the colors of the component file, so that a color looks the same with and without others.
    """
    colors = known if set(in_play) <= set(known) else in_play
    left = [suit for suit in SUITS if suit not in colors]
    looks = {color: color if color in SUITS else left.pop(0) for color in colors}
    return {color: looks[color] for color in in_play}


@lru_cache(maxsize=64)
def symbols(pen: Pen, looks: tuple[tuple[str, str], ...]) -> str:
    """Everything that is drawn again and again, for the (color, suit) in play."""
    found = [pen.symbol(name, content) for name, content in SIGNS.items()]
    found.append(pen.shape("region", f'<path d="{_HEXAGON}"/>'))
    for size in range(5):
        place = f"{16 + 2.4 * size:.1f}"
        above = pen.use(f"stack-{size - 1}", 0, 0) if size else ""
        found.append(pen.shape(f"stack-{size}", f'<circle cx="{place}" cy="{place}" r="15"/>{above}'))
    width = pile_pitch(len(looks)) - 4
    for number, (color, suit) in enumerate(looks):
        fill, ink = SUITS[suit]
        icon = f"icon-{suit}"
        found += [
            pen.symbol(icon, ICONS.get(color) or OTHER_ICONS[number % len(OTHER_ICONS)]),
            pen.symbol(f"suit-{suit}", _face(pen, fill, ink, 24, 24, icon, 5, 5, 14)),
            pen.shape(f"pile-{suit}", _face(pen, fill, ink, width, PILE_HEIGHT, icon, 3, 6, 13)),
            _card(pen, suit, _face(pen, fill, ink, CARD_WIDTH, CARD_HEIGHT, icon, 12, 38, 26)),
        ]
    face = _face(pen, RAGE_FILL, RAGE_INK, CARD_WIDTH, CARD_HEIGHT, "dragon", 4, 14, 42)
    return "".join([*found, _card(pen, "rage", face)])


def _card(pen: Pen, name: str, face: str) -> str:
    return pen.symbol(f"card-{name}", face, f"0 0 {CARD_WIDTH} {CARD_HEIGHT}")


def _face(
    pen: Pen, fill: str, ink: str, width: float, height: int, icon: str, left: int, top: int, size: int
) -> str:
    """A rectangle with an icon on it; its edge comes from where it is used."""
    box = f'x=".5" y=".5" width="{num(width - 1)}" height="{height - 1}" rx="{height // 9}"'
    drawn = f'x="{left}" y="{top}" width="{size}" height="{size}" color="{ink}" stroke="none"'
    return f'<rect {box} fill="{fill}"/><use href="#{pen.prefix}-{icon}" {drawn}/>'


@lru_cache(maxsize=64)
def style(pen: Pen) -> str:
    """The game's own classes: `red` fills with the suit's color, `on-red` draws on it."""
    styles = {suit: f"fill:{fill}" for suit, (fill, _) in SUITS.items()}
    styles |= {f"on-{suit}": f"fill:{ink};color:{ink}" for suit, (_, ink) in SUITS.items()}
    return pen.rules(
        styles
        | {
            "token": f"fill:{TOKEN}",
            "mark": f"fill:{TOKEN_INK}",
            "dragon": f"color:{RAGE_INK}",
            "back": "fill:#6C5AA8;stroke:#D9D2F0",
            "past": "opacity:.75",
            "here": "stroke:#9A3FF0;stroke-width:6",
        }
    )
