"""A tournament as one web page, which needs nothing else. Needs jinja2: the extra `report`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from arena import __version__
from arena.process.faults import shown
from arena.report.content import Content, Row
from arena.report.files import write_ours

try:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup
except ImportError as error:
    raise ImportError("a report is made with jinja2: pip install 'bot-arena[report]'") from error

PAGE = "index.html"
"""What a page is called in its folder."""
TEMPLATE = "page.html.jinja"
GENERATOR = '<meta name="generator" content="arena '
"""What pages made here have, and other people's have not."""
SCORES = "Lines reach from the least to the most, boxes hold the middle half, with the median."
TIMES = "In milliseconds; each number is the mean of one match."


@dataclass(frozen=True, slots=True)
class Scale:
    """Places on a line from the least to the greatest of some numbers, in percent of its length."""

    low: float
    high: float

    @classmethod
    def over(cls, numbers: Iterable[float]) -> Scale:
        """The scale that reaches over all these numbers."""
        every = list(numbers)
        return cls(min(every), max(every))

    def at(self, value: float) -> float:
        """Where a number is, from the lower end."""
        span = self.high - self.low
        return round(100 * (value - self.low) / span, 2) if span else 50.0

    def from_end(self, value: float) -> float:
        """Where a number is, from the upper end."""
        return round(100 - self.at(value), 2)


def page(content: Content) -> str:
    """The page, in HTML."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        undefined=StrictUndefined,
        finalize=lambda value: shown(value) if type(value) is str else value,
    )
    return templates.get_template(TEMPLATE).render(
        generator=Markup(f'{GENERATOR}{__version__}">'),
        event=content.event,
        boards=[_board(title, rows) for title, rows in content.boards.items() if rows],
        standings=content.standings,
        pairs=content.pairs,
        spreads=[
            ("scores", "Scores", SCORES, _groups(content.scores)),
            ("times", "Time for a move", TIMES, _groups(content.times)),
        ],
        faults=content.faults,
        shade=_shade,
    )


def write_page(content: Content, folder: Path) -> Path:
    """Put the page into a folder, whole or not at all, and in the place of no page of other people's.

    Returns where it is. Raises PageError where it can't be written.
    """
    path = folder / PAGE
    write_ours(path, page(content), GENERATOR)
    return path


def _board(title: str, rows: Sequence[Row]) -> Row:
    ends = (row["mu"] + sign * 3 * row["sigma"] for row in rows for sign in (-1, 1))
    has_scores = all(row["mean_score"] is not None for row in rows)
    return {"title": title, "rows": rows, "scale": Scale.over(ends), "has_scores": has_scores}


def _groups(rows: Sequence[Row]) -> list[Row]:
    """The rows of each game and number of players, on one scale."""
    return [
        {
            "title": f"{game}, {players} player{'s' if players > 1 else ''}",
            "rows": (group := list(found)),
            "scale": Scale.over(row[end] for row in group for end in ("least", "most")),
        }
        for (game, players), found in groupby(rows, key=lambda row: (row["game"], row["players"]))
    ]


def _shade(points: float) -> str:
    """A color for points from 0 to 1; none at 0.5."""
    side = "win" if points > 0.5 else "loss"
    return f"rgba(var(--{side}), {abs(points - 0.5):.2f})"
