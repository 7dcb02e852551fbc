"""One fit of all results at once: strengths with honest intervals, beside TrueSkill's ratings.

The model is Plackett and Luce's with the ties of Turner, van Etten, Firth and Kosmidis (2020): the seats of a
rank are chosen together from all seats not ranked yet, a set T of them with weight

    exp(mean over T of (strength of the bot + effect of the seat) + how common ties of that size are)

where ties of one seat have weight 0. Strengths are common to all results given, effects of seats belong to a
game and table size, ties to a game. Strengths, and the effects of one table's seats, add up to 0. Odds of a
better rank between two bots are the exponential of the difference of their strengths.

The prior, in words: as if each bot had also won half a match against a bot of mean strength, and lost half of
one. It keeps the strength of a bot finite that has won everything.

Errors come from leaving out one deal at a time, so that the rotations of a deal stand or fall together; where
each rotation is shuffled anew, it counts as a deal of its own. What has hardly ever happened can't be left
out, though: where few surprises were to be expected, as of a bot that wins everything, the model says how
results scatter; and what rests on the prior alone is as doubtful as that. An interval holds all strengths
that the results don't speak against, by their likelihood; where a bot has won or lost everything, it has one
bound only.

Needs numpy and scipy: the extra `stats`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from arena.errors import UserError
from arena.ratings.choices import Key, Matches
from arena.ratings.likelihood import Model
from arena.ratings.maximum import maximum
from arena.ratings.numerics import Array, np, special
from arena.ratings.scatter import scatter
from arena.tournament.results import MatchResult

CONFIDENCE = 0.95
FOLDS = 5
"""Into how many parts the deals are dealt out, to predict each from the others."""
_MODEL_SURPRISES = 5.0
"""With so many expected of a bot, the model's word on their scatter counts as much as the data's."""
_PLENTY = 50.0
"""With as many, the likelihood is as good as normal."""


class NothingToCompare(UserError, ValueError):
    """No result has two seats."""


def fit(results: Iterable[MatchResult], prior: float = 1.0) -> Fit:
    """Fit all results at once; solos must have been joined to matches (`deals`).

    `prior` is the weight of the prior. Raises NothingToCompare.
    """
    model = Model(Matches(results), prior)
    if not model.choices:
        raise NothingToCompare("nothing to fit: no result has two seats or more")
    return fit_model(model)


def fit_model(model: Model) -> Fit:
    """Fit what the model has been made of."""
    values = maximum(model)
    folds = [
        model.of_deals(np.arange(model.deals) % FOLDS == number).slope_and_curvature(values)
        for number in range(FOLDS)
    ]
    data = np.sum([curvature for _, curvature in folds], axis=0)
    prior = np.diag(model.prior_curvature(values))
    inverse = np.asarray(np.linalg.inv(data + prior), dtype=np.float64)
    by_match, by_deal, left_out = scatter(model, values, inverse)
    bots = slice(len(model.bots))
    expected = np.diag(data)  # of its surprises, as the model expects them
    trust = expected / (expected + _MODEL_SURPRISES)
    seen, foretold = (float(trust[bots] @ each[bots]) for each in (np.diag(left_out), expected))
    dispersion = (seen + _MODEL_SURPRISES) / (foretold + _MODEL_SURPRISES)
    own, rest = np.sqrt(trust), np.sqrt(1 - trust)
    doubt = own[:, None] * left_out * own + dispersion * (rest[:, None] * data * rest) + prior
    gained = [float(np.diag(inverse @ found @ inverse)[bots].sum()) for found in (by_match, by_deal)]
    return Fit(
        model=model,
        values=values,
        folds=folds,
        inverse=inverse,
        covariance=inverse @ doubt @ inverse,
        surprises=expected,
        log_likelihood=model.log_likelihood(values),
        rotation_gain=gained[0] / gained[1] if gained[1] else 1.0,
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its standard error and its 95 % interval. Infinite is what the results put no bound to."""

    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """A fitted model. All values are on the log scale."""

    model: Model
    values: Array
    folds: list[tuple[Array, Array]]
    """Of each part of the deals, the slope of the log likelihood and the curvature of the negative one."""
    inverse: Array
    """That of the curvature of likelihood and prior."""
    covariance: Array
    surprises: Array
    """How many were to be expected of each parameter."""
    log_likelihood: float
    rotation_gain: float
    """How many times as many matches it would have taken without the rotations of deals: the variance of
    strengths if matches varied independently, by that with deals as the units."""

    @property
    def bots(self) -> list[str]:
        """The bots, strongest first."""
        model = self.model
        return sorted(model.bots, key=lambda bot: (-self.values[model.index["bot", bot]], bot))

    def strength(self, bot: str) -> Estimate:
        """A bot's strength relative to the mean of all bots."""
        model, number = self.model, self.model.index["bot", bot]
        weights = self._apart(("bot", bot), [("bot", other) for other in model.bots])
        found = self._estimate(weights)
        if model.deals < 2 or self.surprises[number] >= _PLENTY:
            return found
        low, high = self._likely(bot, weights)
        won, lost = (
            extremes[number] == model.seats_taken[number] for extremes in (model.firsts, model.lasts)
        )
        return Estimate(
            value=found.value,
            error=math.inf if won or lost else found.error,
            low=-math.inf if lost else found.value - low,
            high=math.inf if won else found.value + high,
        )

    def difference(self, bot: str, other: str) -> Estimate:
        """How much stronger a bot is than another: the log of its odds to be ranked before it."""
        return self._estimate(self._weights({("bot", bot): 1.0, ("bot", other): -1.0}))

    def seat_effects(self, game: str, players: int) -> list[Estimate]:
        """What each seat at tables of that size is worth, relative to their mean."""
        keys: list[Key] = [("seat", game, players, seat) for seat in range(players)]
        return [self._estimate(self._apart(key, keys)) for key in keys if key in self.model.index]

    def tie(self, game: str, size: int) -> Estimate:
        """How common ties of `size` seats are: the log of their weight relative to one seat alone.

        Raises KeyError for a size that the results do not have.
        """
        return self._estimate(self._weights({("tie", game, size): 1.0}))

    def _apart(self, key: Key, all: Sequence[Key]) -> Array:
        """A parameter less the mean of all its kind, which no result tells."""
        weights = self._weights(dict.fromkeys(all, -1 / len(all)))
        weights[self.model.index[key]] += 1
        return weights

    def _weights(self, combination: dict[Key, float]) -> Array:
        weights = np.zeros(self.model.size)
        for key, weight in combination.items():
            weights[self.model.index[key]] = weight
        return weights

    def _estimate(self, weights: Array) -> Estimate:
        value = float(weights @ self.values)
        if self.model.deals < 2:
            return Estimate(value, math.inf, -math.inf, math.inf)
        error = math.sqrt(float(weights @ self.covariance @ weights))
        reach = error * self._deviates
        return Estimate(value, error, value - reach, value + reach)

    @property
    def _deviates(self) -> float:
        """How many standard errors an interval reaches to either side."""
        return float(special.stdtrit(self.model.deals - 1, (1 + CONFIDENCE) / 2))

    def _likely(self, bot: str, weights: Array) -> tuple[float, float]:
        """How far down and up a bot's strength may be until the likelihood speaks against it.

        All else goes along as it does near the maximum. The likelihood of the bot's matches is taken as it
        is, that of all others as normal; its scale is such that a normal one would give the usual interval.
        """
        of_bot = self.model.of_bot(bot)
        variance = float(weights @ self.inverse @ weights)
        along = self.inverse @ weights / variance
        scale = float(weights @ self.covariance @ weights) / variance
        start = of_bot.log_likelihood(self.values)
        slope, curvature = of_bot.slope_and_curvature(self.values)
        steady = 1 / variance - float(along @ curvature @ along)
        drift = float(slope @ along)

        def against(step: float) -> float:
            """Twice the loss of log likelihood."""
            own = start - of_bot.log_likelihood(self.values + step * along)
            return 2 * (own + drift * step) + steady * step * step

        limit = scale * self._deviates**2
        return _reach(lambda step: against(-step), limit), _reach(against, limit)


def _reach(against: Callable[[float], float], limit: float) -> float:
    """How far to go until so much speaks against it."""
    far = 1.0
    while against(far) < limit and far < 1e3:
        far *= 2
    near = 0.0
    for _ in range(14):
        middle = (near + far) / 2
        near, far = (middle, far) if against(middle) < limit else (near, middle)
    return (near + far) / 2
