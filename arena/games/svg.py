"""A small writer of SVG, which the games' pictures are drawn with.

How a game's picture is built (Dragon Whisperer's room `picture` is the one to copy):

- `picture(view, parts, seat, page) -> str` reads the view and nothing else, so it shows what the view shows:
  a seat's, an onlooker's or a whole state, in which hidden lists stand in place of their sizes. It draws what
  it finds: a list of cards face up, a number as so many backs. `page` says for whom: names, width, colors.
- The picture is made of panels, `PANEL` units wide and as high as the game can make them without changing
  from one frame to the next. One comes first that says where the game is, who is to do what, and what for.
  Each is a function `…_panel(table) -> Panel`, where `table` holds the view and what follows from it.
- `document` puts the panels into one, two or three columns, by the page's width (`Page.columns`). A panel is
  the same text in all of them and stands on a line of its own. So are style and symbols, which are the same
  in all frames of a match: who stores many frames stores each different line once.
- What is drawn often is a symbol (`Pen.symbol`, `Pen.use`). Classes have no power inside of one: what it
  shall take over from the place where it is used is `currentColor`, or an attribute that it leaves out.
- Colors: pieces have fixed ones, the same in the light and the dark (`rules` of the game's own); all else
  takes a class of `STYLES`. Whatever differs in color also differs in shape, letter or number.
- Text: sizes of `TEXTS`, never smaller. Whatever strangers wrote goes through `cleaned` (`Page.name` has) and
  `fitted`, and is escaped by `text` and `group`. Cards and the like have a hover text, of which `words` is
  the source. The picture's description says the whole view in words, for who can't see it.
- Tests: `tests/games/pictures.py` has what every picture must keep to (well-formed, nothing foreign, no text
  over another or outside of its panel) and walks random games; a game's `test_picture.py` adds that each fact
  of the view can be seen, and right, and that its colors stay apart for the color-blind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from arena.games.sentences import Names

PANEL = 374
"""Width of a panel: with its margins it fills a page of 390 px, where text is as large as it says."""
MARGIN = 8
GAP = 8
SCHEMES = ("light", "dark")

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
TEXTS = {"s": (12, False), "b": (12, True), "m": (14, True), "l": (17, True), "x": (22, True)}
"""Classes of text: size in px, and whether it is bold. None is smaller than 12, so that a page of 390 px with
margins of its own still shows 11. Text without a class is `s`."""

ROLES: dict[str, tuple[str, str]] = {
    "paper": ("#ECE7DB", "#0F1115"),
    "panel": ("#FFFDF8", "#1C2027"),
    "line": ("#CFC7B6", "#3A404C"),
    "ink": ("#1E2127", "#EFECE5"),
    "faint": ("#5A5F69", "#A9B0BC"),
    "edge": ("#5E636D", "#A2A9B6"),
    "well": ("#F1ECE0", "#262B34"),
    "accent": ("#5B35C8", "#BBA4FF"),
}
"""Colors by what they are for: in the light, and in the dark. `accent` says whose turn it is and what may be
done."""
STYLES = {
    "paper": "fill:{paper}",
    "panel": "fill:{panel};stroke:{line}",
    "turn": "fill:{panel};stroke:{accent};stroke-width:3",
    "ink": "fill:{ink};color:{ink}",
    "faint": "fill:{faint};color:{faint}",
    "edge": "stroke:{edge}",
    "well": "fill:{well};stroke:{line}",
    "slot": "fill:none;stroke:{line}",
    "next": "fill:{well};stroke:{accent};stroke-width:2;stroke-dasharray:5 3",
    "ring": "fill:none;stroke:{accent};stroke-width:4",
    "table": "fill:none;stroke:{accent};stroke-width:2",
    "accent": "fill:{accent};color:{accent}",
}
"""Classes of what looks otherwise in the dark. Text is `ink` where no class says otherwise."""


# Text


_WIDTHS = (
    (20, "\u2009"),
    (28, "ijl'"),
    (29, "IJ"),
    (32, " ,."),
    (34, "/:;\\|"),
    (36, "-f"),
    (40, "!()[]t\u00b7"),
    (41, "r"),
    (46, '"'),
    (50, "*_`"),
    (52, "sz"),
    (53, "?"),
    (55, "c"),
    (58, "FLk"),
    (59, "vxy"),
    (61, "PTYaoe"),
    (63, "ESbdghnpqu"),
    (64, "$0123456789{}"),
    (66, "K"),
    (69, "ABRVXZC"),
    (75, "HNUDG"),
    (79, "OQ&"),
    (84, "#+<=>^~wM"),
    (97, "m%"),
    (100, "@W\u2026"),
)
_WIDTH_OF = {char: width / 100 for width, chars in _WIDTHS for char in chars}
"""Widths for a size of 1, as in DejaVu Sans, which is among the widest of the fonts that may come."""
_BOLDER = 1.13


def cleaned(text: str) -> str:
    """Text by strangers, fit to stand on one line: without control characters, turns of direction, surrogates
    or piles of accents."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if category[0] == "Z" or char in "\t\n\r":
            kept.append(" ")
        elif category in ("Cs", "Cn", "Co"):
            kept.append("\ufffd")
        elif category[0] != "C" and marks <= 2:
            kept.append(char)
    return " ".join("".join(kept).split())


