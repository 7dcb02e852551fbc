"""What is known of a fault, and the signs by which one mistake behind it is told from another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from arena.check.subject import REFUSED, Silence
from protocol.faults import KIND_OF, FaultCode, FaultKind
from protocol.messages import SENDABLE


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a fault: itself, what came before it, and what the bot did and wrote."""

    code: FaultCode
    path: str
    """Where in the bot's message it is, as `act.index`; empty if it is in none."""
    asked: str
    """The type of the arena's last message."""
    stderr: str = ""
    received: bytes = b""
    """The end of what came from the bot."""
    silence: Silence | None = None
    busy: bool = False
    """Whether it computed most of the time that it was waited for."""
    hello: Mapping[str, Any] = field(default_factory=dict)
    """What it said of itself."""
    guarded: bool = False
    """Whether it was in a sandbox."""

    @property
    def kind(self) -> FaultKind:
        """What it counts as once the bot is ready."""
        return KIND_OF[self.code]


Sign: TypeAlias = Callable[[Case], bool]


def coded(*codes: FaultCode) -> Sign:
    """The fault has one of these codes."""
    return lambda case: case.code in codes


def of_kind(kind: FaultKind, asked: str | None = None) -> Sign:
    """The fault is of a kind, and came after this message of the arena's."""
    return lambda case: case.kind == kind and asked in (None, case.asked)


def unasked_after(asked: str) -> Sign:
    """The bot said something unasked after this message of the arena's."""
    return lambda case: case.code == "unasked" and case.asked == asked


def wrong_in(path: str) -> Sign:
    """A field of the bot's message is wrong: the one of this name, or one inside of it."""
    inside = (f"{path}.", f"{path}[")
    return lambda case: case.kind == "protocol" and (case.path == path or case.path.startswith(inside))


def silent_until(silence: Silence) -> Sign:
    """The bot was silent until this happened."""
    return lambda case: case.silence is silence


def too_slow(case: Case) -> bool:
    """It was at work, and would have answered later."""
    out_of_time = case.kind == "timeout" and (case.busy or case.silence is Silence.LATE)
    return out_of_time or case.code == "processor_time"


def last_words(pattern: str) -> Sign:
    """The bot ended, with words that match on its stderr."""
    find = re.compile(pattern).search
    return lambda case: case.kind == "crash" and find(case.stderr) is not None


def without_words(case: Case) -> bool:
    """The bot ended, and wrote nothing to its stderr."""
    return case.kind == "crash" and not case.stderr.strip()


def misses_a_part(case: Case) -> bool:
    """It fell over a part of the decision that its own hello did not ask for."""
    sends = case.hello.get("send")
    if sends is None or case.kind != "crash":
        return False
    left_out = (part for part in SENDABLE if part not in sends)
    return any(re.search(rf"['\"`.]{part}\b", case.stderr) for part in left_out)


def begins_with_a_length(case: Case) -> bool:
    """The first bytes are the number of those that follow, in a usual width and byte order."""
    if case.kind not in ("garbage", "timeout", "protocol"):
        return False
    data = case.received
    return any(
        len(data) > width and int.from_bytes(data[:width], order) == len(data) - width
        for width in (2, 4, 8)
        for order in ("big", "little")
    )


def refused_by_the_sandbox(case: Case) -> bool:
    """It ended in a sandbox, with words of what one refuses."""
    return case.guarded and case.kind == "crash" and REFUSED.search(case.stderr) is not None
