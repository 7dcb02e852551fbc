"""The likelihood of matches in the model of the joint fit, its maximum, and how that moves with the data."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from arena.ratings.numerics import Array, Indices, np, sparse
from arena.ratings.results import in_order, shuffle_key
from arena.tournament.results import MatchResult

MOST_SEATS = 6
"""A larger field (the solos of one deal) is taken as all its pairs, with the weight of a match a seat."""

_MOST_STEPS = 100
_SETTLED = 1e-9  # a Newton step this small in every parameter is none
_ROUNDING = 1e-13  # relative error of a log likelihood
_DEALS_AT_ONCE = 256

Key = tuple[str | int, ...]
"""Names a parameter: ("bot", name), ("seat", game, players, seat) or ("tie", game, size)."""


def _parts(result: MatchResult) -> Iterator[tuple[MatchResult, float]]:
    """A match with its weight, or the pairs of a large field with theirs."""
    seats = len(result.bots)
    if 2 <= seats <= MOST_SEATS:
        yield result, 1.0
    elif seats > MOST_SEATS:
        for pair in combinations(range(seats), 2):
            bots = tuple(result.bots[seat] for seat in pair)
            ranks = tuple(result.ranks[seat] for seat in pair)
            yield result._replace(players=1, bots=bots, ranks=ranks), 1 / (seats - 1)


def _choices(ranks: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Group by group, the seats there were to choose from, the chosen ones first, and how many were."""
    seats = sorted(range(len(ranks)), key=ranks.__getitem__)
    for _, group in groupby(list(seats), key=ranks.__getitem__):
        size = len(list(group))
        if len(seats) > 1:
            yield seats, size
        seats = seats[size:]


class _Parameters:
    """The numbers of all parameters that the matches speak of."""

    def __init__(self, matches: Sequence[tuple[MatchResult, float]]) -> None:
        self.index: dict[Key, int] = {}
        self.tie_sizes: dict[str, list[int]] = {}
        sizes: dict[str, set[int]] = defaultdict(set)
        for result, _ in matches:
            for key in [*(("bot", bot) for bot in result.bots), *self._seats(result)]:
                self.index.setdefault(key, len(self.index))
            sizes[result.game] |= {result.ranks.count(rank) for rank in result.ranks} - {1}
        for game, seen in sizes.items():
            self.tie_sizes[game] = sorted(seen)
            for size in self.tie_sizes[game]:
                self.index["tie", game, size] = len(self.index)

    def columns(self, result: MatchResult, seats: Sequence[int]) -> list[tuple[int, int]]:
        """For each of the seats, then for each size of ties, the (up to) two parameters that add up to it."""
        none = len(self.index)
        effects = [self.index[key] for key in self._seats(result)] or [none] * len(result.bots)
        of_seats = [(self.index["bot", result.bots[seat]], effects[seat]) for seat in seats]
        return of_seats + [
            (self.index["tie", result.game, size], none) for size in self.tie_sizes[result.game]
        ]

    @staticmethod
    def _seats(result: MatchResult) -> Iterator[Key]:
        if result.players > 1:  # the order of compared solos means nothing
            yield from (("seat", result.game, result.players, seat) for seat in range(result.players))


