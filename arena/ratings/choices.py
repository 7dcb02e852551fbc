"""Matches as choices, in arrays with a column for each: many take little room, sums over them little time.

The seats of each rank are a choice from all that are not ranked before them. Arrays have a row for each
*feature* of its possible outcomes: how strong a seat is, for each of those that there are to choose from, and
how common ties of a size are, for each size.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import Any

from arena.ratings.numerics import Array, Flags, Indices, np
from arena.ratings.results import shuffle_key
from arena.tournament.results import MatchResult

MOST_SEATS = 6
"""A larger field (the solos of one deal) is taken as all its pairs, with the weight of a match a seat."""

_AT_ONCE = 8192
"""How many choices are worked on together: what they take fits into a processor's cache."""

Key = tuple[str | int, ...]
"""Names a parameter: ("bot", name), ("seat", game, players, seat) or ("tie", game, size)."""


class Matches:
    """Matches in columns of numbers, by game, players, and seats that are compared."""

    def __init__(self, results: Iterable[MatchResult] = ()) -> None:
        self.count = 0
        self.bots: dict[str, int] = {}
        """Each bot's number, in the order in which they came."""
        self.deals: dict[Key, int] = {}
        """The same of deals."""
        self.columns: dict[tuple[str, int, int], Columns] = defaultdict(Columns)
        for result in results:
            self.add(result)

    def add(self, result: MatchResult) -> None:
        """Take one match; one of a single seat says nothing."""
        seats = len(result.bots)
        if seats < 2:
            return
        bots = [self.bots.setdefault(bot, len(self.bots)) for bot in result.bots]
        deal = self.deals.setdefault(shuffle_key(result), len(self.deals))
        if seats <= MOST_SEATS:
            columns = self.columns[result.game, result.players, seats]
            columns.add(bots, result.ranks, 1.0, deal, self.count)
        else:
            columns = self.columns[result.game, 1, 2]
            for pair in combinations(range(seats), 2):
                ranks = tuple(result.ranks[seat] for seat in pair)
                ranks = tuple(1 + (rank > min(ranks)) for rank in ranks)
                columns.add([bots[seat] for seat in pair], ranks, 1 / (seats - 1), deal, self.count)
        self.count += 1


class Columns:
    """Matches with equally many seats at one game."""

    def __init__(self) -> None:
        self.patterns: dict[tuple[int, ...], int] = {}
        """The ranks that there were, numbered."""
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
class Choices:
    """Choices from equally many seats in one game, by deal: a column of each array is a choice."""

    seats: int
    features: Array  # (possible outcome, feature): what each feature adds to the weight of each outcome
    parameters: Indices  # (feature, then seat once more) -> a bot or a size of ties, then the seat's effect
    chosen: Indices  # the outcome, as a row of `features`
    weights: Array
    deals: Indices
    matches: Indices
    first: Flags  # whether it was for the first place at a whole table

    def __len__(self) -> int:
        return len(self.chosen)

    def some(self, columns: slice | Flags | Indices) -> Choices:
        """Those in these columns."""
        return replace(self, **{name: getattr(self, name)[..., columns] for name in _BY_CHOICE})

    def of_deals(self, start: int, end: int) -> Choices:
        """Those of these deals."""
        return self.some(slice(*np.searchsorted(self.deals, [start, end])))

    def parts(self) -> Iterator[Choices]:
        """All of them, some at once."""
        for start in range(0, len(self), _AT_ONCE):
            yield self.some(slice(start, start + _AT_ONCE))

    def spread(self, by_feature: Array) -> Array:
        """Numbers by feature, as numbers by parameter: a seat's bot and its effect have the same."""
        return np.vstack([by_feature, by_feature[: self.seats]])

    def gathered(self, by_parameter: Array) -> Array:
        """Numbers by parameter, as numbers by feature: what a seat's bot and its effect have is added up."""
        features = self.features.shape[1]
        by_feature = by_parameter[:features].copy()
        by_feature[: self.seats] += by_parameter[features:]
        return by_feature

    def probabilities(self, values: Array) -> Array:
        """Of each possible outcome, by outcome and choice; `values` of the parameters, and one for none."""
        odds = np.asarray(self.features @ self.gathered(values[self.parameters]))
        odds -= odds.max(axis=0)
        np.exp(odds, out=odds)
        odds /= odds.sum(axis=0)
        return odds

    def log_likelihood(self, values: Array) -> float:
        """Of all choices made."""
        made = self.probabilities(values)[self.chosen, np.arange(len(self))]
        return float(self.weights @ np.log(np.maximum(made, 1e-300)))

    def slopes(self, odds: Array) -> Array:
        """Of the log likelihood, by feature and choice."""
        return np.asarray(self.weights * (self.features.T[:, self.chosen] - self.features.T @ odds))

    def add_slopes(self, odds: Array, total: Array) -> None:
        """Add the slope of the log likelihood to those by parameter, with one more for none."""
        total += np.bincount(
            self.parameters.ravel(), self.spread(self.slopes(odds)).ravel(), minlength=len(total)
        )

    def add_curvatures(self, odds: Array, total: Array) -> None:
        """Add the curvature of the negative log likelihood to that by two parameters, one more for none.

        Only one half of it, such that with its transpose it is the whole.
        """
        mean = self.features.T @ odds
        one, other = np.triu_indices(self.features.shape[1])
        products = self.features[:, one] * self.features[:, other]
        blocks = self.weights * (products.T @ odds - mean[one] * mean[other])
        number = np.zeros((len(mean), len(mean)), dtype=np.intp)
        number[one, other] = number[other, one] = np.arange(len(one))
        feature = np.array([*range(len(mean)), *range(self.seats)])
        first, second = np.triu_indices(len(feature))
        places = self.parameters[first].astype(np.intp) * len(total) + self.parameters[second]
        found = blocks[number[feature[first], feature[second]]]
        found[first == second] /= 2
        total += np.bincount(places.ravel(), found.ravel(), minlength=total.size).reshape(total.shape)

    def bent(self, odds: Array, moves: Array) -> Array:
        """The curvature of each choice times a move of its features."""
        along = self.features @ moves
        along -= (odds * along).sum(axis=0)
        return np.asarray(self.weights * (self.features.T @ (odds * along)))

    def shares(self) -> Array:
        """What each possible outcome gives of its place to each seat, by outcome and seat."""
        return self.features[:, : self.seats]


