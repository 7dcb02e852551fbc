"""What a run keeps of its results beside them, so that nobody has to go through all of them again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from arena.tournament.results import MatchResult


class Book(Protocol):
    """Sums over results, each of which is counted once, in the order of the schedule: ratings, say.

    A ledger keeps it as entries, texts under keys; whoever knows what they mean gives it an `OpenBook`.
    """

    counted_to: int
    """The order of the last result counted; 0 for a new book."""

    def add(self, result: MatchResult, more: bool) -> None:
        """Count the next result; `more`: others of the same deal will come, or are there already."""

    def take_changes(self) -> Mapping[str, str | None]:
        """The entries that have changed since this was last asked, None for one that is gone."""

    def quality(self, game: str, bot: str, other: str) -> float:
        """How even a match of two bots would be, from 0 to 1."""


OpenBook = Callable[[Mapping[str, str], Mapping[str, float]], Book]
"""The book with these entries and anchors (bots held at a rating); a new one if it can't go on from them."""
