"""How bots fare in each seat."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from arena.tournament.results import MatchResult, mean_points


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What a bot has done in one seat at a game and size of table."""

    game: str
    players: int
    seat: int
    bot: str
    matches: int
    points: float
    """The mean of its points against the other seats of a match."""
    wins: int
    """How often it was first alone."""
    score: float
    """Its mean score."""


class Seats:
    """What bots have done in each seat, summed up over the results that have been added."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, int, int, str], list[float]] = defaultdict(lambda: [0, 0, 0, 0])

    def add(self, result: MatchResult) -> None:
        """Count one result; that of a bot alone says nothing of seats."""
        if result.players < 2:
            return
        first_alone = result.ranks.count(1) == 1
        seats = zip(result.bots, result.ranks, mean_points(result.ranks), result.scores, strict=True)
        for seat, (bot, rank, points, score) in enumerate(seats):
            sums = self._sums[result.game, result.players, seat, bot]
            sums[0] += 1
            sums[1] += points
            sums[2] += rank == 1 and first_alone
            sums[3] += score

    def rows(self) -> list[SeatRow]:
        """A row for each seat of each bot, by game and number of players."""
        return [
            SeatRow(*key, matches=int(count), points=points / count, wins=int(wins), score=score / count)
            for key, (count, points, wins, score) in sorted(self._sums.items())
        ]
