"""A tournament on one web page, which needs nothing else. Needs jinja2: the extra `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arena.report.content import Content
from arena.report.files import write_ours
from arena.report.templates import GENERATOR, distributions, filled, leaderboard, shade

TEMPLATE = "page.html.jinja"
SCORES = "Lines reach from the least to the most, boxes hold the middle half, with the median."
TIMES = "In milliseconds; each number is the mean of one match."


def page(content: Content) -> str:
    """The page, in HTML."""
    return filled(
        TEMPLATE,
        **shown_of(content),
        site=None,
        plot=None,
        file_of=lambda bot: None,
        viewer_of=lambda match: None,
        matches_of=lambda bot, other: None,
    )


def shown_of(content: Content) -> dict[str, Any]:
    """What the template is told of the content, on a page by itself and on the first page of a site."""
    return {
        "title": content.event["name"],
        "event": content.event,
        "boards": [leaderboard(title, rows) for title, rows in content.boards.items() if rows],
        "standings": content.standings,
        "pairs": content.pairs,
        "spreads": [
            ("scores", "Scores", SCORES, distributions(content.scores)),
            ("times", "Time for a move", TIMES, distributions(content.times)),
        ],
        "faults": content.faults,
        "shade": shade,
    }


def write_page(content: Content, path: Path) -> None:
    """Write the page, whole or not at all, and in the place of no file of other people's.

    Raises PageError where it can't be written.
    """
    write_ours(path, page(content), GENERATOR)
