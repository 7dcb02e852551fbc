"""Whether one bot is better than another, in words and as a row."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena.ratings.compare import ERROR, WORTH, Comparison, Verdict, compare
from arena.report.selection import EVERYTHING, Selection
from arena.report.tables import render
from arena.tournament import Store


def comparison(
    store: Store,
    first: str,
    second: str,
    selection: Selection = EVERYTHING,
    *,
    worth: float = WORTH,
    error: float = ERROR,
) -> Comparison:
    """What the matches in which both sat tell of two bots: see `arena.ratings.compare.compare`.

    Raises StoreError where the store can't be read.
    """
    results = selection.results(store, meeting=(first, second), by_deal=True)
    return compare(results, first, second, worth=worth, error=error)


def comparison_row(found: Comparison) -> dict[str, Any]:
    """All of it, with the verdict, as a row."""
    return asdict(found) | {"verdict": found.verdict.name.lower()}


def comparison_in_words(found: Comparison) -> str:
    """What was found, for people."""
    if found.mean_points is None:
        return f"{found.first} and {found.second} have not met on a whole deal yet; --run has them meet"
    lines = {
        Verdict.FIRST: f"{found.first} is better",
        Verdict.SECOND: f"{found.second} is better",
        Verdict.NO_DIFFERENCE: f"no difference worth {found.worth:g} points",
        Verdict.OPEN: f"open: {more_in_words(found)}",
    }
    row = {
        "deals": found.deals,
        "matches": found.matches,
        f"points of {found.first}": round(found.mean_points, 4),
        "lies between": f"{found.low:.3f} and {found.high:.3f}",
        "wrong in at most": f"{found.error:.0%}",
    }
    return f"{lines[found.verdict]}\n\n{render([row], 'text')}"


def more_in_words(found: Comparison) -> str:
    """How many more matches a verdict takes."""
    if found.more_matches is None:
        return "too early to say how many more matches it takes"
    return f"about {found.more_matches} more matches"
