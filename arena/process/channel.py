"""The arena's end of one bot process: questions and answers under absolute deadlines, and a certain end.

Raw non-blocking descriptors and `poll`, no thread and no event loop: a decision costs one write, two polls
and one read. All deadlines are absolute, in seconds of `time.monotonic()`.
"""

import errno
import os
import select
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from arena.process import warden
from arena.process.faults import (
    BotFault,
    Ending,
    Evidence,
    ExitReport,
    FaultKind,
    SpawnError,
    StalledError,
)
from arena.process.launch import ResolvedCommand
from arena.process.limits import UNLIMITED, Graces, Limits, Sandbox
from arena.process.sandbox import prepare
from arena.process.ward import CHUNK, Ward, wait_all
from protocol.codec import Decoder, WireError

STALL_S = 0.5
"""A poll that returns this much too late means that the arena itself stood still."""
SLICE_S = 0.25
"""The longest poll: a suspension shows at the end of the slice that it falls into, long before a deadline."""
EXIT_NEWS_MS = 1000
"""How long a pipe's closing may precede the news of its owner's end."""
LOOK_MS = 2
"""How often it is looked whether a bot's program runs."""
STARVED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
"""Why a program may not start without being to blame."""


class Answer(NamedTuple):
    """A bot's answer, and what it took."""

    value: object
    wall_ns: int
    """From the last byte of the question written to the last byte of the answer seen."""
    cpu_ns: int
    """Processor time since its previous answer, of its living processes that the warden has seen."""
    overhead_ns: int
    """What the arena spent around it, outside `wall_ns`."""


