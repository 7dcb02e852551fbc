"""How scores, and the times of moves, are distributed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena.ratings.distributions import Distribution, scores, times
from arena.report.selection import EVERYTHING, Selection
from arena.report.tables import columns_of
from arena.tournament import Store

COLUMNS = columns_of(Distribution) | {"quarter": "1/4", "three_quarters": "3/4"}
"""The keys of both tables, with their headings."""


def score_rows(store: Store, selection: Selection = EVERYTHING) -> list[dict[str, Any]]:
    """A row for each bot at each game and number of players: how its scores are distributed.

    Raises StoreError where the store can't be read, or no result fits the selection.
    """
    return [asdict(row) for row in scores(selection.results(store))]


def time_rows(store: Store, selection: Selection = EVERYTHING) -> list[dict[str, Any]]:
    """The same of its milliseconds a move: of the mean of each match."""
    return [asdict(row) for row in times(selection.results(store))]
