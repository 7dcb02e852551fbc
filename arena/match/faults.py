"""What a fault means for a match: where its seat ranks, and what goes on record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from arena.errors import ArenaFault
from arena.games import rank
from arena.match.record import FaultRecord, MatchRecord
from arena.process.faults import BotFault, Ending, FaultKind, shown


class Void(ArenaFault):
    """The match has no result, by no fault of any bot: it can be played again. The message says why.

    `so_far` is the record of what was played, with the scores and ranks at that point.
    """

    def __init__(self, message: str, so_far: MatchRecord | None = None) -> None:
        super().__init__(message)
        self.so_far = so_far


class Phase(StrEnum):
    """What a bot was to do when it failed."""

    HELLO = "hello"
    READY = "ready"
    DECIDE = "decide"


_STARTUP: dict[Phase, tuple[FaultKind, ...]] = {
    Phase.HELLO: (FaultKind.CRASH, FaultKind.TIMEOUT, FaultKind.PROTOCOL),
    Phase.READY: (FaultKind.TIMEOUT,),
}


def kind_in(phase: Phase, kind: FaultKind) -> FaultKind:
    """The kind that a fault is called by in a phase: no valid hello, or no ready in time, is a `startup`.

    Bytes that are no message at all keep their own kind, which tells the author more.
    """
    return FaultKind.STARTUP if kind in _STARTUP.get(phase, ()) else kind


def describe(fault: BotFault, seat: int, phase: Phase, decision: int | None, limit_ms: float) -> FaultRecord:
    """The fault for the record. `limit_ms` is what the bot was told that it may take."""
    evidence = fault.evidence
    ended = evidence.exit
    its_own_end = ended.ending is Ending.ITSELF
    return FaultRecord(
        seat=seat,
        kind=str(kind_in(phase, fault.kind)),
        decision=decision,
        detail=shown(fault.detail),
        stderr=ended.stderr.text,
        phase=str(phase),
        limit_ms=round(limit_ms, 3),
        wall_ms=None if evidence.wall_ms is None else round(evidence.wall_ms, 3),
        cpu_ms=None if evidence.cpu_ms is None else round(evidence.cpu_ms, 3),
        exit_code=ended.code if its_own_end else None,
        signal=ended.signal if its_own_end else None,
        received=evidence.received.hex(),
        code=fault.code,
    )


def final_ranks(ranks: Sequence[int], faults: Iterable[FaultRecord]) -> list[int]:
    """The game's own ranks with faulted seats moved behind all others.

    Of these the one whose fault came later ranks better, and those of the same decision share a rank; faults
    before the first decision count as one such moment.
    """
    came = {fault.seat: -1 if fault.decision is None else fault.decision for fault in faults}
    return rank([(0, came[seat]) if seat in came else (1, -place) for seat, place in enumerate(ranks)])
