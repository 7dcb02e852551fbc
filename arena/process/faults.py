"""What a bot can do wrong, and what is known about it afterwards."""

import enum
import signal
from dataclasses import dataclass, field

from arena.errors import ArenaError, ArenaFault
from protocol.faults import KIND_OF, FaultCode


class FaultKind(enum.StrEnum):
    """The kinds of fault that put a bot out of a match."""

    STARTUP = "startup"
    CRASH = "crash"
    TIMEOUT = "timeout"
    ILLEGAL = "illegal"
    GARBAGE = "garbage"
    PROTOCOL = "protocol"
    OVERSIZE = "oversize"
    MEMORY = "memory"
    PROCESSES = "processes"


class Ending(enum.StrEnum):
    """What a bot's end came after."""

    ITSELF = "itself"
    """It ended unasked."""
    CLOSED = "closed"
    """Its stdin was closed, as at every regular end."""
    TERMINATED = "terminated"
    """It ignored that, and was sent SIGTERM."""
    KILLED = "killed"
    """It was killed at once, or after it had ignored SIGTERM."""


@dataclass(frozen=True, slots=True)
class Stderr:
    """The beginning and the end of what a bot wrote to its stderr; `total` counts all its bytes."""

    head: bytes = b""
    tail: bytes = b""
    total: int = 0

    @property
    def text(self) -> str:
        """For people to read: control characters made visible, what was left out counted."""
        left_out = self.total - len(self.head) - len(self.tail)
        gap = f"\n[... {left_out} bytes left out ...]\n".encode() if left_out else b""
        return printable(self.head + gap + self.tail)


@dataclass(frozen=True, slots=True)
class ExitReport:
    """How a bot process ended: by `code` or `signal`, neither if its supervisor was lost.

    Both are set where a sandbox can't tell which: to be ended by SIGTERM and to exit with 143 look the same.

    `cpu_ms` is the processor time of its whole tree from first to last. `overuse` is set if it was ended for
    exceeding a limit: the code of that fault, and words.
    """

    ending: Ending
    code: int | None = None
    signal: int | None = None
    cpu_ms: int = 0
    stderr: Stderr = field(default_factory=Stderr)
    overuse: tuple[FaultCode, str] | None = None

    def __str__(self) -> str:
        return ending_in_words(self.code, self.signal) or "ended in an unknown way"


def ending_in_words(code: int | None, signal: int | None) -> str | None:
    """How a program ended; None where neither is known."""
    ways = {"ended by": signal and signal_name(signal), "exited with status": code}
    return ", or ".join(f"{way} {value}" for way, value in ways.items() if value is not None) or None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was seen of a fault.

    `wall_ms` runs from when the question was to be written, `cpu_ms` is the bot's processor time since its
    previous answer (None where it can't be told), `received` the last bytes that came from it.
    """

    exit: ExitReport
    wall_ms: float | None = None
    cpu_ms: float | None = None
    received: bytes = b""


class BotFault(ArenaError):
    """A bot broke the rules of being a bot. Its process has been ended; the arena is fine.

    `code` says what was wrong, `kind` what that counts as, `path` where in a message it was (`act.index`;
    empty where it was in none), and `detail` all of it in a sentence.
    """

    def __init__(self, code: FaultCode, detail: str, evidence: Evidence, path: str = "") -> None:
        self.kind = FaultKind(KIND_OF[code])
        super().__init__(f"{self.kind}: {detail}")
        self.code: FaultCode = code
        self.detail = detail
        self.path = path
        self.evidence = evidence


class SpawnError(ArenaFault):
    """The system would not give the arena a new process or descriptor."""


class LostSupervisorError(ArenaFault):
    """A supervisor was killed: by any program that may signal it, so by no bot in a sandbox of namespaces."""


class StalledError(ArenaFault):
    """The arena was suspended while a bot was thinking: time measured meanwhile says nothing."""


def printable(data: bytes) -> str:
    """Text of unknown origin, safe to show on a terminal: control characters become escapes."""
    text = data.decode("utf-8", "backslashreplace")
    return "".join(
        character if character.isprintable() or character in "\n\t" else _escaped(character)
        for character in text
    )


def shown(text: str) -> str:
    """The same of text that a stranger may have had a hand in."""
    return text if text.isprintable() else printable(text.encode("utf-8", "backslashreplace"))


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def signal_name(number: int) -> str:
    """`SIGKILL` for 9, and so on."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
