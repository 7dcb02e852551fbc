"""Fields, terms and a way to play every kind of schedule without bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from arena.tournament.fixtures import Field, Fixture, Table, fixtures
from arena.tournament.results import MatchResult
from arena.tournament.schedules import KINDS, next_tables

Ranks = Callable[[Fixture], Sequence[int]]


def by_name(fixture: Fixture) -> list[int]:
    """Ranks where the bot that comes first by name wins."""
    return [1 + sorted(fixture.bots).index(bot) for bot in fixture.bots]


def names(count: int) -> tuple[str, ...]:
    return tuple(f"bot {number:02}" for number in range(count))


def field(kind: str, bots: int, sizes: Sequence[int], **terms: Any) -> Field:
    """A field with the terms that a kind needs at least."""
    needed: Mapping[str, Mapping[str, Any]] = {
        "gauntlet": {"challengers": list(names(min(2, max(1, bots - max(sizes) + 1))))},
        "swiss": {"rounds": 3},
        "knockout": {"advance": 1, "seeds": []},
        "league": {"rounds": 4, "spread": 2},
    }
    return Field(names(bots), tuple(("portals", k) for k in sizes), {**needed.get(kind, {}), **terms})


@st.composite
def fields(draw: st.DrawFn, kinds: Sequence[str] = tuple(KINDS)) -> tuple[str, Field]:
    """A kind, and a field of 2 to 12 bots with tables of up to 6 seats, solo ones among them."""
    kind = draw(st.sampled_from(kinds))
    bots = draw(st.integers(2, 12))
    sizes = draw(st.lists(st.integers(1, min(bots, 6)), min_size=1, max_size=2, unique=True))
    if bots > 8 and max(sizes) > 2 and kind in ("round-robin", "gauntlet"):
        return kind, field(kind, bots, sizes, tables=draw(st.integers(1, 20)))
    return kind, field(kind, bots, sizes)


def result(fixture: Fixture, order: int, ranks: Sequence[int]) -> MatchResult:
    return MatchResult(
        match=fixture.id,
        order=order,
        game=fixture.game,
        players=fixture.players,
        table=fixture.table,
        deal=fixture.block,
        shuffle=fixture.shuffle,
        bots=fixture.bots,
        ranks=tuple(ranks),
        scores=tuple(-float(rank) for rank in ranks),
        faults=(None,) * fixture.players,
        decisions=(1,) * fixture.players,
        ms=(1.0,) * fixture.players,
    )


class Season:
    """A schedule played to its end, or for some rounds."""

    def __init__(self, kind: str, field: Field, deals: int = 1, ranks: Ranks = by_name) -> None:
        self.kind, self.field, self.deals, self.ranks = kind, field, deals, ranks
        self.tables: list[Table] = []
        self.matches: list[Fixture] = []
        self.results: list[MatchResult] = []

    def play_round(self) -> list[Table]:
        """Play what comes next; which tables that were."""
        tables = next_tables(self.kind, self.field, self.tables, self.results)
        for fixture in fixtures(tables, range(1, self.deals + 1), "lots"):
            self.matches.append(fixture)
            self.results.append(result(fixture, len(self.matches), self.ranks(fixture)))
        self.tables += tables
        return tables

    def play(self, rounds: int = 50) -> Season:
        """Play on until nothing comes, or so many rounds."""
        for _ in range(rounds):
            if not self.play_round():
                break
        return self
