"""The bot under examination, and what can be learnt from its silence."""

from __future__ import annotations

import re
import time
from enum import StrEnum
from typing import Any

from arena.check.manners import Manner, padded, plainly, unpacked
from arena.match.seats import ProcessPlayer
from arena.match.trace import Said, Tape
from arena.process.channel import Answer, BotProcess, deliver_all
from arena.process.faults import BotFault, FaultKind
from arena.process.launch import ResolvedCommand
from arena.process.limits import Limits, Sandbox
from arena.process.sandbox import best_sandbox
from arena.process.tapped import Leaving, Tap, TappedProcess
from protocol.codec import WireError
from protocol.messages import Bye, Rejected, encode

PAUSE_S = 0.005
"""How long a message that comes in pieces stops between them."""
PROBE_MS = 400
"""How long each attempt to end a silence waits."""
LOOKS = 20
"""How often it is looked whether a silent bot computes."""
CHUNK = 1 << 16
"""Whoever reads by fixed chunks, reads by a divisor of this many bytes."""
WEIGHED = 16
"""After how many answers the memory is looked at."""
KEPT = 64
"""How many pieces of the conversation are kept."""
REFUSED = re.compile(
    "Read-only file system|Permission denied|Operation not permitted|No such file or directory|No space left"
    "|Network is unreachable|name resolution|FileNotFound|NoSuchFile|ReadOnlyFileSystem|UnknownHost"
    r"|\b(EROFS|EACCES|EPERM|ENOENT|ENOSPC|ENETUNREACH|EAI_AGAIN)\b"
)
"""How programs speak of what a sandbox keeps from them."""
UNASKED = "sent a message that nothing had asked for"
RECENT = 4
"""How many pieces of the conversation a finding shows."""


class Silence(StrEnum):
    """What ended a bot's silence, when one thing after the other was tried."""

    LATE = "more time"
    FILLER = "more bytes"
    BYE = "bye"
    LINE_END = "a line end"
    END_OF_INPUT = "the end of its input"
    NOTHING = "nothing"


class ExaminedProcess(TappedProcess):
    """A bot process that is spoken to in some `manner`, and is probed before it is ended for a silence."""

    def __init__(
        self, command: ResolvedCommand, limits: Limits, tap: Tap, sandbox: Sandbox, manner: Manner
    ) -> None:
        super().__init__(command, limits, tap, sandbox=sandbox)
        self.manner = manner
        self.silence: Silence | None = None
        self.busy = False
        """Whether it was computing when its time was over."""
        self.fault: BotFault | None = None
        self._question = b""
        self._sent = 0

    def fail(self, kind: FaultKind, detail: str) -> BotFault:
        """See `BotProcess.fail`; keeps the fault."""
        if kind is FaultKind.TIMEOUT and self.silence is None:
            self.silence = Silence.NOTHING
            self.busy = self._is_busy()
            self.silence = self._probe()
        self.fault = super().fail(kind, detail)
        return self.fault

    def _is_busy(self) -> bool:
        looks = 0
        for _ in range(LOOKS):
            looks += self.computes
            time.sleep(PAUSE_S)
        return looks > LOOKS // 2

    def _probe(self) -> Silence:
        attempts: tuple[tuple[Silence, bytes | None], ...] = (
            (Silence.LATE, b""),
            (Silence.FILLER, padded(self._question, 3 * CHUNK - self._sent % CHUNK)),
            (Silence.BYE, encode(Bye())),
            (Silence.LINE_END, b"\n"),
            (Silence.END_OF_INPUT, None),
        )
        for silence, data in attempts:
            if data is None:
                self.hang_up()
            else:
                BotProcess._send(self, data)
                deliver_all([self], time.monotonic() + PROBE_MS / 1000)
            if self.overhear(PROBE_MS):
                return silence
        return Silence.NOTHING

    def ask(self, message: bytes) -> None:
        """See `BotProcess.ask`. Raises BotFault if the bot, of which nothing was asked, is not silent."""
        self._expect_silence()
        super().ask(message)

    def receive(self, deadline: float) -> Answer:
        """See `BotProcess.receive`; the same of a bot that has more to say than an answer."""
        answer = super().receive(deadline)
        self._expect_silence()
        return answer

    def _expect_silence(self) -> None:
        """In a match what comes too early is the next answer; here it is told for what it is."""
        self._decoder.feed(self._read() or b"")
        if self._decoder.pending:
            self._next()
            raise self.fail(FaultKind.PROTOCOL, UNASKED)

    def _send(self, message: bytes) -> None:
        self._question = message
        pieces = self.manner(message)
        if pieces:
            self.tap("arena", b"".join(pieces))
        for number, piece in enumerate(pieces):
            if number:
                time.sleep(PAUSE_S)
            self._sent += len(piece)
            BotProcess._send(self, piece)


