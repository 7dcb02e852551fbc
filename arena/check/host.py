"""Who plays with the bot under examination: whole matches with the referee, and bare ones without."""

from __future__ import annotations

from dataclasses import replace

from arena.check.setups import Partner, Setup
from arena.check.subject import UNASKED, Subject
from arena.match.conversation import Conversation
from arena.match.in_process_player import InProcessPlayer
from arena.match.player import Player
from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.spec import MatchSpec, Settings
from arena.process.launch import ResolvedCommand

PACE_MS = 100
"""What a bot is told that it has for a decision, when it is found out how it uses its time."""
QUICK_MS = 5
"""Who takes less than that on average then, hardly looks at the time."""
MOVE_TIMES_MS = (PACE_MS, 300, 1000, 3000)
"""Move times to choose from for the others."""
LATITUDE_MS = 1000
"""How much longer they may take, however busy the machine is."""
QUIET_MS = 60
"""How long a bot is listened to where it should say nothing."""


class Host:
    """Plays with one bot, and adds up what it took."""

    def __init__(self, command: ResolvedCommand, settings: Settings) -> None:
        self.settings = settings
        self.bot = Subject(command, settings.limits, settings.sandbox)
        self.restart = command.spec.restart
        """Whether each match wants a process of its own."""
        self.ms = self.max_ms = 0.0
        self.answered = 0
        self.played = 0
        """How many whole matches."""

    def greet(self) -> None:
        """Start the bot if it does not run, and wait for its hello. Raises BotFault."""
        self.bot.launch(self.settings.startup_ms)
        self.bot.greet()

    def play(self, setup: Setup) -> MatchRecord:
        """One match, partners at the other seats. Raises BotFault if the bot has one."""
        spec = _spec(setup, replace(self.settings, ask_forced=setup.ask_forced))
        players: list[Player] = [InProcessPlayer(Partner()) for _ in range(setup.players)]
        players[setup.seat] = self.bot
        record = play_match(spec, players)
        timing = record.timing[setup.seat]
        self.ms += timing.ms
        self.max_ms = max(self.max_ms, timing.max_ms)
        self.answered += timing.answered
        self.played += 1
        if record.faults:
            fault = self.bot.process.fault
            assert fault is not None, "partners have no faults"
            raise fault
        return record

    @property
    def mean_ms(self) -> float:
        """What it took for a decision, on average."""
        return self.ms / max(1, self.answered)

    def find_pace(self, setup: Setup) -> str:
        """One match to see how the bot uses its time; then the move time is set to what suits.

        It is told that it has little time, and may take as much as usual. Returns what was seen, in words.
        Raises BotFault.
        """
        usual = self.settings
        most = usual.clock.move_ms
        assert most is not None, "a pace is looked for below a move time"
        told = replace(usual.clock, move_ms=min(PACE_MS, most))
        self.settings = replace(usual, clock=told, margin_ms=most + usual.margin_ms)
        try:
            self.play(setup)
        finally:
            self.settings = usual
        if self.mean_ms >= QUICK_MS:
            # Nor is it to fail later for the machine's noise: the step on times says what it took.
            enough = (ms for ms in MOVE_TIMES_MS if self.max_ms <= ms + LATITUDE_MS / 2)
            clock = replace(usual.clock, move_ms=min(most, next(enough, most)))
            self.settings = replace(usual, clock=clock, margin_ms=max(usual.margin_ms, LATITUDE_MS))
        words = f"of {PACE_MS} ms it took {self.mean_ms:.1f} in the mean, {self.max_ms:.0f} at most"
        self.ms = self.max_ms = 0.0
        self.answered = 0
        return f"{words}; from here on it has {self.settings.clock.move_ms} ms a move"

    def play_bare(self, setup: Setup) -> None:
        """One match of which the bot hears the start and the end. Raises BotFault."""
        self.greet()
        conversation = Conversation(self.bot, _spec(setup, self.settings), setup.seat)
        conversation.start()
        self.bot.ready()
        conversation.over([0] * setup.players, [1] * setup.players, [], [])
        self.expect_silence()

    def expect_silence(self) -> None:
        """Raises BotFault if the bot says something now."""
        if self.bot.process.overhear(QUIET_MS):
            raise self.bot.fail("unasked", UNASKED)

    def expect_to_stay(self) -> None:
        """Raises BotFault if the bot ends now, though nothing told it to."""
        if self.bot.process.ends_within(QUIET_MS):
            raise self.bot.fail("ended", "ended after over, before it was told to")


def _spec(setup: Setup, settings: Settings) -> MatchSpec:
    """The match. Its secret may be known: there is nothing to win."""
    return MatchSpec(
        "check",
        setup.game.id,
        setup.players,
        setup.game.check_options(setup.options, setup.players),
        seed=setup.seed,
        secret=f"check {setup.seed}",
        settings=settings,
    )
