"""What things look like: seats, Followers, goods, dice, Locations; the same in every frame of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from arena.games.svg import Pen, cleaned, text, width_of
from arena.games.vault_of_dragons.components import Components, Face, Option, Room
from arena.games.vault_of_dragons.tables.followers import numbers
from arena.games.vault_of_dragons.tables.goods import DICE, NO_DIE, Cost, Goods

SEATS = (
    ("#2F74C8", "#FFFFFF", '<circle cx="12" cy="12" r="11.5"/>'),
    ("#FBCB14", "#2A2205", '<path d="M1 1h22v22H1z"/>'),
    ("#CC4136", "#FFFFFF", '<path d="M12-2l14 14-14 14L-2 12z"/>'),
    ("#66BB7A", "#10241A", '<path d="M6 0h12l7 12-7 12H6L-1 12z"/>'),
)
"""By seat the color, that of the number on it, and the shape: disc, square, diamond, hexagon."""
CLASSES = ("fighter", "rogue", "wizard")
FOLLOWERS = {
    "fighter": '<path fill="currentColor" d="M22 1l-1.5 6.5-9.5 9.5 2.5 2.5-2 2-3.5-3.5-4.5'
    ' 4.5L1 20l4.5-4.5L2 12l2-2 2.5 2.5L16 3z"/>',
    "rogue": '<path fill="currentColor" fill-rule="evenodd" d="M0 7c4-2.5 8-2 12 .5 4-2.5 8-3 12-.5 0 7-2.5'
    " 11-6.5 11-2.5 0-4-2.5-5.5-2.5S9 18 6.5 18C2.5 18 0 14 0 7zm4 3.5c1 2.5 3.5 3 6"
    ' 2-1-2.5-3.5-3.5-6-2zm16 0c-2.5-1.5-5-.5-6 2 2.5 1 5 .5 6-2z"/>',
    "wizard": '<path fill="currentColor" d="M13 0l6 16.5c-4 1.5-10 1.5-14 0zM0 19c7 2.5 17 2.5'
    ' 24 0v3.5c-7 2-17 2-24 0z"/>',
}
"""Sword, mask, hat."""
GOODS = {
    "gold": ("#F2B90F", '<circle cx="12" cy="12" r="10.5" stroke="#5E4500" stroke-width="2.5"/>'),
    "rumor": ("#3F7FD9", '<path d="M1 3h22v14H12l-7 6v-6H1z"/>'),
    "treasure": (
        "#B06A2C",
        '<path d="M1 11V9c0-3 2-5 5-5h12c3 0 5 2 5 5v2h-8V9.5H9V11zM1 12.5h8V16h6v-3.5h8V22H1z"/>',
    ),
    "item": ("#9A5BE0", '<path d="M12 0l3.3 8.7L24 12l-8.7 3.3L12 24l-3.3-8.7L0 12l8.7-3.3z"/>'),
    "secret": (
        "#0E8F86",
        '<path fill-rule="evenodd" d="M7 5a7 7 0 1 0 6.6 9H16v4h4v-4h4v-4H13.6A7 7 0 0 0 7 5zm0 4.5a2.5'
        ' 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"/>',
    ),
}
"""Coin, speech, chest, star, key."""
WATCH = "#D13B30"
SIGNS = {
    "skull": '<path fill="currentColor" fill-rule="evenodd" d="M12 1c6 0 10 4 10 9.5 0 3-1.5 5-3.5'
    " 6.5v5.5h-13V17C3.5 15.5 2 13.5 2 10.5 2 5 6 1 12 1zM8 9a2.7 2.7 0 1 0 .01 0zm8 0a2.7 2.7"
    ' 0 1 0 .01 0z"/>',
    "watch": f'<path fill="{WATCH}" d="M12 0l11 3v8c0 7-4 10.5-11 13C5 21.5 1 18 1 11V3z"/>'
    '<path fill="none" stroke="#fff" stroke-width="3" d="M12 4v15M5 10h14"/>',
    "rests": f'<path fill="none" stroke="{WATCH}" stroke-width="2.5" stroke-dasharray="4 2.5" d="M12 1.5l9.5'
    ' 2.6V11c0 6-3.5 9.3-9.5 11.5C6 20.3 2.5 17 2.5 11V4.100z"/>',
    "flag": '<path fill="currentColor" d="M3 0h3v24H3zM7 1h15l-5 6 5 6H7z"/>',
    "arrow": '<path fill="none" stroke="currentColor" stroke-width="3" d="M1 12h19M13 4l8 8-8 8"/>',
    "back": '<path fill="#6C5AA8" stroke="#D9D2F0" stroke-width="2" d="M4 1h16v22H4z"/>',
    "d4": '<path d="M12 0l12 22H0z"/>',
    "d10": '<path d="M12 0l12 14-12 10L0 14z"/>',
    "d12": '<path d="M12 0l12 9-4.5 14.5h-15L0 9z"/>',
    "crossed": f'<path fill="none" stroke="{WATCH}" stroke-width="3" d="M2 2l20 20M22 2L2 22"/>',
}
CELL = 120
"""Width of a Location."""
LINE = 16
_LINES = 3
FACE_HEIGHT = 36 + _LINES * LINE
"""What a Location's name, its Reward and its uses take up."""
_GAP = 3
_SIZE = 13
Token = tuple[str, str]
"""Words and the symbol after them; either may be empty."""


