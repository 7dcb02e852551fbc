"""The likelihood of matches in the model of the joint fit, its maximum, and how that moves with the data."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import Any

from arena.ratings.numerics import Array, Flags, Indices, np
from arena.ratings.results import shuffle_key
from arena.tournament.results import MatchResult

MOST_SEATS = 6
"""A larger field (the solos of one deal) is taken as all its pairs, with the weight of a match a seat."""

GAMES_BEFORE = 0.5
"""The prior: as if each bot had won so many matches against a bot of mean strength, and lost as many."""
EFFECT_DEVIATION = 5.0
"""The prior of effects of seats and of ties: normal, of this deviation."""

_MOST_STEPS = 100
_SETTLED = 1e-7  # a step this small in every parameter is the last
_KEPT = 4  # a curvature serves again after a step with it that was so many times shorter than the one before
_ROUNDING = 1e-13  # relative error of a log likelihood
_ROWS_AT_ONCE = 8192
_DEALS_AT_ONCE = 2048
_ENOUGH_TO_START_FROM = 50_000  # choices; of more, a tenth gives the values to start from
_MOST_ROUNDS = 12
_ROUND_SETTLED = 1e-3

Key = tuple[str | int, ...]
"""Names a parameter: ("bot", name), ("seat", game, players, seat) or ("tie", game, size)."""


def _choices(ranks: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Group by group, the seats there were to choose from, the chosen ones first, and how many were."""
    seats = sorted(range(len(ranks)), key=ranks.__getitem__)
    for _, group in groupby(list(seats), key=ranks.__getitem__):
        size = len(list(group))
        if len(seats) > 1:
            yield seats, size
        seats = seats[size:]


class _Page:
    """Matches of one game and size in a form that takes little room: column by column, seat by seat."""

    def __init__(self) -> None:
        self.patterns: dict[tuple[int, ...], int] = {}
        """The ranks that there were."""
        self.pattern, self.bots = array("i"), array("i")
        self.deal, self.match = array("i"), array("i")
        self.weight = array("d")

    def add(self, bots: Iterable[int], ranks: tuple[int, ...], weight: float, deal: int, match: int) -> None:
        """Take one match."""
        self.pattern.append(self.patterns.setdefault(ranks, len(self.patterns)))
        self.bots.extend(bots)
        self.deal.append(deal)
        self.match.append(match)
        self.weight.append(weight)


@dataclass(frozen=True)
class _Choices:
    """Choices from equally many seats in one game, by deal."""

    seats: int
    features: Array  # what each seat and each size of ties adds to the weight of each possible choice
    columns: Indices  # (choice, feature, 2) -> parameters
    chosen: Indices  # the choice made, as a row of `features`
    weights: Array
    deals: Indices
    matches: Indices
    first: Flags  # whether it was for the first place at a whole table

    def __len__(self) -> int:
        return len(self.chosen)

    def some(self, rows: slice | Flags | Indices) -> _Choices:
        """Those of these rows."""
        return replace(self, **{name: getattr(self, name)[rows] for name in _BY_CHOICE})

    def of_deals(self, start: int, end: int) -> _Choices:
        """Those of these deals."""
        return self.some(slice(*np.searchsorted(self.deals, [start, end])))

    def parts(self) -> Iterator[_Choices]:
        """All of them, some at once."""
        for start in range(0, len(self), _ROWS_AT_ONCE):
            yield self.some(slice(start, start + _ROWS_AT_ONCE))

    def probabilities(self, values: Array) -> Array:
        """Of each possible choice, given the parameters."""
        utilities = _with_none(values)[self.columns].sum(axis=2) @ self.features.T
        odds = np.exp(utilities - utilities.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float64)

    def log_likelihood(self, values: Array) -> float:
        """Of all choices made."""
        made = self.probabilities(values)[np.arange(len(self)), self.chosen]
        return float(self.weights @ np.log(np.maximum(made, 1e-300)))

    def slopes(self, odds: Array) -> Array:
        """Of the log likelihood, by choice and feature."""
        return np.asarray(self.weights[:, None] * (self.features[self.chosen] - odds @ self.features))

    def curvatures(self, odds: Array) -> Array:
        """Of the negative log likelihood, by choice and two features."""
        mean = odds @ self.features
        shape = len(self.features), -1
        products = (self.features[:, :, None] * self.features[:, None, :]).reshape(shape)
        squares = (odds @ products).reshape(len(odds), mean.shape[1], mean.shape[1])
        return np.asarray(self.weights[:, None, None] * (squares - mean[:, :, None] * mean[:, None, :]))


