"""Who sits at the table: one interface to bots that are processes and bots inside the arena's own process."""

from __future__ import annotations

import math
import operator
import secrets
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from arena import __version__
from arena.match.record import BotRecord
from arena.process.channel import Answer, BotProcess, close_all, deliver_all
from arena.process.faults import BotFault, Ending, Evidence, ExitReport, FaultKind, Stderr, shown
from arena.process.launch import ResolvedCommand
from arena.process.limits import Graces, Limits, Sandbox
from arena.process.sandbox import best_sandbox
from arena.process.tap import Tap
from protocol import PROTOCOL_VERSION
from protocol.bot import Bot, Decision, Match, Result
from protocol.codec import Decoder, WireError, pack
from protocol.messages import (
    SENDABLE,
    Act,
    ArenaHello,
    BotHello,
    BotMessage,
    Bye,
    Decide,
    Ready,
    Start,
    encode,
    parse_bot,
)

TELL_MS = 500
"""How long bots may take to read what wants no answer."""
MAX_LABEL = 80
"""How many characters of what a bot says of itself are kept."""
MAX_WORDS = 8192
"""How many bytes of a traceback are kept."""


class Player(ABC):
    """One bot, as the referee sees it. It plays one match after the other, and one at a time.

    Each match: `launch`, `greet`, `start`, `ready`, then `exchange` for each decision, `over` at its end.
    `launch`, `start` and `over` don't wait, neither for the bot nor for its pipe: `deliver` does that for all
    of a table's players together, so that their start-ups overlap and none holds up another.

    Where BotFault is raised the player is out, and can only be told that the match is over. ArenaFault means
    that nobody is to blame.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.hello: BotHello | None = None
        """What it said of itself; None before its first `start`."""
        self.kept = False
        """Whether its program has run since an earlier match, and so may have gone wrong between the two."""
        self.sends_view = self.sends_legal = self.sends_events = True
        """Which parts of a decision it asked for."""

    @abstractmethod
    def launch(self, startup_ms: int) -> None:
        """Start the program, unless it runs and is `reusable`, and say hello; does not wait."""

    @abstractmethod
    def greet(self) -> None:
        """Wait for its hello, if that has not come. Raises BotFault, ArenaFault."""

    @abstractmethod
    def start(self, message: Start, startup_ms: int) -> None:
        """Announce a match; does not wait for `ready`. Raises BotFault, ArenaFault."""

    @abstractmethod
    def ready(self) -> None:
        """Wait until it is ready for the match. Raises BotFault, ArenaFault."""

    @abstractmethod
    def exchange(self, message: bytes, deadline: float) -> Answer:
        """Send a question, wait for the answer (any value). Raises BotFault, ArenaFault."""

    @abstractmethod
    def fail(self, kind: FaultKind, detail: str) -> BotFault:
        """End the bot for a fault that the referee found, and give the fault with its evidence."""

    @abstractmethod
    def over(self, message: bytes) -> None:
        """Tell the end of the match; does not wait. Raises nothing that the bot causes."""

    @property
    @abstractmethod
    def reusable(self) -> bool:
        """Whether it can play another match: it runs, and knows that the last one is over."""

    @property
    @abstractmethod
    def confined(self) -> bool:
        """Whether it can't reach the programs of others."""

    @abstractmethod
    def record(self) -> BotRecord:
        """Who it is."""

    @abstractmethod
    def kill(self) -> None:
        """End it at once."""

    def _take_hello(self, message: BotMessage) -> None:
        """Check and keep what the bot says of itself. Raises BotFault."""
        if not isinstance(message, BotHello):
            raise self.fail(FaultKind.PROTOCOL, f"answered hello with {message.TYPE!r}")
        self.hello = message
        sends = SENDABLE if message.send is None else message.send
        self.sends_view, self.sends_legal, self.sends_events = (part in sends for part in SENDABLE)

    def _check_game(self, game: str) -> None:
        """Refuse a match that the bot says it can't play. Raises BotFault."""
        if self.hello is not None and self.hello.games is not None and game not in self.hello.games:
            plays = ", ".join(map(label, self.hello.games[:10])) or "none"
            raise self.fail(FaultKind.STARTUP, f"does not play {game}: its hello lists the games {plays}")

    def _says(self) -> dict[str, str]:
        """What its hello told of itself, fit to be shown."""
        told = {name: getattr(self.hello, name, None) for name in ("name", "version", "author")}
        return {name: label(value) for name, value in told.items() if value is not None}


def label(text: str) -> str:
    """Text that a bot wrote, without control characters and cut to a length."""
    clean = " ".join(shown(text).split())
    return clean if len(clean) <= MAX_LABEL else f"{clean[:MAX_LABEL]}..."


