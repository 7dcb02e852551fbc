"""Round robin: every set of bots meets, at every game and every size of table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from arena.tournament.fixtures import Field, Table
from arena.tournament.results import MatchResult

KIND = "round-robin"


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> list[Table]:
    """All tables at once, whatever the results; later only those that a grown field adds."""
    every = (Table(game, bots) for game, k in field.setups for bots in combinations(field.bots, k))
    met = set(past)
    return [table for table in every if table not in met]
