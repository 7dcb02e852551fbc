"""How a running tournament is shown: one line that changes on a terminal, now and then a line elsewhere."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from arena.cli.changing_line import ChangingLine
from arena.cli.streams import tell
from arena.tournament.events import (
    BroughtForward,
    Event,
    Fixed,
    NotStarting,
    Progress,
    RolledBack,
    Stopping,
    TableStopped,
)
from arena.tournament.results import mean_points

LEADERS = 3
"""How many bots the line names."""
LINE_S = 10.0
"""How often a line is written where there is no terminal, in seconds."""


class ProgressLine:
    """A listener of a run that writes to standard error."""

    def __init__(self) -> None:
        self._line = ChangingLine()
        self._earned: dict[str, float] = defaultdict(float)
        self._met: dict[str, int] = defaultdict(int)
        self._written = 0.0

    def __call__(self, event: Event) -> None:
        """Show what happened, and how far the run is."""
        if isinstance(event, Fixed):
            self._count(event)
        elif isinstance(event, RolledBack):
            self._say(f"{event.match}: void, will be played again: {event.reason}")
        elif isinstance(event, TableStopped):
            self._say(f"{event.match}: void twice in a row, its table is stopped: {event.reason}")
        elif isinstance(event, NotStarting):
            self._say(_not_starting(event))
        elif isinstance(event, BroughtForward):
            self._say(brought_forward(event.kept))
        elif isinstance(event, Stopping):
            self._say("stopping: the running matches finish; once more to abandon them")
        progress = event.progress
        if self._line.shown:
            self._line.show(self._words(progress))
        elif progress.seconds - self._written >= LINE_S or progress.done == progress.scheduled:
            self._written = progress.seconds
            tell(self._words(progress))

    def close(self) -> None:
        """Leave the line as it stands."""
        self._line.close()

    def _count(self, event: Fixed) -> None:
        result = event.result
        if result.players > 1:
            for bot, earned in zip(result.bots, mean_points(result.ranks), strict=True):
                self._earned[bot] += earned
                self._met[bot] += 1

    def _words(self, progress: Progress) -> str:
        share = progress.done / progress.scheduled if progress.scheduled else 1.0
        parts = [
            f"{progress.done}/{progress.scheduled} ({share:.0%})",
            f"{progress.per_second:.1f} matches/s",
        ]
        if progress.seconds_left:
            parts.append(f"{_duration(progress.seconds_left)} left")
        if progress.void:
            parts.append(f"{progress.void} void")
        means = {bot: self._earned[bot] / met for bot, met in self._met.items()}
        best = sorted(means, key=lambda bot: -means[bot])[:LEADERS]
        if best:
            parts.append("ahead: " + ", ".join(f"{bot} {means[bot]:.2f}" for bot in best))
        return "  ".join(parts)

    def _say(self, line: str) -> None:
        if self._line.shown:
            self._line.show(line)
            self._line.close()
        else:
            tell(line)


def brought_forward(kept: Path) -> str:
    """What to say of a database that was of an older format."""
    return (
        f"the database was of an older format and has been brought forward; as it was, it is kept in {kept}"
    )


def _not_starting(event: NotStarting) -> str:
    when = "its first match" if event.times == 1 else f"each of its first {event.times} matches"
    if event.dropped:
        remedy = "; it is dropped, and what it was to play is cancelled"
    else:
        remedy = "" if event.times == 1 else "; `drop_broken = true` in the tournament file would drop it"
    return f"bot {event.bot!r} failed to start in {when}: {event.words}{remedy}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return (
        f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
    )
