"""What tables and ratings need of a finished match: a plain row, derived from its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple


class MatchResult(NamedTuple):
    """One finished match. Tuples run by seat; a void match never becomes a result.

    Results with equal `game`, `players` and `deal` belong together: in them each bot of a table has each
    seat, and bots alone at their tables are compared. With equal `shuffle`, the cards fell alike.
    """

    match: str
    order: int
    """Position in the schedule."""
    game: str
    players: int
    table: int
    deal: str
    shuffle: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    """1 is best; equal ranks are ties."""
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]
    """The kind of each seat's fault; None for a seat without one."""
    decisions: tuple[int, ...]
    """How many decisions the seat's bot answered."""
    ms: tuple[float, ...]
    """Mean thinking time for these, in ms; 0 where there were none."""


def points(rank: int, other: int) -> float:
    """What a rank earns against another: 1 if it is better, 0.5 if they are equal, 0 if it is worse."""
    return 1.0 if rank < other else 0.5 if rank == other else 0.0


def meetings(result: MatchResult) -> Iterator[tuple[str, str, float]]:
    """Every two seats of different bots, once: their bots in the order of names, and what the first earns."""
    bots = result.bots
    for seat, other, earned in seat_pairs(result.ranks):
        if bots[seat] < bots[other]:
            yield bots[seat], bots[other], earned
        elif bots[seat] != bots[other]:
            yield bots[other], bots[seat], 1.0 - earned


def seat_pairs(ranks: Sequence[int]) -> Sequence[tuple[int, int, float]]:
    """Every two seats of a match, once: the lower seat, the other, and the lower seat's points."""
    return _known_pairs(tuple(ranks)) if len(ranks) <= _SMALL else _pairs(ranks)


def mean_points(ranks: Sequence[int]) -> Sequence[float]:
    """Each seat's mean points against all other seats of a match; 0 for one alone."""
    return _known_means(tuple(ranks)) if len(ranks) <= _SMALL else _means(ranks)


_SMALL = 6
"""Of tables up to this size the few patterns of ranks come again and again."""
_PATTERNS = 8192
"""More than there are of six seats."""


def _pairs(ranks: Sequence[int]) -> list[tuple[int, int, float]]:
    return [
        (seat, other, points(ranks[seat], ranks[other])) for seat, other in combinations(range(len(ranks)), 2)
    ]


def _means(ranks: Sequence[int]) -> list[float]:
    earned = [0.0] * len(ranks)
    for seat, other, share in _pairs(ranks):
        earned[seat] += share
        earned[other] += 1.0 - share
    return [total / max(len(ranks) - 1, 1) for total in earned]


_known_pairs = lru_cache(maxsize=_PATTERNS)(_pairs)
_known_means = lru_cache(maxsize=_PATTERNS)(_means)
