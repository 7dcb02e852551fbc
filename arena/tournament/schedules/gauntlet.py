"""Gauntlet: challengers against a field. At each table one challenger meets bots that are none.

`tables` says, where there are too many, how many each challenger plays of each game and size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, inf
from typing import Any

from arena.entries import Entry
from arena.tournament.designs import balanced_part
from arena.tournament.fixtures import Field, Table
from arena.tournament.results import MatchResult
from arena.tournament.rounds import solos

KIND = "gauntlet"
KEYS: tuple[str, ...] = ("challengers", "tables")


def read_terms(top: Entry, field: Field) -> Mapping[str, Any]:
    """`challengers`: names of bots; `tables`: how many for each challenger, all where it is missing."""
    challengers = top.get("challengers").choices(field.bots, "bot of this file")
    rest, largest = len(field.bots) - len(challengers), max(players for _, players in field.setups)
    if rest < max(largest - 1, 1):
        top["challengers"].refuse(f"leaves {rest} bots to meet; a table of {largest} needs {largest - 1}")
    terms: dict[str, Any] = {"challengers": challengers}
    if "tables" in top:
        terms["tables"] = top["tables"].integer(low=1)
    return terms


def size(field: Field) -> Mapping[tuple[str, int], int]:
    """For each challenger all sets of others, or so many as are wanted."""
    challengers, wanted = len(field.terms["challengers"]), field.terms.get("tables", inf)
    others = len(field.bots) - challengers
    return {
        (game, k): challengers * int(min(comb(others, k - 1), wanted)) if k > 1 else len(field.bots)
        for game, k in field.setups
    }


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> Iterator[Table]:
    """All tables at once, whatever the results; bots alone at their tables all play, to be compared."""
    met = set(past)
    challengers = [bot for bot in field.terms["challengers"] if bot in field.bots]
    for game, k in field.setups:
        so_far = [table for table in past if (table.game, table.players) == (game, k)]
        for number, challenger in enumerate(challengers if k > 1 else ()):
            faced = [frozenset(table.bots) - {challenger} for table in so_far if challenger in table.bots]
            for others in _others(field, k - 1, number / len(challengers), faced):
                table = Table(game, tuple(sorted((challenger, *others))))
                if table not in met:
                    yield table
        if k == 1:
            yield from solos(field, game, so_far)


def _others(
    field: Field, count: int, start: float, faced: Sequence[frozenset[str]]
) -> Iterable[tuple[str, ...]]:
    """The sets of bots that one challenger meets.

    Each challenger has the same design, beginning with another bot (after that share of all), so that those
    who come once more in it are not the same bots for all challengers.
    """
    rest = [bot for bot in field.bots if bot not in field.terms["challengers"]]
    if "tables" not in field.terms:
        return combinations(rest, count)
    first = int(start * len(rest))
    playing = [others for others in faced if others <= set(rest)]
    wanted = field.terms["tables"] - len(playing)
    effort = 1 / len(field.terms["challengers"]) if playing else 1.0
    return balanced_part(rest[first:] + rest[:first], count, wanted, playing, effort)
