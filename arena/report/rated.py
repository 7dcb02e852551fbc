"""What is made of all results of a store together: its ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.ratings.book import read_book
from arena.report.leaderboards import board, scopes
from arena.tournament import Store


@dataclass(frozen=True, slots=True)
class Rated:
    """Leaderboards, and what else the book of a store's results says."""

    boards: Mapping[str, Sequence[Mapping[str, Any]]]
    """By title, with the columns of `arena leaderboard`."""
    faults: int
    """How many there were."""


def rated(db: Path) -> Rated:
    """All that is rated of a store. Raises StoreError where it can't be read."""
    with Store(db) as store:
        book = read_book(store)
    return Rated(
        boards={title: board(book, scope) for title, scope in scopes(book)},
        faults=sum(tally.faults.total() for tally in book.tally().values()),
    )
