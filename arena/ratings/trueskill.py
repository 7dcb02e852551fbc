"""TrueSkill for two or more seats: ties without favour, no result that can raise.

The model is that of the `trueskill` library, whose constants and draw margin are used: a bot has a skill,
each seat performs around its bot's skill with deviation beta, and a better rank comes from a performance
better by more than the draw margin. Three things differ:

- The library compares each seat with the next one in the list, so that tied seats fare by their place in
  it. Here every two seats of one rank are compared, and every seat with all of the next rank: no place
  matters. Without ties these are the library's comparisons, and so are the ratings.
- Messages are passed over the joint distribution of all performances, and moments of truncated normals
  are integrated without cancellation, so that the most absurd upset has a finite and sane answer. Version
  0.4.5 of the library raises FloatingPointError there, and at a draw probability of 0 a tie makes it less
  sure of a bot than before (sigma 9.588 for two new bots), so `Ties` never believes in 0.
- Skills do not drift between matches (tau 0): bots are programs, and a new version is a new bot.

A bot in several seats of a match has one skill in all of them, so its seats say nothing about each other.

What is believed after several matches is approximate and depends a little on their order. This is the live
ladder, by which a league pairs bots: results are rated in schedule order. Tables of what is known rate it at
once, without an order: see `arena.ratings.batch`.
"""

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from itertools import combinations, groupby, pairwise, product

from arena.ratings.normal import truncated
from arena.tournament.results import MatchResult

with warnings.catch_warnings():  # of escapes in its text, at each start where Python may keep no bytecode
    warnings.simplefilter("ignore")
    import trueskill

MU: float = trueskill.MU
SIGMA: float = trueskill.SIGMA
BETA: float = trueskill.BETA

LEAST_DRAWS, MOST_DRAWS = 0.01, 0.8  # with no draws at all, one tie would be a miracle that proves too much
_EXPECTED_TIES, _EXPECTED_PAIRS = 1, 10  # what is believed of ties before any result, as if it had been seen

_MOST_SWEEPS = 200
_SETTLED = 1e-11  # a change of a mean by this part of its deviation, or of a precision by this part, is none


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a bot's skill."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> float:
        """The skill that the bot almost certainly has."""
        return self.mu - 3 * self.sigma


@dataclass(slots=True)
class Ties:
    """How often two seats of a match were tied, of all pairs of seats that finished without a fault."""

    pairs: int = 0
    tied: int = 0

    def add(self, result: MatchResult) -> None:
        """Count the pairs of one result."""
        sound: Sequence[int] = result.ranks
        if any(result.faults):
            sound = [rank for rank, fault in zip(sound, result.faults, strict=True) if fault is None]
        self.pairs += len(sound) * (len(sound) - 1) // 2
        if len(set(sound)) < len(sound):
            self.tied += sum(a == b for a, b in combinations(sound, 2))

    def include(self, other: "Ties") -> None:
        """Add those of other results."""
        self.pairs += other.pairs
        self.tied += other.tied

    @property
    def probability(self) -> float:
        """The draw probability to rate with."""
        share = (self.tied + _EXPECTED_TIES) / (self.pairs + _EXPECTED_PAIRS)
        return min(max(share, LEAST_DRAWS), MOST_DRAWS)


@dataclass(slots=True)
class Standing:
    """Ratings after the results so far: all that is needed to rate the next one, at a constant cost.

    Add each result once, in schedule order. `anchors` are held at a rating, without doubt or change, so
    that tables of different tournaments compare.
    """

    anchors: Mapping[str, float] = field(default_factory=dict)
    ratings: dict[str, Rating] = field(default_factory=dict)
    ties: dict[str, Ties] = field(default_factory=dict)  # by game

    def __getitem__(self, bot: str) -> Rating:
        if bot in self.anchors:
            return Rating(self.anchors[bot], 0.0)
        return self.ratings.get(bot, Rating())

    def add(self, result: MatchResult) -> None:
        """Rate one result."""
        ties = self.ties.setdefault(result.game, Ties())
        before = {bot: self[bot] for bot in result.bots}
        self.ratings |= rate(before, result.bots, result.ranks, ties.probability)
        ties.add(result)


def quality(rating: Rating, other: Rating) -> float:
    """How likely two bots are to perform equally well, relative to two of certainly equal skill."""
    noise = 2 * BETA**2
    spread = noise + rating.sigma**2 + other.sigma**2
    return math.sqrt(noise / spread) * math.exp(-((rating.mu - other.mu) ** 2) / (2 * spread))