def goods_tokens(goods: Goods | Cost) -> Iterator[Token]:
    """What is paid or taken, piece by piece."""
    if goods.gold:
        yield str(goods.gold), "gold"
    if isinstance(goods, Goods) and goods.die != NO_DIE:
        yield DICE[goods.die], "gold"
    if goods.rumors:
        yield str(goods.rumors), "rumor"
    yield from party_tokens(numbers(goods.followers))
    if isinstance(goods, Goods) and goods.secrets:
        yield str(goods.secrets), "secret"
    if goods.treasures:
        yield str(goods.treasures), "treasure"
    if goods.items:
        yield str(goods.items), "item"


def party_tokens(group: Sequence[int]) -> list[Token]:
    """How many Followers of each class."""
    return [(str(number), kind) for number, kind in zip(group, CLASSES, strict=True) if number]


def danger_tokens(dice: int) -> list[Token]:
    """Casualty dice to be suffered."""
    return [(str(dice), "skull")] if dice else []


def room_tokens(room: Room) -> list[Token]:
    """What a room holds, and its dice."""
    return [*goods_tokens(room.loot), *danger_tokens(room.casualties)]


def _option_tokens(option: Option) -> list[Token]:
    paid, danger = list(goods_tokens(option.cost)), danger_tokens(option.casualties)
    taken = [("alters the city", "")] if option.gain is None else list(goods_tokens(option.gain))
    return [*paid, *([("", "arrow")] if paid else []), *taken, *danger]


def tokens_width(tokens: Sequence[Token], style: str = "s") -> float:
    """How wide `drawn` makes them."""
    each = [(width_of(words, style) if words else 0) + (_SIZE + 1) * bool(symbol) for words, symbol in tokens]
    return sum(each) + (_GAP + 1) * max(0, len(tokens) - 1)


def drawn(pen: Pen, tokens: Sequence[Token], x: float, y: float, room: float, *, style: str = "s") -> str:
    """Tokens from x on along y; where there is no room for all, an ellipsis."""
    parts = []
    end = x + room
    for number, (words, symbol) in enumerate(tokens):
        width = tokens_width([(words, symbol)], style)
        left = 0 if number == len(tokens) - 1 else width_of("\u2026", style) + _GAP
        if x + width + left > end + 0.01:
            parts.append(text(x, y, "\u2026", style))
            break
        parts.append(text(x, y, words, style))
        if symbol:
            parts.append(pen.use(symbol, x + width - _SIZE, y - 11, _SIZE))
        x += width + _GAP + 1
    return "".join(parts)


def _face(pen: Pen, face: Face) -> str:
    """A Location as it is printed; its ink comes from where it is used."""
    reward = [*goods_tokens(face.reward), *danger_tokens(face.reward_casualties)]
    name = cleaned(face.name)
    bold = width_of(name, "b") <= CELL - 6
    shown = text(4, 14, name, "b" if bold else "s", room=CELL - 6)
    parts = [
        shown.replace("<text", '<text font-weight="700"') if bold else shown,
        pen.use("flag", 4, 20, 12),
        drawn(pen, reward, 20, 31, CELL - 24),
    ]
    if face.quest:
        lines = [room_tokens(room) for room in face.quest]
        needs = ["any", *[f"{room.difficulty}+" for room in face.quest[1:]]]
    else:
        lines = [_option_tokens(option) for option in face.options]
        needs = [""] * len(lines)
    for row, (need, line) in enumerate(zip(needs[:_LINES], lines[:_LINES], strict=True)):
        y, x = 31 + LINE * (row + 1), 32 if face.quest else 4
        more = [("", "")] if len(lines) <= _LINES or row < _LINES - 1 else [("\u2026", "")]
        parts += [
            text(4, y, need),
            drawn(pen, [*line, *[token for token in more if token[0]]], x, y, CELL - 4 - x),
        ]
    return "".join(parts)


def _mark(seat: int) -> str:
    fill, ink, shape = SEATS[seat]
    number = f'<text x="12" y="17.5" font-size="16" font-weight="700" text-anchor="middle" fill="{ink}">'
    return f'<g fill="{fill}" stroke="#1E2127">{shape}</g>{number}{seat}</text>'


@lru_cache(maxsize=16)
def symbols(pen: Pen, parts: Components) -> str:
    """Everything that is drawn again and again, with all Locations of these components."""
    found = [pen.symbol(name, content) for name, content in (FOLLOWERS | SIGNS).items()]
    found += [pen.symbol(name, f'<g fill="{fill}">{shape}</g>') for name, (fill, shape) in GOODS.items()]
    found += [pen.symbol(f"mark-{seat}", _mark(seat), "-3 -3 30 30") for seat in range(len(SEATS))]
    found += [
        pen.shape(f"face-{face.tile}-{face.side}", _face(pen, face)) for tile in parts.faces for face in tile
    ]
    return "".join(found)


@lru_cache(maxsize=64)
def style(pen: Pen) -> str:
    """The game's own classes: `seat-0` frames in a seat's color."""
    styles = {
        f"seat-{seat}": f"fill:none;stroke:{fill};stroke-width:3" for seat, (fill, _, _) in enumerate(SEATS)
    }
    return pen.rules(
        styles
        | {
            "clash": f"fill:none;stroke:{WATCH};stroke-width:2;stroke-dasharray:6 3",
            "past": "opacity:.65",
            "die": "fill:#FFFDF5;stroke:#5E636D;color:#1E2127",
            "chosen": "fill:#FFFDF5;stroke:#7B5BE8;stroke-width:3;color:#1E2127",
            "pip": "fill:#1E2127",
        }
    )
