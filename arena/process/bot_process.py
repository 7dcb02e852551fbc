"""One running bot: questions and answers under absolute deadlines, what ends it, and a certain end."""

import errno
import os
import select
import time
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from arena.process.channel import Channel, wait
from arena.process.ending import close_all
from arena.process.faults import BotFault, Evidence, ExitReport, LostSupervisorError, SpawnError
from arena.process.launch import ResolvedCommand
from arena.process.limits import UNLIMITED, Graces, Limits, Sandbox
from arena.process.sandbox import prepare
from arena.process.supervised import Supervised
from arena.process.tap import Tap
from protocol.codec import WireError
from protocol.faults import KIND_OF, FaultCode

EXIT_NEWS_MS = 2000
"""How long a pipe's closing may precede the news of its owner's end, on a busy machine."""
LOOK_MS = 2
"""How often it is looked whether a bot's program runs."""
STARVED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
"""Why a program may not start without being to blame."""


class Answer(NamedTuple):
    """A bot's answer, and what it took."""

    value: object
    wall_ns: int
    """From when the question's first byte could be written until the answer was read."""
    cpu_ns: int
    """Processor time since its previous answer, of its living processes that the supervisor has seen."""
    reading_ns: int
    """Processor time that the arena itself spent on reading it; 0 if it was short."""
    overhead_ns: int
    """What the arena spent around it, outside `wall_ns`."""


