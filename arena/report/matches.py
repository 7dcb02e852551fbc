"""The matches of a tournament that have a result: a row a match, or a row a seat of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from arena.report.selection import EVERYTHING, Selection
from arena.tournament import MatchResult, Store
from arena.tournament.store import MatchRun

COLUMNS = (
    "match",
    "game",
    "players",
    "table",
    "deal",
    "seed",
    "bots",
    "ranks",
    "scores",
    "faults",
    "decisions",
    "ms",
    "began",
    "ended",
)
"""What rows have of a match."""
SHOWN = ("match", "bots", "ranks", "scores", "faults")
"""What tables show of it, if nothing else is asked for: less than 100 columns for three bots."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a match. Times are in UTC; `ms` is the mean time of its decisions, None without any."""

    match: str
    game: str
    players: int
    table: int
    deal: str
    seed: int
    seat: int
    bot: str
    rank: int
    score: float
    fault: str | None
    decisions: int
    ms: float | None
    began: str
    ended: str


def match_rows(
    store: Store,
    selection: Selection = EVERYTHING,
    *,
    bots: Collection[str] = (),
    faulty: bool = False,
    last: int | None = None,
) -> Iterator[dict[str, Any]]:
    """A row for each match that has a result, in the order of the schedule; its lists run by seat.

    Only those in which all these bots sat, in which a bot had a fault, and the last so many, where this is
    asked for. Raises StoreError where the store can't be read, or no result fits the selection.
    """
    for result in _chosen(store, selection, bots, faulty, last):
        yield _match_row(result, store.played(result))


def seat_rows(
    store: Store,
    selection: Selection = EVERYTHING,
    *,
    bots: Collection[str] = (),
    faulty: bool = False,
    last: int | None = None,
) -> Iterator[dict[str, Any]]:
    """A row for each seat of each match, with the keys of `Seat`; otherwise as `match_rows`."""
    for result in _chosen(store, selection, bots, faulty, last):
        for seat in _seats(result, store.played(result)):
            yield asdict(seat)


def _chosen(
    store: Store, selection: Selection, bots: Collection[str], faulty: bool, last: int | None
) -> Iterator[MatchResult]:
    found = (
        result
        for result in selection.results(store)
        if set(bots) <= set(result.bots) and (not faulty or any(result.faults))
    )
    return iter(deque(found, last)) if last else found


def _seats(result: MatchResult, run: MatchRun) -> Iterator[Seat]:
    """A row for each seat of a match."""
    for seat, bot in enumerate(result.bots):
        yield Seat(
            match=result.match,
            game=result.game,
            players=result.players,
            table=result.table,
            deal=result.deal,
            seed=run.seed,
            seat=seat,
            bot=bot,
            rank=result.ranks[seat],
            score=result.scores[seat],
            fault=result.faults[seat],
            decisions=result.decisions[seat],
            ms=result.ms[seat] if result.decisions[seat] else None,
            began=_time(run.began),
            ended=_time(run.ended),
        )


def _match_row(result: MatchResult, run: MatchRun) -> dict[str, Any]:
    """A row for a match, whose lists run by seat."""
    return {
        "match": result.match,
        "game": result.game,
        "players": result.players,
        "table": result.table,
        "deal": result.deal,
        "seed": run.seed,
        "bots": list(result.bots),
        "ranks": list(result.ranks),
        "scores": list(result.scores),
        "faults": list(result.faults),
        "decisions": list(result.decisions),
        "ms": [ms if asked else None for ms, asked in zip(result.ms, result.decisions, strict=True)],
        "began": _time(run.began),
        "ended": _time(run.ended),
    }


def _time(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S.%fZ}"
