"""One match of a tournament as a worker plays it: from a job, plain values, to an outcome, plain values."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from arena.match.faults import Void
from arena.match.logs import LogFolder
from arena.match.record import FaultRecord, MatchRecord
from arena.match.referee import play_match
from arena.match.roster import Roster
from arena.match.spec import MatchSpec
from arena.process.launch import ResolvedCommand
from arena.tournament.packing import pack_record


@dataclass(frozen=True, slots=True)
class Job:
    """A match and its bots, by seat."""

    spec: MatchSpec
    bots: tuple[ResolvedCommand, ...]
    logs: Path | None = None
    """The folder in which what bots write to their stderr is kept, if that is wanted."""


def deal_of(job: Job) -> int:
    """What all rotations of a deal have in common, and nothing else has."""
    return job.spec.seed


@dataclass(frozen=True, slots=True)
class Played:
    """A match with a result: its record packed, and what tables need of it, by seat."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]
    decisions: tuple[int, ...]
    ms: tuple[float, ...]
    replay: bytes
    not_started: Mapping[int, str] = field(default_factory=dict)
    """The seats whose bots failed at start-up, with how, in words."""
    processes: tuple[str | None, ...] = ()
    """What names each bot's process in its whole life; None for one that could not be started."""

    @property
    def columns(self) -> tuple[tuple[Any, ...], ...]:
        """What the store keeps beside the replay, in the order of its columns."""
        return self.ranks, self.scores, self.faults, self.decisions, self.ms


@dataclass(frozen=True, slots=True)
class Voided:
    """A match without a result, by the arena's own failure."""

    reason: str
    processes: tuple[str | None, ...] = ()
    """Those that had been started for it."""


def play(job: Job) -> Played | Voided:
    """Play one match with bots that this process keeps alive from match to match."""
    if job.logs is not None:
        for seat, bot in enumerate(job.bots):
            _log_folder(job.logs).mark(bot.spec.name, f"{job.spec.id}, seat {seat}")
    with _roster(job.logs).table(job.bots, job.spec) as players:
        try:
            record = play_match(job.spec, players)
        except Void as void:
            return Voided(str(void), tuple(player.generation for player in players))
        return played(record, tuple(player.generation for player in players))


def played(record: MatchRecord, processes: tuple[str | None, ...] = ()) -> Played:
    """The outcome that a record tells, and the `processes` that played."""
    kinds = {fault.seat: fault.kind for fault in record.faults}
    return Played(
        ranks=record.ranks,
        scores=record.scores,
        faults=tuple(kinds.get(seat) for seat in range(record.players)),
        decisions=tuple(seat.answered for seat in record.timing),
        ms=tuple(round(seat.ms / seat.answered, 4) if seat.answered else 0.0 for seat in record.timing),
        replay=pack_record(record),
        not_started={fault.seat: _words(fault) for fault in record.faults if fault.decision is None},
        processes=processes,
    )


def _words(fault: FaultRecord) -> str:
    """A fault in a line, with the last line that the bot wrote to its stderr."""
    log = fault.stderr.split("\n")
    last = next((line.strip() for line in reversed(log) if line.strip()), None)
    return f"{fault.kind}: {fault.detail}" + (f" | {last:.200}" if last else "")


@cache
def _log_folder(folder: Path) -> LogFolder:
    """This process's files in a folder of logs."""
    return LogFolder(folder)


@cache
def _roster(logs: Path | None) -> Roster:
    """This process's bots, whose logs go to a folder if there is one; they end with it."""
    roster = Roster(log_of=None if logs is None else _log_folder(logs).log_of)
    atexit.register(roster.close)
    return roster
