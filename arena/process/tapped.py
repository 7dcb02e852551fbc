"""A bot process that is listened in on: for traces, and for telling an author what went wrong."""

import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, Self

from arena.process import warden
from arena.process.channel import BotProcess
from arena.process.launch import ResolvedCommand
from arena.process.limits import Limits, Sandbox
from arena.process.reach import SCRATCH

Speaker = Literal["arena", "bot"]
Tap = Callable[[Speaker, bytes], None]
"""Called with who sent bytes, and the bytes: the arena's a whole message, the bot's what came at once."""

LOOK_S = 0.002
"""How often the bot's end is looked for, in seconds."""
TIDYING_MS = 5000
"""How long the news may take that a program has ended, once its sandbox goes on."""
MOST_FILES = 1000
"""Of how many files in a bot's private /tmp is told."""


class Leaving(NamedTuple):
    """What a bot did when it was told to go."""

    ms: float | None
    """How long it took to end by itself; None if it did not."""
    left_behind: tuple[str, ...]
    """The names of the programs that it had started, and that still ran then."""
    words: bytes
    """What it wrote to its stdout meanwhile."""


class TappedProcess(BotProcess):
    """A bot process whose `tap` hears every byte, either way."""

    def __init__(
        self,
        command: ResolvedCommand,
        limits: Limits | None,
        tap: Tap,
        *,
        sandbox: Sandbox = Sandbox.AUTO,
        rests: bool = False,
    ) -> None:
        super().__init__(command, limits, sandbox=sandbox, rests=rests)
        self.tap = tap

    def __enter__(self) -> Self:
        return self

    @property
    def memory_kb(self) -> int:
        """The memory that the bot and all it started have in use now, shared pages included."""
        return sum(map(warden.resident_kb, self._ward.family))

    @property
    def computes(self) -> bool:
        """Whether the bot runs on a processor, or waits for one, at this moment."""
        return any(_state(stat) == b"R" for pid in self._ward.family for stat in _stats(pid))

    def overhear(self, wait_ms: float) -> bytes:
        """Whatever the bot writes to its stdout in that time, or until it closes that."""
        poll = select.poll()
        poll.register(self._ward.stdout, select.POLLIN)
        until = time.monotonic() + wait_ms / 1000
        words = b""
        while (left := until - time.monotonic()) > 0:
            data = self._read() if poll.poll(left * 1000) else None
            if data == b"":
                break
            words += data or b""
        return words

    def ends_within(self, wait_ms: float) -> bool:
        """Whether the bot ends by itself in that time."""
        self._ward.wait(wait_ms)
        return not self.alive

    def hang_up(self) -> None:
        """Let the bot see the end of its input."""
        self._ward.close_stdin()

    def leave(self, farewell: bytes | None, grace_ms: float) -> Leaving:
        """Say the farewell, or else hang up, and watch what the bot does by itself.

        The warden stands still meanwhile, and so does the sandbox: they would tidy up what is to be seen.
        """
        program = self.await_program()
        tidying = (self._ward.keeper, *self._ward.sandbox[:1])
        for pid in tidying:
            warden.signal_process(pid, signal.SIGSTOP)
        try:
            began = time.monotonic()
            if farewell is None:
                self.hang_up()
            else:
                self.tell(farewell, began + grace_ms / 1000)
            ended = _watch_end(program, began + grace_ms / 1000)
            own = (program, *self._ward.sandbox)
            left = [pid for pid in warden.descendants(self._ward.keeper) if pid not in own]
            names = tuple(_name(pid) for pid in left if not _has_ended(pid))
        finally:
            for pid in tidying:
                warden.signal_process(pid, signal.SIGCONT)
        words = self.overhear(LOOK_S * 1000)
        if ended is None:
            return Leaving(None, (), words)
        self.ends_within(TIDYING_MS)
        return Leaving((ended - began) * 1000, names, words)

    def scratch(self) -> dict[str, int]:
        """The files in its private /tmp, by their paths there, with their sizes; none outside a sandbox.

        Of very many, some.
        """
        program = self.program_pid if self._ward.sandbox else None
        if program is None:
            return {}
        top = Path(f"/proc/{program}/root{SCRATCH}")
        files = (Path(folder, name) for folder, _, names in os.walk(top) for name in names)
        found = {}
        with suppress(OSError):  # the program is gone
            own = top.stat().st_dev  # what it is shown may lie below, too
            for file in islice(files, MOST_FILES):
                with suppress(FileNotFoundError):
                    status = file.lstat()
                    if status.st_dev == own:
                        found[f"{SCRATCH}/{file.relative_to(top)}"] = status.st_size
        return found

    def _send(self, message: bytes) -> None:
        self.tap("arena", message)
        super()._send(message)

    def _read(self) -> bytes | None:
        data = super()._read()
        if data:
            self.tap("bot", data)
        return data


def _watch_end(pid: int, deadline: float) -> float | None:
    """When a process had ended; None if it has not by the deadline."""
    while not _has_ended(pid):
        if time.monotonic() > deadline:
            return None
        time.sleep(LOOK_S)
    return time.monotonic()


def _has_ended(pid: int) -> bool:
    """Whether a process is gone, or only waits to be buried."""
    return _state(Path(f"/proc/{pid}/stat")) in (b"", b"Z", b"X")


def _state(stat: Path) -> bytes:
    """The letter for what a process or thread does; empty if it is gone."""
    fields = warden.read(str(stat)).rpartition(b")")[2].split()
    return fields[0] if fields else b""


def _stats(pid: int) -> list[Path]:
    """Where the states of a process's threads are to be read."""
    return list(Path(f"/proc/{pid}/task").glob("*/stat"))


def _name(pid: int) -> str:
    """The short name of the program that a process runs."""
    return warden.read(f"/proc/{pid}/comm").decode(errors="replace").strip()