class ProcessPlayer(Player):
    """A bot that is a program, talked with over its stdin and stdout.

    Its own `sandbox` and `rest`, where its description has them, go before those given here. The `tap` hears
    what goes over its pipes.
    """

    def __init__(
        self,
        command: ResolvedCommand,
        limits: Limits | None = None,
        sandbox: Sandbox = Sandbox.AUTO,
        rests: bool = False,
        tap: Tap | None = None,
    ) -> None:
        super().__init__(label(command.spec.name))
        self.command = command
        self._limits = limits or Limits()
        self._sandbox = command.spec.sandbox or sandbox
        self._rests = rests if command.spec.rest is None else command.spec.rest
        self._tap = tap
        self._process: BotProcess | None = None
        self.generation: str | None = None
        """What names its present process alone, wherever and whenever others run; None before its launch."""
        self._deadline = 0.0
        self._playing = False

    @property
    def process(self) -> BotProcess:
        """The running program, from `launch` on."""
        if self._process is None:
            raise RuntimeError(f"bot {self.name!r} was not launched")
        return self._process

    @property
    def confined(self) -> bool:
        """Whether its program can't reach others."""
        return best_sandbox(self._sandbox) is Sandbox.BUBBLEWRAP

    @property
    def launched(self) -> bool:
        """Whether its program was started."""
        return self._process is not None

    def launch(self, startup_ms: int) -> None:
        """See `Player.launch`. Raises BotFault, ArenaFault."""
        self.kept = self.launched and self.reusable
        if self.kept:
            return
        self.kill()
        self.hello = None
        self._playing = False
        self._process = BotProcess(
            self.command, self._limits, sandbox=self._sandbox, rests=self._rests, tap=self._tap
        )
        self.generation = secrets.token_hex(8)
        self._deadline = _in_ms(startup_ms)
        self._ask(_HELLO)

    def greet(self) -> None:
        """See `Player.greet`."""
        if self.hello is None:
            self._take_hello(self._message())

    def start(self, message: Start, startup_ms: int) -> None:
        """See `Player.start`."""
        self._playing = True
        self._check_game(message.game)
        self._deadline = _in_ms(startup_ms)
        self._ask(encode(message))

    def ready(self) -> None:
        """See `Player.ready`."""
        message = self._message()
        if not isinstance(message, Ready):
            raise self.fail(FaultKind.PROTOCOL, f"answered start with {message.TYPE!r}")

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """See `Player.exchange`."""
        self._ask(message)
        return self._receive(deadline)

    def fail(self, kind: FaultKind, detail: str) -> BotFault:
        """See `Player.fail`."""
        return self.process.fail(kind, detail)

    def over(self, message: bytes) -> None:
        """See `Player.over`."""
        self._playing = False
        self._post(message)

    @property
    def reusable(self) -> bool:
        """See `Player.reusable`."""
        if self._process is None:
            return True
        process = self._process
        return not self._playing and not self.command.spec.restart and process.alive and process.up_to_date

    def record(self) -> BotRecord:
        """See `Player.record`."""
        return BotRecord(self.name, self.command.argv, self.command.fingerprint, self._says())

    def kill(self) -> None:
        """See `Player.kill`."""
        if self._process is not None:
            self._process.kill()

    def _ask(self, message: bytes) -> None:
        """Send what wants an answer; does not wait. Raises BotFault."""
        self.process.ask(message)

    def _post(self, message: bytes) -> None:
        """Send what wants none; does not wait."""
        self.process.post(message)

    def _receive(self, deadline: float) -> Answer:
        """Wait for the answer to what was asked last. Raises BotFault, ArenaFault."""
        return self.process.receive(deadline)

    def _message(self) -> BotMessage:
        """The answer to hello or start, as a message. Raises BotFault, ArenaFault."""
        value = self._receive(self._deadline).value
        try:
            return parse_bot(value)
        except WireError as error:
            raise self.fail(FaultKind(error.kind), wire_detail(error)) from None