_BY_CHOICE = ("columns", "chosen", "weights", "deals", "matches", "first")


def _features(seats: int, tie_sizes: Sequence[int]) -> tuple[Array, dict[int, int]]:
    """The feature matrix of all choices from `seats`, and the row of each choice of the first few seats."""
    sizes = [1, *(size for size in tie_sizes if size <= seats)]
    groups = [group for size in sizes for group in combinations(range(seats), size)]
    features = np.zeros((len(groups), seats + len(tie_sizes)))
    for row, group in enumerate(groups):
        features[row, list(group)] = 1 / len(group)
        if len(group) > 1:
            features[row, seats + tie_sizes.index(len(group))] = 1.0
    return features, {size: groups.index(tuple(range(size))) for size in sizes}


class Model:
    """The likelihood of all matches with the prior, and its maximum.

    `prior` is the weight of the prior, 1 as it is meant.
    """

    def __init__(self, results: Iterable[MatchResult], prior: float = 1.0) -> None:
        bots: dict[str, int] = {}
        deals: dict[Key, int] = {}
        pages: dict[tuple[str, int, int], _Page] = defaultdict(_Page)
        self.matches = 0
        for result in results:
            seats = len(result.bots)
            if seats < 2:
                continue
            numbers = [bots.setdefault(bot, len(bots)) for bot in result.bots]
            deal = deals.setdefault(shuffle_key(result), len(deals))
            if seats <= MOST_SEATS:
                page = pages[result.game, result.players, seats]
                page.add(numbers, result.ranks, 1.0, deal, self.matches)
            else:
                page = pages[result.game, 1, 2]
                for pair in combinations(range(seats), 2):
                    ranks = tuple(result.ranks[seat] for seat in pair)
                    ranks = tuple(1 + (rank > min(ranks)) for rank in ranks)
                    page.add([numbers[s] for s in pair], ranks, 1 / (seats - 1), deal, self.matches)
            self.matches += 1
        self.deals = len(deals)
        self.bots = sorted(bots)
        self._set_up(bots, dict(sorted(pages.items())), prior)

    def _set_up(self, bots: dict[str, int], pages: dict[tuple[str, int, int], _Page], prior: float) -> None:
        """Number the parameters, and lay the choices out in terms of them."""
        sizes: dict[str, set[int]] = defaultdict(set)
        keys: list[Key] = [("bot", bot) for bot in self.bots]
        for (game, players, seats), page in pages.items():
            sizes[game] |= {ranks.count(rank) for ranks in page.patterns for rank in ranks} - {1}
            if players > 1:  # the order of compared solos means nothing
                keys += [("seat", game, players, seat) for seat in range(seats)]
        self.tie_sizes = {game: sorted(found) for game, found in sizes.items()}
        keys += [("tie", game, size) for game, found in self.tie_sizes.items() for size in found]
        self.pages = sorted({(game, players) for game, players, _ in pages if players > 1})
        self.index = {key: number for number, key in enumerate(keys)}
        self.size = len(keys)
        self._half_games = prior * GAMES_BEFORE
        self._effect_precision = prior / EFFECT_DEVIATION**2
        number = np.array([self.index["bot", bot] for bot in bots], dtype=np.intp)
        self.seats_taken, self.firsts, self.lasts = (np.zeros(len(bots)) for _ in range(3))
        parts: dict[tuple[str, int], list[_Choices]] = defaultdict(list)
        for (game, players, seats), page in pages.items():
            table = number[np.frombuffer(page.bots, dtype=np.intc).reshape(-1, seats)]
            pattern = np.frombuffer(page.pattern, dtype=np.intc)
            weights = np.frombuffer(page.weight, dtype=np.float64)
            deals, matches = (np.frombuffer(numbers, dtype=np.intc) for numbers in (page.deal, page.match))
            effects = [self.index.get(("seat", game, players, seat), self.size) for seat in range(seats)]
            for ranks, which in page.patterns.items():
                rows = np.flatnonzero(pattern == which)
                self._count_extremes(table[rows], ranks)
                for chosen_from, size in _choices(ranks):
                    choices = self._laid_out(game, table[rows], effects, chosen_from, size)
                    parts[game, len(chosen_from)].append(
                        replace(
                            choices,
                            weights=weights[rows],
                            deals=deals[rows],
                            matches=matches[rows],
                            first=np.full(len(rows), len(chosen_from) == seats),
                        )
                    )
        self.choices = [_joined(some) for some in parts.values()]

    def _count_extremes(self, bots: Indices, ranks: tuple[int, ...]) -> None:
        """Count how often bots were first alone, last alone, and there at all."""
        for seat, rank in enumerate(ranks):
            seen = np.bincount(bots[:, seat], minlength=len(self.bots))
            self.seats_taken += seen
            self.firsts += seen * (rank == 1 and ranks.count(1) == 1)
            self.lasts += seen * (rank == max(ranks) and ranks.count(rank) == 1)

    def _laid_out(
        self, game: str, table: Indices, effects: Sequence[int], seats: list[int], size: int
    ) -> _Choices:
        """The choices of the first so many of these seats, at tables of one pattern of ranks."""
        sizes = self.tie_sizes[game]
        features, row_of = _features(len(seats), sizes)
        columns = np.full((len(table), len(seats) + len(sizes), 2), self.size, dtype=np.intc)
        columns[:, : len(seats), 0] = table[:, seats]
        columns[:, : len(seats), 1] = [effects[seat] for seat in seats]
        columns[:, len(seats) :, 0] = [self.index["tie", game, tied] for tied in sizes]
        none = np.zeros(0, np.intp)
        return _Choices(
            seats=len(seats),
            features=features,
            columns=columns,
            chosen=np.full(len(table), row_of[size], dtype=np.intc),
            weights=np.zeros(0),
            deals=none,
            matches=none,
            first=np.zeros(0, np.bool_),
        )

    def without(self, left_out: Flags) -> Model:
        """The model without some deals, of the same parameters; `left_out` says which, deal by deal."""
        rest = object.__new__(type(self))
        rest.__dict__ |= self.__dict__
        rest.choices = [some.some(~left_out[some.deals]) for some in self.choices]
        return rest

    # ------------------------------------------------------------------------------------ the maximum

    def maximum(self, start: Array | None = None, settled: float = _SETTLED) -> Array:
        """The parameters that maximise likelihood and prior, by Newton's method.

        A curvature serves for as long as steps shrink quickly with it: a slope alone costs a tenth as much.
        """
        if start is None:
            start = np.zeros(self.size)
            if sum(map(len, self.choices)) > _ENOUGH_TO_START_FROM:
                start = self.without(np.arange(self.deals) % 10 != 0).maximum(start, 1e-3)
        values, curvature, before = start, None, 0.0
        for _ in range(_MOST_STEPS):
            if curvature is None:
                slope, curvature = self.slope_and_curvature(values)
                curvature += np.diag(self.prior_curvature(values))
            else:
                slope = self.slope(values)
            step = np.asarray(np.linalg.solve(curvature, slope))
            values = self._advance(values, step)
            size = float(np.abs(step).max())
            if size < settled:
                break
            if size * _KEPT > before:
                curvature = None
            before = size
        return values

    def _advance(self, values: Array, step: Array) -> Array:
        """The values after the step, halved until it climbs. A short one is taken at its word."""
        if np.abs(step).max() < 1e-2:
            return values + step
        start = self.height(values)
        start -= _ROUNDING * abs(start)
        for _ in range(30):
            if self.height(values + step) >= start:
                return values + step
            step = step / 2
        return values

    def height(self, values: Array) -> float:
        """The log likelihood and prior."""
        return self.log_likelihood(values) + float(self._prior_heights(values).sum())

    def log_likelihood(self, values: Array) -> float:
        """The log likelihood of all matches."""
        return sum(part.log_likelihood(values) for some in self.choices for part in some.parts())

    def slope_and_curvature(self, values: Array) -> tuple[Array, Array]:
        """The slope of log likelihood and prior, and the curvature of the negative log likelihood alone."""
        side = self.size + 1
        curvature = np.zeros(side * side)
        for some in self.choices:
            for part in some.parts():
                curvature += _curvature(part, part.probabilities(values), side)
        return self.slope(values), curvature.reshape(side, side)[:-1, :-1]

    def slope(self, values: Array) -> Array:
        """The slope of log likelihood and prior."""
        side = self.size + 1
        slope = np.zeros(side)
        for some in self.choices:
            for part in some.parts():
                found = part.slopes(part.probabilities(values))
                slope += _added_up(part.columns, found[:, :, None], side)
        return np.asarray(slope[:-1] + self.prior_slope(values))

    def prior_slope(self, values: Array) -> Array:
        """Of the logarithm of the prior."""
        slope = -self._effect_precision * values
        bots = len(self.bots)
        slope[:bots] = self._half_games * (1 - 2 * _logistic(values[:bots]))
        return np.asarray(slope)

    def _prior_heights(self, values: Array) -> Array:
        """The logarithm of the prior, parameter by parameter."""
        heights = -self._effect_precision * values * values / 2
        bots = values[: len(self.bots)]
        heights[: len(self.bots)] = -self._half_games * (np.logaddexp(0, bots) + np.logaddexp(0, -bots))
        return np.asarray(heights)

    def prior_curvature(self, values: Array) -> Array:
        """Of the negative prior, parameter by parameter."""
        curvature = np.full(self.size, self._effect_precision)
        wins = _logistic(values[: len(self.bots)])
        curvature[: len(self.bots)] = 2 * self._half_games * wins * (1 - wins)
        return curvature

    # ------------------------------------------------------------------------------------ how it moves

    def scatter(self, values: Array, inverse: Array) -> tuple[Array, Array, Array]:
        """How the slopes of units scatter (sums of outer products): of matches, of deals, and of deals as
        they are when the fit leaves them out. `inverse` is that of the curvature with the prior.

        Left out, a deal's slope grows by what the fit had bent to it: u = g + A C u, where g is its slope, A
        its curvature and C the inverse of all.
        """
        by_match, by_deal, left_out = (np.zeros((self.size, self.size)) for _ in range(3))
        for start in range(0, self.deals, _DEALS_AT_ONCE):
            end = min(start + _DEALS_AT_ONCE, self.deals)
            parts = [part for some in self.choices if len(part := some.of_deals(start, end))]
            odds = [part.probabilities(values) for part in parts]
            slopes = [part.slopes(chances) for part, chances in zip(parts, odds, strict=True)]
            matches = np.concatenate([part.matches for part in parts]) if parts else np.zeros(0, np.intp)
            _, number = np.unique(matches, return_inverse=True)
            numbers = np.split(number, np.cumsum([len(part) for part in parts])[:-1])
            of_matches = self._sums(parts, numbers, slopes, int(number.max(initial=-1)) + 1)
            by_match += of_matches.T @ of_matches
            deals = [part.deals - start for part in parts]
            of_deals = self._sums(parts, deals, slopes, end - start)
            by_deal += of_deals.T @ of_deals
            alone = of_deals
            for _ in range(_MOST_ROUNDS):
                bent = _with_nones(alone @ inverse)
                felt = [
                    _felt(part, chances, bent[of_part[:, None, None], part.columns].sum(axis=2))
                    for part, chances, of_part in zip(parts, odds, deals, strict=True)
                ]
                before, alone = alone, of_deals + self._sums(parts, deals, felt, end - start)
                if np.abs(alone - before).max() < _ROUND_SETTLED * np.abs(alone).max():
                    break
            left_out += alone.T @ alone
        return by_match, by_deal, left_out * max(self.deals - 1, 1) / self.deals

    def _sums(
        self, parts: Sequence[_Choices], units: Sequence[Indices], numbers: Sequence[Array], count: int
    ) -> Array:
        """Numbers by choice and feature, added up by unit and parameter."""
        side = self.size + 1
        total = np.zeros(count * side)
        for part, unit, found in zip(parts, units, numbers, strict=True):
            total += _added_up(unit[:, None, None] * side + part.columns, found[:, :, None], count * side)
        return np.asarray(total.reshape(count, side)[:, :-1])

    def of_bot(self, bot: str) -> Model:
        """The choices alone that a bot was in, without prior."""
        number = self.index["bot", bot]
        part = object.__new__(type(self))
        part.__dict__ |= self.__dict__
        part.choices = [some.some((some.columns[:, :, 0] == number).any(axis=1)) for some in self.choices]
        return part

    def first_places(self, values: Array) -> tuple[Array, Array]:
        """For each seat of whole tables, its expected share of first place and its actual one."""
        found = []
        for some in self.choices:
            for part in some.some(some.first & (some.weights == 1)).parts():
                shares = part.features[:, : part.seats]
                expected, actual = part.probabilities(values) @ shares, shares[part.chosen]
                found.append((expected.ravel(), actual.ravel()))
        columns = zip(*found, strict=True) if found else ([np.zeros(0)], [np.zeros(0)])
        predicted, real = (np.concatenate(column) for column in columns)
        return predicted, real


