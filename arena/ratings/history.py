"""Ratings as they came about: by all results so far, at equally many places in the schedule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from arena.ratings.book import Book
from arena.ratings.trueskill import Rating
from arena.tournament.results import MatchResult

STAGES = 20
"""After how many parts of the schedule bots are rated."""


class Stage(NamedTuple):
    """What is believed of all bots after so many matches."""

    matches: int
    ratings: Mapping[str, Rating]


class History:
    """Results by when their turn was, in parts of the schedule; each part is rated with all before it.

    `results` is about how many there are. Anchors are bots held at a rating.
    """

    def __init__(self, results: int, anchors: Mapping[str, float]) -> None:
        self._results = max(results, 1)
        self._anchors = anchors
        self._parts = [Book(anchors) for _ in range(STAGES)]
        self._matches = [0] * STAGES

    def counting(self, results: Iterable[MatchResult]) -> Iterator[MatchResult]:
        """Hand on comparable results, in whatever order, and count them."""
        for result in results:
            part = min((result.order - 1) * STAGES // self._results, STAGES - 1)
            self._parts[part].sums[result.game, result.players].add(result)
            self._matches[part] += 1 if result.players > 1 else len(result.bots)
            yield result

    def stages(self) -> tuple[list[Stage], Book]:
        """What is believed after each part in which something was played, over all games; and the book of
        all results."""
        book, matches, found = Book(self._anchors), 0, []
        for part, count in zip(self._parts, self._matches, strict=True):
            if count:
                book.include(part)
                matches += count
                found.append(Stage(matches, book.ratings()))
        return found, book