def rate(
    ratings: Mapping[str, Rating], bots: Sequence[str], ranks: Sequence[int], draw_probability: float
) -> dict[str, Rating]:
    """The new ratings of the bots of one match, given the bot and the rank of each seat.

    Sigmas never grow. A rating with sigma 0 stays as it is.
    """
    seats = sorted(
        zip(ranks, bots, strict=True), key=lambda seat: (seat[0], astuple(ratings[seat[1]]), seat[1])
    )
    margin = draw_margin(draw_probability)
    performances = _Performances([bot for _, bot in seats], ratings)
    performances.learn(_comparisons([rank for rank, _ in seats], margin))
    return {bot: performances.skill(bot, ratings[bot]) for bot in bots}


def draw_margin(probability: float) -> float:
    """By how much two performances may differ in a tie, where two equal bots tie with this probability."""
    return float(trueskill.calc_draw_margin(probability, 2, _ENVIRONMENT))


_ENVIRONMENT = trueskill.TrueSkill(tau=0.0)


@dataclass(slots=True)
class _Comparison:
    """What a result says of two seats: the difference of their performances lies in an interval.

    `precision` and `shift` are the message it sends: a normal factor in that difference.
    """

    first: int
    second: int
    low: float
    high: float
    precision: float = 0.0
    shift: float = 0.0

    def message(self, mean: float, variance: float) -> tuple[float, float]:
        """The message it ought to send where the difference is believed to have these moments."""
        precision = 1 / variance - self.precision
        if precision <= 0:  # rounding has eaten what the others know: leave the message as it is
            return self.precision, self.shift
        unit = math.sqrt(precision)
        mean = (mean / variance - self.shift) / precision
        shifted, kept = truncated((self.low - mean) * unit, (self.high - mean) * unit)
        gained = precision * (1 / kept - 1)
        return gained, gained * mean + unit * shifted / kept


def _comparisons(ranks: Sequence[int], margin: float) -> list[_Comparison]:
    """What these ranks, best first, say of every two seats of one rank or of neighbouring ranks."""
    groups = [list(seats) for _, seats in groupby(range(len(ranks)), key=ranks.__getitem__)]
    ties = [_Comparison(a, b, -margin, margin) for group in groups for a, b in combinations(group, 2)]
    wins = [
        _Comparison(a, b, margin, math.inf)
        for better, worse in pairwise(groups)
        for a, b in product(better, worse)
    ]
    return wins + ties


class _Performances:
    """The joint normal distribution of the performances of all seats in one match."""

    def __init__(self, bots: Sequence[str], ratings: Mapping[str, Rating]) -> None:
        self.bots = bots
        self.mean = [ratings[bot].mu for bot in bots]
        self.covariance = [
            [(bot == other) * ratings[bot].sigma ** 2 + (i == j) * BETA**2 for j, other in enumerate(bots)]
            for i, bot in enumerate(bots)
        ]

    def learn(self, comparisons: Sequence[_Comparison]) -> None:
        """Expectation propagation: let each comparison revise its message until none changes anything."""
        for _ in range(_MOST_SWEEPS):
            if max((self._revise(comparison) for comparison in comparisons), default=0.0) < _SETTLED:
                return

    def _revise(self, comparison: _Comparison) -> float:
        """Replace a comparison's message; how much that changes what is believed of its difference."""
        first, second = comparison.first, comparison.second
        column = [row[first] - row[second] for row in self.covariance]
        mean, variance = self.mean[first] - self.mean[second], column[first] - column[second]
        precision, shift = comparison.message(mean, variance)
        more_precision, more_shift = precision - comparison.precision, shift - comparison.shift
        comparison.precision, comparison.shift = precision, shift
        scale = 1 / (1 + more_precision * variance)
        step = (more_shift - more_precision * mean) * scale
        self.mean = [old + step * entry for old, entry in zip(self.mean, column, strict=True)]
        shrink = more_precision * scale
        for row, entry in zip(self.covariance, column, strict=True):
            factor = shrink * entry
            row[:] = [old - factor * other for old, other in zip(row, column, strict=True)]
        return max(abs(step) * math.sqrt(variance), abs(more_precision) * variance)

    def skill(self, bot: str, before: Rating) -> Rating:
        """What its seats' performances say of a bot's skill."""
        seats = [seat for seat, name in enumerate(self.bots) if name == bot]
        noise, variance = BETA**2, before.sigma**2
        gain = variance / (noise + len(seats) * variance)
        surprise = sum(self.mean[seat] - before.mu for seat in seats)
        unexplained = sum(self.covariance[a][b] for a in seats for b in seats)
        after = math.sqrt(gain * noise + gain * gain * max(unexplained, 0.0))
        return Rating(before.mu + gain * surprise, min(after, before.sigma))
