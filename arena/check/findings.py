"""What a check finds: one finding a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from arena.match.trace import Said, in_hex, in_words

WORDS = 400
"""How many characters of a message are shown."""


class Status(StrEnum):
    """Whether a step of the check went well."""

    PASS = "pass"
    WARN = "warn"
    """Not against the protocol, but likely to cost the author something."""
    FAIL = "fail"
    SKIP = "skip"
    """It could not be tried; the detail says why."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What is behind a failure: a fixed name for the mistake, its place in SPEC.md, and the likely mend."""

    mistake: str
    spec: str
    mend: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One step's outcome.

    Where something is wrong, `advice` says what to do about it, `said` is the end of the conversation, and
    `stderr` the bot's own last words.
    """

    step: str
    status: Status
    detail: str = ""
    advice: Advice | None = None
    said: Sequence[Said] = ()
    stderr: str = ""
    number: int = 0
    code: str = ""
    """Of the fault in a match that it was, if it was one: its name in SPEC.md."""

    def to_data(self) -> dict[str, Any]:
        """The finding as plain data for other programs."""
        said = [
            {"from": item.speaker, "message": in_words(item.data, WORDS), "hex": in_hex(item.data)}
            for item in self.said
        ]
        return {
            "number": self.number,
            "step": self.step,
            "status": str(self.status),
            "detail": self.detail,
            "code": self.code,
            **asdict(self.advice or Advice("", "", "")),
            "said": said,
            "stderr": self.stderr,
        }