def escaped(text: str) -> str:
    """Text as it stands between tags, or in quotes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(maxsize=4096)
def width_of(text: str, style: str = "s") -> float:
    """How many px the text takes up at most, in a class of `TEXTS`."""
    size, bold = TEXTS[style]
    units = sum(
        [width if (width := _WIDTH_OF.get(char)) is not None else _width_of_other(char) for char in text]
    )
    return units * size * (_BOLDER if bold else 1)


def _width_of_other(char: str) -> float:
    if unicodedata.category(char)[0] == "M":
        return 0.0
    return 1.0 if unicodedata.east_asian_width(char) in "NAH" else 1.4


def fitted(text: str, room: float, style: str = "s") -> str:
    """The text, or as much of its beginning as there is room for and an ellipsis."""
    if width_of(text, style) <= room:
        return text
    room -= width_of("\u2026", style)
    kept = 0
    while kept < len(text) and (room := room - width_of(text[kept], style)) >= 0:
        kept += 1
    return text[:kept].rstrip() + "\u2026"


# Elements

_ANCHORS = {"": "", "middle": "c", "end": "e"}


@lru_cache(maxsize=4096)
def num(value: float) -> str:
    """A number to a tenth, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, words: str, style: str = "s", *, anchor: str = "", room: float = 0, look: str = ""
) -> str:
    """Words on one line, cut to `room` px if that is given; nothing for none.

    `anchor` is `middle` or `end`, where `x` is not the beginning; `look` a class of color.
    """
    if not words:
        return ""
    if room:
        words = fitted(words, room, style)
    classes = " ".join(f"{_ANCHORS[anchor]} {'' if style == 's' else style} {look}".split())
    return f"<text{_classes(classes)}{_place(x, y)}>{escaped(words)}</text>"


def digits(places: Sequence[tuple[float, float, int]], look: str) -> str:
    """Digits, each in the middle of a place (x, y) of its own, as one element."""
    if not places:
        return ""
    xs, ys = " ".join([num(x) for x, _, _ in places]), " ".join([num(y) for _, y, _ in places])
    return (
        f'<text class="c {look}" x="{xs}" y="{ys}">{"".join([str(digit) for _, _, digit in places])}</text>'
    )


def rect(x: float, y: float, width: float, height: float, look: str, *, round: float = 0) -> str:
    """A rectangle, its corners rounded by so many px."""
    corners = f' rx="{num(round)}"' if round else ""
    return f'<rect{_classes(look)}{_place(x, y)} width="{num(width)}" height="{num(height)}"{corners}/>'


def circle(x: float, y: float, radius: float, look: str) -> str:
    """A circle around (x, y)."""
    return f'<circle{_classes(look)} cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"/>'


def path(outline: str, look: str) -> str:
    """A path, its outline given as SVG writes it; nothing for an empty one."""
    return f'<path class="{look}" d="{outline}"/>' if outline else ""