class Subject(ProcessPlayer):
    """A bot under examination: a player whose conversation is kept, and what it leaves in its sandbox."""

    def __init__(self, command: ResolvedCommand, limits: Limits, sandbox: Sandbox) -> None:
        super().__init__(command, limits, sandbox)
        self.guarded = best_sandbox(self._sandbox) is Sandbox.BUBBLEWRAP
        """Whether it plays in a sandbox."""
        self.scratch: dict[str, int] = {}
        """What files it was seen to have in its private /tmp, with their sizes."""
        self.complaints: dict[str, None] = {}
        """Lines of its log that speak of what a sandbox refuses, in their order."""
        self.tape = Tape(KEPT)
        self.manner: Manner = plainly
        self.rejects_next = False
        """Whether the next answer is rejected, whatever it is."""
        self.answered_by = {"index": 0, "action": 0}
        """How many answers were of which form."""
        self.memory_kb = 0
        """The most memory that it was seen to use."""
        self._answers = 0

    @property
    def examined(self) -> ExaminedProcess:
        """Its process. Raises RuntimeError before the first launch."""
        process = self.process
        assert isinstance(process, ExaminedProcess)
        return process

    def launch(self, startup_ms: int) -> None:
        """See `Player.launch`; a bot under examination gets no second start in a match."""
        super().launch(startup_ms)
        self.kept = False

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """See `Player.exchange`; looks at the answer's form, and now and then at the memory."""
        answer = super().exchange(message, deadline)
        if self.rejects_next:
            self.rejects_next = False
            rejected = Rejected(
                unpacked(message)["id"], "this check rejects a first answer, whatever it is", 1
            )
            answer = super().exchange(encode(rejected), deadline)
        if isinstance(answer.value, dict):
            for form in self.answered_by:
                self.answered_by[form] += form in answer.value
        self._answers += 1
        if self._answers % WEIGHED == 1:
            self.memory_kb = max(self.memory_kb, self.examined.memory_kb)
        return answer

    def overhear(self, wait_ms: float) -> bytes:
        """What it says unasked in that time."""
        return self.examined.overhear(wait_ms)

    def leave(self, farewell: bytes | None, grace_ms: float) -> Leaving:
        """See `TappedProcess.leave`."""
        return self.examined.leave(farewell, grace_ms)

    def kill(self) -> None:
        """See `Player.kill`; looks first at what it has in its /tmp, and then at its log."""
        if self.launched:
            self.scratch |= self.examined.scratch() if self.examined.alive else {}
            log = self.process.kill().stderr.text
            self.complaints |= {line: None for line in log.splitlines() if REFUSED.search(line)}

    def recent(self) -> list[Said]:
        """The end of the conversation."""
        return list(self.tape.said)[-RECENT:]

    def last_message(self, speaker: str) -> Any:
        """The last whole message of the arena's or the bot's; None if there is none."""
        for item in reversed(self.tape.said):
            if item.speaker == speaker:
                try:
                    return unpacked(item.data)
                except WireError:
                    return None
        return None

    def _run(self) -> BotProcess:
        self.tape = Tape(KEPT)
        return ExaminedProcess(self.command, self._limits, self.tape.tap(), self._sandbox, self.manner)
