"""The likelihood and the prior of the joint fit, with slope and curvature, as functions of the parameters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Self

from arena.ratings.choices import Choices, Key, Layout, Matches
from arena.ratings.numerics import Array, Flags, Indices, np

GAMES_BEFORE = 0.5
"""The prior: as if each bot had won so many matches against a bot of mean strength, and lost as many."""
EFFECT_DEVIATION = 5.0
"""The prior of effects of seats and of ties: normal, of this deviation."""


class Model:
    """The likelihood of all matches, and the prior, as functions of the parameters' values.

    `prior` is the weight of the prior, 1 as it is meant.
    """

    def __init__(self, matches: Matches, prior: float = 1.0) -> None:
        self.matches, self.deals = matches.count, len(matches.deals)
        self.bots = sorted(matches.bots)
        columns = dict(sorted(matches.columns.items()))
        sizes: dict[str, set[int]] = defaultdict(set)
        keys: list[Key] = [("bot", bot) for bot in self.bots]
        for (game, players, seats), of_size in columns.items():
            sizes[game] |= {ranks.count(rank) for ranks in of_size.patterns for rank in ranks} - {1}
            if players > 1:  # the order of compared solos means nothing
                keys += [("seat", game, players, seat) for seat in range(seats)]
        tie_sizes = {game: sorted(found) for game, found in sizes.items()}
        keys += [("tie", game, size) for game, found in tie_sizes.items() for size in found]
        self.setups = sorted({(game, players) for game, players, _ in columns if players > 1})
        self.index = {key: number for number, key in enumerate(keys)}
        self.size = len(keys)
        self._half_games = prior * GAMES_BEFORE
        self._effect_precision = prior / EFFECT_DEVIATION**2
        number = np.array([self.index["bot", bot] for bot in matches.bots], dtype=np.intp)
        self.choices, ranked = Layout(self.index, self.size, tie_sizes).choices(columns, number)
        self.seats_taken, self.firsts, self.lasts = (np.zeros(len(self.bots)) for _ in range(3))
        for ranks, tables in ranked.items():
            for bots in tables:
                self._count_extremes(bots, ranks)

    def _count_extremes(self, bots: Indices, ranks: tuple[int, ...]) -> None:
        """Count how often bots were first alone, last alone, and there at all."""
        for seat, rank in enumerate(ranks):
            seen = np.bincount(bots[seat], minlength=len(self.bots))
            self.seats_taken += seen
            self.firsts += seen * (rank == 1 and ranks.count(1) == 1)
            self.lasts += seen * (rank == max(ranks) and ranks.count(rank) == 1)

    def __len__(self) -> int:
        """How many choices there are."""
        return sum(map(len, self.choices))

    # ------------------------------------------------------------------------------------ parts of it

    def of_deals(self, which: Flags) -> Self:
        """The model of some deals alone, of the same parameters; `which` says of each deal if it is one."""
        return self._with(lambda some: some.some(which[some.deals]))

    def of_bot(self, bot: str) -> Self:
        """The choices alone that a bot was in."""
        number = self.index["bot", bot]
        return self._with(lambda some: some.some((some.parameters[: some.seats] == number).any(axis=0)))

    def _with(self, part: Callable[[Choices], Choices]) -> Self:
        other = object.__new__(type(self))
        other.__dict__ |= self.__dict__
        other.choices = [part(some) for some in self.choices]
        return other

    # ------------------------------------------------------------------------------------ the likelihood

    def log_likelihood(self, values: Array) -> float:
        """The log likelihood of all matches."""
        values = with_none(values)
        return sum(part.log_likelihood(values) for some in self.choices for part in some.parts())

    def slope(self, values: Array) -> Array:
        """Of the log likelihood."""
        total, values = np.zeros(self.size + 1), with_none(values)
        for some in self.choices:
            for part in some.parts():
                part.add_slopes(part.probabilities(values), total)
        return total[:-1]

    def slope_and_curvature(self, values: Array) -> tuple[Array, Array]:
        """The slope of the log likelihood, and the curvature of the negative one."""
        side = self.size + 1
        slope, half, values = np.zeros(side), np.zeros((side, side)), with_none(values)
        for some in self.choices:
            for part in some.parts():
                odds = part.probabilities(values)
                part.add_slopes(odds, slope)
                part.add_curvatures(odds, half)
        return slope[:-1], (half + half.T)[:-1, :-1]

    def first_places(self, values: Array) -> tuple[Array, Array]:
        """For each seat of whole tables, its expected share of first place and its actual one."""
        found, values = [(np.zeros(0), np.zeros(0))], with_none(values)
        for some in self.choices:
            for part in some.some(some.first & (some.weights == 1)).parts():
                expected = part.shares().T @ part.probabilities(values)
                found.append((expected.ravel(), part.shares().T[:, part.chosen].ravel()))
        predicted, real = (np.concatenate(column) for column in zip(*found, strict=True))
        return predicted, real

    # ------------------------------------------------------------------------------------ the prior

    def height(self, values: Array) -> float:
        """The log likelihood and prior."""
        bots = values[: len(self.bots)]
        heights = self._half_games * (np.logaddexp(0, bots) + np.logaddexp(0, -bots))
        effects = values[len(self.bots) :]
        prior = float(heights.sum()) + float(self._effect_precision * effects @ effects) / 2
        return self.log_likelihood(values) - prior

    def prior_slope(self, values: Array) -> Array:
        """Of the logarithm of the prior."""
        slope = -self._effect_precision * values
        bots = len(self.bots)
        slope[:bots] = self._half_games * (1 - 2 * _logistic(values[:bots]))
        return np.asarray(slope)

    def prior_curvature(self, values: Array) -> Array:
        """Of the negative prior, parameter by parameter."""
        curvature = np.full(self.size, self._effect_precision)
        wins = _logistic(values[: len(self.bots)])
        curvature[: len(self.bots)] = 2 * self._half_games * wins * (1 - wins)
        return curvature


def with_none(values: Array) -> Array:
    """The values of all parameters, with a last one that stands for none."""
    return np.append(values, 0.0)


def _logistic(values: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -700, 700))))
