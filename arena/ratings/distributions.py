"""How scores, and the times of moves, are distributed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, quantiles

from arena.tournament.fixtures import Setup
from arena.tournament.results import MatchResult


@dataclass(frozen=True, slots=True)
class Distribution:
    """Of a bot's numbers at one game and size of table."""

    game: str
    players: int
    bot: str
    count: int
    mean: float
    deviation: float
    least: float
    quarter: float
    median: float
    three_quarters: float
    most: float


def scores(results: Iterable[MatchResult]) -> list[Distribution]:
    """Of the scores in all matches."""
    return Numbers(score).of(results)


def times(results: Iterable[MatchResult]) -> list[Distribution]:
    """Of the milliseconds a move: the mean of each match in which the bot made one."""
    return Numbers(time).of(results)


def score(result: MatchResult) -> Sequence[float]:
    """Each seat's score."""
    return result.scores


def time(result: MatchResult) -> Sequence[float | None]:
    """Each seat's milliseconds a move; None for one that was never asked."""
    if all(result.decisions):
        return result.ms
    return [ms if asked else None for ms, asked in zip(result.ms, result.decisions, strict=True)]


class Numbers:
    """Numbers of all seats that have them, by game, size of table and bot."""

    def __init__(self, numbers: Callable[[MatchResult], Sequence[float | None]]) -> None:
        self._numbers = numbers
        self._found: dict[Setup, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def add(self, result: MatchResult) -> None:
        """Take those of one match."""
        found = self._found[result.game, result.players]
        for bot, value in zip(result.bots, self._numbers(result), strict=True):
            if value is not None:
                found[bot].append(value)

    def of(self, results: Iterable[MatchResult]) -> list[Distribution]:
        """How those of these results, too, are distributed."""
        for result in results:
            self.add(result)
        return self.rows()

    def rows(self) -> list[Distribution]:
        """How they are distributed, by game and size of table, the greatest mean first."""
        rows = [
            _distribution(*setup, bot, sorted(values))
            for setup, found in self._found.items()
            for bot, values in found.items()
        ]
        return sorted(rows, key=lambda row: (row.game, row.players, -row.mean, row.bot))


def _distribution(game: str, players: int, bot: str, values: list[float]) -> Distribution:
    mean = fmean(values)
    deviation = sqrt(fmean((value - mean) ** 2 for value in values))
    quarter, median, three_quarters = quantiles(values, n=4, method="inclusive") if values[1:] else values * 3
    return Distribution(
        game=game,
        players=players,
        bot=bot,
        count=len(values),
        mean=mean,
        deviation=deviation,
        least=values[0],
        quarter=quarter,
        median=median,
        three_quarters=three_quarters,
        most=values[-1],
    )
