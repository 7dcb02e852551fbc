"""A Python bot from one function, or from a class.

    from protocol.bot import run

    def choose(decision):
        return 0                        # an index into decision.legal, or one of its maps

    run(choose, name="first")

While the bot runs, standard output belongs to the arena: whatever prints to it lands on standard error.
"""

from __future__ import annotations

import os
import sys
import time

import msgpack

from protocol import PROTOCOL_VERSION
from protocol.codec import MAX_MESSAGE, brief, pack, pack_trusted
from protocol.errors import ArenaError

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    PlainMap: TypeAlias = dict[str, Any]
    Answer: TypeAlias = int | Mapping[str, Any]

LIKELY_TO_COME = 40
"""How many decisions a bot of its own are taken to come, where it says nothing better."""

_READ_SIZE = 1 << 16
_INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended


class Match:
    """What is known of a match from its start: the message's fields, and `seed` for `bot_seed`."""

    __slots__ = ("clock", "components", "game", "id", "options", "players", "seat", "seed")

    def __init__(self, message: PlainMap) -> None:
        self.id: str = message["match"]
        self.game: str = message["game"]
        self.players: int = message["players"]
        self.seat: int = message["seat"]
        self.options: PlainMap = message["options"]
        self.components: PlainMap | None = message.get("components")
        self.clock: PlainMap = message["clock"]
        self.seed: int = message["bot_seed"]


class Decision:
    """A decision to take. `view`, `legal` and `events` are there only if the bot asked for them.

    Set `note` to plain data (at most 4 KiB) to keep it in the replay with the answer.
    """

    __slots__ = (
        *("clock", "events", "id", "kind", "legal", "match", "note", "rejected", "seat", "view"),
        "_arrived",
    )

    def __init__(self, message: PlainMap, match: Match) -> None:
        self._arrived = time.monotonic()
        self.match = match
        self.id: int = message["id"]
        self.seat: int = message["seat"]
        self.kind: str = message["kind"]
        self.clock: PlainMap = message["clock"]
        self.note: Any = None
        self.rejected: str | None = None
        """Why the last answer to this same decision was illegal; None at the first try."""
        if "view" in message:
            self.view: PlainMap = message["view"]
        if "legal" in message:
            self.legal: list[PlainMap] = message["legal"]
        if "events" in message:
            self.events: list[PlainMap] = message["events"]

    def reject(self, message: PlainMap) -> None:
        """Take note of the arena's `rejected`: why, and what time is left."""
        self.rejected = message["reason"]
        if message.get("clock") is not None:
            self.clock = message["clock"]
            self._arrived = time.monotonic()

    def seconds(self, to_come: int = LIKELY_TO_COME) -> float:
        """How long the bot may think from now on, in seconds; infinite where nothing limits it.

        Of the time for a move a tenth and 20 ms are left to the machine, at most half of it. Of the bank it
        is the share of one of `to_come` decisions, and most of the increment that the answer brings; never
        more than half the bank. With both limits it is the smaller. The arena's own margin comes on top.
        """
        limits: list[float] = []
        move_ms, bank_ms = self.clock["move_ms"], self.clock["bank_ms"]
        if move_ms is not None:
            limits.append(move_ms - min(move_ms / 2, 20 + move_ms / 10))
        if bank_ms is not None:
            increment = self.match.clock["increment_ms"] or 0
            limits.append(min(bank_ms / to_come + 0.8 * increment, bank_ms / 2))
        left = min(limits, default=float("inf")) / 1000
        return max(left - (time.monotonic() - self._arrived), 0.0)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            raise AttributeError(f"a decision has no {name!r}, or the bot's `send` does not ask for it")


class Result:
    """How a match ended; `scores`, `ranks` by seat, `faults` as maps of seat and kind."""

    __slots__ = ("events", "faults", "match", "ranks", "scores")

    def __init__(self, message: PlainMap, match: Match) -> None:
        self.match = match
        self.scores: list[float] = message["scores"]
        self.ranks: list[int] = message["ranks"]
        self.faults: list[PlainMap] = message["faults"]
        self.events: list[PlainMap] = message.get("events", [])


