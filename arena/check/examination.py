"""The examination: the steps, in the order in which a bot meets them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from arena import games
from arena.check.advice import (
    EXIT_STATUS,
    IGNORES_BYE,
    IGNORES_END_OF_INPUT,
    LEAVES_PROCESSES,
    MUCH_MEMORY,
    NO_DECISION,
    PRINTS,
    REJECTED,
    SANDBOX,
    SLOW,
    SLOW_START,
    TALKS_AT_THE_END,
    UNKNOWN_GAMES,
    UNKNOWN_HELLO_KEYS,
    UNSEEDED,
)
from arena.check.findings import Advice, Finding, Status
from arena.check.host import Host
from arena.check.manners import TRIALS, Trial, plainly
from arena.check.mistakes import diagnose
from arena.check.signs import Case
from arena.check.subject import Silence
from arena.check.tables import AnyGame, Coverage, Setup, setups
from arena.match.player import label
from arena.match.record import MatchRecord
from arena.match.spec import Clock, Settings
from arena.process.faults import BotFault, FaultKind
from arena.process.launch import ResolvedCommand
from arena.process.sandbox import bubblewrap_trouble
from protocol.messages import BotHello, Bye, encode

MORE = 3
"""How many times as many matches are played where kinds of decisions were not met yet."""
MUCH = 0.5
"""The share of a limit from which a warning is due."""
MOST_NAMED = 5
"""How many files are named that a bot left behind."""
KEPT = (
    "it could read the system, its own folder and what it is shown, write to a private /tmp and nowhere else,"
    " and reach no network"
)
HELLO_KEYS = ("type", *BotHello.__slots__)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the bot is held to. `matches` are played of each game, more where decisions were not met yet."""

    settings: Settings = field(default_factory=lambda: Settings(clock=Clock(move_ms=10_000)))
    matches: int = 4
    seed: int = 1


def check_bot(
    command: ResolvedCommand, chosen: Sequence[AnyGame], terms: Terms | None = None
) -> Iterator[Finding]:
    """Put a bot through all steps over these games; gives each finding as soon as it is there.

    Raises:
        ArenaFault, Void: the arena itself failed.
    """
    numbers = count(1)
    for finding in _Examination(command, chosen, terms or Terms()).steps():
        yield replace(finding, number=next(numbers))


