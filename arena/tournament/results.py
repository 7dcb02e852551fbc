"""What tables and ratings need of a finished match: a plain row, derived from its record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from arena.tournament.fixtures import table_id


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


class Showing(NamedTuple):
    """What a bot has done at one table. The greater is the better one."""

    points: float
    """Its mean points against each other seat."""
    score: float
    """Its mean score."""
    sound: int
    """0 without a fault, -1 with one, and so on."""


def showings(results: Iterable[MatchResult]) -> dict[str, dict[str, Showing]]:
    """What each bot has done at each table, by the table's id."""
    seats: dict[str, dict[str, list[Showing]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        at_table = seats[table_id(result.game, result.players, result.table)]
        for seat, bot in enumerate(result.bots):
            others = [points(result, seat, other) for other in range(len(result.bots)) if other != seat]
            mean = sum(others) / len(others) if others else 0.0
            at_table[bot].append(Showing(mean, result.scores[seat], -(result.faults[seat] is not None)))
    return {
        table: {bot: _mean(of_bot) for bot, of_bot in at_table.items()} for table, at_table in seats.items()
    }


def _mean(of_bot: list[Showing]) -> Showing:
    points, scores, sound = zip(*of_bot, strict=True)
    return Showing(sum(points) / len(of_bot), sum(scores) / len(of_bot), sum(sound))
