"""The bot under examination, and what can be learnt from its silence."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from arena.check.manners import Manner, padded, plainly, unpacked
from arena.match.process_player import ProcessPlayer
from arena.match.trace import Said, Tape
from arena.process import inspection
from arena.process.bot_process import Answer, BotProcess, deliver_all
from arena.process.inspection import Leaving
from arena.process.launch import ResolvedCommand
from arena.process.limits import Limits, Sandbox
from arena.process.sandbox import best_sandbox
from arena.process.tap import Speaker, Tap
from protocol.codec import WireError
from protocol.faults import KIND_OF, FaultCode
from protocol.messages import Bye, Rejected, encode

PAUSE_S = 0.005
"""How long a message that comes in pieces stops between them."""
SECOND_MS = 2
"""How long a second answer to one question may take to be known for that."""
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


class _Ear(Tap):
    """Keeps what the bot says, and finds out what would end a silence before that ends the bot."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def hear(self, speaker: Speaker, data: bytes) -> None:
        if speaker == "bot":
            self._subject.tape.keep(speaker, data)

    def before_fault(self, bot: BotProcess, code: FaultCode) -> None:
        if KIND_OF[code] == "timeout":
            self._subject.probe(bot)


class Subject(ProcessPlayer):
    """A bot under examination: spoken to in some `manner`, held to silence where nothing was asked of it.

    Its conversation is kept, and what it leaves in its sandbox.
    """

    def __init__(self, command: ResolvedCommand, limits: Limits, sandbox: Sandbox) -> None:
        super().__init__(command, limits, sandbox, tap=_Ear(self))
        self.guarded = best_sandbox(self._sandbox) is Sandbox.BUBBLEWRAP
        """Whether it plays in a sandbox."""
        self.scratch: dict[str, int] = {}
        """What files it was seen to have in its private /tmp, with their sizes."""
        self.complaints: dict[str, None] = {}
        """Lines of its log that speak of what a sandbox refuses, in their order."""
        self.manner: Manner = plainly
        self.rejects_next = False
        """Whether the next answer is rejected, whatever it is."""
        self.answered_by = {"index": 0, "action": 0}
        """How many answers were of which form."""
        self.memory_kb = 0
        """The most memory that it was seen to use."""
        self._answers = 0
        self._begin_afresh()

    def _begin_afresh(self) -> None:
        """Forget what was learnt of the process before."""
        self.tape = Tape(KEPT)
        self.silence: Silence | None = None
        """What ended its silence, if it was silent."""
        self.busy = False
        """Whether it was computing when its time was over."""
        self._question = b""
        self._sent = 0

    def launch(self, startup_ms: int) -> None:
        """See `Player.launch`; a bot under examination gets no second start in a match."""
        if not (self.launched and self.reusable):
            self.kill()
            self._begin_afresh()
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
            self.memory_kb = max(self.memory_kb, inspection.memory_kb(self.process))
        return answer

    def leave(self, farewell: bytes | None, grace_ms: float) -> Leaving:
        """See `inspection.leave`."""
        if farewell is not None:
            self.tape.keep("arena", farewell)
        return inspection.leave(self.process, farewell, grace_ms)

    def kill(self) -> None:
        """See `Player.kill`; looks first at what it has in its /tmp, and then at its log."""
        if self.launched:
            self.scratch |= inspection.scratch_files(self.process) if self.process.alive else {}
            log = self.process.kill().stderr.text
            self.complaints |= {line: None for line in log.splitlines() if REFUSED.search(line)}

    def recent(self) -> list[Said]:
        """The last pieces of the conversation, for a finding."""
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

    # ------------------------------------------------------------------------------------ its process

    def _ask(self, message: bytes) -> None:
        self._expect_silence()
        self._say(message, self.process.ask)

    def _post(self, message: bytes) -> None:
        self._say(message, self.process.post)

    def _receive(self, deadline: float) -> Answer:
        answer = super()._receive(deadline)
        self._expect_silence(SECOND_MS)
        return answer

    def _say(self, message: bytes, begin: Callable[[bytes], None]) -> None:
        """Send a message in the manner that is on trial, its first piece with `begin`."""
        if self.process.closed:
            return
        self._question = message
        pieces = self.manner(message)
        if pieces:
            self.tape.keep("arena", b"".join(pieces))
            begin(pieces[0])
        for piece in pieces[1:]:
            time.sleep(PAUSE_S)
            self.process.post(piece)
        self._sent += sum(map(len, pieces))

    def _expect_silence(self, wait_ms: float = 0) -> None:
        """In a match what comes too early is the next answer; here it is told for what it is."""
        if self.process.unread(wait_ms):
            raise self.fail("unasked", UNASKED)

    def probe(self, bot: BotProcess) -> None:
        """Find out, once, whether a silent bot computes, and what would end its silence."""
        if self.silence is None:
            self.silence = Silence.NOTHING
            self.busy = _is_busy(bot)
            self.silence = self._silence_ends_with(bot)

    def _silence_ends_with(self, bot: BotProcess) -> Silence:
        attempts: tuple[tuple[Silence, bytes | None], ...] = (
            (Silence.LATE, b""),
            (Silence.FILLER, padded(self._question, 3 * CHUNK - self._sent % CHUNK)),
            (Silence.BYE, encode(Bye())),
            (Silence.LINE_END, b"\n"),
            (Silence.END_OF_INPUT, None),
        )
        for silence, data in attempts:
            if data is None:
                bot.hang_up()
            else:
                bot.post(data)
                deliver_all([bot], time.monotonic() + PROBE_MS / 1000)
            if bot.overhear(PROBE_MS):
                return silence
        return Silence.NOTHING


def _is_busy(bot: BotProcess) -> bool:
    """Whether a bot computes most of the time that it is looked at."""
    looks = 0
    for _ in range(LOOKS):
        looks += inspection.computes(bot)
        time.sleep(PAUSE_S)
    return looks > LOOKS // 2