class _Examination:
    """One bot's examination."""

    def __init__(self, command: ResolvedCommand, chosen: Sequence[AnyGame], terms: Terms) -> None:
        self.terms = terms
        self.settings = terms.settings
        self.chosen = chosen
        self.ids = [game.id for game in games.all()]
        self.host = Host(command, terms.settings)
        self.first: tuple[Setup, MatchRecord] | None = None
        """The first match that it played without a fault, in which single things are tried later."""

    def steps(self) -> Iterator[Finding]:
        """All steps; what is left of the bot is ended at the end."""
        try:
            greeted = yield from self.greeting()
            if greeted:
                sound = yield from self.matches()
                if sound:
                    yield from self.habits()
                    yield from self.trials()
                yield from self.leaving()
                if sound:
                    yield from self.costs()
                    yield self.repeatable()
                    yield self.sandboxed()
        finally:
            self.host.bot.kill()

    # ------------------------------------------------------------------------------------ hello

    def greeting(self) -> Generator[Finding, None, bool]:
        """Starts; says hello in time, with the right fields. Returns whether it did."""
        started = Finding("starts", Status.PASS, " ".join(self.host.bot.command.argv))
        try:
            self.host.greet()
        except BotFault as fault:
            spoke, late = bool(fault.evidence.received), fault.kind is FaultKind.TIMEOUT
            if spoke or late:
                yield started
            yield self.failure(
                "says hello in time" if late else "hello has the right fields" if spoke else "starts", fault
            )
            return False
        yield started
        yield self.hello_time()
        yield self.hello_fields()
        return True

    def hello_time(self) -> Finding:
        """How long hello took."""
        ms, limit_ms = self.host.bot.tape.said[-1].ms, self.settings.startup_ms
        words = f"after {ms:.0f} ms, of {limit_ms} allowed"
        return self.measured("says hello in time", words, ms > MUCH * limit_ms, SLOW_START)

    def hello_fields(self) -> Finding:
        """What hello says, and what looks like a slip in it."""
        step = "hello has the right fields"
        hello = self.host.bot.last_message("bot") or {}
        unknown = [key for key in hello if key not in HELLO_KEYS]
        if unknown:
            words = (
                f"hello has keys that mean nothing here: {', '.join(map(repr, unknown))};"
                f" there are {', '.join(HELLO_KEYS)}"
            )
            return self.noted(step, Status.WARN, words, UNKNOWN_HELLO_KEYS)
        strange = [game for game in self.games_of_hello() if game not in self.ids]
        if strange:
            words = f"hello lists games that are not known here: {', '.join(map(repr, strange))}"
            return self.noted(step, Status.WARN, words, UNKNOWN_GAMES)
        return Finding(step, Status.PASS, f"{hello.get('name')!r} asks for {self.parts()}")

    def games_of_hello(self) -> Sequence[str]:
        """The games that it says it plays."""
        listed = getattr(self.host.bot.hello, "games", None)
        return self.ids if listed is None else listed

    def parts(self) -> str:
        """The parts of a decision that it asks for."""
        sends = getattr(self.host.bot.hello, "send", None)
        return "every part of a decision" if sends is None else ", ".join(sends) or "no part of a decision"

    # ------------------------------------------------------------------------------------ matches

    def matches(self) -> Generator[Finding, None, bool]:
        """Plays every game. Returns whether there was no fault."""
        sound = True
        plays = self.games_of_hello()
        # If it plays none of them, it is asked all the same, so that it is told.
        for game in [game for game in self.chosen if game.id in plays] or self.chosen:
            sound = (yield from self.game(game)) and sound
        if not sound:
            yield Finding("unusual messages", Status.SKIP, "tried when the usual ones cause no fault")
        return sound

    def game(self, game: AnyGame) -> Generator[Finding, None, bool]:
        """Ready, legal answers and all decision kinds in a game. Returns whether there was no fault."""
        coverage = Coverage(game, self.terms.seed)
        played = 0
        try:
            for setup in setups(game, self.terms.seed):
                if played >= self.terms.matches * (MORE if coverage.missing else 1):
                    break
                record = self.host.play(setup)
                played += 1
                coverage.add(record, setup.seat)
                self.first = self.first or (setup, record)
                if not self.host.restart:
                    self.host.expect_silence()
                    self.host.expect_to_stay()
        except BotFault as fault:
            yield self.failure(self.failed_step(game, fault), fault)
            return False
        yield Finding(f"{game.id}: ready, and every answer legal", Status.PASS, f"{played} matches")
        yield self.kinds(game, coverage)
        return True

    def failed_step(self, game: AnyGame, fault: BotFault) -> str:
        """Which step a fault in a match belongs to, by what was asked last."""
        match self.asked_last():
            case "over" if fault.kind is FaultKind.CRASH:
                return "plays several matches in one process"
            case "over":
                return "says nothing after over"
            case "hello":
                return f"{game.id}: says hello again"
            case "start":
                return f"{game.id}: is ready"
        return f"{game.id}: every answer legal"

    def kinds(self, game: AnyGame, coverage: Coverage) -> Finding:
        """Which kinds of decisions it met, of those that random play meets."""
        step = f"{game.id}: all kinds of decisions"
        met = f"met {', '.join(sorted(coverage.met)) or 'none'}"
        if not coverage.missing:
            return Finding(step, Status.PASS, met)
        words = f"{met}; not met, more --matches may lead there: {', '.join(sorted(coverage.missing))}"
        return Finding(step, Status.SKIP, words)

    def habits(self) -> Iterator[Finding]:
        """What the matches so far have shown."""
        ways = [f"{number} by {way}" for way, number in self.host.bot.answered_by.items() if number]
        yield Finding("answers by index or by action", Status.PASS, ", ".join(ways) or "none was asked")
        yield Finding("plays with the parts that it asked for", Status.PASS, f"got {self.parts()}")
        several = "plays several matches in one process"
        if self.host.restart:
            yield Finding(several, Status.SKIP, "bot.toml says restart = true")
        else:
            yield Finding(several, Status.PASS)
            yield Finding("says nothing after over", Status.PASS)

    # ------------------------------------------------------------------------------------ unusual messages

    def trials(self) -> Iterator[Finding]:
        """Messages that are unusual, yet as the protocol allows; each on a new process."""
        for trial in TRIALS:
            yield self.trial(trial)
        yield self.attempt("bears a match without a decision", self.without_decision, NO_DECISION)
        rejected = self.attempt("answers rejected", self.with_rejection, REJECTED)
        yield rejected if rejected.status is Status.PASS else replace(rejected, status=Status.WARN)

    def trial(self, trial: Trial) -> Finding:
        """A match in a manner, and the beginning of another."""

        def play() -> None:
            self.host.play(self.sample)
            if not self.host.restart:
                self.host.expect_silence()
                self.host.play_bare(self.sample)

        self.host.bot.manner = trial.manner()
        finding = self.attempt(trial.step, play, trial.advice)
        self.host.bot.manner = plainly
        return finding

    def attempt(self, step: str, action: Callable[[], object], advice: Advice) -> Finding:
        """Do what a sound bot bears, on a new process; whatever goes wrong calls for this advice."""
        self.host.bot.kill()
        try:
            action()
        except BotFault as fault:
            return replace(self.failure(step, fault), advice=advice)
        return Finding(step, Status.PASS)

    @property
    def sample(self) -> Setup:
        """A match that it has played without a fault."""
        assert self.first is not None
        return self.first[0]

    def without_decision(self) -> None:
        """A match in which the bot is only told the end, twice. Raises BotFault."""
        for _ in range(2):
            self.host.play_bare(self.sample)

    def with_rejection(self) -> None:
        """A match in which the first answer is rejected. Raises BotFault."""
        self.host.bot.rejects_next = True
        self.host.play(self.sample)

    # ------------------------------------------------------------------------------------ the end

    def leaving(self) -> Iterator[Finding]:
        """Goes at bye, and at the end of input, and takes all with it."""
        for farewell, asked in ((encode(Bye()), "bye"), (None, "the end of its input")):
            self.host.bot.kill()
            try:
                self.host.greet()
                if self.first is not None:
                    self.host.play_bare(self.sample)
            except BotFault as fault:
                yield self.failure(f"starts again, to be told {asked}", fault)
                return
            yield from self.farewell(farewell, f"exits at {asked}")

    def farewell(self, farewell: bytes | None, step: str) -> Iterator[Finding]:
        """What the bot does when it is to go."""
        grace_ms = self.settings.graces.closed_ms
        leaving = self.host.bot.leave(farewell, grace_ms)
        ending = self.host.bot.process.kill()
        if leaving.ms is None:
            advice = IGNORES_BYE if farewell else IGNORES_END_OF_INPUT
            words = f"still ran after {grace_ms} ms"
            yield self.noted(step, Status.FAIL, words, advice, ending.stderr.text)
            return
        if ending.code:
            words = f"exited with status {ending.code} after {leaving.ms:.0f} ms"
            yield self.noted(step, Status.WARN, words, EXIT_STATUS, ending.stderr.text)
        else:
            yield Finding(step, Status.PASS, f"after {leaving.ms:.0f} ms, of {grace_ms} allowed")
        if leaving.words:
            is_map = leaving.words[0] & 0xF0 == 0x80
            advice = TALKS_AT_THE_END if is_map else PRINTS
            words = "sent what nothing had asked for"
            yield self.noted("says nothing at the end", Status.FAIL, words, advice)
        elif farewell:
            yield Finding("says nothing at the end", Status.PASS)
        if leaving.left_behind:
            words = f"still running: {', '.join(leaving.left_behind)}"
            yield self.noted("leaves no process behind", Status.FAIL, words, LEAVES_PROCESSES)
        elif farewell:
            yield Finding("leaves no process behind", Status.PASS)

    def costs(self) -> Iterator[Finding]:
        """Time a move, and memory."""
        host = self.host
        limit_ms = self.settings.clock.move_ms
        words = f"{host.ms / max(1, host.answered):.2f} ms in the mean, {host.max_ms:.1f} at most"
        slow = limit_ms is not None and host.max_ms > MUCH * limit_ms
        yield self.measured("time a move", words, slow, SLOW)
        limit_mb = self.settings.limits.memory_mb
        used_mb = host.bot.memory_kb / 1024
        much = limit_mb is not None and used_mb > MUCH * limit_mb
        yield self.measured("memory", f"{used_mb:.0f} MiB at most", much, MUCH_MEMORY)

    def repeatable(self) -> Finding:
        """The same match again, in a new process: the same choices?"""
        step = "same bot_seed, same game"
        assert self.first is not None
        setup, before = self.first
        self.host.bot.kill()
        try:
            record = self.host.play(setup)
        except BotFault as fault:
            return self.failure(step, fault)
        if [d.action for d in record.decisions] == [d.action for d in before.decisions]:
            return Finding(step, Status.PASS)
        return self.noted(step, Status.WARN, "the same match went another way", UNSEEDED)

    def sandboxed(self) -> Finding:
        """What the sandbox has kept from it, as far as that is to be seen from outside."""
        step = "keeps to its sandbox"
        bot = self.host.bot
        bot.kill()
        if not bot.guarded:
            words = "it ran without one, and could read and write whatever you can"
            return Finding(step, Status.SKIP, "; ".join(filter(None, (words, bubblewrap_trouble()))))
        if bot.complaints:
            words = f"it met what the sandbox may have refused: {label(next(iter(bot.complaints)))}"
            return self.noted(step, Status.WARN, words, SANDBOX, "\n".join(bot.complaints))
        left = [f"{label(file)} ({size} bytes)" for file, size in sorted(bot.scratch.items())[:MOST_NAMED]]
        more = f" and {len(bot.scratch) - MOST_NAMED} more" if len(bot.scratch) > MOST_NAMED else ""
        return Finding(step, Status.PASS, f"{KEPT}; left there: {', '.join(left) or 'nothing'}{more}")

    # ------------------------------------------------------------------------------------ findings

    def asked_last(self) -> str:
        """The type of the arena's last message."""
        message = self.host.bot.last_message("arena")
        return str(message["type"]) if message else ""

    def failure(self, step: str, fault: BotFault) -> Finding:
        """The finding for a fault, diagnosed."""
        bot = self.host.bot
        stderr = fault.evidence.exit.stderr.text
        case = Case(
            code=fault.code,
            place=fault.place,
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
        """A finding that something is wrong."""
        return Finding(step, status, words, advice, self.host.bot.recent(), stderr)
