"""Gauntlet: challengers against a field. At each table one challenger meets bots that are none.

`tables` says, where there are too many, how many each challenger plays of each game and size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from arena.toml import Entries
from arena.tournament.designs import balanced_part
from arena.tournament.fixtures import Field, Table
from arena.tournament.results import MatchResult

KIND = "gauntlet"
KEYS: tuple[str, ...] = ("challengers", "tables")


def read_terms(entries: Entries, field: Field) -> Mapping[str, Any]:
    """`challengers`: names of bots; `tables`: how many for each challenger, all where it is missing."""
    challengers = entries.choices("challengers", field.bots)
    rest, largest = len(field.bots) - len(challengers), max(players for _, players in field.setups)
    if rest < max(largest - 1, 1):
        entries.refuse("challengers", f"leaves {rest} bots to meet; a table of {largest} needs {largest - 1}")
    terms: dict[str, Any] = {"challengers": challengers}
    if "tables" in entries:
        terms["tables"] = entries.integer("tables", low=1)
    return terms


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> list[Table]:
    """All tables at once, whatever the results; bots alone at their tables all play, to be compared."""
    met = set(past)
    tables: list[Table] = []
    for game, k in field.setups:
        if k == 1:
            tables += (Table(game, (bot,)) for bot in field.bots)
        for challenger in field.terms["challengers"] if k > 1 else ():
            faced = [
                frozenset(table.bots) - {challenger}
                for table in past
                if (table.game, table.players) == (game, k) and challenger in table.bots
            ]
            tables += (
                Table(game, tuple(sorted((challenger, *others)))) for others in _others(field, k - 1, faced)
            )
    return [table for table in tables if table not in met]


def _others(field: Field, count: int, faced: Sequence[frozenset[str]]) -> Iterable[tuple[str, ...]]:
    """The sets of bots that one challenger meets."""
    rest = [bot for bot in field.bots if bot not in field.terms["challengers"]]
    if "tables" not in field.terms:
        return combinations(rest, count)
    playing = [others for others in faced if others <= set(rest)]
    return balanced_part(rest, count, field.terms["tables"] - len(playing), playing)