@dataclass(frozen=True)
class _Choices:
    """All choices from equally many seats in one game."""

    features: Array  # what each seat and each size of ties adds to the weight of each possible choice
    columns: Indices  # (choice, feature, 2) -> parameters
    chosen: Indices  # the choice made, as a row of `features`
    weights: Array
    deals: Indices
    matches: Indices

    def probabilities(self, values: Array) -> Array:
        """Of each possible choice, given the parameters (and a last one that is 0)."""
        utilities = values[self.columns].sum(axis=2) @ self.features.T
        odds = np.exp(utilities - utilities.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float64)

    def log_likelihood(self, values: Array) -> float:
        """Of all choices made."""
        made = self.probabilities(values)[np.arange(len(self.chosen)), self.chosen]
        return float(self.weights @ np.log(np.maximum(made, 1e-300)))

    def slopes(self, odds: Array) -> Array:
        """Of the log likelihood, by choice and feature."""
        return np.asarray(self.weights[:, None] * (self.features[self.chosen] - odds @ self.features))

    def curvature_entries(self, values: Array, side: int) -> tuple[Indices, Array]:
        """The curvature of the negative log likelihood, choice by choice, as entries to be added up in a
        square matrix of all parameters with that many rows, flattened."""
        odds = self.probabilities(_with_none(values))
        mean = odds @ self.features
        squares = np.einsum("nt,tl,tm->nlm", odds, self.features, self.features, optimize=True)
        blocks = self.weights[:, None, None] * (squares - mean[:, :, None] * mean[:, None, :])
        pairs = self.columns[:, :, None, :, None] * side + self.columns[:, None, :, None, :]
        return pairs, np.broadcast_to(blocks[:, :, :, None, None], pairs.shape)


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
    """The likelihood of all matches, and its maximum."""

    def __init__(self, results: Iterable[MatchResult]) -> None:
        matches = [part for result in in_order(results) for part in _parts(result)]
        self.parameters = _Parameters(matches)
        self.size = len(self.parameters.index)
        deals: dict[Key, int] = {}
        names: dict[str, int] = {}
        rows: dict[tuple[str, int], list[tuple[object, ...]]] = defaultdict(list)
        for result, weight in matches:
            deal = deals.setdefault(shuffle_key(result), len(deals))
            match = names.setdefault(result.match, len(names))
            for seats, chosen in _choices(result.ranks):
                columns = self.parameters.columns(result, seats)
                rows[result.game, len(seats)].append((columns, chosen, weight, deal, match))
        self.deals, self.matches = len(deals), len(names)
        self.choices = [self._choices(game, seats, made) for (game, seats), made in rows.items()]

    def _choices(self, game: str, seats: int, rows: Sequence[tuple[object, ...]]) -> _Choices:
        columns, chosen, weights, deals, matches = zip(*rows, strict=True)
        features, row_of = _features(seats, self.parameters.tie_sizes[game])
        return _Choices(
            features=features,
            columns=np.array(columns, dtype=np.intp),
            chosen=np.array([row_of[size] for size in chosen], dtype=np.intp),
            weights=np.array(weights, dtype=np.float64),
            deals=np.array(deals, dtype=np.intp),
            matches=np.array(matches, dtype=np.intp),
        )

    def maximum(self, prior_precision: float) -> Array:
        """The parameters that maximise likelihood and prior, by Newton's method."""
        values = np.zeros(self.size)
        for _ in range(_MOST_STEPS):
            slope = self._slope(values) - prior_precision * values
            step = np.asarray(np.linalg.solve(self.curvature(values, prior_precision), slope))
            values = self._advance(values, step, prior_precision)
            if np.abs(step).max() < _SETTLED:
                break
        return values

    def _advance(self, values: Array, step: Array, prior_precision: float) -> Array:
        """The values after the step, halved until it climbs."""

        def height(at: Array) -> float:
            return self.log_likelihood(at) - prior_precision * float(at @ at) / 2

        start = height(values)
        start -= _ROUNDING * abs(start)
        for _ in range(30):
            if height(values + step) >= start:
                return values + step
            step = step / 2
        return values

    def log_likelihood(self, values: Array) -> float:
        """The log likelihood of all matches."""
        return sum(choices.log_likelihood(_with_none(values)) for choices in self.choices)

    def _slope(self, values: Array) -> Array:
        return np.asarray(self._scores(values, by_deal=False).sum(axis=0))

    def _scores(self, values: Array, *, by_deal: bool) -> Array:
        """The slope of the log likelihood, by deal or match and parameter."""
        total = np.zeros((self.deals if by_deal else self.matches, self.size + 1))
        for choices in self.choices:
            slopes = choices.slopes(choices.probabilities(_with_none(values)))
            units = choices.deals if by_deal else choices.matches
            np.add.at(total, (units[:, None, None], choices.columns), slopes[:, :, None])
        return total[:, :-1]

    def curvature(self, values: Array, prior_precision: float) -> Array:
        """The curvature of the negative log likelihood and prior."""
        side = self.size + 1
        total = np.zeros(side * side)
        for choices in self.choices:
            pairs, entries = choices.curvature_entries(values, side)
            total += np.bincount(pairs.ravel(), entries.ravel(), minlength=side * side)
        return np.asarray(total.reshape(side, side)[:-1, :-1] + prior_precision * np.eye(self.size))

    def _curvatures(self, values: Array) -> "sparse.csr_array":
        """The curvature of the negative log likelihood, by deal and flattened pair of parameters."""
        side = self.size + 1
        total = sparse.csr_array((self.deals, side * side))
        for choices in self.choices:
            pairs, entries = choices.curvature_entries(values, side)
            units = np.broadcast_to(choices.deals[:, None, None, None, None], pairs.shape)
            total += sparse.csr_array((entries.ravel(), (units.ravel(), pairs.ravel())), shape=total.shape)
        kept = np.arange(side * side).reshape(side, side)[:-1, :-1].ravel()
        return total[:, kept]

    def leave_out_deals(self, values: Array, curvature: Array) -> Array:
        """The covariance of the values by the jackknife: what a Newton step moves when a deal is left out."""
        scores, curvatures = self._scores(values, by_deal=True), self._curvatures(values)
        covariance = np.zeros_like(curvature)
        for start in range(0, self.deals, _DEALS_AT_ONCE):
            some = slice(start, start + _DEALS_AT_ONCE)
            without = curvature - curvatures[some].toarray().reshape(-1, self.size, self.size)
            moves = np.linalg.solve(without, scores[some, :, None])[:, :, 0]
            covariance += moves.T @ moves
        return covariance * (self.deals - 1) / self.deals

    def rotation_gain(self, values: Array, curvature: Array) -> float:
        """The variance of strengths with matches as independent units by that with deals as units."""
        bots = [number for key, number in self.parameters.index.items() if key[0] == "bot"]
        by_match, by_deal = (
            float(np.square(np.linalg.solve(curvature, self._scores(values, by_deal=unit).T)[bots]).sum())
            for unit in (False, True)
        )
        return by_match / by_deal if by_deal else 1.0


def _with_none(values: Array) -> Array:
    """The values with a last one that stands for no parameter."""
    return np.append(values, 0.0)