class BotProcess:
    """One running bot.

    Constructing it starts the process and does not wait for it, so that several can start at once. `exchange`
    asks and waits for the answer; `ask` and `receive` are its two halves; `tell` sends what wants no answer.
    Whatever breaks the rules ends the process and is raised as BotFault; what is the arena's own failure is
    raised as ArenaFault. End each with `close` or `kill`, or use it as a context manager.

    A bot that `rests` is stopped from each answer to the next question, so that it takes no processor time
    from the bot that is to move.

    Raises SpawnError if the system has no process or descriptor to give, LaunchError if it was to run in a
    sandbox that does not work here.
    """

    def __init__(
        self,
        command: ResolvedCommand,
        limits: Limits | None = None,
        *,
        sandbox: Sandbox = Sandbox.AUTO,
        rests: bool = False,
    ) -> None:
        limits = UNLIMITED if sandbox is Sandbox.OFF else limits or Limits()
        self.command = command
        self._ward = Ward(prepare(command, sandbox, limits), limits)
        self._rests = rests
        self._paused = False
        self._decoder = Decoder()
        self._asked = time.monotonic_ns()
        self._cpu_ns = 0
        self._jammed = False
        self._released = False
        self._poll = select.poll()
        self._poll.register(self._ward.stdout, select.POLLIN)
        self._poll.register(self._ward.control, select.POLLIN)

    def __enter__(self) -> "BotProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int | None:
        """The process that the warden started for the bot; None until it has told."""
        return self._ward.pid

    @property
    def program_pid(self) -> int | None:
        """The process of the bot's program, in a sandbox the one inside; None until that runs."""
        return self._ward.program

    @property
    def alive(self) -> bool:
        """Whether the bot still runs, as far as is known without waiting."""
        if not self._released:
            self._ward.hear()
        return self._ward.exit is None

    def await_program(self) -> int:
        """Wait until the bot's program runs, and give its process id; 0 if it ends before."""
        while (program := self.program_pid) is None and self.alive:
            self._ward.wait(LOOK_MS)
        return program or 0

    # ------------------------------------------------------------------------------------ conversation

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """Send a question, and wait for the one whole answer until the deadline.

        Raises BotFault, its process ended, or ArenaFault.
        """
        entered = time.monotonic_ns()
        self.ask(message, deadline)
        value, answered = self._read_answer(deadline)
        cpu_ns = self._take_cpu_ns()
        if self._rests:
            self.pause()
        wall_ns = answered - self._asked
        return Answer(value, wall_ns, cpu_ns, time.monotonic_ns() - entered - wall_ns)

    def ask(self, message: bytes, deadline: float) -> None:
        """Send a question without waiting for the answer.

        Raises BotFault if the bot has ended, has spoken unasked, or does not read by the deadline.
        """
        self.check()
        if self._paused:
            self.resume()
        sent = self._write(message, deadline)
        self._asked = time.monotonic_ns()
        if not sent:
            if self._jammed:
                self._fail(
                    FaultKind.TIMEOUT, "does not read its stdin: the question could not be sent in time"
                )
            self._fail_closed("stdin")

    def check(self) -> None:
        """See that the bot, which nothing was asked of, still runs and is silent. Raises BotFault."""
        if self._released:
            raise RuntimeError(f"bot {self.command.spec.name!r} was closed")
        if self._poll.poll(0):
            self._check_silence()

    def receive(self, deadline: float) -> Answer:
        """Wait for the one whole answer to what `ask` sent; what lies in the pipe already is never too late.

        Raises BotFault, its process ended, or ArenaFault.
        """
        value, answered = self._read_answer(deadline)
        cpu_ns = self._take_cpu_ns()
        if self._rests:
            self.pause()
        return Answer(value, answered - self._asked, cpu_ns, time.monotonic_ns() - answered)

    def tell(self, message: bytes, deadline: float) -> bool:
        """Send what wants no answer, if the bot takes it by the deadline; False if it could not be sent.

        A paused bot reads it when it goes on. Never raises for what the bot does.
        """
        return not self._released and self._write(message, deadline)

    def pause(self) -> None:
        """Stop the bot and all it started, until it is resumed, asked or closed."""
        if not self._released and not self._paused:
            self._paused = True
            self._ward.rest()

    def resume(self) -> None:
        """Let a paused bot go on."""
        if self._paused:
            self._paused = False
            self._ward.wake()

    def fail(self, kind: FaultKind, detail: str) -> BotFault:
        """End the bot for a fault, also one that the caller found, and give the fault with its evidence."""
        wall_ns = time.monotonic_ns() - self._asked
        cpu_ns = self._take_cpu_ns()
        evidence = Evidence(self.kill(), wall_ns / 1e6, cpu_ns / 1e6, self._decoder.tail)
        return BotFault(kind, detail, evidence)

    # ------------------------------------------------------------------------------------ the end

    def close(self, graces: Graces | None = None) -> ExitReport:
        """End the bot politely: stdin closed, then SIGTERM, then SIGKILL, each with its grace."""
        return close_all([self], graces)[0]

    def kill(self) -> ExitReport:
        """End the bot and all it started at once; if it has ended, only say how."""
        return close_all([self], Graces(closed_ms=0, terminated_ms=0))[0]

    def _release(self) -> ExitReport:
        """Bury the warden and close the pipes; a warden that gave no report by now is killed, unheard."""
        if not self._released:
            self._released = True
            self._ward.release()
        assert self._ward.exit is not None
        return self._ward.exit

    # ------------------------------------------------------------------------------------ writing

    def _check_silence(self) -> None:
        """Something happened before the question: news of the warden's, or the bot spoke or ended."""
        data = self._read()
        if data:
            self._decoder.feed(data)
            self._fail_unasked()
        self._ward.hear()
        if self._ward.exit is not None:
            self._fail_ended()
        if data is not None:
            self._fail_closed("stdout")

    def _write(self, message: bytes, deadline: float) -> bool:
        """Write it all; False if the bot has closed the pipe, or does not empty it in time (`_jammed`)."""
        if self._jammed:
            return False
        try:
            written = os.write(self._ward.stdin, message)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            return False
        return written == len(message) or self._write_rest(memoryview(message)[written:], deadline)

    def _write_rest(self, rest: memoryview, deadline: float) -> bool:
        self.resume()
        poll = select.poll()
        poll.register(self._ward.stdin, select.POLLOUT)
        poll.register(self._ward.control, select.POLLIN)
        while rest:
            events, late = _wait(poll, deadline)
            self._ward.hear()
            if self._ward.exit is not None:
                return False
            try:
                if events:
                    rest = rest[os.write(self._ward.stdin, rest) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                return False
            if late and rest:
                self._jammed = True
                return False
        return True

    # ------------------------------------------------------------------------------------ reading

    def _read_answer(self, deadline: float) -> tuple[object, int]:
        """The answer, and when it was there."""
        ward = self._ward
        while True:
            events, late = _wait(self._poll, deadline)
            answered = time.monotonic_ns()
            for descriptor, _ in events:
                if descriptor == ward.stdout:
                    data = self._read()
                    if data == b"":
                        self._fail_closed("stdout")
                    value = self._take(data) if data else None
                    if value is not None:
                        return value, answered
                else:
                    ward.hear()
            if ward.exit is not None:
                return self._read_last_answer(), answered
            if late:
                self._fail_late()

    def _take(self, data: bytes) -> object | None:
        """The message that these bytes complete, if they do, and nothing more."""
        decoder = self._decoder
        decoder.feed(data)
        try:
            value = decoder.next()
        except WireError as error:
            self._fail_wire(error)
        if value is not None and decoder.pending:
            self._fail_unasked()
        return value

    def _read_last_answer(self) -> object:
        """The answer of a bot that has ended: it may lie in the pipe, but no more will come."""
        while True:
            data = self._read()
            if not data:
                self._fail_ended()
            value = self._take(data)
            if value is not None:
                return value

    def _read(self) -> bytes | None:
        """What lies in the pipe, up to a chunk; None if nothing does, b"" at its end."""
        try:
            return os.read(self._ward.stdout, CHUNK)
        except BlockingIOError:
            return None

    def _take_cpu_ns(self) -> int:
        """Processor time of the bot since this was last asked; 0 where it can't be told."""
        before, self._cpu_ns = self._cpu_ns, max(self._cpu_ns, self._ward.cpu_ns())
        return self._cpu_ns - before

    # ------------------------------------------------------------------------------------ faults

    def _fail(self, kind: FaultKind, detail: str) -> NoReturn:
        raise self.fail(kind, detail)

    def _fail_wire(self, error: WireError) -> NoReturn:
        place = f"{error.path}: " if error.path else ""
        self._fail(FaultKind(error.kind), place + error.detail)

    def _fail_unasked(self) -> NoReturn:
        """Bytes came that nothing asked for: say what they are."""
        try:
            message = self._decoder.next()
        except WireError as error:
            self._fail_wire(error)
        what = "a message" if message is not None else "the beginning of a message"
        self._fail(FaultKind.PROTOCOL, f"sent {what} that nothing had asked for")

    def _fail_late(self) -> NoReturn:
        pending = self._decoder.pending
        what = f"only {pending} bytes of an answer" if pending else "no answer"
        waited_ms = (time.monotonic_ns() - self._asked) / 1e6
        self._fail(FaultKind.TIMEOUT, f"gave {what} in {waited_ms:.0f} ms")

    def _fail_closed(self, stream: str) -> NoReturn:
        """The bot closed a pipe: mostly because it ended, and news of that is on its way."""
        self._ward.wait(EXIT_NEWS_MS)
        if self._ward.exit is not None:
            self._fail_ended()
        if self._ward.overuse is not None:
            self._fail(*self._ward.overuse)
        self._fail(FaultKind.CRASH, f"closed its {stream} and went on running")

    def _fail_ended(self) -> NoReturn:
        ward = self._ward
        if ward.start_errno is not None:
            words = f"{str(self.command.program)!r} could not be executed: {os.strerror(ward.start_errno)}"
            self.kill()
            if ward.start_errno in STARVED:
                raise SpawnError(words)
            self._fail(FaultKind.STARTUP, words)
        if ward.lost:
            self._fail_lost()
        if ward.exit is not None and ward.exit.overuse is not None:
            self._fail(*ward.exit.overuse)
        middle = " in the middle of a message" if self._decoder.pending else ""
        self._fail(FaultKind.CRASH, f"{ward.exit}{middle}")

    def _fail_lost(self) -> NoReturn:
        """The warden is gone without a word: before it came to start the bot, that is the arena's failure."""
        if not self._ward.awake:
            self.kill()
            raise SpawnError(
                f"the warden of bot {self.command.spec.name!r} ended before it could start the bot"
            )
        self._fail(FaultKind.CRASH, "ended when its warden was killed")


def close_all(bots: Sequence[BotProcess], graces: Graces | None = None) -> list[ExitReport]:
    """End several bots at once; each step's grace runs for all of them together.

    A grace of 0 skips its step. Afterwards nothing is left of them, neither processes nor descriptors.
    """
    graces = graces or Graces()
    steps: tuple[tuple[Ending, int, Callable[[Ward], None]], ...] = (
        (Ending.CLOSED, graces.closed_ms, Ward.close_stdin),
        (Ending.TERMINATED, graces.terminated_ms, lambda ward: ward.order(warden.TERMINATE)),
        (Ending.KILLED, graces.killed_ms, lambda ward: ward.order(warden.KILL)),
    )
    for ending, grace_ms, step in steps:
        running = [bot for bot in bots if bot.alive]
        if not running or not grace_ms:
            continue
        for bot in running:
            bot.resume()
            bot._ward.ending = ending
            step(bot._ward)
        wait_all([bot._ward for bot in running], grace_ms)
    return [bot._release() for bot in bots]


def _wait(poll: select.poll, deadline: float) -> tuple[list[tuple[int, int]], bool]:
    """Events by the deadline, and whether that has passed; looks at least once. Raises StalledError."""
    while True:
        before = time.monotonic()
        patience = min(SLICE_S, max(0.0, deadline - before))
        events = poll.poll(patience * 1000)
        now = time.monotonic()
        late = now >= deadline
        if now - before - patience > STALL_S:
            raise StalledError(
                f"the arena stood still for {now - before - patience:.1f} s while a bot was to answer"
            )
        if events or late:
            return events, late
