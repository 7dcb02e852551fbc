"""The players of a match, as the referee sees them: one interface, whatever stands behind it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from arena.match.record import BotRecord
from arena.process.bot_process import Answer
from arena.process.faults import BotFault, shown
from protocol.codec import WireError
from protocol.faults import FaultCode
from protocol.messages import SENDABLE, BotHello, BotMessage, Start, parse_bot

MAX_LABEL = 80
"""How many characters of what a bot says of itself are kept."""


class Player(ABC):
    """One bot. It plays one match after the other, and one at a time.

    Each match: `launch`, `greet`, `start`, `ready`, then `exchange` for each decision, `over` at its end;
    `arena.match.conversation` puts together what is said. `launch`, `start` and `over` don't wait, neither
    for the bot nor for its pipe: `deliver` does that for all of a table's players together, so that their
    start-ups overlap and none holds up another.

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
    def fail(self, code: FaultCode, detail: str, path: str = "") -> BotFault:
        """End the bot for a fault that the arena found, and give the fault with its evidence.

        `path` says where in the answer it is, as `act.index`.
        """

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
        """Who it is: its name, what runs, and what it says of itself."""

    @abstractmethod
    def kill(self) -> None:
        """End its program at once, and all that it started."""

    def parse(self, answer: object) -> BotMessage:
        """The message that an answer is. Raises BotFault."""
        try:
            return parse_bot(answer)
        except WireError as error:
            raise self.refuse(error) from None

    def refuse(self, error: WireError) -> BotFault:
        """End the bot for what is wrong with its message, and give the fault."""
        detail = f"{error.path} {error.detail}" if error.path else error.detail
        return self.fail(error.code, detail, error.path)

    def _take_hello(self, message: BotMessage) -> None:
        """Keep what the bot says of itself. Raises BotFault for another message than a hello."""
        if not isinstance(message, BotHello):
            raise self.fail("wrong_answer", f"answered hello with {message.TYPE!r}")
        self.hello = message
        sends = SENDABLE if message.send is None else message.send
        self.sends_view, self.sends_legal, self.sends_events = (part in sends for part in SENDABLE)

    def _check_game(self, game: str) -> None:
        """Refuse a match that the bot says it can't play. Raises BotFault."""
        if self.hello is not None and self.hello.games is not None and game not in self.hello.games:
            plays = ", ".join(map(label, self.hello.games[:10])) or "none"
            raise self.fail("does_not_play", f"does not play {game}: its hello lists the games {plays}")

    def _says(self) -> dict[str, str]:
        """What its hello told of itself, fit to be shown."""
        told = {name: getattr(self.hello, name, None) for name in ("name", "version", "author")}
        return {name: label(value) for name, value in told.items() if value is not None}


def label(text: str) -> str:
    """Text that a bot wrote, without control characters and cut to a length."""
    clean = " ".join(shown(text).split())
    return clean if len(clean) <= MAX_LABEL else f"{clean[:MAX_LABEL]}..."
