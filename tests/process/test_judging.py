"""A verdict depends on what a bot wrote and what it was asked, not on when the arena saw which piece."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from miniatures import miniature

from arena.process import bot_process
from arena.process.bot_process import BotProcess
from arena.process.channel import Channel
from arena.process.faults import BotFault, ExitReport, LostSupervisorError
from arena.process.supervised import Supervised
from protocol.codec import Decoder, WireError, pack

QUESTIONS = 4
PLAYED = miniature("played")


class PlayedSupervised(Supervised):
    """A supervised bot without a supervisor or a bot: a test plays both, at the other ends of real pipes."""

    def _start(self, *_: object) -> None:
        self.bot_stdin, self.stdin = os.pipe()
        self.stdout, self.bot_stdout = os.pipe()
        control, self.supervisor = socket.socketpair()
        self.control = control.detach()
        for descriptor in (self.stdin, self.stdout, self.control):
            os.set_blocking(descriptor, False)
        self.say(report="awake")
        self.say(report="started", pid=0, grouped=False)

    def say(self, **report: object) -> None:
        self.supervisor.sendall(repr(report).encode() + b"\n")

    def signal(self, number: int) -> None:
        """There is nobody to be signalled."""

    def order(self, order: bytes) -> None:
        self.exit = ExitReport(self.ending)

    def release(self) -> None:
        self.exit = self.exit or ExitReport(self.ending)
        self.supervisor.close()
        for descriptor in (self.stdin, self.stdout, self.control, self.bot_stdin, self.bot_stdout):
            if descriptor >= 0:
                os.close(descriptor)
        self.stdin = self.stdout = self.control = -1

    def come_to(self, end: str) -> None:
        """What becomes of the bot after its last byte."""
        if end in ("exit", "memory"):
            overuse = ("memory", "took too much") if end == "memory" else None
            self.hang_up()
            self.say(report="ended", status=0, overuse=overuse, cpu_ms=0, stderr=(b"", b"", 0))
        elif end == "supervisor killed":
            self.hang_up()
            self.supervisor.close()
        elif end == "stdin closed":
            os.close(self.bot_stdin)
            self.bot_stdin = -1

    def hang_up(self) -> None:
        for descriptor in (self.bot_stdin, self.bot_stdout):
            os.close(descriptor)
        self.bot_stdin = self.bot_stdout = -1


class Script(NamedTuple):
    """What a bot writes, and what becomes of it then."""

    data: bytes
    end: str


class Luck(NamedTuple):
    """What is left to chance."""

    reads: list[int]
    """How many bytes each read of the arena's brings, over and over."""
    early: list[int]
    """How many bytes more than needed are there when a question is asked, and when it is answered."""


AT_ONCE = Luck([1 << 16], [1 << 16])


def verdicts(script: Script, luck: Luck, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the channel makes of it: the answers to the questions, and the kind of fault that ended them."""

    def over_and_over(numbers: list[int]) -> Iterator[int]:
        while True:
            yield from numbers

    reads = over_and_over(luck.reads)

    class Piecemeal(Channel):
        def read(self) -> bytes | None:
            try:
                return os.read(self._stdout, next(reads))
            except BlockingIOError:
                return None

    monkeypatch.setattr(bot_process, "Channel", Piecemeal)
    monkeypatch.setattr(bot_process, "Supervised", PlayedSupervised)
    monkeypatch.setattr(bot_process, "EXIT_NEWS_MS", 0)
    early = over_and_over(luck.early)
    needed = ends_of_messages(script.data)
    written = 0
    has_ended = False
    got: list[object] = []
    with BotProcess(PLAYED) as bot:
        supervised = bot.supervised
        assert isinstance(supervised, PlayedSupervised)

        def write_up_to(place: int) -> None:
            nonlocal written, has_ended
            place = min(place, len(script.data))
            if place > written:
                os.write(supervised.bot_stdout, script.data[written:place])
                written = place
            if written == len(script.data) and not has_ended:
                has_ended = True
                supervised.come_to(script.end)

        for number in range(QUESTIONS):
            write_up_to(written + next(early))
            bot.ask(b"\x80")
            write_up_to(max(written, needed[number]) + next(early))
            try:
                got.append(bot.receive(time.monotonic()).value)
            except BotFault as fault:
                return [*got, str(fault.kind)]
            except LostSupervisorError:
                return [*got, "void"]
    return got


def ends_of_messages(data: bytes) -> list[int]:
    """How many bytes of it must be there for each question to have its verdict."""
    ends = []
    for length in range(1, len(data) + 1):
        decoder = Decoder()
        decoder.feed(data[:length])
        try:
            while decoder.next() is not None:
                pass
        except WireError:
            ends.append(length)
            break
        if not decoder.pending:
            ends.append(length)
    return [*ends, *[len(data)] * (QUESTIONS + 1)]


def right_verdicts(script: Script) -> list[object]:
    """By the sentence at the top of this file."""
    decoder = Decoder()
    decoder.feed(script.data)
    told: list[object] = []
    kind = {
        "silence": "timeout",
        "stdin closed": "timeout",
        "exit": "crash",
        "memory": "memory",
        "supervisor killed": "void",
    }[script.end]
    try:
        while (message := decoder.next()) is not None:
            told.append(message)
    except WireError as error:
        kind = error.kind
    return [*told, kind][:QUESTIONS]


MESSAGES = [
    {"type": "hello", "protocol": 1, "name": "x"},
    {"type": "ready"},
    {"type": "act", "id": 1, "index": 0},
    {"type": "act", "id": 2, "index": 0, "note": "y" * 20},
]
ENDS = ("silence", "exit", "memory", "supervisor killed", "stdin closed")
scripts = st.builds(
    Script,
    st.lists(
        st.sampled_from([*map(pack, MESSAGES), b"\x81\xa4ty", b"hello\n", b"\xc1", b"\xdf\xff\xff\xff\xff"]),
        max_size=6,
    ).map(b"".join),
    st.sampled_from(ENDS),
)
luck = st.builds(
    Luck,
    st.lists(st.integers(1, 40), min_size=1, max_size=4),
    st.lists(st.integers(0, 80), min_size=1, max_size=8),
)


@given(scripts, luck)
def test_the_same_bytes_get_the_same_verdict_in_any_pieces(script: Script, luck: Luck) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        right = right_verdicts(script)
        assert verdicts(script, AT_ONCE, monkeypatch) == right
        assert verdicts(script, luck, monkeypatch) == right


@pytest.mark.slow
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "messages", [[0, 0], [0, 1, 2, 3, 3], [1, 2]], ids=["two hellos", "one too many", "no hello"]
)
def test_a_stream_may_be_cut_at_every_byte(
    messages: list[int], end: str, monkeypatch: pytest.MonkeyPatch, amount: Callable[[int, int], int]
) -> None:
    """Unless it is to be thorough, each end has a third of the places, and all together have every place."""
    script = Script(b"".join(pack(MESSAGES[number]) for number in messages), end)
    right = right_verdicts(script)
    step = amount(3, 1)
    for cut in range(1 + ENDS.index(end) % step, len(script.data), step):
        for early in ([0], [cut]):
            assert verdicts(script, Luck([cut], early), monkeypatch) == right
