"""A player that is a Python bot inside the arena's own process."""

from __future__ import annotations

import math
import operator
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from arena.match.player import Player, label
from arena.match.record import BotRecord
from arena.process.bot_process import Answer
from arena.process.faults import BotFault, Ending, Evidence, ExitReport, Stderr
from protocol import PROTOCOL_VERSION
from protocol.bot import Bot, Decision, Match, Result
from protocol.codec import Decoder, WireError, pack
from protocol.faults import FaultCode
from protocol.messages import Act, BotHello, Decide, Start, encode

MAX_WORDS = 8192
"""How many bytes of a traceback are kept."""


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
        self._guarded(lambda: self._bot.start(self._current), time.monotonic() + startup_ms / 1000)

    def ready(self) -> None:
        """See `Player.ready`."""

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """See `Player.exchange`."""
        return self._guarded(lambda: self._answer(_unpack(message)), deadline)

    def fail(self, code: FaultCode, detail: str, path: str = "", stderr: str = "") -> BotFault:
        """See `Player.fail`; `stderr` is shown as the bot's own words."""
        self._out = True
        words = stderr.encode()
        report = ExitReport(Ending.ITSELF, stderr=Stderr(words[:MAX_WORDS], b"", min(len(words), MAX_WORDS)))
        wall_ms = (time.monotonic_ns() - self._asked_ns) / 1e6 if self._asked_ns else None
        return BotFault(code, detail, Evidence(report, wall_ms), path)

    def over(self, message: bytes) -> None:
        """See `Player.over`."""
        if not self._out and self._match is not None:  # it was out when the match was gone on with
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
            raise self.refuse(error) from None
        except Exception as error:
            words = "".join(traceback.format_exception(error))
            what = f"raised {type(error).__name__}: {error}"
            raise self.fail("exception", what, stderr=words) from None
        wall_ns = time.monotonic_ns() - self._asked_ns
        if time.monotonic() > deadline:
            raise self.fail("no_answer", f"gave no answer in {wall_ns / 1e6:.0f} ms")
        return Answer(value, wall_ns, time.thread_time_ns() - cpu_ns, 0, 0)

    def _answer(self, message: dict[str, Any]) -> object:
        """The bot's answer to a `decide` or `rejected`, as it would come out of a pipe."""
        if message["type"] == Decide.TYPE:
            self._decision = Decision(message, self._current)
        else:
            self._decision.reject(message)
        choice = self._bot.choose(self._decision)
        answer = {"index": operator.index(choice)} if not isinstance(choice, Mapping) else {"action": choice}
        act = {"type": Act.TYPE, "id": self._decision.id, **answer, "note": self._decision.note}
        return _unpack(pack(act))


def _unpack(message: bytes) -> Any:
    decoder = Decoder(most_values=None)
    decoder.feed(message)
    return decoder.next()