def boxes(places: Iterable[tuple[float, float]], width: float, height: float, look: str) -> str:
    """Rectangles of one size and look, as one element."""
    box = f"h{num(width)}v{num(height)}h{num(-width)}z"
    return path("".join([f"M{num(x)} {num(y)}{box}" for x, y in places]), look)


def group(content: str, x: float = 0, y: float = 0, *, hover: str = "", look: str = "") -> str:
    """Things that belong together, moved by (x, y); `hover` is shown when they are pointed at."""
    place = f' transform="translate({num(x)} {num(y)})"' if x or y else ""
    title = f"<title>{escaped(hover)}</title>" if hover else ""
    return f"<g{_classes(look)}{place}>{title}{content}</g>"


def _classes(names: str) -> str:
    return f' class="{names}"' if names else ""


def _place(x: float, y: float) -> str:
    return f' x="{num(x)}" y="{num(y)}"' if x or y else ""


@dataclass(frozen=True)
class Pen:
    """What knows the prefix of all ids in a picture, so that several pictures can stand on one page."""

    prefix: str

    def use(
        self, symbol: str, x: float, y: float, size: float = 0, look: str = "", *, height: float = 0
    ) -> str:
        """A symbol, its upper left corner at (x, y), scaled to a size; 0: a shape as it was drawn."""
        box = f' width="{num(size)}" height="{num(height or size)}"' if size else ""
        return f'<use href="#{self.prefix}-{symbol}"{_classes(look)}{_place(x, y)}{box}/>'

    def symbol(self, name: str, content: str, box: str = "0 0 24 24") -> str:
        """A symbol for `use`, to be scaled."""
        return f'<symbol id="{self.prefix}-{name}" viewBox="{box}">{content}</symbol>'

    def shape(self, name: str, content: str) -> str:
        """A shape for `use`, as large as it is."""
        return f'<g id="{self.prefix}-{name}">{content}</g>'

    def rules(self, styles: Mapping[str, str]) -> str:
        """Rules of style for classes, bound to this picture."""
        return "".join([f"#{self.prefix} .{name}{{{declared}}}" for name, declared in styles.items()])


# The whole


@dataclass(frozen=True)
class Panel:
    """A part of a picture: `content` is drawn in a frame of `PANEL` by `height`; `look` is the frame's."""

    name: str
    height: float
    content: str
    look: str = "panel"


@dataclass(frozen=True)
class Page:
    """Where a picture will stand, and how players are called there.

    Raises:
        ValueError: the scheme or the prefix is none.
    """

    names: Names = ()
    """The players', by seat; may be by strangers."""
    width: int = 1280
    """In px; see `columns`."""
    scheme: str | None = None
    """One of `SCHEMES`, or None: the reader's own."""
    prefix: str = "game"
    """What every id begins with; two pictures on one page need two."""

    def __post_init__(self) -> None:
        if self.scheme is not None and self.scheme not in SCHEMES:
            raise ValueError(f"scheme: must be {' or '.join(SCHEMES)} or None, not {self.scheme!r}")
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", self.prefix):
            raise ValueError(
                f"prefix: must be a letter, then letters, digits, - or _, not {self.prefix!r:.60}"
            )

    @property
    def columns(self) -> int:
        """How many columns of panels there is room for."""
        return 1 if self.width < 2 * PANEL else 2 if self.width < 3 * PANEL else 3

    @property
    def pen(self) -> Pen:
        """What draws with the page's prefix."""
        return Pen(self.prefix)

    @cached_property
    def shown(self) -> Names:
        """The names, fit to be shown; alike ones with their seat."""
        names = [cleaned(name) for name in self.names]
        return [
            f"{name} ({seat})".lstrip() if not name or names.count(name) > 1 else name
            for seat, name in enumerate(names)
        ]

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.shown[seat] if seat < len(self.shown) else f"Seat {seat}"

    def label(self, seat: int) -> str:
        """A player's name after the seat's number, which stays where the name is cut."""
        return f"{seat} {self.shown[seat]}" if seat < len(self.shown) else f"Seat {seat}"

    def plate(self, seat: int, x: float, y: float, room: float) -> tuple[str, float]:
        """A player's name with the seat's number on a disc, drawn from x on along y; and where it ends."""
        parts = []
        if seat < len(self.shown):
            parts = [circle(x + 9, y - 5, 9, "well"), text(x + 9, y - 0.5, str(seat), "b", anchor="middle")]
            x, room = x + 24, room - 24
        name = fitted(self.name(seat), room, "m")
        return "".join([*parts, text(x, y, name, "m")]), x + width_of(name, "m")


