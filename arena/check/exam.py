"""One bot's examination: what is known of the bot so far, and how findings are noted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from arena import games
from arena.check.findings import Advice, Finding, Status
from arena.check.host import Host
from arena.check.mistakes import diagnose
from arena.check.setups import AnyGame, Setup
from arena.check.signs import Case
from arena.check.subject import Silence
from arena.match.record import MatchRecord
from arena.match.spec import Clock, Settings
from arena.process.faults import BotFault
from arena.process.launch import ResolvedCommand

News: TypeAlias = Callable[[str], None]
"""Is told what is done now, and about how long the rest takes."""
MUCH = 0.5
"""The share of a limit from which a warning is due."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the bot is held to.

    `matches` are played of each game, more where table sizes or decisions were not met yet. Who `adapts`
    finds out first which move time suits the bot, up to that of the settings.
    """

    settings: Settings = field(default_factory=lambda: Settings(clock=Clock(move_ms=10_000)))
    matches: int = 4
    seed: int = 1
    adapts: bool = False

    def matches_of(self, game: AnyGame) -> int:
        """How many are played of a game: at least one of each table size."""
        return max(self.matches, len(game.seats))


class Exam:
    """One bot's examination: the steps in `arena.check.steps` take it from one to the next."""

    def __init__(
        self, command: ResolvedCommand, chosen: Sequence[AnyGame], terms: Terms, news: News | None = None
    ) -> None:
        self.terms = terms
        self._news = news
        self._began = time.monotonic()
        self.expected = 0
        """About how many whole matches are to be played; 0 until that is known."""
        self.chosen = chosen
        self.ids = [game.id for game in games.all()]
        self.host = Host(command, terms.settings)
        self.first: tuple[Setup, MatchRecord] | None = None
        """The first match that it played without a fault, in which single things are tried later."""

    @property
    def sample(self) -> Setup:
        """A match that it has played without a fault."""
        assert self.first is not None
        return self.first[0]

    @property
    def settings(self) -> Settings:
        """Under which it plays now."""
        return self.host.settings

    def tell(self, doing: str) -> None:
        """Say what is done now, and about how long all the rest takes, once that can be said."""
        if self._news is None:
            return
        left = ""
        if played := self.host.played:
            seconds = (time.monotonic() - self._began) / played * max(1, self.expected - played)
            left = f"; about {seconds:.0f} s left" if seconds < 90 else f"; about {seconds / 60:.0f} min left"
        self._news(doing + left)

    def games_of_hello(self) -> Sequence[str]:
        """The games that it says it plays."""
        listed = getattr(self.host.bot.hello, "games", None)
        return self.ids if listed is None else listed

    def parts(self) -> str:
        """The parts of a decision that it asks for."""
        sends = getattr(self.host.bot.hello, "send", None)
        return "every part of a decision" if sends is None else ", ".join(sends) or "no part of a decision"

    def asked_last(self) -> str:
        """The type of the arena's last message."""
        message = self.host.bot.last_message("arena")
        return str(message["type"]) if message else ""

    def failure(self, step: str, fault: BotFault) -> Finding:
        """The finding for a fault: its words, the advice on what is behind it, and the bot's last words."""
        bot = self.host.bot
        stderr = fault.evidence.exit.stderr.text
        case = Case(
            code=fault.code,
            path=fault.path,
            asked=self.asked_last(),
            stderr=stderr,
            received=fault.evidence.received,
            silence=bot.silence,
            busy=bot.busy,
            hello={} if bot.hello is None else bot.hello.to_wire(),
            guarded=bot.guarded,
        )
        words = f"{fault.kind}: {fault.detail}"
        if case.silence not in (None, Silence.NOTHING):
            words += f"; it spoke only after {case.silence}"
        return replace(self.noted(step, Status.FAIL, words, diagnose(case), stderr), code=fault.code)

    def measured(self, step: str, words: str, too_much: bool, advice: Advice) -> Finding:
        """The finding for something that was measured."""
        return self.noted(step, Status.WARN, words, advice) if too_much else Finding(step, Status.PASS, words)

    def noted(self, step: str, status: Status, words: str, advice: Advice, stderr: str = "") -> Finding:
        """A finding that something is wrong, with the end of the conversation."""
        return Finding(step, status, words, advice, self.host.bot.recent(), stderr)
