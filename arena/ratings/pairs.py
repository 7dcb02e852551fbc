"""How every two bots fare against each other, with errors.

Errors are standard errors with deals as units: the rotations of a deal stand or fall together. Where each is
shuffled anew they have only the seats in common, but these even out in a deal alone.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from arena.ratings.results import deal_key
from arena.tournament.results import MatchResult, points

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error, None where one deal alone tells nothing of it."""

    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Fare:
    """How the first bot of a pair fares against the other, over all pairs of their seats in one match."""

    encounters: int
    points: Mean
    """1 for a better rank, 0.5 for an equal one, 0 for a worse one."""
    wins: Mean
    """1 for a better rank, else 0."""


def fares(results: Iterable[MatchResult]) -> dict[Pair, Fare]:
    """Of every ordered pair of bots that met; solos must have been joined (`comparable`)."""
    deals: dict[Pair, dict[object, list[float]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for seat, other in permutations(range(len(result.bots)), 2):
            if result.bots[seat] != result.bots[other]:
                pair = result.bots[seat], result.bots[other]
                deals[pair][deal_key(result)].append(points(result, seat, other))
    return {pair: _fare(list(of_pair.values())) for pair, of_pair in deals.items()}


def _fare(deals: Sequence[Sequence[float]]) -> Fare:
    wins = [[float(earned == 1.0) for earned in deal] for deal in deals]
    return Fare(sum(map(len, deals)), _mean(deals), _mean(wins))


def _mean(deals: Sequence[Sequence[float]]) -> Mean:
    """The mean of all numbers, where those of one deal vary together."""
    count = sum(map(len, deals))
    mean = sum(map(sum, deals)) / count
    if len(deals) < 2:
        return Mean(mean, None)
    squares = sum((sum(deal) - mean * len(deal)) ** 2 for deal in deals)
    return Mean(mean, math.sqrt(squares * len(deals) / (len(deals) - 1)) / count)
