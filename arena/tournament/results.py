"""What tables and ratings need of a finished match: a plain row, derived from its record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from arena.tournament.fixtures import Absence, Table, table_id


class MatchResult(NamedTuple):
    """One finished match. Tuples run by seat; a void match never becomes a result.

    Results with equal `game`, `players` and `deal` belong together: in them each bot of a table has each
    seat, and bots alone at their tables are compared. With equal `shuffle`, the cards fell alike.
    """

    match: str
    order: int
    """Position in the schedule."""
    game: str
    players: int
    table: int
    deal: str
    shuffle: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    """1 is best; equal ranks are ties."""
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]
    """The kind of each seat's fault; None for a seat without one."""
    decisions: tuple[int, ...]
    """How many decisions the seat's bot answered."""
    ms: tuple[float, ...]
    """Mean thinking time for these, in ms; 0 where there were none."""


def points(result: MatchResult, seat: int, other: int) -> float:
    """What `seat` earns against `other`: 1 for the better rank, 0.5 for an equal one, 0 for the worse."""
    mine, theirs = result.ranks[seat], result.ranks[other]
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def meetings(result: MatchResult) -> Iterator[tuple[str, str, float]]:
    """Every two seats of different bots, either way round: a bot, the other, and the bot's points."""
    seats = [*zip(result.bots, result.ranks, strict=True)]
    for bot, mine in seats:
        for other, theirs in seats:
            if bot != other:
                yield bot, other, 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


class Showing(NamedTuple):
    """What a bot has done at one table. The greater is the better one."""

    points: float
    """Its mean points against each other seat."""
    score: float
    """Its mean score."""
    sound: int
    """0 without a fault, -1 with one, and so on."""


class Showings:
    """What each bot has done at each table, summed up over the results that have been added."""

    def __init__(self) -> None:
        self._sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0, 0]))

    def add(self, result: MatchResult) -> None:
        """Count one more result."""
        at_table = self._sums[table_id(result.game, result.players, result.table)]
        for seat, bot in enumerate(result.bots):
            others = [points(result, seat, other) for other in range(len(result.bots)) if other != seat]
            sums = at_table[bot]
            sums[0] += 1
            sums[1] += sum(others) / len(others) if others else 0.0
            sums[2] += result.scores[seat]
            sums[3] -= result.faults[seat] is not None

    def by_table(self) -> dict[str, dict[str, Showing]]:
        """By the table's id, and the bot."""
        return {
            table: {
                bot: Showing(earned / count, score / count, int(sound))
                for bot, (count, earned, score, sound) in of_bots.items()
            }
            for table, of_bots in self._sums.items()
        }


def showings(results: Iterable[MatchResult]) -> dict[str, dict[str, Showing]]:
    """What each bot has done at each table, by the table's id."""
    found = Showings()
    for result in results:
        found.add(result)
    return found.by_table()


def settled(
    absences: Sequence[Absence], past: Sequence[Table], played: Mapping[str, Mapping[str, Showing]]
) -> dict[str, dict[str, Showing]]:
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
