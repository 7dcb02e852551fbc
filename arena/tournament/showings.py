"""What bots have done at the tables of a schedule, and what tables count that were forfeited."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from arena.tournament.fixtures import Absence, Table, table_id
from arena.tournament.results import MatchResult, mean_points


class Showing(NamedTuple):
    """What a bot has done at one table. The greater is the better one."""

    points: float
    """Its mean points against each other seat."""
    score: float
    """Its mean score."""
    sound: int
    """0 without a fault, -1 with one, and so on."""


ByTable = Mapping[str, Mapping[str, Showing]]
"""What each bot has done at each table, by the table's id and the bot."""


class Showings:
    """What each bot has done at each table, summed up over the results that have been added."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, int, int], dict[str, list[float]]] = defaultdict(
            lambda: defaultdict(lambda: [0, 0, 0, 0])
        )

    def add(self, result: MatchResult) -> None:
        """Count one more result."""
        at_table = self._sums[result.game, result.players, result.table]
        points = mean_points(result.ranks)
        for bot, earned, score, fault in zip(result.bots, points, result.scores, result.faults, strict=True):
            sums = at_table[bot]
            sums[0] += 1
            sums[1] += earned
            sums[2] += score
            sums[3] -= fault is not None

    def by_table(self) -> ByTable:
        """What the results added so far come to."""
        return {
            table_id(*table): {
                bot: Showing(earned / count, score / count, int(sound))
                for bot, (count, earned, score, sound) in of_bots.items()
            }
            for table, of_bots in self._sums.items()
        }


def showings(results: Iterable[MatchResult]) -> ByTable:
    """What each bot has done at each table in these results."""
    found = Showings()
    for result in results:
        found.add(result)
    return found.by_table()


def forfeits(absences: Sequence[Absence], past: Sequence[Table], played: ByTable) -> ByTable:
    """What the tables count that were not played because bots were out, by the table's id.

    Each bot that was not out has beaten those that were, and drawn with the rest; so have those that were out
    among themselves.
    """
    found = {}
    for place, table in enumerate(past):
        out = {each.bot for each in absences if not each.is_over_by(place)}.intersection(table.bots)
        if out and table.id not in played and table.players > 1:
            won = {bot: len(out) if bot not in out else 0 for bot in table.bots}
            drawn = {bot: table.players - 1 - len(out) if bot not in out else len(out) - 1 for bot in won}
            found[table.id] = {
                bot: Showing((won[bot] + drawn[bot] / 2) / (table.players - 1), 0.0, 0) for bot in won
            }
    return found
