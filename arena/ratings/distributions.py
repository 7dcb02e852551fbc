"""How scores, and the times of moves, are distributed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, quantiles

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


def score(result: MatchResult, seat: int) -> float:
    """A seat's score."""
    return result.scores[seat]


def time(result: MatchResult, seat: int) -> float | None:
    """A seat's milliseconds a move; None for one that was never asked."""
    return result.ms[seat] if result.decisions[seat] else None


class Numbers:
    """Numbers of all seats that have them, by game, size of table and bot."""

    def __init__(self, number: Callable[[MatchResult, int], float | None]) -> None:
        self._number = number
        self._found: dict[tuple[str, int, str], list[float]] = defaultdict(list)

    def add(self, result: MatchResult) -> None:
        """Take those of one match."""
        for seat, bot in enumerate(result.bots):
            if (value := self._number(result, seat)) is not None:
                self._found[result.game, result.players, bot].append(value)

    def of(self, results: Iterable[MatchResult]) -> list[Distribution]:
        """How those of these results, too, are distributed."""
        for result in results:
            self.add(result)
        return self.rows()

    def rows(self) -> list[Distribution]:
        """How they are distributed, by game and size of table, the greatest mean first."""
        rows = [_distribution(*key, sorted(values)) for key, values in self._found.items()]
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
