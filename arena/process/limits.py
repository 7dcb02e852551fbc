"""How far one bot process is kept from the machine, what it may use, and how long it may take to end."""

import enum
from dataclasses import dataclass

MEBIBYTE = 1 << 20


class Sandbox(enum.StrEnum):
    """How far a bot is kept from the machine."""

    AUTO = "auto"
    """The best that works here: bubblewrap, else limits."""
    BUBBLEWRAP = "bubblewrap"
    """Bubblewrap and limits; a LaunchError where it does not work."""
    LIMITS = "limits"
    """Limits on what it uses; but it sees the machine, and has the arena's own rights."""
    OFF = "off"
    """No limits. It is still ended with all that it started."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one bot process and everything it starts; None is no limit.

    The supervisor watches over what the whole tree takes together, and ends it with a fault. The kernel keeps
    the limits on files in each single process: an operation beyond them fails, or ends it with SIGXFSZ.
    A limit on address space is deliberately missing: runtimes that compile reserve far more than they use.
    """

    memory_mb: int | None = 512
    """Memory in use by the tree, in MiB, with what lies in the sandbox's /tmp; shared pages count once."""
    processes: int | None = 64
    """Processes of the whole tree."""
    threads: int | None = 1024
    """Threads of the whole tree."""
    file_mb: int | None = 64
    """Size of any file that the bot writes, in MiB."""
    open_files: int | None = 256
    """Descriptors open at once in one process."""
    scratch_mb: int = 64
    """Size of the private /tmp in a sandbox, in MiB."""

    def options(self) -> dict[str, int]:
        """The limits by the names of the supervisor's options, without those that are not set."""
        options = {
            "memory_kb": self.memory_mb and self.memory_mb * 1024,
            "processes": self.processes,
            "threads": self.threads,
            "RLIMIT_CORE": 0,
            "RLIMIT_FSIZE": self.file_mb and self.file_mb * MEBIBYTE,
            "RLIMIT_NOFILE": self.open_files,
        }
        return {name: value for name, value in options.items() if value is not None}


UNLIMITED = Limits(memory_mb=None, processes=None, threads=None, file_mb=None, open_files=None)


@dataclass(frozen=True, slots=True)
class Graces:
    """How long a bot may take to end, step by step: stdin closed, then SIGTERM, then SIGKILL."""

    closed_ms: int = 500
    terminated_ms: int = 300
    killed_ms: int = 2000
