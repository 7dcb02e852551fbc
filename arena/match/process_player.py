"""A player that is a program, talked with over its stdin and stdout."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable

from arena import __version__
from arena.match.player import Player, label
from arena.match.record import BotRecord
from arena.process.bot_process import Answer, BotProcess, deliver_all
from arena.process.ending import close_all
from arena.process.faults import BotFault
from arena.process.launch import ResolvedCommand
from arena.process.limits import Graces, Limits, Sandbox
from arena.process.sandbox import best_sandbox
from arena.process.tap import Tap
from protocol import PROTOCOL_VERSION
from protocol.faults import FaultCode
from protocol.messages import ArenaHello, BotMessage, Bye, Ready, Start, encode

TELL_MS = 500
"""How long bots may take to read what wants no answer."""
_HELLO = encode(ArenaHello(PROTOCOL_VERSION, __version__))
_BYE = encode(Bye())


class ProcessPlayer(Player):
    """A bot that is a program, talked with over its stdin and stdout.

    Its own `sandbox` and `rest`, where its description has them, go before those given here. The `tap` hears
    what goes over its pipes; what it writes to its stderr goes to the descriptor `log` as well.
    """

    def __init__(
        self,
        command: ResolvedCommand,
        limits: Limits | None = None,
        sandbox: Sandbox = Sandbox.AUTO,
        rests: bool = False,
        tap: Tap | None = None,
        log: int | None = None,
    ) -> None:
        super().__init__(label(command.spec.name))
        self.command = command
        self._limits = limits or Limits()
        self._sandbox = command.spec.sandbox or sandbox
        self._rests = rests if command.spec.rest is None else command.spec.rest
        self._tap = tap
        self._log = log
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
            self.command,
            self._limits,
            sandbox=self._sandbox,
            rests=self._rests,
            tap=self._tap,
            log=self._log,
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
            raise self.fail("wrong_answer", f"answered start with {message.TYPE!r}")

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """See `Player.exchange`."""
        self._ask(message)
        return self._receive(deadline)

    def fail(self, code: FaultCode, detail: str, path: str = "") -> BotFault:
        """See `Player.fail`."""
        return self.process.fail(code, detail, path)

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
        """Send what wants none, if it runs: it does not where it was out before; does not wait."""
        if self._process is not None:
            self._process.post(message)

    def _receive(self, deadline: float) -> Answer:
        """Wait for the answer to what was asked last. Raises BotFault, ArenaFault."""
        return self.process.receive(deadline)

    def _message(self) -> BotMessage:
        """The answer to hello or start, as a message. Raises BotFault, ArenaFault."""
        return self.parse(self._receive(self._deadline).value)


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


def _in_ms(ms: float) -> float:
    return time.monotonic() + ms / 1000
