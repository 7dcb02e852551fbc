"""Who beats whom: how every two bots fare against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.ratings.pairs import Fare, Pair, fares, points_of_bots
from arena.report.selection import EVERYTHING, Selection
from arena.tournament import Store


def crosstable_rows(store: Store, selection: Selection = EVERYTHING) -> list[dict[str, Any]]:
    """A row for each bot, most points first: its mean points over the deals of all pairs, and `against` each
    other bot its points and wins, with their standard errors.

    Raises StoreError where the store can't be read, or no result fits the selection.
    """
    return crosstable(fares(selection.results(store, by_deal=True)))


def crosstable(table: Mapping[Pair, Fare]) -> list[dict[str, Any]]:
    """The same rows, of how each pair fares."""
    points = points_of_bots(table)
    bots = sorted(points, key=lambda bot: (-round(points[bot], 9), bot))
    return [
        {
            "bot": bot,
            "points": points[bot],
            "against": {other: _numbers(table[bot, other]) for other in bots if (bot, other) in table},
        }
        for bot in bots
    ]


def square(rows: Sequence[Mapping[str, Any]], by: str, *, errors: bool) -> list[dict[str, Any]]:
    """The rows as a square with a column for each bot: its "points" or "wins", as numbers or, with `errors`,
    as text for people."""
    return [
        {
            "bot": row["bot"],
            "points": row["points"],
            **{other["bot"]: _cell(row["against"].get(other["bot"]), by, errors) for other in rows},
        }
        for row in rows
    ]


def _numbers(fare: Fare) -> dict[str, Any]:
    return {
        "points": fare.points.value,
        "points_error": fare.points.error,
        "wins": fare.wins.value,
        "wins_error": fare.wins.error,
        "encounters": fare.encounters,
        "deals": fare.deals,
    }


def _cell(numbers: Mapping[str, Any] | None, by: str, errors: bool) -> object:
    """What one bot has against another; None for two that never met."""
    if numbers is None or not errors:
        return numbers and numbers[by]
    error = numbers[f"{by}_error"]
    return f"{numbers[by]:.2f}" + ("" if error is None else f" ± {error:.2f}")
