"""Who stands where in a tournament, by the rules of its kind of schedule, and who has won.

A table's points are a bot's mean points at it: 1 against a bot that ranked behind it, 0.5 against an equal
one; `forfeits` says what a table counts that was not played. Ties are broken by, in this order: opponents'
mean points, mean score, fewer faults, lot. Swiss counts points a round, 0.5 for a bye. In a
knockout first comes who went further, then the points at the last table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.tournament.fixtures import Field, Setup, Table
from arena.tournament.rounds import rounds_so_far
from arena.tournament.schedules import KINDS, knockout, swiss
from arena.tournament.showings import ByTable, forfeits


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's place at one game and size of table, from 1."""

    rank: int
    bot: str
    points: float
    """A table, or a round in a swiss schedule; those at the last table in a knockout."""
    opponents: float
    """The mean of its opponents' points, over all that it met at tables."""
    score: float | None
    """Its mean score at the tables that were played; None if it played none."""
    faults: int
    tables: int
    """How many of its tables count so far."""
    round: int
    """The last one that it played in; 0 in kinds without rounds."""
    out: bool
    """Whether it was dropped or withdrawn."""


def standings(kind: str, field: Field, past: Sequence[Table], played: ByTable) -> dict[Setup, list[Standing]]:
    """The standings at each game and size of table, best first."""
    counted = {**forfeits(field.absences, past, played), **played}
    won = knockout.winners(field, past, played) if kind == knockout.KIND else {}
    return {
        (game, k): _at(
            kind,
            field,
            [t for t in past if (t.game, t.players) == (game, k)],
            played,
            counted,
            won.get((game, k)),
        )
        for game, k in field.setups
    }


def winners(kind: str, field: Field, past: Sequence[Table], played: ByTable) -> dict[Setup, str]:
    """Who has won at each game and size of table, where nothing more is to be played: who stands first.

    That all tables so far have been played, or can't be, is for the caller to know.
    """
    if kind == knockout.KIND:
        return knockout.winners(field, past, played)
    if not past or next(iter(KINDS[kind].next_tables(field, past, ())), None) is not None:
        return {}  # whether more comes does not depend on results in the other kinds
    found = standings(kind, field, past, played).items()
    first = {setup: next((row.bot for row in rows if not row.out), None) for setup, rows in found}
    return {setup: bot for setup, bot in first.items() if bot is not None}


def _at(
    kind: str,
    field: Field,
    tables: Sequence[Table],
    played: ByTable,
    counted: ByTable,
    winner: str | None,
) -> list[Standing]:
    of_bot: dict[str, list[Table]] = defaultdict(list)
    for table in tables:
        if table.id in counted:
            for bot in table.bots:
                of_bot[bot].append(table)
    bots = sorted({*field.bots, *of_bot})
    rounds = rounds_so_far(tables)
    points = {bot: _points(kind, bot, of_bot[bot], counted, rounds) for bot in bots}

    def standing(bot: str) -> Standing:
        mine = of_bot[bot]
        met = [points[other] for table in mine if table.id in played for other in table.bots if other != bot]
        shown = [played[table.id][bot] for table in mine if table.id in played]
        return Standing(
            rank=0,
            bot=bot,
            points=points[bot],
            opponents=sum(met) / len(met) if met else 0.0,
            score=sum(each.score for each in shown) / len(shown) if shown else None,
            faults=-sum(each.sound for each in shown),
            tables=len(mine),
            round=max((table.round for table in mine), default=0),
            out=bot not in field.bots,
        )

    def merit(row: Standing) -> tuple[float, ...]:
        went = (row.bot == winner, row.round) if kind == knockout.KIND else ()
        score = row.score if row.score is not None else float("-inf")
        return (*went, round(row.points, 9), round(row.opponents, 9), score, -row.faults)

    rows = [standing(bot) for bot in bots]
    if len({merit(row) for row in rows}) < len(rows):  # lots are slow to draw, and mostly not needed
        lot = field.lots.order(bots, tables[0].game if tables else "")
        rows.sort(key=lambda row: lot.index(row.bot))
    rows.sort(key=merit, reverse=True)
    return [replace(row, rank=rank) for rank, row in enumerate(rows, 1)]


def _points(kind: str, bot: str, tables: Sequence[Table], counted: ByTable, rounds: int) -> float:
    """A bot's points, a table or a round."""
    earned = [counted[table.id][bot].points for table in tables]
    if kind == knockout.KIND:
        return earned[-1] if earned else 0.0
    if kind == swiss.KIND and rounds:
        in_rounds = [counted[t.id][bot].points for t in tables if t.round]
        return (sum(in_rounds) + swiss.BYE * (rounds - len(in_rounds))) / rounds
    return sum(earned) / len(earned) if earned else 0.0
