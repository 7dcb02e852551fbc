"""What a check finds: one finding a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from arena.match.trace import Said, in_hex, in_words

WORDS = 400
"""How many characters of a message are shown."""


class Status(StrEnum):
    """How a step went."""

    PASS = "pass"
    WARN = "warn"
    """Not against the protocol, but likely to cost the author something."""
    FAIL = "fail"
    SKIP = "skip"
    """It could not be tried; the detail says why."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One step's outcome; what a failed one shows is empty elsewhere.

    `mistake` is a fixed name for the kind of mistake, `spec` the place in SPEC.md, `mend` the likely cure,
    `said` the end of the conversation, `stderr` the bot's own last words.
    """

    step: str
    status: Status
    detail: str = ""
    mistake: str = ""
    spec: str = ""
    mend: str = ""
    said: Sequence[Said] = ()
    stderr: str = ""
    number: int = 0

    def to_data(self) -> dict[str, Any]:
        """The finding as plain data for other programs."""
        said = [
            {"from": item.speaker, "message": in_words(item.data, WORDS), "hex": in_hex(item.data)}
            for item in self.said
        ]
        plain = ("number", "step", "detail", "mistake", "spec", "mend", "stderr")
        return {**{key: getattr(self, key) for key in plain}, "status": str(self.status), "said": said}
