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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
    """Of every two bots that met in one deal, in the order of their names: the first one's points, meeting by
    meeting."""
    found: dict[Pair, list[float]] = defaultdict(list)
    for result in deal:
        for bot, other, points in meetings(result):
            found[bot, other].append(points)
    return found


def deal_points(met: Sequence[float]) -> float:
    """What a deal says of a pair: the mean points of its meetings."""
    return sum(met) / len(met)


def fares(results: Iterable[MatchResult]) -> dict[Pair, Fare]:
    """Of every ordered pair of bots that met; results come deal by deal, see `deals`."""
    pairs = Pairs()
    for deal in deals(results):
        pairs.add(deal)
    return pairs.fares()


def points_of_bots(fares: Mapping[Pair, Fare]) -> dict[str, float]:
    """Each bot's points over all others that it met: each deal counts once for each of them."""
    earned: dict[str, float] = defaultdict(float)
    met: dict[str, int] = defaultdict(int)
    for (bot, _), fare in fares.items():
        earned[bot] += fare.points.value * fare.deals
        met[bot] += fare.deals
    return {bot: earned[bot] / count for bot, count in met.items()}


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
        found = {}
        for (bot, other), sums in self._sums.items():
            found[bot, other], found[other, bot] = sums.fares()
        return found


@dataclass(slots=True)
class _Sums:
    """Of the deals of a pair, as the first has them: how many, and sums of means and of their squares."""

    deals: int = 0
    encounters: int = 0
    points: float = 0.0
    points_squared: float = 0.0
    wins: float = 0.0
    wins_squared: float = 0.0
    losses: float = 0.0
    losses_squared: float = 0.0

    def add(self, met: Sequence[float]) -> None:
        """Count a deal."""
        count = len(met)
        self.deals += 1
        self.encounters += count
        points, wins, losses = deal_points(met), met.count(1.0) / count, met.count(0.0) / count
        self.points += points
        self.points_squared += points * points
        self.wins += wins
        self.wins_squared += wins * wins
        self.losses += losses
        self.losses_squared += losses * losses

    def fares(self) -> tuple[Fare, Fare]:
        """How the first fares against the other, and the other against the first."""
        points = self._mean(self.points, self.points_squared)
        theirs = Mean(1.0 - points.value, points.error)
        wins = self._mean(self.wins, self.wins_squared)
        losses = self._mean(self.losses, self.losses_squared)
        return (
            Fare(self.encounters, self.deals, points, wins),
            Fare(self.encounters, self.deals, theirs, losses),
        )

    def _mean(self, total: float, squares: float) -> Mean:
        mean = total / self.deals
        if self.deals < 2:
            return Mean(mean, None)
        return Mean(mean, math.sqrt(max(squares / self.deals - mean * mean, 0.0) / (self.deals - 1)))
