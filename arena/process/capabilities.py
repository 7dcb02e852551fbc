"""What bots are kept from on this machine, by what means, and what would bring the rest."""

import enum
import functools
import os
from dataclasses import dataclass
from pathlib import Path

from arena.process import cgroups
from arena.process.limits import UNLIMITED
from arena.process.sandbox import Execution, bubblewrap_trouble
from arena.process.seccomp import bot_filter
from arena.process.supervised import Supervised, cpu_ns, group_home

IN_BUBBLEWRAP = (
    "no network",
    "the system and the bot's own folder read-only, everything else unseen",
    "a private /tmp of limited size",
    "nothing left behind for other processes, the bot's own among them",
    "other processes unseen and out of reach",
    "no new privileges",
    "no terminal",
)
BY_FILTER = (
    "no words to other bots through keyrings, locks, queues or watched files",
    "no system calls for tracing, io_uring, perf, bpf or new namespaces",
)
BY_GROUP = (
    (
        "a limit on the memory of the whole tree",
        cgroups.MEMORY_LIMIT,
        "its supervisor adds up its processes and its /tmp, not the kernel's buffers",
    ),
    (
        "a limit on its processes and threads",
        cgroups.TASKS_LIMIT,
        "its supervisor looks every 100 ms, and more may live in between",
    ),
    (
        "processor time measured and limited",
        cgroups.PROCESSOR_TIME,
        "its processes' clocks, and what their parents know of ended ones",
    ),
    (
        "stopped between its turns",
        cgroups.FREEZE,
        "SIGSTOP to its process groups, and who keeps founding groups may run on",
    ),
)
"""What a control group does for certain, by which file of it; and what is done without one."""
TREE_ENDED = "every process of the tree ended with its bot"
KERNEL_LIMITS = "limits on files and open files, no core files"

_START_MS = 5000


class Enforced(enum.StrEnum):
    """How far a protection is in force: against every bot, against all but the cunning, or not at all."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Capability:
    """One protection: how far it is in force on this machine, by what means, and what is missing."""

    what: str
    enforced: Enforced
    how: str


def capabilities() -> tuple[Capability, ...]:
    """What a bot is kept from on this machine under `Sandbox.AUTO`."""
    trouble = bubblewrap_trouble()
    boxed = Enforced.NO if trouble else Enforced.YES
    filtered, filter_how = boxed, trouble or "bubblewrap, with a filter"
    if not trouble and bot_filter() is None:
        filtered, filter_how = Enforced.NO, "this machine's system calls are not in the filter's table"
    return (
        *(Capability(what, boxed, trouble or "bubblewrap") for what in IN_BUBBLEWRAP),
        *(Capability(what, filtered, filter_how) for what in BY_FILTER),
        *(_by_group(what, file, otherwise, trouble) for what, file, otherwise in BY_GROUP),
        _unless_undone(TREE_ENDED, "its supervisor, and bubblewrap", trouble),
        _unless_undone(KERNEL_LIMITS, "the kernel, for each process", trouble),
    )


def shortfall() -> str | None:
    """What is not enforced here although the best is wanted, in one sentence; None if nothing is missing."""
    missing = [capability for capability in capabilities() if capability.enforced is Enforced.NO]
    if not missing:
        return None
    what = ", ".join(capability.what for capability in missing)
    why = "; ".join(dict.fromkeys(capability.how for capability in missing))
    return f"not enforced on this machine: {what} ({why})"


def _by_group(what: str, file: str, otherwise: str, trouble: str | None) -> Capability:
    if file in _group_files():
        return _unless_undone(what, "a control group", trouble)
    if not Path("/proc/self/task").is_dir() or cpu_ns(os.getpid()) == 0:
        return Capability(what, Enforced.NO, "other processes can't be looked at; use Linux")
    return Capability(what, Enforced.PARTLY, f"{otherwise}; {_why_no_group(file)}")


def _unless_undone(what: str, how: str, trouble: str | None) -> Capability:
    if trouble is None:
        return Capability(what, Enforced.YES, how)
    return Capability(
        what, Enforced.PARTLY, "a bot outside bubblewrap has the arena's own rights, and can undo it"
    )


@functools.cache
def _group_files() -> frozenset[str]:
    """Which files of a control group are of use here. Tried once, with a program that ends at once."""
    home = group_home()
    if home is None:
        return frozenset()
    bot = Supervised(Execution(Path("/bin/sh"), ("sh", "-c", ":"), Path("/"), {}), UNLIMITED)
    bot.wait(_START_MS)
    bot.release()
    return home[1] if bot.grouped else frozenset()


def _why_no_group(file: str) -> str:
    if not _group_files():
        return "no control groups for this user: systemd-run --user --scope arena ... may have them"
    controller = file.partition(".")[0]
    return f"control groups without {controller!r} here"
