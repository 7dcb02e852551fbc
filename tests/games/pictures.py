"""What every picture must keep to, and how to read one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist
from random import Random
from typing import Any
from xml.etree import ElementTree

from arena.games import Game, State, svg

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "defs", "symbol", "g", "use", "rect", "circle", "path", "text"}
HOSTILE = (
    "<script>alert(1)</script>",
    "]]></style><image href='http://evil.example/x.png'/>",
    "a\x00b\x1b[31m\u202egnp.exe\ufffe\ud800",
    "Z\u0352\u0352\u0352\u0352\u0352\u0352" * 20,
    '" onload="alert(1)',
    "W" * 400,
)
"""Names that strangers may give themselves."""


def played(
    game: Game[Any, Any],
    players: int,
    options: Mapping[str, Any],
    seed: int,
    components: Any = None,
    *,
    share: float = 1,
) -> Iterator[State]:
    """The states of a random game, the same object each time: the first, a share of the others, the last."""
    state: State = game.new(players, options, seed, components)
    rng = Random(seed)
    yield state
    while state.decision is not None:
        state.apply(rng.choice(state.decision.legal))
        if state.decision is None or rng.random() < share:
            yield state


@dataclass
class Words:
    """A text of a picture: its box in the panel's px, and what it says."""

    left: float
    right: float
    top: float
    bottom: float
    said: str
    look: str


class Read:
    """A picture that was read and found sound."""

    def __init__(self, picture: str, prefix: str = "game") -> None:
        self.root = root = ElementTree.fromstring(picture)
        self.prefix = prefix
        self._check_safe(picture)
        self.title = self._named("title")
        self.description = self._named("desc")
        self.panels = {
            node.attrib["id"].removeprefix(f"{prefix}-"): node for node in root if node.tag == f"{SVG}g"
        }
        self.heights = {name: float(panel[0].attrib["height"]) + 1 for name, panel in self.panels.items()}

    def _named(self, kind: str) -> str:
        node = self.root.find(f"{SVG}{kind}")
        assert node is not None and node.attrib["id"] == f"{self.prefix}-{kind}"
        assert node.attrib["id"] in self.root.attrib["aria-labelledby"].split()
        assert node.text
        return node.text

    def _check_safe(self, picture: str) -> None:
        assert self.root.tag == f"{SVG}svg" and self.root.attrib["role"] == "img"
        styles = [node.text or "" for node in self.root.iter(f"{SVG}style")]
        declared = set(re.findall(r"\.([a-z][\w-]*)\{", styles[0]))
        assert len(styles) == 1 and not re.search(r"url|import|expression|//|\\", styles[0])
        selectors = re.findall(r"([^{}]+)\{", styles[0].replace("@media (prefers-color-scheme:dark){", ""))
        assert all(re.match(rf"#{self.prefix}(?![\w-])", selector) for selector in selectors)
        ids: set[str] = set()
        for node in self.root.iter():
            assert node.tag.removeprefix(SVG) in ELEMENTS, node.tag
            for name, value in node.attrib.items():
                assert not name.startswith("on") and name not in ("style", "src"), name
                assert "url(" not in value and "script" not in value and "//" not in value, value
            assert set(node.attrib.get("class", "").split()) <= declared, node.attrib
            if "id" in node.attrib:
                assert node.attrib["id"] not in ids and node.attrib["id"].startswith(self.prefix)
                ids.add(node.attrib["id"])
        used = {node.attrib["href"] for node in self.root.iter(f"{SVG}use")}
        assert used <= {f"#{name}" for name in ids}, used

    def hovers(self, panel: str) -> list[str]:
        """What is told when things of a panel are pointed at."""
        return [node.text or "" for node in self.panels[panel].iter(f"{SVG}title")]

    def said(self, panel: str) -> list[str]:
        """All texts of a panel."""
        return [words.said for words in self.words(panel)]

    def words(self, panel: str) -> list[Words]:
        """All texts of a panel with their places."""
        return list(_words(self.panels[panel], 0, 0, top=True))

    def check_layout(self) -> None:
        """No text is cut by its panel's edge, or lies on another."""
        for name in self.panels:
            found = self.words(name)
            for words in found:
                inside = words.left >= 1 and words.right <= svg.PANEL - 1
                assert inside and words.top >= 0 and words.bottom <= self.heights[name], (name, words)
            for one, other in combinations(found, 2):
                apart = one.right <= other.left or other.right <= one.left
                assert apart or one.bottom <= other.top or other.bottom <= one.top, (name, one, other)


def _words(node: ElementTree.Element, x: float, y: float, *, top: bool = False) -> Iterator[Words]:
    if node.tag == f"{SVG}text":
        yield from _boxes(node, x, y)
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", node.attrib.get("transform", ""))
    if moved and not top:
        x, y = x + float(moved[1]), y + float(moved[2])
    for child in node:
        yield from _words(child, x, y)


def _boxes(node: ElementTree.Element, x: float, y: float) -> Iterator[Words]:
    look = node.attrib.get("class", "").split()
    style = next((name for name in look if name in svg.TEXTS), "s")
    size, _ = svg.TEXTS[style]
    assert size >= 12
    text = node.text or ""
    assert text and text.replace("\u2009", "").isprintable(), text
    xs, ys = node.attrib.get("x", "0").split(), node.attrib.get("y", "0").split()
    parts: Sequence[str] = [text]
    if len(xs) > 1:
        parts, ys = list(text), ys if len(ys) > 1 else ys * len(xs)
        assert len(parts) == len(xs) == len(ys)
    for part, left, bottom in zip(parts, xs, ys, strict=True):
        width = svg.width_of(part, style)
        start = x + float(left) - (width / 2 if "c" in look else width if "e" in look else 0)
        base = y + float(bottom)
        yield Words(start, start + width, base - 0.75 * size, base + 0.2 * size, part, " ".join(look))


# Colors

_BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What people see in place of a linear RGB color (Machado, Oliveira and Fernandes 2009, severity 1)."""
_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
"""Ottosson 2020: a space in which distances are as large as they look."""

Vector = tuple[float, ...]


def distance(one: str, other: str) -> float:
    """How far apart two colors (`#RRGGBB`) look to whom they look most alike: black and white 100."""
    return min(100 * dist(_seen(one, kind), _seen(other, kind)) for kind in _BLINDNESS)


def contrast(one: str, other: str) -> float:
    """The contrast of two colors after WCAG 2: from 1 to 21."""
    low, high = sorted(
        0.05 + sum(_times(((0.2126, 0.7152, 0.0722),), _linear(color))) for color in (one, other)
    )
    return high / low


def _seen(color: str, kind: str) -> Vector:
    light = [min(max(part, 0), 1) for part in _times(_BLINDNESS[kind], _linear(color))]
    return _times(_TO_OKLAB, tuple(cone ** (1 / 3) for cone in _times(_TO_CONES, tuple(light))))


def _linear(color: str) -> Vector:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def _times(matrix: Sequence[Sequence[float]], vector: Vector) -> Vector:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