_BY_CHOICE = ("parameters", "chosen", "weights", "deals", "matches", "first")


class Layout:
    """How choices are laid out in terms of parameters; that with the number `none` is for no parameter."""

    def __init__(self, index: Mapping[Key, int], none: int, tie_sizes: Mapping[str, Sequence[int]]) -> None:
        self.index = index
        self.none = none
        self.tie_sizes = tie_sizes

    def choices(
        self, columns: Mapping[tuple[str, int, int], Columns], number: Indices
    ) -> tuple[list[Choices], dict[tuple[int, ...], list[Indices]]]:
        """The choices of these matches; and by ranks the bots of the matches that had them.

        `number` gives each bot's parameter.
        """
        parts: dict[tuple[str, int], list[Choices]] = defaultdict(list)
        ranked: dict[tuple[int, ...], list[Indices]] = defaultdict(list)
        for (game, players, seats), of_size in columns.items():
            pattern = _integers(of_size.pattern)
            bots = number[_integers(of_size.bots)].reshape(-1, seats).T
            keys: list[Key] = [("seat", game, players, seat) for seat in range(seats)]
            effects = [self.index.get(key, self.none) for key in keys]
            for ranks, which in of_size.patterns.items():
                matches = np.flatnonzero(pattern == which)
                at_tables = bots[:, matches]
                ranked[ranks].append(at_tables)
                for chosen_from, size in _choices(ranks):
                    choices = self._laid_out(game, at_tables, effects, chosen_from, size)
                    parts[game, len(chosen_from)].append(
                        replace(
                            choices,
                            weights=np.frombuffer(of_size.weight, dtype=np.float64)[matches],
                            deals=_integers(of_size.deal)[matches],
                            matches=_integers(of_size.match)[matches],
                            first=np.full(len(matches), len(chosen_from) == seats),
                        )
                    )
        return [_joined(some) for some in parts.values()], ranked

    def _laid_out(
        self, game: str, bots: Indices, effects: Sequence[int], seats: list[int], size: int
    ) -> Choices:
        """The choices of the first so many of these seats, at tables of one pattern of ranks."""
        sizes = [tied for tied in self.tie_sizes[game] if tied <= len(seats)]
        features, row_of = _features(len(seats), sizes)
        parameters = np.empty((features.shape[1] + len(seats), bots.shape[1]), dtype=np.intc)
        parameters[: len(seats)] = bots[seats]
        for row, tied in enumerate(sizes, len(seats)):
            parameters[row] = self.index["tie", game, tied]
        for row, seat in enumerate(seats, features.shape[1]):
            parameters[row] = effects[seat]
        return Choices(
            seats=len(seats),
            features=features,
            parameters=parameters,
            chosen=np.full(bots.shape[1], row_of[size], dtype=np.intc),
            weights=np.zeros(0),
            deals=np.zeros(0, np.intc),
            matches=np.zeros(0, np.intc),
            first=np.zeros(0, np.bool_),
        )


def _integers(column: array[int]) -> Indices:
    return np.frombuffer(column, dtype=np.intc)


def _choices(ranks: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Rank by rank, the seats there were to choose from, the chosen ones first, and how many were chosen."""
    seats = sorted(range(len(ranks)), key=ranks.__getitem__)
    for _, group in groupby(list(seats), key=ranks.__getitem__):
        size = len(list(group))
        if len(seats) > 1:
            yield seats, size
        seats = seats[size:]


def _features(seats: int, tie_sizes: Sequence[int]) -> tuple[Array, dict[int, int]]:
    """The feature matrix of all outcomes of a choice from `seats`, and the row of the first few seats."""
    sizes = [1, *tie_sizes]
    groups = [group for size in sizes for group in combinations(range(seats), size)]
    features = np.zeros((len(groups), seats + len(tie_sizes)))
    for row, group in enumerate(groups):
        features[row, list(group)] = 1 / len(group)
        if len(group) > 1:
            features[row, seats + tie_sizes.index(len(group))] = 1.0
    return features, {size: groups.index(tuple(range(size))) for size in sizes}


def _joined(parts: Sequence[Choices]) -> Choices:
    """All these choices, by deal."""
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in _BY_CHOICE
    }
    whole = replace(parts[0], **columns)
    return whole.some(np.argsort(whole.deals, kind="stable"))
