"""TrueSkill of all results at once: a function of who finished before whom how often, in no order.

The live ladder (`arena.ratings.trueskill`) rates result by result, and what it believes depends a little on
which came first. Here each result revises what all others say until nothing changes any more: expectation
propagation to its fixed point, with the constants and beliefs of TrueSkill. Of one match of two bots, that
is TrueSkill's rating.

Larger tables are taken as all pairs of their seats. Those of one table say the same thing in part, so each
counts 3 / (seats + 1): with that weight, the certainty gained is just what the ranks of equal bots scatter.
Then all that counts is who met whom with which outcomes, and a million results cost no more than a thousand.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.ratings.normal import truncated
from arena.ratings.pairs import Pair
from arena.ratings.trueskill import BETA, MU, SIGMA, Rating, draw_margin
from arena.tournament.results import MatchResult, meetings

_PRIOR = 1 / SIGMA**2
_NOISE = 2 * BETA**2  # of the difference of two performances
_MOST_SWEEPS = 200
_SETTLED = 1e-9  # a change of a mean by this part of its deviation, or of a precision by this part, is none
_SOLVED = 1e-13


class Evidence(NamedTuple):
    """That one bot's performance was better than another's by an amount in an interval, so many times."""

    bot: str
    other: str
    low: float
    high: float
    times: float


@dataclass(slots=True)
class Outcomes:
    """How often one bot finished before another, level with it, or behind it."""

    wins: int = 0
    ties: int = 0
    losses: int = 0

    @property
    def count(self) -> int:
        """All their meetings."""
        return self.wins + self.ties + self.losses

    def include(self, other: Outcomes) -> None:
        """Add those of other meetings."""
        self.wins += other.wins
        self.ties += other.ties
        self.losses += other.losses


class PairOutcomes(dict[Pair, Outcomes]):
    """Who finished before whom how often: of every two bots that met, in the order of their names."""

    def add(self, result: MatchResult) -> None:
        """Count one result."""
        for bot, other, points in meetings(result):
            outcomes = self.get((bot, other)) or self.setdefault((bot, other), Outcomes())
            if points == 1.0:
                outcomes.wins += 1
            elif points:
                outcomes.ties += 1
            else:
                outcomes.losses += 1


def evidence(table: PairOutcomes, seats: float, draw_probability: float) -> Iterator[Evidence]:
    """What the meetings at tables of so many seats say."""
    margin, weight = draw_margin(draw_probability), 3 / (seats + 1)
    for (bot, other), met in table.items():
        yield Evidence(bot, other, margin, math.inf, met.wins * weight)
        yield Evidence(other, bot, margin, math.inf, met.losses * weight)
        yield Evidence(bot, other, -margin, margin, met.ties * weight)


def rate_at_once(
    bots: Iterable[str], evidence: Iterable[Evidence], anchors: Mapping[str, float]
) -> dict[str, Rating]:
    """The ratings of these bots, among which all evidence is; anchors are held, without doubt or change."""
    names = sorted(bots)
    index = {bot: number for number, bot in enumerate(names)}
    beliefs = _Beliefs([anchors.get(bot) for bot in names])
    sites = [
        _Site(index[bot], index[other], low, high, times)
        for bot, other, low, high, times in sorted(evidence)
        if times > 0
    ]
    for _ in range(_MOST_SWEEPS):
        for site in sites:
            site.listen(beliefs)
        if beliefs.hear(sites) < _SETTLED:
            break
    return {
        bot: Rating(beliefs.means[i], 0.0 if bot in anchors else 1 / math.sqrt(beliefs.precisions[i]))
        for bot, i in index.items()
    }


@dataclass(slots=True)
class _Site:
    """One kind of evidence. All its times send the same message: a normal factor in the difference of the
    two skills, of a `precision` and a `shift` (mean times precision)."""

    first: int
    second: int
    low: float
    high: float
    times: float
    precision: float = 0.0
    shift: float = 0.0
    to_first: float = 0.0
    to_second: float = 0.0
    """The precision that either skill gains by it."""

    def listen(self, beliefs: _Beliefs) -> None:
        """Take from what is believed what this evidence, once, has said itself, and say what follows."""
        own = min(self.times, 1.0)
        of_first = beliefs.variance(self.first, own * self.to_first)
        of_second = beliefs.variance(self.second, own * self.to_second)
        a, b = own * self.to_first * of_first, own * self.to_second * of_second
        difference = (1 + a) * (1 + b) * (beliefs.means[self.first] - beliefs.means[self.second])
        if self.precision:
            difference -= (a + b + 2 * a * b) * self.shift / self.precision
        difference /= 1 - a * b  # what each has said of one by what it took from the other
        variance = of_first + of_second + _NOISE
        unit = math.sqrt(variance)
        shifted, kept = truncated((self.low - difference) / unit, (self.high - difference) / unit)
        gained = max((1 / kept - 1) / variance, 0.0)
        through = 1 / (1 + _NOISE * gained)
        self.precision = gained * through
        self.shift = (gained * difference + shifted / (kept * unit)) * through
        self.to_first = self.precision / (1 + self.precision * of_second)
        self.to_second = self.precision / (1 + self.precision * of_first)


class _Beliefs:
    """What is believed of each skill: a normal distribution of its own."""

    def __init__(self, anchors: Sequence[float | None]) -> None:
        self.held = [anchor is not None for anchor in anchors]
        self.means = [MU if anchor is None else anchor for anchor in anchors]
        self.precisions = [_PRIOR] * len(anchors)

    def variance(self, bot: int, without: float) -> float:
        """Of a skill, as believed without so much precision."""
        return 0.0 if self.held[bot] else 1 / (self.precisions[bot] - without)

    def hear(self, sites: Sequence[_Site]) -> float:
        """Believe what all evidence says together; the largest change, in the units of `_SETTLED`."""
        precisions = [_PRIOR] * len(self.means)
        pull = [_PRIOR * MU] * len(self.means)
        pairs: dict[tuple[int, int], float] = {}
        for site in sites:
            precisions[site.first] += site.times * site.to_first
            precisions[site.second] += site.times * site.to_second
            pull[site.first] += site.times * site.shift
            pull[site.second] -= site.times * site.shift
            pair = site.first, site.second
            pairs[pair] = pairs.get(pair, 0.0) + site.times * site.precision
        means = self._solve(pairs, pull)
        change = max(
            (
                max(abs(mean - old) * math.sqrt(precision), abs(precision / before - 1))
                for mean, old, precision, before, held in zip(
                    means, self.means, precisions, self.precisions, self.held, strict=True
                )
                if not held
            ),
            default=0.0,
        )
        self.means, self.precisions = means, precisions
        return change

    def _solve(self, pairs: Mapping[tuple[int, int], float], pull: Sequence[float]) -> list[float]:
        """The means that all messages together have: by conjugate gradients, from the means so far."""
        springs = [(a, b, strength) for (a, b), strength in pairs.items()]
        scale = [_PRIOR] * len(pull)
        for a, b, strength in springs:
            scale[a] += strength
            scale[b] += strength
        ease = [0.0 if held else 1 / size for held, size in zip(self.held, scale, strict=True)]

        def product(values: Sequence[float]) -> list[float]:
            sums = [_PRIOR * value for value in values]
            for a, b, strength in springs:
                force = strength * (values[a] - values[b])
                sums[a] += force
                sums[b] -= force
            return sums

        means = list(self.means)
        rest = [want - have for want, have in zip(pull, product(means), strict=True)]
        step = [entry * give for entry, give in zip(rest, ease, strict=True)]
        left = _dot(rest, step)
        enough = _SOLVED**2 * _dot(pull, [entry / size for entry, size in zip(pull, scale, strict=True)])
        for _ in range(10 * len(means)):
            if left <= enough:
                break
            along = product(step)
            length = left / _dot(step, along)
            means = [mean + length * move for mean, move in zip(means, step, strict=True)]
            rest = [entry - length * move for entry, move in zip(rest, along, strict=True)]
            ready = [entry * give for entry, give in zip(rest, ease, strict=True)]
            before, left = left, _dot(rest, ready)
            step = [entry + left / before * move for entry, move in zip(ready, step, strict=True)]
        return means


def _dot(values: Sequence[float], others: Sequence[float]) -> float:
    return math.fsum(map(float.__mul__, values, others))
