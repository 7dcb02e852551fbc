"""One fit of all results at once: strengths with honest intervals, beside the live TrueSkill standing.

The model is Plackett and Luce's with the ties of Turner, van Etten, Firth and Kosmidis (2020): the seats of a
rank are chosen together from all seats not ranked yet, a set T of them with weight

    exp(mean over T of (strength of the bot + effect of the seat) + how common ties of that size are)

where ties of one seat have weight 0. Strengths are common to all results given, effects of seats belong to a
game and table size, ties to a game. A weak normal prior keeps everything finite (a bot that always won) and
centred: strengths, and the effects of one table's seats, add up to 0. Odds of a better rank between
two bots are the exponential of the difference of their strengths.

Errors come from leaving out one deal at a time, so that the rotations of a deal stand or fall together; where
each rotation is shuffled anew, it counts as a deal of its own.

Needs numpy and scipy: the extra `stats`.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.ratings.likelihood import MOST_SEATS, Key, Model
from arena.ratings.numerics import Array, np, stats
from arena.ratings.results import in_order, shuffle_key
from arena.tournament.results import MatchResult

PRIOR_DEVIATION = 5.0
CONFIDENCE = 0.95


def fit(results: Iterable[MatchResult], prior_deviation: float = PRIOR_DEVIATION) -> "Fit":
    """Fit all results at once; solos must have been joined to matches (`comparable`).

    Raises ValueError where no result has two seats, and nothing can be compared.
    """
    model = Model(results)
    if not model.choices:
        raise ValueError("nothing to fit: no result has two seats or more")
    precision = 1 / prior_deviation**2
    values = model.maximum(precision)
    curvature = model.curvature(values, precision)
    return Fit(
        index=model.parameters.index,
        values=values,
        covariance=model.leave_out_deals(values, curvature),
        deals=model.deals,
        log_likelihood=model.log_likelihood(values),
        rotation_gain=model.rotation_gain(values, curvature),
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its standard error and its 95 % interval."""

    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """A fitted model. All values are on the log scale."""

    index: dict[Key, int]
    values: Array
    covariance: Array
    deals: int
    log_likelihood: float
    rotation_gain: float
    """How many times as many matches it would have taken without the rotations of deals: the variance of
    strengths if matches varied independently, by that with deals as the units."""

    @property
    def bots(self) -> list[str]:
        """The bots, strongest first."""
        names = [str(key[1]) for key in self.index if key[0] == "bot"]
        return sorted(names, key=lambda bot: (-self.values[self.index["bot", bot]], bot))

    def strength(self, bot: str) -> Estimate:
        """A bot's strength relative to the mean of all bots."""
        return self._estimate({("bot", bot): 1.0})

    def difference(self, bot: str, other: str) -> Estimate:
        """How much stronger a bot is than another: the log of its odds to be ranked before it."""
        return self._estimate({("bot", bot): 1.0, ("bot", other): -1.0})

    def seat_effects(self, game: str, players: int) -> list[Estimate]:
        """What each seat at tables of that size is worth, relative to their mean."""
        keys: list[Key] = [("seat", game, players, seat) for seat in range(players)]
        return [self._estimate({key: 1.0}) for key in keys if key in self.index]

    def tie(self, game: str, size: int) -> Estimate:
        """How common ties of `size` seats are: the log of their weight relative to one seat alone.

        Raises KeyError for a size that the results do not have.
        """
        return self._estimate({("tie", game, size): 1.0})

    def first_places(self, game: str, players: int, bots: Sequence[str]) -> list[float]:
        """The share of first place to be expected by each seat; a tie shares it equally.

        `players` is the size of the table, 1 for solos that are compared.
        """
        worth = [
            self._value("bot", bot) + self._value("seat", game, players, seat)
            for seat, bot in enumerate(bots)
        ]
        sizes = [1, *sorted(int(key[2]) for key in self.index if key[:2] == ("tie", game))]
        weights = {
            group: math.exp(sum(worth[seat] for seat in group) / size + self._value("tie", game, size))
            for size in sizes
            for group in combinations(range(len(bots)), size)
        }
        total = sum(weights.values())
        return [
            sum(weight / len(group) for group, weight in weights.items() if seat in group) / total
            for seat in range(len(bots))
        ]

    def _value(self, *key: str | int) -> float:
        """A parameter; 0 for one that the results do not speak of."""
        return float(self.values[self.index[key]]) if key in self.index else 0.0

    def _estimate(self, combination: dict[Key, float]) -> Estimate:
        weights = np.zeros(len(self.values))
        for key, weight in combination.items():
            weights[self.index[key]] = weight
        value = float(weights @ self.values)
        if self.deals < 2:
            return Estimate(value, math.inf, -math.inf, math.inf)
        error = math.sqrt(float(weights @ self.covariance @ weights))
        reach = error * float(stats.t.ppf((1 + CONFIDENCE) / 2, self.deals - 1))
        return Estimate(value, error, value - reach, value + reach)


@dataclass(frozen=True, slots=True)
class Bin:
    """Seats whose predicted share of first place was between `low` and `high`, and what became of them."""

    low: float
    high: float
    seats: int
    predicted: float
    actual: float


def held_out(results: Iterable[MatchResult], folds: int = 5, bins: int = 10) -> list[Bin]:
    """Predicted against actual shares of first place, each deal predicted from a fit without its fold.

    Raises ValueError where a fold leaves nothing to fit: there must be at least two deals.
    """
    ordered = in_order(results)
    fold = {deal: number % folds for number, deal in enumerate(dict.fromkeys(map(shuffle_key, ordered)))}
    pairs: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for number in range(folds):
        rest = [result for result in ordered if fold[shuffle_key(result)] != number]
        fitted = fit(rest)
        for result in ordered:
            if fold[shuffle_key(result)] == number and len(result.bots) <= MOST_SEATS:
                expected = fitted.first_places(result.game, result.players, result.bots)
                for predicted, actual in zip(expected, _first_shares(result), strict=True):
                    pairs[min(int(predicted * bins), bins - 1)].append((predicted, actual))
    return [_bin(number, bins, pairs[number]) for number in sorted(pairs)]


def _bin(number: int, bins: int, pairs: Sequence[tuple[float, float]]) -> Bin:
    count = len(pairs)
    predicted, actual = (sum(column) / count for column in zip(*pairs, strict=True))
    return Bin(number / bins, (number + 1) / bins, count, predicted, actual)


def _first_shares(result: MatchResult) -> list[float]:
    return [(rank == 1) / result.ranks.count(1) for rank in result.ranks]
