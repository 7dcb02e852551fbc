"""What a run tells whoever listens: plain facts, for a progress line, a log or a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.tournament.results import MatchResult


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come, in matches; `played` and `void` count in this run, `done` in all runs."""

    scheduled: int
    done: int
    running: int
    stopped: int
    played: int
    void: int
    seconds: float
    """Since this run began."""

    @property
    def per_second(self) -> float:
        """Matches that this run has played a second."""
        return self.played / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the matches scheduled so far will take at this speed; None before the first result."""
        left = self.scheduled - self.done - self.stopped
        return left / self.per_second if self.played else None


@dataclass(frozen=True, slots=True)
class Fixed:
    """A match was played and its result stored."""

    result: MatchResult
    progress: Progress


@dataclass(frozen=True, slots=True)
class RolledBack:
    """A match had no result, by the arena's own failure; it will be played again."""

    match: str
    reason: str
    progress: Progress


@dataclass(frozen=True, slots=True)
class TableStopped:
    """A match was void twice in a row; what is left of its table is not played in this run."""

    match: str
    reason: str
    progress: Progress


@dataclass(frozen=True, slots=True)
class NotStarting:
    """A bot failed at start-up, and has never started up in this run."""

    bot: str
    times: int
    """In as many matches, all that it was to play."""
    words: str
    dropped: bool
    """Whether it is paired no more from now on."""
    progress: Progress


@dataclass(frozen=True, slots=True)
class BroughtForward:
    """The store was of an older format, and is of this one now."""

    kept: Path
    """Where it is as it was."""
    progress: Progress


@dataclass(frozen=True, slots=True)
class Stopping:
    """The run was interrupted: no more matches begin, the running ones finish."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened for a while."""

    progress: Progress


Event = Fixed | RolledBack | TableStopped | NotStarting | BroughtForward | Stopping | Tick
Listener = Callable[[Event], None]
