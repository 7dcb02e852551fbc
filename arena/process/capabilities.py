"""What bots are kept from on this machine, by what means, and what would bring the rest."""

import os
from dataclasses import dataclass
from pathlib import Path

from arena.process.channel import cpu_ns
from arena.process.sandbox import bubblewrap_trouble
from arena.process.seccomp import bot_filter

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
BY_WARDEN = (
    "a limit on the memory of the whole tree",
    "a limit on its processes and threads",
    "every process of the tree ended with its bot",
)


@dataclass(frozen=True, slots=True)
class Capability:
    """One protection: whether it is in force on this machine, and by what means, or else what is missing."""

    what: str
    enforced: bool
    how: str


def capabilities() -> tuple[Capability, ...]:
    """What a bot is kept from on this machine under `Sandbox.AUTO`."""
    trouble = bubblewrap_trouble()
    filtered = trouble is None and bot_filter() is not None
    filter_how = trouble or (
        "bubblewrap, with a filter" if filtered else "no table of this machine's system calls"
    )
    proc = Path("/proc/self/task").is_dir()
    clocks = cpu_ns(os.getpid()) > 0
    watched = "its warden, which looks into /proc" if proc else "there is no /proc to look into; use Linux"
    timed = "the clocks of its processes" if clocks else "other processes' clocks can't be read; use Linux"
    return (
        *(Capability(what, trouble is None, trouble or "bubblewrap") for what in IN_BUBBLEWRAP),
        *(Capability(what, filtered, filter_how) for what in BY_FILTER),
        *(Capability(what, proc, watched) for what in BY_WARDEN),
        Capability("limits on files and open files, no core files", True, "the kernel, for each process"),
        Capability("processor time measured and limited", clocks, timed),
        Capability("stopped between its turns", True, "SIGSTOP to its process groups"),
    )


def shortfall() -> str | None:
    """What is not enforced here although the best is wanted, in one sentence; None if everything is."""
    missing = [capability for capability in capabilities() if not capability.enforced]
    if not missing:
        return None
    what = ", ".join(capability.what for capability in missing)
    why = "; ".join(dict.fromkeys(capability.how for capability in missing))
    return f"not enforced on this machine: {what} ({why})"
