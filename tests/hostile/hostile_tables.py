"""Tables at which a hostile bot meets two witnesses, and what is looked at afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.match.faults import Void
from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.roster import Roster
from arena.match.spec import Clock, MatchSpec, Settings
from arena.process.faults import StalledError
from arena.process.launch import BotSpec, ResolvedCommand, resolve
from arena.process.limits import Limits, Sandbox
from arena.process.supervised import cpu_ns

BOTS = Path(__file__).parent / "bots"
LIMITS = Limits(memory_mb=150, processes=20, threads=60, file_mb=8, scratch_mb=16)
PATIENT = Settings(Clock(move_ms=30_000), startup_ms=30_000, limits=LIMITS)
"""For bots that are to be judged by what they do, however busy the machine is."""
HASTY = Settings(Clock(move_ms=1000), startup_ms=3000, limits=LIMITS)
"""For those that are to be judged by what they don't do in time."""


class Arena:
    """Two witnesses that stay alive from match to match, and a hostile bot for each."""

    def __init__(self, roster: Roster, sandbox: Sandbox) -> None:
        self._roster = roster
        self._sandbox = sandbox
        self._witnesses = [resolve(BotSpec(name, _python("witness.py"))) for name in ("left", "right")]
        self._matches = 0
        self._told = 0
        """How many matches the witnesses have been told the end of."""

    def play(self, bot: ResolvedCommand, settings: Settings, seat: int = 0) -> MatchRecord:
        """A match with the hostile bot at that seat. The witnesses heard the end of each match before."""
        settings = replace(settings, sandbox=self._sandbox)
        spec = MatchSpec("hostile", "dragon-whisperer", 3, seed=self._matches, settings=settings)
        bots = list(self._witnesses)
        bots.insert(seat, bot)
        record = self._play(spec, bots)
        for other in {0, 1, 2} - {seat}:
            notes = [d.note for d in record.decisions if d.seat == other and d.note is not None]
            assert notes[0] == self._told, "a witness missed the end of a match, or was started anew"
        self._matches += 1
        self._told += 1
        return record

    def _play(self, spec: MatchSpec, bots: list[ResolvedCommand]) -> MatchRecord:
        """A match; one during which this busy machine let the arena itself stand still is played again."""
        while True:
            with self._roster.table(bots, spec) as players:
                try:
                    return play_match(spec, players)
                except Void as void:
                    if not isinstance(void.__cause__, StalledError):
                        raise
            self._told = 0


@contextmanager
def arena(sandbox: Sandbox) -> Iterator[Arena]:
    """An arena whose hostile bots play in this sandbox."""
    with Roster() as roster:
        yield Arena(roster, sandbox)


def hostile(kind: str, phase: str, mark: str, rest: bool = True) -> ResolvedCommand:
    """The hostile bot of that kind; each of its processes has the mark on its command line."""
    return resolve(BotSpec(kind, _python("hostile.py", kind, phase, mark), restart=True, rest=rest))


def _python(program: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", str(BOTS / program), *arguments)


def marked(mark: str) -> dict[int, str]:
    """All processes that have the mark on their command lines, with those."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in words:
            found[int(folder.name)] = words.replace(b"\0", b" ").decode()
    return found


def processor_s(mark: str) -> float:
    """Processor time of all processes with the mark on their command line."""
    return sum(map(cpu_ns, marked(mark))) / 1e9


def zombies() -> list[str]:
    """The children of this process that have ended and were not reaped."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        for pid in (task / "children").read_text().split():
            status = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
            if status == "Z":
                found.append(pid)
    return found


class Memory:
    """How much this process's memory has grown, at its highest, since the beginning."""

    def __init__(self) -> None:
        Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew from here
        self._before_kb = _status_kb("VmRSS")

    @property
    def growth_mb(self) -> float:
        return (_status_kb("VmHWM") - self._before_kb) / 1024


def _status_kb(entry: str) -> int:
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(entry))
    return int(line.split()[1])