class Bot:
    """A bot to subclass: give it a name, define `choose`, and call `run` on an instance."""

    name: str = ""
    version: str | None = None
    author: str | None = None
    games: Sequence[str] | None = None
    """Ids of the games it plays; None for all."""
    send: Sequence[str] | None = None
    """Which of "view", "legal" and "events" a decision should carry; None for all."""

    def start(self, match: Match) -> None:
        """Called when a match begins; what it takes counts as start-up, not as thinking."""

    def choose(self, decision: Decision) -> Answer:
        """The answer to a decision: an index into its legal actions, or an action."""
        raise NotImplementedError(f"{type(self).__name__} must define choose(self, decision)")

    def over(self, result: Result) -> None:
        """Called when a match has ended."""

    def run(self) -> None:
        """Talk to the arena until it says bye or goes away. Errors in the bot's own code are not caught."""
        try:
            _serve(self, _Pipe())
        except _Closed:
            return
        except KeyboardInterrupt:
            sys.exit(_INTERRUPTED)


def run(
    choose: Callable[[Decision], Answer],
    *,
    name: str = "",
    version: str | None = None,
    author: str | None = None,
    games: Sequence[str] | None = None,
    send: Sequence[str] | None = None,
) -> None:
    """Run a bot that is one function. For the arguments see the attributes of `Bot`."""
    bot = _FunctionBot(choose)
    bot.name, bot.version, bot.author, bot.games, bot.send = name, version, author, games, send
    bot.run()


class _FunctionBot(Bot):
    """A bot that is one function."""

    def __init__(self, function: Callable[[Decision], Answer]) -> None:
        self._function = function

    def choose(self, decision: Decision) -> Answer:
        return self._function(decision)


class _Closed(ArenaError):
    """The arena has gone."""


class _Pipe:
    """The two ends of the arena's pipes, taken away from everything else in this process."""

    def __init__(self) -> None:
        if os.isatty(0):
            sys.exit(
                "this is a bot: the arena starts it, for example by: arena play GAME 'python3 FILE' random"
            )
        self._in = os.dup(0)
        self._out = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)  # below Python, so that prints of C code and child processes are diverted too
        sys.stdout.flush()
        sys.stdout = sys.stderr
        # The arena is trusted to keep to SPEC.md, so what it sends is not checked the way it checks bots.
        self._unpacker = msgpack.Unpacker(max_buffer_size=2 * MAX_MESSAGE)

    def receive(self) -> PlainMap:
        """The arena's next message."""
        while True:
            for message in self._unpacker:  # raises nothing where `unpack` would: a message not yet whole
                whole: PlainMap = message
                return whole
            self._read()

    def _read(self) -> None:
        try:
            data = os.read(self._in, _READ_SIZE)
        except OSError:
            raise _Closed from None
        if not data:
            raise _Closed
        self._unpacker.feed(data)

    def send(self, message: PlainMap) -> None:
        # Only an action or a note can be anything that is not plain.
        data = pack(message) if "action" in message or "note" in message else pack_trusted(message)
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except OSError:
            raise _Closed from None


def _serve(bot: Bot, pipe: _Pipe) -> None:
    """Answer each message, until `bye`."""
    current: Any = None  # the match that runs
    decision: Any = None  # the last one asked
    while True:
        message = pipe.receive()
        match message["type"]:
            case "decide":
                decision = Decision(message, current)
                pipe.send(_act(bot, decision))
            case "rejected":
                decision.reject(message)
                pipe.send(_act(bot, decision))
            case "start":
                current = Match(message)
                bot.start(current)
                pipe.send({"type": "ready"})
            case "over":
                bot.over(Result(message, current))
            case "hello":
                pipe.send(_hello(bot))
            case "bye":
                return


def _hello(bot: Bot) -> PlainMap:
    hello = {
        "type": "hello",
        "protocol": PROTOCOL_VERSION,
        "name": bot.name or os.path.splitext(os.path.basename(sys.argv[0]))[0],  # noqa: PTH119, PTH122 - fast start
        "version": bot.version,
        "author": bot.author,
        "games": bot.games,
        "send": bot.send,
    }
    return {key: value for key, value in hello.items() if value is not None}


def _act(bot: Bot, decision: Decision) -> PlainMap:
    """The answer that the bot chooses. Raises TypeError if it is neither an index nor an action."""
    try:
        answer = bot.choose(decision)
    except SystemExit:
        print(f"choose ended the program, at decision {decision.id}", file=sys.stderr)
        raise
    act: PlainMap = {"type": "act", "id": decision.id}
    if isinstance(answer, dict):
        act["action"] = answer
    elif hasattr(answer, "__index__") and not isinstance(answer, bool):
        act["index"] = answer.__index__()
        if abs(act["index"]) >= 1 << 63:
            raise ValueError(f"choose returned {brief(act['index'])} as an index, at decision {decision.id}")
    else:
        returned = "None: is a return missing?" if answer is None else brief(answer)
        raise TypeError(f"choose must return an index or an action, a dict; it returned {returned}")
    if decision.note is not None:
        act["note"] = decision.note
    return act