class BotProcess:
    """One running bot.

    Constructing it starts the process and does not wait for it, so that several can start at once. `exchange`
    asks and waits for the answer; `ask` and `receive` are its two halves; `post` and `tell` send what wants
    no answer. What a pipe has no room for goes out while an answer is waited for, or with `deliver_all`.

    A bot is judged by what it wrote, in order, and not by when the arena saw it: its first message answers
    the first question, and so on, also if it came too early, or if the bot has ended since. Only where
    nothing more is to be read does its end count, or that its time is up. Whatever breaks the rules ends the
    process and is raised as BotFault; what is the arena's own failure is raised as ArenaFault. End each with
    `close` or `kill`, or use it as a context manager.

    A bot that `rests` is stopped from each answer to the next question, so that it takes no processor time
    from the bot that is to move. The `tap` hears every byte, either way. What the bot writes to its stderr
    goes to the descriptor `log` as well, see `Supervised`.

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
        tap: Tap | None = None,
        log: int | None = None,
    ) -> None:
        limits = UNLIMITED if sandbox is Sandbox.OFF else limits or Limits()
        self.command = command
        self.supervised = Supervised(prepare(command, sandbox, limits), limits, log)
        self._rests = rests
        self._tap = tap
        self.fault: BotFault | None = None
        """What it was ended for, if for a fault."""
        self.paused = False
        """Whether it is stopped for a while."""
        self._entered = self._asked = time.monotonic_ns()
        self._cpu_ns = 0
        self.closed = False
        """Whether it was ended, and all its pipes closed."""
        pipes = (self.supervised.stdin, self.supervised.stdout, self.supervised.control)
        self.channel = Channel(*pipes, tap)

    def __enter__(self) -> "BotProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int | None:
        """The process that the supervisor started for the bot; None until it has told."""
        return self.supervised.pid

    @property
    def program_pid(self) -> int | None:
        """The process of the bot's program, in a sandbox the one inside; None until that runs."""
        return self.supervised.program

    @property
    def alive(self) -> bool:
        """Whether the bot still runs, as far as is known without waiting."""
        if not self.closed:
            self.supervised.hear()
        return self.supervised.exit is None

    def await_program(self) -> int:
        """Wait until the bot's program runs, and give its process id; 0 if it ends before."""
        while (program := self.program_pid) is None and self.alive:
            self.supervised.wait(LOOK_MS)
        return program or 0

    # ------------------------------------------------------------------------------------ conversation

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """Send a question, and wait for the one whole answer until the deadline.

        Raises BotFault, its process ended, or ArenaFault.
        """
        self.ask(message)
        return self.receive(deadline)

    def ask(self, message: bytes) -> None:
        """Send a question, and wait neither for the answer nor for room in the pipe."""
        if self.closed:
            raise RuntimeError(f"bot {self.command.spec.name!r} was closed")
        self._entered = time.monotonic_ns()
        if self.paused:
            self.resume()
        self.channel.reading_ns = 0
        self._asked = time.monotonic_ns()
        self.post(message)

    def receive(self, deadline: float) -> Answer:
        """Wait for the one whole answer to what `ask` sent; what lies in the pipe already is never too late.

        Raises BotFault, its process ended, or ArenaFault.
        """
        value = self._read_answer(deadline)
        answered = time.monotonic_ns()
        cpu_ns = self._take_cpu_ns()
        if self._rests:
            self.pause()
        overhead_ns = self._asked - self._entered + time.monotonic_ns() - answered
        return Answer(value, answered - self._asked, cpu_ns, self.channel.reading_ns, overhead_ns)

    def post(self, message: bytes) -> None:
        """Send what fits into the pipe now, and keep the rest; a bot that was closed gets nothing.

        Never raises for what the bot does.
        """
        if not self.closed:
            self.channel.post(message)

    def tell(self, message: bytes, deadline: float) -> bool:
        """Send what wants no answer, if the bot takes it all by the deadline; False if it did not.

        A paused bot reads it when it goes on. Never raises for what the bot does.
        """
        if self.closed or not self.up_to_date:
            return False
        self.post(message)
        deliver_all([self], deadline)
        return self.up_to_date

    @property
    def up_to_date(self) -> bool:
        """Whether all that was sent to the bot is in its pipe."""
        return self.channel.up_to_date

    def pause(self) -> None:
        """Stop the bot and all it started, until it is resumed, asked or closed."""
        if not self.closed and not self.paused:
            self.paused = True
            self.supervised.rest()

    def resume(self) -> None:
        """Let a paused bot go on, with all it started."""
        if self.paused:
            self.paused = False
            self.supervised.wake()

    def fail(self, code: FaultCode, detail: str, path: str = "") -> BotFault:
        """End the bot for a fault, also one that the caller found, and give the fault with its evidence."""
        if self._tap is not None:
            self._tap.before_fault(self, code)
        wall_ns = time.monotonic_ns() - self._asked
        cpu_ns = self._take_cpu_ns()
        if KIND_OF[code] in ("illegal", "protocol"):
            detail += self._sequel()
        evidence = Evidence(self.kill(), wall_ns / 1e6, cpu_ns / 1e6, self.channel.tail)
        self.fault = BotFault(code, detail, evidence, path)
        return self.fault

    def _sequel(self) -> str:
        """What is wrong with the bytes after an answer, in case it explains the answer; or nothing."""
        try:
            self.channel.next()
        except WireError as error:
            return f"; and behind that answer: {error.detail}"
        return ""

    # ------------------------------------------------------------------------------------ unasked

    def unread(self, wait_ms: float = 0) -> bool:
        """Whether the bot has written, or does in that time, what no `receive` took.

        Raises BotFault for what is no message.
        """
        poll = select.poll()
        poll.register(self.supervised.stdout, select.POLLIN)
        if poll.poll(wait_ms):
            self.channel.take()
        if not self.channel.pending:
            return False
        self._next()
        return True

    def overhear(self, wait_ms: float) -> bytes:
        """Whatever the bot writes to its stdout in that time, or until it closes that."""
        poll = select.poll()
        poll.register(self.supervised.stdout, select.POLLIN)
        until = time.monotonic() + wait_ms / 1000
        words = b""
        while (left := until - time.monotonic()) > 0:
            data = self.channel.read() if poll.poll(left * 1000) else None
            if data == b"":
                break
            words += data or b""
        return words

    def ends_within(self, wait_ms: float) -> bool:
        """Whether the bot ends by itself in that time."""
        self.supervised.wait(wait_ms)
        return not self.alive

    def hang_up(self) -> None:
        """Let the bot see the end of its input."""
        self.supervised.close_stdin()

    # ------------------------------------------------------------------------------------ the end

    def close(self, graces: Graces | None = None) -> ExitReport:
        """End the bot politely: stdin closed, then SIGTERM, then SIGKILL, each with its grace."""
        return close_all([self], graces)[0]

    def kill(self) -> ExitReport:
        """End the bot and all it started at once; if it has ended, only say how."""
        return close_all([self], Graces(closed_ms=0, terminated_ms=0))[0]

    def release(self) -> ExitReport:
        """End the supervisor, heard or not, and close the pipes; says how the bot ended."""
        if not self.closed:
            self.closed = True
            self.supervised.release()
        assert self.supervised.exit is not None
        return self.supervised.exit

    # ------------------------------------------------------------------------------------ reading

    def _read_answer(self, deadline: float) -> object:
        """The bot's next message. What lies in the pipe is read before anything else is judged."""
        bot, channel = self.supervised, self.channel
        value = self._next() if channel.pending else None
        while value is None:
            events, late = channel.wait(deadline)
            for descriptor, _ in events:
                if descriptor == bot.stdout:
                    value = self._read_on()
                elif descriptor == bot.stdin:
                    channel.post_rest()
                else:
                    bot.hear()
            if value is None and (late or bot.exit is not None):
                value = self._read_last()
        return value

    def _read_on(self) -> object | None:
        """The message that is completed by what lies in the pipe, up to a chunk; None if none is."""
        data = self.channel.take()
        if data:
            return self._next()
        if data is not None:
            self._fail_closed()
        return None

    def _read_last(self) -> object:
        """The message that lies in the pipe; without one the bot has ended, or is late."""
        while data := self.channel.take():
            if (value := self._next()) is not None:
                return value
        if self.supervised.exit is not None:
            self._fail_ended()
        return self._fail_late() if data is None else self._fail_closed()

    def _next(self) -> object | None:
        """The next message of what was read, if it is whole. Raises BotFault for what is no message."""
        try:
            return self.channel.next()
        except WireError as error:
            where = f"{error.path}: " if error.path else ""
            self._fail(error.code, where + error.detail, error.path)

    def _take_cpu_ns(self) -> int:
        """Processor time of the bot since this was last asked; 0 where it can't be told."""
        before, self._cpu_ns = self._cpu_ns, max(self._cpu_ns, self.supervised.cpu_ns())
        return self._cpu_ns - before

    # ------------------------------------------------------------------------------------ faults

    def _fail(self, code: FaultCode, detail: str, path: str = "") -> NoReturn:
        raise self.fail(code, detail, path)

    def _fail_late(self) -> NoReturn:
        if self.channel.unsent:
            self._fail("unread_question", "does not read its stdin: the question could not be sent in time")
        pending = self.channel.pending
        code: FaultCode = "unfinished_answer" if pending else "no_answer"
        what = f"only {pending} bytes of an answer" if pending else "no answer"
        waited_ms = (time.monotonic_ns() - self._asked) / 1e6
        why = "; its stdin is closed" if self.channel.deaf else ""
        self._fail(code, f"gave {what} in {waited_ms:.0f} ms{why}")

    def _fail_closed(self) -> NoReturn:
        """The bot closed its stdout: mostly because it ended, and news of that is on its way."""
        self.supervised.wait(EXIT_NEWS_MS)
        if self.supervised.exit is not None:
            self._fail_ended()
        if self.supervised.overuse is not None:
            self._fail(*self.supervised.overuse)
        self._fail("stdout_closed", "closed its stdout and went on running")

    def _fail_ended(self) -> NoReturn:
        bot = self.supervised
        if bot.start_errno is not None:
            words = f"{str(self.command.program)!r} could not be executed: {os.strerror(bot.start_errno)}"
            self.kill()
            if bot.start_errno in STARVED:
                raise SpawnError(words)
            self._fail("not_executable", words)
        if bot.lost:
            self._fail_lost()
        if bot.exit is not None and bot.exit.overuse is not None:
            self._fail(*bot.exit.overuse)
        middle = " in the middle of a message" if self.channel.pending else ""
        self._fail("ended", f"{bot.exit}{middle}")

    def _fail_lost(self) -> NoReturn:
        """The supervisor is gone without a word: whoever did that, it can't be told from here."""
        self.kill()
        name = self.command.spec.name
        if not self.supervised.awake:
            raise SpawnError(f"the supervisor of bot {name!r} ended before it could start the bot")
        raise LostSupervisorError(f"the supervisor of bot {name!r} was killed")


def deliver_all(bots: Sequence[BotProcess], deadline: float) -> None:
    """Send several bots at once what their pipes had no room for, until the deadline.

    A paused bot goes on for so long. Never raises for what a bot does; raises StalledError.
    """
    woken = [bot for bot in bots if bot.channel.unsent and bot.paused]
    while waiting := {bot.supervised.stdin: bot for bot in bots if bot.channel.unsent and bot.alive}:
        poll = select.poll()
        for descriptor, bot in waiting.items():
            bot.resume()
            poll.register(descriptor, select.POLLOUT)
            poll.register(bot.supervised.control, select.POLLIN)
        events, late = wait(poll, deadline)
        for descriptor, _ in events:
            if descriptor in waiting:
                waiting[descriptor].channel.post_rest()
        if late:
            break
    for bot in woken:
        bot.pause()
