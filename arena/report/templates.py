"""What the pages of reports are made with: templates in `pages/`, and what all of them are told.

Needs jinja2: the extra `report`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from arena import __version__
from arena.process.faults import shown
from arena.report.content import Row

try:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup
except ImportError as error:
    raise ImportError("a report is made with jinja2: pip install 'bot-arena[report]'") from error

__all__ = [
    "FOLDER",
    "GENERATOR",
    "POLICY",
    "Markup",
    "Scale",
    "distributions",
    "filled",
    "leaderboard",
    "shade",
]

FOLDER = Path(__file__).parent / "pages"
GENERATOR = '<meta name="generator" content="arena '
"""What pages made here have, and other people's have not."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What pages may do: nothing, but look as they do."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Places on a line from the least to the greatest of some numbers, in percent of its length."""

    low: float
    high: float

    @classmethod
    def over(cls, numbers: Iterable[float]) -> Scale:
        """The scale that reaches over all these numbers."""
        every = list(numbers)
        return cls(min(every, default=0.0), max(every, default=0.0))

    def at(self, value: float) -> float:
        """Where a number is, from the lower end."""
        span = self.high - self.low
        return round(100 * (value - self.low) / span, 2) if span else 50.0

    def from_end(self, value: float) -> float:
        """Where a number is, from the upper end."""
        return round(100 - self.at(value), 2)


def filled(template: str, **told: Any) -> str:
    """A page in HTML. Whatever it is told that is no `Markup` is escaped, and safe to print."""
    return _templates().get_template(template).render(policy=told.pop("policy", POLICY), **told)


def leaderboard(title: str, rows: Sequence[Row]) -> Row:
    """A leaderboard as pages show it: its bots' beliefs are drawn on one scale."""
    ends = (row["mu"] + sign * 3 * row["sigma"] for row in rows for sign in (-1, 1))
    has_scores = all(row["mean_score"] is not None for row in rows)
    return {"title": title, "rows": rows, "scale": Scale.over(ends), "has_scores": has_scores}


def distributions(rows: Iterable[Row]) -> list[Row]:
    """The rows of each game and number of players, on one scale."""
    return [
        {
            "title": f"{game}, {players} player{'s' if players > 1 else ''}",
            "rows": (group := list(found)),
            "scale": Scale.over(row[end] for row in group for end in ("least", "most")),
        }
        for (game, players), found in groupby(rows, key=lambda row: (row["game"], row["players"]))
    ]


def shade(points: float) -> str:
    """A color for points from 0 to 1; none at 0.5."""
    side = "win" if points > 0.5 else "loss"
    return f"rgba(var(--{side}), {abs(points - 0.5):.2f})"


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        trim_blocks=True,
        undefined=StrictUndefined,
        finalize=lambda value: shown(value) if type(value) is str else value,
    )
    templates.globals["generator"] = Markup(f'{GENERATOR}{__version__}">')
    templates.globals["style"] = Markup((FOLDER / "style.css").read_text("utf-8"))
    return templates
