"""A running bot process seen from outside: what it uses and holds, and what it does when it is told to go."""

import os
import signal
import time
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from arena.process.bot_process import BotProcess
from arena.process.reach import SCRATCH
from arena.process.supervisor import tree

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


def memory_kb(bot: BotProcess) -> int:
    """The memory that the bot and all it started have in use now, shared pages included."""
    return sum(map(tree.resident_kb, bot.supervised.family))


def computes(bot: BotProcess) -> bool:
    """Whether the bot runs on a processor, or waits for one, at this moment."""
    return any(_state(stat) == b"R" for pid in bot.supervised.family for stat in _stats(pid))


def leave(bot: BotProcess, farewell: bytes | None, grace_ms: float) -> Leaving:
    """Say the farewell, or else hang up, and watch what the bot does by itself.

    The supervisor stands still meanwhile, and so does the sandbox: they would tidy up what is to be seen.
    """
    supervised = bot.supervised
    program = bot.await_program()
    tidying = (supervised.supervisor_pid, *supervised.sandbox[:1])
    for pid in tidying:
        tree.signal_process(pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        if farewell is None:
            bot.hang_up()
        else:
            bot.tell(farewell, began + grace_ms / 1000)
        ended = _watch_end(program, began + grace_ms / 1000)
        own = (program, *supervised.sandbox)
        left = [pid for pid in tree.descendants(supervised.supervisor_pid) if pid not in own]
        names = tuple(_name(pid) for pid in left if not _has_ended(pid) and not _begins_a_namespace(pid))
    finally:
        for pid in tidying:
            tree.signal_process(pid, signal.SIGCONT)
    words = bot.overhear(LOOK_S * 1000)
    if ended is None:
        return Leaving(None, (), words)
    bot.ends_within(TIDYING_MS)
    return Leaving((ended - began) * 1000, names, words)


def scratch_files(bot: BotProcess) -> dict[str, int]:
    """The files in the bot's private /tmp, by their paths there, with their sizes; none outside a sandbox.

    Of very many, some.
    """
    program = bot.program_pid if bot.supervised.sandbox else None
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


def _begins_a_namespace(pid: int) -> bool:
    """Whether a process is the first of a sandbox.

    It outlives the outer one by a moment, and is then a child of the supervisor.
    """
    status = tree.read(f"/proc/{pid}/status").partition(b"NSpid:")[2]
    return status.partition(b"\n")[0].split()[1:][-1:] == [b"1"]


def _state(stat: Path) -> bytes:
    """The letter for what a process or thread does; empty if it is gone."""
    fields = tree.read(str(stat)).rpartition(b")")[2].split()
    return fields[0] if fields else b""


def _stats(pid: int) -> list[Path]:
    """Where the states of a process's threads are to be read."""
    return list(Path(f"/proc/{pid}/task").glob("*/stat"))


def _name(pid: int) -> str:
    """The short name of the program that a process runs."""
    return tree.read(f"/proc/{pid}/comm").decode(errors="replace").strip()
