"""How every two bots fare against each other, with errors: what "points" means wherever a pair is told.

Points of one bot against another are 1 for the better rank, 0.5 for an equal one and 0 for a worse one, in
each meeting of two of their seats. Their mean is taken in each deal first, then over deals: the rotations of
a deal stand or fall together, so that a deal says one thing, however many seats its tables have. Errors are
standard errors, with deals as the units. Where each rotation is shuffled anew they have only the seats in
common, but these even out in a deal alone.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arena.ratings.results import deals
from arena.tournament.results import MatchResult, meetings

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error, None where one deal alone tells nothing of it."""

    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Fare:
    """How the first bot of a pair fares against the other, over all deals in which they met."""

    encounters: int
    """Meetings of two of their seats."""
    deals: int
    points: Mean
    """1 for a better rank, 0.5 for an equal one, 0 for a worse one."""
    wins: Mean
    """1 for a better rank, else 0."""


def points_in(deal: Iterable[MatchResult]) -> dict[Pair, list[float]]:
    """The points of every ordered pair of bots in one deal, meeting by meeting."""
    found: dict[Pair, list[float]] = defaultdict(list)
    for result in deal:
        for bot, other, points in meetings(result):
            found[bot, other].append(points)
    return found


def deal_points(meetings: Sequence[float]) -> float:
    """What a deal says of a pair: the mean points of its meetings."""
    return sum(meetings) / len(meetings)


def fares(results: Iterable[MatchResult]) -> dict[Pair, Fare]:
    """Of every ordered pair of bots that met; results come deal by deal, see `deals`."""
    pairs = Pairs()
    for deal in deals(results):
        pairs.add(deal)
    return pairs.fares()


class Pairs:
    """How every two bots fare, deal by deal."""

    def __init__(self) -> None:
        self._sums: dict[Pair, _Sums] = defaultdict(_Sums)

    def add(self, deal: Iterable[MatchResult]) -> None:
        """Count a deal."""
        for pair, met in points_in(deal).items():
            self._sums[pair].add(met)

    def fares(self) -> dict[Pair, Fare]:
        """Of every ordered pair of bots that met."""
        return {pair: sums.fare() for pair, sums in self._sums.items()}


@dataclass(slots=True)
class _Sums:
    """Of the deals of a pair: how many, and sums of means and of their squares."""

    deals: int = 0
    encounters: int = 0
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    wins: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def add(self, met: Sequence[float]) -> None:
        """Count a deal."""
        self.deals += 1
        self.encounters += len(met)
        for sums, mean in ((self.points, deal_points(met)), (self.wins, met.count(1.0) / len(met))):
            sums[0] += mean
            sums[1] += mean * mean

    def fare(self) -> Fare:
        """What they come to."""
        return Fare(self.encounters, self.deals, self._mean(*self.points), self._mean(*self.wins))

    def _mean(self, total: float, squares: float) -> Mean:
        mean = total / self.deals
        if self.deals < 2:
            return Mean(mean, None)
        return Mean(mean, math.sqrt(max(squares / self.deals - mean * mean, 0.0) / (self.deals - 1)))
