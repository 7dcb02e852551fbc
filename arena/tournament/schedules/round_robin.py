"""Round robin: every set of bots meets, at every game and every size of table.

Where there are too many sets, `tables` says how many of each game and size are played: a part of them in
which bots and pairs of bots come as evenly as can be.
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

KIND = "round-robin"
KEYS: tuple[str, ...] = ("tables",)


def read_terms(top: Entry, field: Field) -> Mapping[str, Any]:
    """`tables`: how many of each game and size; all where it is missing."""
    return {"tables": top["tables"].integer(low=1)} if "tables" in top else {}


def size(field: Field) -> Mapping[tuple[str, int], int]:
    """All sets of bots, or so many as are wanted."""
    every = {(game, k): comb(len(field.bots), k) for game, k in field.setups}
    wanted = field.terms.get("tables", inf)
    return {(game, k): count if k == 1 else int(min(count, wanted)) for (game, k), count in every.items()}


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> Iterator[Table]:
    """All tables at once, whatever the results; later only those that a grown field or part adds."""
    met = set(past)
    for game, k in field.setups:
        so_far = [table.bots for table in past if (table.game, table.players) == (game, k)]
        tables = (Table(game, bots) for bots in _sets(field, k, so_far))
        yield from (table for table in tables if table not in met)


def _sets(field: Field, size: int, past: Sequence[tuple[str, ...]]) -> Iterable[tuple[str, ...]]:
    if "tables" not in field.terms or size == 1:
        return combinations(field.bots, size)
    playing = [bots for bots in past if set(bots) <= set(field.bots)]
    return balanced_part(field.bots, size, field.terms["tables"] - len(playing), playing)
