"""What one bot process may use, and how long the arena waits for it to end."""

from dataclasses import dataclass

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one bot process.

    The kernel keeps `file_mb` and `open_files` for each process of the bot.
    """

    file_mb: int = 64
    """Size of a file that the bot writes."""
    open_files: int = 256
    """Descriptors open at once in one process."""

    def for_kernel(self) -> dict[str, int]:
        """The limits that the kernel keeps, by the names of `resource`."""
        return {
            "RLIMIT_CORE": 0,
            "RLIMIT_FSIZE": self.file_mb * MEBIBYTE,
            "RLIMIT_NOFILE": self.open_files,
        }


@dataclass(frozen=True, slots=True)
class Graces:
    """How long a bot may take to end, step by step: stdin closed, then SIGTERM, then SIGKILL."""

    closed_ms: int = 500
    terminated_ms: int = 300
    killed_ms: int = 2000
