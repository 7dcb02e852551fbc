"""The examination: the steps, in the order in which a bot meets them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from arena.check.findings import Finding, Status
from arena.check.manners import TRIALS, Trial, plainly
from arena.check.mistakes import Case, diagnose
from arena.check.subject import Subject
from arena.check.tables import Coverage, Partner, Setup, setups
from arena.games import Game
from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.seats import InProcessPlayer, Player
from arena.match.spec import Clock, MatchSpec, Settings, bot_seed
from arena.process.faults import BotFault, FaultKind
from arena.process.launch import ResolvedCommand
from arena.process.limits import Sandbox
from arena.process.sandbox import bubblewrap_trouble
from protocol.messages import Bye, Over, Start, encode
from protocol.messages import Clock as ToldClock

AnyGame = Game[Any, Any]

QUIET_MS = 60
"""How long a bot is listened to where it should say nothing."""
MORE = 3
"""How many times as many matches are played where kinds of decisions were not met yet."""
SLOW = 0.5
"""The share of a limit from which a warning is due."""


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
        self.bot = Subject(command, terms.settings.limits)
        self.restart = command.spec.restart
        self.first: tuple[Setup, MatchRecord] | None = None
        self.ms = self.max_ms = 0.0
        self.asked = 0

    def steps(self) -> Iterator[Finding]:
        """All steps; what is left of the bot is ended at the end."""
        try:
            greeted = yield from self.greeting()
            if greeted:
                yield from self.playing()
        finally:
            self.bot.kill()

    def playing(self) -> Iterator[Finding]:
        """What follows a good hello."""
        sound = True
        for game in self.chosen:
            sound = (yield from self.game(game)) and sound
        if sound:
            yield from self.habits()
            yield from self.trials()
        else:
            yield Finding("unusual messages", Status.SKIP, "tried when the usual ones cause no fault")
        yield from self.leaving()
        if sound:
            yield from self.costs()
            yield self.repeatable()
            yield self.sandboxed()

    # ------------------------------------------------------------------------------------ hello

    def greeting(self) -> Generator[Finding, None, bool]:
        """Starts; says hello in time, with the right fields. Returns whether it did."""
        try:
            self.bot.launch(self.settings.startup_ms)
            self.bot.greet()
        except BotFault as fault:
            yield from self.greeting_failed(fault)
            return False
        yield Finding("starts", Status.PASS, " ".join(self.bot.command.argv))
        ms = self.bot.tape.said[-1].ms
        slow = ms > SLOW * self.settings.startup_ms
        words = f"after {ms:.0f} ms, of {self.settings.startup_ms} allowed"
        yield Finding("says hello in time", Status.WARN if slow else Status.PASS, words)
        yield self.hello_fields()
        return True

    def greeting_failed(self, fault: BotFault) -> Iterator[Finding]:
        """Which of the first three steps a fault belongs to."""
        spoke = bool(fault.evidence.received)
        began = spoke or fault.kind is FaultKind.TIMEOUT
        if began:
            yield Finding("starts", Status.PASS, " ".join(self.bot.command.argv))
        if spoke and fault.kind is not FaultKind.TIMEOUT:
            yield self.failure("hello has the right fields", fault)
        else:
            yield self.failure("says hello in time" if began else "starts", fault)

    def hello_fields(self) -> Finding:
        """What hello says, and what looks like a slip in it."""
        step = "hello has the right fields"
        hello = self.bot.last_message("bot") or {}
        known = ("type", "protocol", "name", "version", "author", "games", "send")
        unknown = [key for key in hello if key not in known]
        if unknown:
            mend = f"the keys that the arena knows are {', '.join(known)}"
            words = f"hello has keys that mean nothing here: {', '.join(map(repr, unknown))}"
            return self.note(step, words, "unknown-hello-keys", "P-25", mend)
        sends = hello.get("send")
        parts = "every part of a decision" if sends is None else ", ".join(sends) or "no part of a decision"
        return Finding(step, Status.PASS, f"{hello.get('name')!r} asks for {parts}")

    # ------------------------------------------------------------------------------------ matches

    def game(self, game: AnyGame) -> Generator[Finding, None, bool]:
        """Ready, legal answers and all decision kinds in a game. Returns whether there was no fault."""
        coverage = Coverage(game, self.terms.seed)
        played = 0
        for setup in setups(game, self.terms.seed):
            if played >= self.terms.matches * (MORE if coverage.missing else 1):
                break
            record = self.play(setup)
            played += 1
            if record.faults:
                yield from self.match_failed(game, played)
                return False
            coverage.add(record, setup.seat)
            self.first = self.first or (setup, record)
            trouble = None if self.restart else self.after_over()
            if trouble is not None:
                yield trouble
                return False
        yield Finding(f"{game.id}: ready, and every answer legal", Status.PASS, f"{played} matches")
        yield self.kinds(game, coverage)
        return True

    def after_over(self) -> Finding | None:
        """What is wrong with how the bot took the end of a match."""
        unasked = self.bot.overhear(QUIET_MS)
        if unasked:
            return self.unasked("says nothing after over", "answers-over", unasked)
        if self.bot.examined.ends_within(QUIET_MS):
            fault = self.bot.fail(FaultKind.CRASH, "ended after over, before it was told to")
            return self.failure("plays several matches in one process", fault)
        return None

    def play(self, setup: Setup) -> MatchRecord:
        """One match, the bot at the setup's seat and partners at the others."""
        game = setup.game
        settings = replace(self.settings, ask_forced=setup.ask_forced)
        spec = MatchSpec("check", game.id, setup.players, setup.options, seed=setup.seed, settings=settings)
        players: list[Player] = [InProcessPlayer(Partner()) for _ in range(setup.players)]
        players[setup.seat] = self.bot
        record = play_match(spec, players)
        timing = record.timing[setup.seat]
        self.ms += timing.ms
        self.max_ms = max(self.max_ms, timing.max_ms)
        self.asked += timing.asked
        return record

    def match_failed(self, game: AnyGame, played: int) -> Iterator[Finding]:
        """The finding for the fault that ended a match."""
        asked = self.asked_last()
        names = {"hello": "says hello again", "start": "is ready", "over": "says nothing after over"}
        step = f"{game.id}: {names.get(asked, 'every answer legal')}"
        if played > 1 and asked in ("hello", "start", "over"):
            step = f"plays several matches in one process ({step})"
        yield self.failure(step, self.fault)

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
        ways = [f"{number} by {way}" for way, number in self.bot.answered_by.items() if number]
        yield Finding("answers by index or by action", Status.PASS, ", ".join(ways) or "none was asked")
        sends = getattr(self.bot.hello, "send", None)
        words = "asks for all parts" if sends is None else f"got nothing but {', '.join(sends) or 'the kind'}"
        yield Finding("plays with the parts that it asked for", Status.PASS, words)
        if self.restart:
            yield Finding("plays several matches in one process", Status.SKIP, "bot.toml says restart = true")
        else:
            yield Finding("plays several matches in one process", Status.PASS)
            yield Finding("says nothing after over", Status.PASS)

    # ------------------------------------------------------------------------------------ unusual messages

    def trials(self) -> Iterator[Finding]:
        """Messages that are unusual, yet as the protocol allows; each on a process that is sound."""
        for trial in TRIALS:
            yield self.trial(trial)
        yield self.attempt(
            "bears a match without a decision",
            self.without_decision,
            "no-decision",
            "P-23",
            "over may follow ready at once, when others or the rules decide everything",
        )
        yield self.attempt(
            "answers rejected",
            self.with_rejection,
            "rejected",
            "P-22",
            "where a match allows retries, rejected asks for another act with the same id",
            Status.WARN,
        )

    def trial(self, trial: Trial) -> Finding:
        """One match in a manner, and what follows it."""

        def play() -> None:
            self.play_soundly(self.sample)
            if not self.restart:
                self.start(self.sample)
                self.end(self.sample)

        self.bot.behave(trial.manner())
        finding = self.attempt(trial.step, play, trial.mistake, trial.spec, trial.mend)
        self.bot.behave(plainly)
        return finding

    def attempt(
        self,
        step: str,
        action: Callable[[], None],
        mistake: str,
        spec: str,
        mend: str,
        status: Status = Status.FAIL,
    ) -> Finding:
        """Do what a sound bot bears; whatever goes wrong is this mistake."""
        try:
            action()
        except BotFault as fault:
            finding = self.failure(step, fault)
            self.bot.kill()
            return replace(finding, status=status, mistake=mistake, spec=spec, mend=mend)
        return Finding(step, Status.PASS)

    @property
    def sample(self) -> Setup:
        """The match in which single things are tried: one that it has played without a fault."""
        assert self.first is not None
        return self.first[0]

    def play_soundly(self, setup: Setup) -> None:
        """A match; raises BotFault if the bot has one."""
        record = self.play(setup)
        if record.faults:
            raise self.fault
        self.bot.overhear(QUIET_MS)

    @property
    def fault(self) -> BotFault:
        """The fault that ended the bot last."""
        fault = self.bot.examined.fault
        assert fault is not None
        return fault

    def start(self, setup: Setup) -> None:
        """Begin a match that the referee does not lead. Raises BotFault."""
        startup_ms = self.settings.startup_ms
        self.bot.launch(startup_ms)
        self.bot.greet()
        clock = self.settings.clock
        message = Start(
            match="check",
            game=setup.game.id,
            players=setup.players,
            seat=setup.seat,
            options=setup.game.check_options(setup.options, setup.players),
            clock=ToldClock(clock.move_ms, clock.bank_ms, clock.increment_ms),
            bot_seed=bot_seed(setup.seed, setup.seat),
        )
        self.bot.start(message, startup_ms)
        self.bot.ready()

    def end(self, setup: Setup) -> None:
        """End such a match. Raises BotFault if it is answered."""
        seats = setup.players
        events: list[Any] | None = [] if self.bot.sends_events else None
        self.bot.over(encode(Over("check", [0] * seats, [1] * seats, [], events)))
        if self.bot.overhear(QUIET_MS):
            raise self.bot.fail(FaultKind.PROTOCOL, "sent a message that nothing had asked for")

    def without_decision(self) -> None:
        """A match in which the bot is only told the end, twice. Raises BotFault."""
        for _ in range(2):
            self.start(self.sample)
            self.end(self.sample)

    def with_rejection(self) -> None:
        """A match in which the first answer is rejected. Raises BotFault."""
        self.bot.rejects_next = True
        self.play_soundly(self.sample)

    # ------------------------------------------------------------------------------------ the end

    def leaving(self) -> Iterator[Finding]:
        """Goes at bye, and at the end of input, and takes all with it."""
        for farewell, asked in ((encode(Bye()), "bye"), (None, "the end of its input")):
            self.bot.kill()
            try:
                self.bot.launch(self.settings.startup_ms)
                self.bot.greet()
                if self.first is not None:
                    self.start(self.sample)
                    self.end(self.sample)
            except BotFault as fault:
                yield self.failure(f"starts again, to be told {asked}", fault)
                return
            yield from self.farewell(farewell, asked)

    def farewell(self, farewell: bytes | None, asked: str) -> Iterator[Finding]:
        """What the bot does when it is to go."""
        grace_ms = self.settings.graces.closed_ms
        leaving = self.bot.leave(farewell, grace_ms)
        ending = self.bot.process.kill()
        step = f"exits at {asked}"
        if leaving.ms is None:
            mistake, mend = (
                ("ignores-bye", "leave the loop when a message of type bye comes, and end the program")
                if farewell
                else ("ignores-end-of-input", "end the program when a read gives nothing more")
            )
            yield self.note(
                step, f"still ran after {grace_ms} ms", mistake, "P-45", mend, Status.FAIL, ending.stderr.text
            )
            return
        if ending.code:
            yield self.note(
                step,
                f"exited with status {ending.code} after {leaving.ms:.0f} ms",
                "exit-status",
                "P-45",
                "end with status 0: another one looks like an error",
                stderr=ending.stderr.text,
            )
        else:
            yield Finding(step, Status.PASS, f"after {leaving.ms:.0f} ms, of {grace_ms} allowed")
        if leaving.words:
            yield self.unasked("says nothing at the end", "talks-at-the-end", leaving.words)
        elif farewell:
            yield Finding("says nothing at the end", Status.PASS)
        if leaving.left_behind:
            yield self.note(
                "leaves no process behind",
                f"still running: {', '.join(leaving.left_behind)}",
                "leaves-processes",
                "P-45",
                "end and wait for what the bot started before it exits; the arena kills them else",
                Status.FAIL,
            )
        elif farewell:
            yield Finding("leaves no process behind", Status.PASS)

    def costs(self) -> Iterator[Finding]:
        """Time a move, and memory."""
        limit_ms = self.settings.clock.move_ms
        mean = self.ms / max(1, self.asked)
        words = f"{mean:.2f} ms in the mean, {self.max_ms:.1f} at most"
        if limit_ms is not None and self.max_ms > SLOW * limit_ms:
            mend = "leave more of the time unused: a busy machine makes every move slower"
            yield self.note("time a move", f"{words}, of {limit_ms} allowed", "slow", "P-48", mend)
        else:
            yield Finding("time a move", Status.PASS, words)
        limit_mb = self.settings.limits.memory_mb
        used_mb = self.bot.memory_kb / 1024
        words = f"{used_mb:.0f} MiB at most"
        if limit_mb is not None and used_mb > SLOW * limit_mb:
            mend = "use less: beyond the limit the bot is ended"
            yield self.note("memory", f"{words}, of {limit_mb} allowed", "much-memory", "P-49", mend)
        else:
            yield Finding("memory", Status.PASS, words)

    def repeatable(self) -> Finding:
        """The same match again, in a new process: the same choices?"""
        step = "same bot_seed, same game"
        assert self.first is not None
        setup, before = self.first
        self.bot.kill()
        record = self.play(setup)
        if record.faults:
            return self.failure(step, self.fault)
        if [d.action for d in record.decisions] == [d.action for d in before.decisions]:
            return Finding(step, Status.PASS)
        return self.note(
            step,
            "the same match went another way",
            "unseeded",
            "P-20",
            "seed your random generator with start's bot_seed at each start, to make events repeatable",
        )

    def sandboxed(self) -> Finding:
        """A match in the sandbox that `arena play` and tournaments use, where it works."""
        step = "plays in the sandbox"
        trouble = bubblewrap_trouble()
        if trouble is not None:
            return Finding(step, Status.SKIP, trouble)
        self.bot.kill()
        self.bot = Subject(self.bot.command, self.settings.limits, Sandbox.BUBBLEWRAP)
        record = self.play(self.sample)
        if not record.faults:
            return Finding(step, Status.PASS)
        mend = (
            "in the sandbox there is no network, nothing of the home folder, nothing to write to but /tmp;"
            " keep all that the bot needs in its own folder"
        )
        return replace(self.failure(step, self.fault), mistake="sandbox", spec="Life cycle", mend=mend)

    # ------------------------------------------------------------------------------------ findings

    def asked_last(self) -> str:
        """The type of the arena's last message."""
        message = self.bot.last_message("arena")
        return str(message["type"]) if message else ""

    def failure(self, step: str, fault: BotFault) -> Finding:
        """The finding for a fault, diagnosed."""
        case = self.case(fault)
        mistake = diagnose(case)
        return Finding(
            step,
            Status.FAIL,
            f"{fault.kind}: {fault.detail}",
            mistake.name,
            mistake.spec,
            mistake.mend,
            self.bot.recent(),
            case.stderr,
        )

    def case(self, fault: BotFault) -> Case:
        """What is known of a fault."""
        evidence = fault.evidence
        question = self.bot.last_message("arena") or {}
        return Case(
            kind=fault.kind,
            detail=fault.detail,
            asked=self.asked_last(),
            stderr=evidence.exit.stderr.text,
            received=evidence.received,
            silence=self.bot.examined.silence if fault.kind is FaultKind.TIMEOUT else None,
            busy=self.bot.examined.busy,
            hello={} if self.bot.hello is None else self.bot.hello.to_wire(),
            legal=len(question.get("legal", ())),
        )

    def unasked(self, step: str, mistake: str, words: bytes) -> Finding:
        """The finding for words that nothing asked for."""
        fault = self.bot.fail(FaultKind.PROTOCOL, "sent a message that nothing had asked for")
        finding = self.failure(step, fault)
        if words[0] & 0xF0 != 0x80:  # no map
            mend = "print to standard error: standard output is for messages alone"
            return replace(finding, mistake="prints", spec="P-32", mend=mend)
        return replace(finding, mistake=mistake)

    def note(
        self,
        step: str,
        detail: str,
        mistake: str,
        spec: str,
        mend: str,
        status: Status = Status.WARN,
        stderr: str = "",
    ) -> Finding:
        """A finding that no fault tells of."""
        return Finding(step, status, detail, mistake, spec, mend, self.bot.recent(), stderr)