class InProcessPlayer(Player):
    """A Python bot inside the arena's process; it gets its messages as bytes, like any other.

    It can't be interrupted: an answer that comes too late is a timeout only once it has come.
    """

    def __init__(self, bot: Bot, name: str | None = None) -> None:
        super().__init__(label(name or bot.name))
        self._bot = bot
        self._match: Match | None = None
        self._decision: Decision
        self._out = False
        self._asked_ns = 0

    def launch(self, startup_ms: int) -> None:
        """See `Player.launch`."""

    def greet(self) -> None:
        """See `Player.greet`."""
        if self.hello is None:
            bot = self._bot
            self._take_hello(
                BotHello(
                    PROTOCOL_VERSION, bot.name or self.name, bot.version, bot.author, bot.games, bot.send
                )
            )

    def start(self, message: Start, startup_ms: int) -> None:
        """See `Player.start`."""
        self._out = False
        self._check_game(message.game)
        self._match = Match(_unpack(encode(message)))
        self._guarded(lambda: self._bot.start(self._current), _in_ms(startup_ms))

    def ready(self) -> None:
        """See `Player.ready`."""

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """See `Player.exchange`."""
        return self._guarded(lambda: self._answer(_unpack(message)), deadline)

    def fail(self, kind: FaultKind, detail: str, stderr: str = "") -> BotFault:
        """See `Player.fail`; `stderr` is shown as the bot's own words."""
        self._out = True
        words = stderr.encode()
        report = ExitReport(Ending.ITSELF, stderr=Stderr(words[:MAX_WORDS], b"", min(len(words), MAX_WORDS)))
        wall_ms = (time.monotonic_ns() - self._asked_ns) / 1e6 if self._asked_ns else None
        return BotFault(kind, detail, Evidence(report, wall_ms))

    def over(self, message: bytes) -> None:
        """See `Player.over`."""
        if not self._out:
            with suppress(BotFault):
                result = Result(_unpack(message), self._current)
                self._guarded(lambda: self._bot.over(result), math.inf)

    @property
    def reusable(self) -> bool:
        """See `Player.reusable`."""
        return True

    @property
    def confined(self) -> bool:
        """See `Player.confined`; it belongs to the arena."""
        return True

    def record(self) -> BotRecord:
        """See `Player.record`."""
        kind = type(self._bot)
        return BotRecord(self.name, (), f"{kind.__module__}.{kind.__qualname__}", self._says())

    def kill(self) -> None:
        """See `Player.kill`; there is nothing to end."""

    @property
    def _current(self) -> Match:
        if self._match is None:
            raise RuntimeError(f"bot {self.name!r} has no match yet")
        return self._match

    def _guarded(self, work: Callable[[], object], deadline: float) -> Answer:
        """Have the bot work; an error of its own is a crash, and too late is a timeout. Raises BotFault."""
        self._asked_ns = time.monotonic_ns()
        cpu_ns = time.thread_time_ns()
        try:
            value = work()
        except WireError as error:
            raise self.fail(FaultKind(error.kind), wire_detail(error)) from None
        except Exception as error:
            words = "".join(traceback.format_exception(error))
            raise self.fail(FaultKind.CRASH, f"raised {type(error).__name__}: {error}", words) from None
        wall_ns = time.monotonic_ns() - self._asked_ns
        if time.monotonic() > deadline:
            raise self.fail(FaultKind.TIMEOUT, f"gave no answer in {wall_ns / 1e6:.0f} ms")
        return Answer(value, wall_ns, time.thread_time_ns() - cpu_ns, 0, 0)

    def _answer(self, message: dict[str, Any]) -> object:
        """The bot's answer to a `decide` or `rejected`, as it would come out of a pipe."""
        if message["type"] == Decide.TYPE:
            self._decision = Decision(message, self._current)
        else:
            self._decision.rejected = message["reason"]
        choice = self._bot.choose(self._decision)
        answer = {"index": operator.index(choice)} if not isinstance(choice, Mapping) else {"action": choice}
        act = {"type": Act.TYPE, "id": self._decision.id, **answer, "note": self._decision.note}
        return _unpack(pack(act))


_HELLO = encode(ArenaHello(PROTOCOL_VERSION, __version__))
_BYE = encode(Bye())


def deliver(players: Iterable[Player], wait_ms: float) -> None:
    """Wait until all that are processes have in their pipes what they were told, but no longer than that."""
    processes = [p.process for p in players if isinstance(p, ProcessPlayer) and p.launched]
    deliver_all(processes, _in_ms(wait_ms))


def close_players(players: Iterable[Player], graces: Graces | None = None) -> None:
    """Say goodbye to all that are processes, and end them together."""
    processes = [p.process for p in players if isinstance(p, ProcessPlayer) and p.launched]
    for process in processes:
        process.tell(_BYE, time.monotonic())
    close_all(processes, graces)


def wire_detail(error: WireError) -> str:
    """What is wrong with a message and where, in one sentence."""
    return f"{error.path} {error.detail}" if error.path else error.detail


def _in_ms(ms: float) -> float:
    return time.monotonic() + ms / 1000


def _unpack(message: bytes) -> Any:
    decoder = Decoder(most_values=None)
    decoder.feed(message)
    return decoder.next()