def _joined(parts: Sequence[_Choices]) -> _Choices:
    """All these choices, by deal."""
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in _BY_CHOICE
    }
    whole = replace(parts[0], **columns)
    return whole.some(np.argsort(whole.deals, kind="stable"))


def _curvature(part: _Choices, odds: Array, side: int) -> Array:
    """The curvature of the negative log likelihood in a flattened matrix of all parameters with that many
    rows."""
    blocks = part.curvatures(odds)
    pairs = part.columns[:, :, None, :, None].astype(np.intp) * side + part.columns[:, None, :, None, :]
    return _added_up(pairs, blocks[:, :, :, None, None], side * side)


def _felt(part: _Choices, odds: Array, moves: Array) -> Array:
    """The curvature of each choice times a move of its features."""
    along = moves @ part.features.T
    off = along - (odds * along).sum(axis=1, keepdims=True)
    return np.asarray(part.weights[:, None] * ((odds * off) @ part.features))


def _added_up(places: Indices, numbers: Array, count: int) -> Array:
    """The numbers, added up by their places."""
    spread = np.broadcast_to(numbers, places.shape)
    return np.asarray(np.bincount(places.ravel(), spread.ravel(), minlength=count), dtype=np.float64)


def _logistic(values: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -700, 700))))


def _with_none(values: Array) -> Array:
    """The values with a last one that stands for no parameter."""
    return np.append(values, 0.0)


def _with_nones(rows: Array) -> Array:
    """The rows with a last column that stands for no parameter."""
    return np.hstack([rows, np.zeros((len(rows), 1))])
