"""Swiss: so many rounds, in each of which bots meet others that did about as well so far.

A round's points are a bot's mean points at its table: 1 against a bot that ranked behind it, 0.5 against an
equal one. Where the bots do not fill all tables some have a bye, which counts as 0.5 points: those that had
fewest so far, and of these the last ones. There is no rematch as long as there is a way around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log2
from typing import Any

from arena.entries import Entry
from arena.tournament.fixtures import Field, Table
from arena.tournament.pairing import Meetings, meetings, pair
from arena.tournament.results import MatchResult
from arena.tournament.rounds import full_rounds, round_by_round, rounds_so_far
from arena.tournament.showings import ByTable, forfeits, showings

KIND = "swiss"
KEYS: tuple[str, ...] = ("rounds",)

BYE = 0.5
"""The points of a round in which a bot did not play."""


def read_terms(top: Entry, field: Field) -> Mapping[str, Any]:
    """`rounds`: how many; by default as many as halve the field down to one bot."""
    return {"rounds": top.get("rounds", max(1, ceil(log2(len(field.bots))))).integer(low=1)}


def size(field: Field) -> Mapping[tuple[str, int], int]:
    """As many tables as the bots fill, in each round."""
    return full_rounds(field, field.terms["rounds"])


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> list[Table]:
    """The next round of each game and size."""
    played = showings(results)
    forfeited = forfeits(field.absences, past, played)
    return round_by_round(
        field, past, lambda game, size, so_far: _next_round(field, game, size, so_far, played, forfeited)
    )


def _next_round(
    field: Field,
    game: str,
    size: int,
    past: Sequence[Table],
    played: ByTable,
    forfeited: ByTable,
) -> list[Table]:
    done = rounds_so_far(past)
    if done >= field.terms["rounds"] or len(field.bots) < size:
        return []
    points = dict.fromkeys(field.bots, BYE * done)
    byes = Counter(dict.fromkeys(field.bots, done))
    for table in filter(lambda table: table.round, past):  # others were added for a comparison
        for bot, showing in (played.get(table.id) or forfeited.get(table.id, {})).items():
            if bot in points:
                points[bot] += showing.points - BYE
                byes[bot] -= 1
    order = sorted(field.lots.order(field.bots, game), key=lambda bot: -round(points[bot], 9))
    met = meetings(table for table in past if table.id not in forfeited)
    pods = _pods(order, size, byes, met, points)
    return [Table(game, tuple(sorted(pod)), round=done + 1) for pod in pods]


def _pods(
    order: list[str], size: int, byes: Counter[str], met: Meetings, points: Mapping[str, float]
) -> list[tuple[str, ...]]:
    """The next round's tables. As few as can be have a second bye, the last in order first."""
    needed = len(order) % size
    most = sorted(byes[bot] for bot in order)[needed - 1] if needed else -1  # byes of who gets the last one
    sure = [bot for bot in order if byes[bot] < most]
    return pair(order, size, met, points, sure, [bot for bot in order if byes[bot] == most])
