"""Kinds of schedule: who meets whom. Each kind is a module in this folder, and a word in `_MODULES`.

A kind supplies its `KIND`, the `KEYS` that it adds to a tournament file with `read_terms` to read them, its
`size`, and `next_tables`: a pure function of the field, the tables so far and the results so far. It is asked
at the start, and again each time all matches of the tables so far have been played; it gives the tables that
come next, none when the event is over. What a table plays, deal by deal in all rotations of its seats, is the
same for all kinds: see `arena.tournament.fixtures`. So is what a bot alone at its table plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from arena.entries import Entry
from arena.tournament.fixtures import Field, Table
from arena.tournament.results import MatchResult
from arena.tournament.schedules import gauntlet, knockout, league, round_robin, swiss


class Kind(Protocol):
    """What a module in this folder supplies."""

    KIND: str
    """The kind's name in a tournament file."""
    KEYS: tuple[str, ...]
    """The keys that a tournament file may have for this kind only."""

    def read_terms(self, top: Entry, field: Field) -> Mapping[str, Any]:
        """What the keys say, for this field; the defaults of those that are missing are in it.

        Raises ConfigError.
        """

    def size(self, field: Field) -> Mapping[tuple[str, int], int]:
        """How many tables there will be, by game and size, counted and not listed; those of one round where
        there is no end."""

    def next_tables(
        self, field: Field, past: Sequence[Table], results: Iterable[MatchResult]
    ) -> Iterable[Table]:
        """The tables that come after the `past` ones, without numbers."""


_MODULES: tuple[Kind, ...] = (round_robin, gauntlet, swiss, knockout, league)

KINDS: dict[str, Kind] = {kind.KIND: kind for kind in _MODULES}
"""Every kind by its name."""


def next_tables(
    kind: str, field: Field, past: Sequence[Table] = (), results: Iterable[MatchResult] = ()
) -> list[Table]:
    """The tables that come after the `past` ones, numbered on from these; none when the event is over."""
    return list(numbered(KINDS[kind].next_tables(field, past, results), past))


def first_tables(kind: str, field: Field) -> Iterator[Table]:
    """The tables that are known before any is played, one after the other."""
    return numbered(KINDS[kind].next_tables(field, (), ()), ())


def numbered(tables: Iterable[Table], past: Iterable[Table]) -> Iterator[Table]:
    """The tables with numbers that go on from those of the `past` ones."""
    count = Counter((table.game, table.players) for table in past)
    for table in tables:
        count[table.game, table.players] += 1
        yield replace(table, number=count[table.game, table.players])
