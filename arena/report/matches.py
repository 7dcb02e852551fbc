"""The matches of a tournament as data: a row a match, or a row a seat of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from arena.tournament import MatchResult
from arena.tournament.store import MatchRun

COLUMNS = {name: name for name in ("match", "bots", "ranks", "scores", "faults", "ended")}
"""What tables show of a match, with the headings."""


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


def seats(result: MatchResult, run: MatchRun) -> Iterator[Seat]:
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


def match_row(result: MatchResult, run: MatchRun) -> dict[str, Any]:
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