def document(
    page: Page,
    columns: Sequence[Sequence[Panel]],
    *,
    title: str,
    description: str,
    style: str = "",
    symbols: str = "",
) -> str:
    """The picture: root, title, description, style and symbols, then a line a panel.

    `style` has the game's own rules (`Pen.rules`), `symbols` its own symbols.
    """
    width = 2 * MARGIN + len(columns) * (PANEL + GAP) - GAP
    lines: list[str] = []
    height = 0.0
    for number, column in enumerate(columns):
        x, y = MARGIN + number * (PANEL + GAP), float(MARGIN)
        for panel in column:
            frame = rect(0.5, 0.5, PANEL - 1, panel.height - 1, panel.look, round=8)
            place = f'transform="translate({x} {num(y)})"'
            lines.append(f'<g id="{page.prefix}-{panel.name}" {place}>{frame}{panel.content}</g>')
            y += panel.height + GAP
        height = max(height, y - GAP + MARGIN)
    lines.insert(0, rect(0, 0, width, height, "paper"))
    return _root(page, width, height, title, description, style, symbols, lines)


def written(page: Page, words: str, *, title: str) -> str:
    """A picture of a text: for games that draw none."""
    lines = words.splitlines()
    size, _ = TEXTS["s"]
    width = 2 * MARGIN + 0.65 * size * max([len(line) for line in lines], default=0)
    height = 2 * MARGIN + 1.4 * size * len(lines)
    drawn = [
        f'<text class="mono"{_place(MARGIN, MARGIN + 1.4 * size * row - 4)}>{escaped(line)}</text>'
        for row, line in enumerate(map(_printable, lines), 1)
    ]
    style = page.pen.rules({"mono": "white-space:pre;font-family:ui-monospace,Menlo,Consolas,monospace"})
    content = [rect(0, 0, width, height, "paper"), *drawn]
    return _root(page, width, height, title, "\n".join(map(_printable, lines)), style, "", content)


def _printable(line: str) -> str:
    """A line without the characters that no picture may have, at its width."""
    return "".join([char if char.isprintable() else "\ufffd" for char in line])


def _root(
    page: Page,
    width: float,
    height: float,
    title: str,
    description: str,
    style: str,
    symbols: str,
    content: Sequence[str],
) -> str:
    p = page.prefix
    box = f"{num(width)} {num(height)}"
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{p}" role="img" aria-labelledby="{p}-title {p}-desc"'
        f' viewBox="0 0 {box}" width="{num(width)}" height="{num(height)}">',
        f'<title id="{p}-title">{escaped(title)}</title>',
        f'<desc id="{p}-desc">{escaped(description)}</desc>',
        f"<style>{_rules(page)}{style}</style>",
        f"<defs>{symbols}</defs>",
    ]
    return "\n".join([*head, *content, "</svg>"])


def _rules(page: Page) -> str:
    size, _ = TEXTS["s"]
    sizes = {
        name: f"font-size:{size}px{';font-weight:700' if bold else ''}"
        for name, (size, bold) in TEXTS.items()
        if name != "s"
    }
    anchors = {"c": "text-anchor:middle", "e": "text-anchor:end"}
    whole = f"#{page.prefix}{{max-width:100%;height:auto;font:{size}px {FONT}}}"
    fixed = whole + page.pen.rules(sizes | anchors)
    if page.scheme is not None:
        return fixed + _colors(page, page.scheme)
    dark = _colors(page, "dark")
    return f"{fixed}{_colors(page, 'light')}@media (prefers-color-scheme:dark){{{dark}}}"


def _colors(page: Page, scheme: str) -> str:
    values = {role: colors[SCHEMES.index(scheme)] for role, colors in ROLES.items()}
    ink = f"#{page.prefix} text{{fill:{values['ink']};stroke:none}}"
    return ink + page.pen.rules({name: declared.format(**values) for name, declared in STYLES.items()})
