"""Running a tournament: matches are issued to an executor, results stored the moment they are known.

    outcome = run_tournament(read_tournament(Path("club.toml")), Path("club.db"), jobs=2, listener=print)

Results come in any order, and none waits for an earlier one.
"""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from enum import Enum, auto
from pathlib import Path

from arena.match.spec import MatchSpec, derived
from arena.tournament.aim import Aim
from arena.tournament.book import OpenBook
from arena.tournament.events import (
    BroughtForward,
    Fixed,
    Listener,
    NotStarting,
    Progress,
    RolledBack,
    Stopping,
    TableStopped,
    Tick,
)
from arena.tournament.fixtures import Fixture
from arena.tournament.interrupts import Interrupts
from arena.tournament.ledger import Issued, Ledger
from arena.tournament.play import Job, Played, Voided, deal_of, play
from arena.tournament.pool import WorkerLost, WorkerPool
from arena.tournament.tournament import Tournament

TICK_S = 0.2
"""How often a waiting run looks around: for a second Ctrl-C, and to flush the store."""
SPARE = 4
"""How many matches more than there are workers are issued.

None idles while a result is stored, and each has a choice of deals that its bots have not met: for one that
they have met they would have to be started anew.
"""
TOLERATED_VOIDS = 1
"""How many times in a row a match may be void before its table is stopped."""
RETRY_PAUSE_S = 2.0
"""How long no match is issued after one was void: what the machine was short of may come back."""
START_ATTEMPTS = 3
"""In how many matches a bot may fail to start, never having started, before it is called broken."""


class Outcome(Enum):
    """How a run ended."""

    FINISHED = auto()
    """All that was scheduled has been played."""
    STOPPED = auto()
    """All but the matches of tables that were stopped."""
    INTERRUPTED = auto()
    """By Ctrl-C or SIGTERM; the matches that ran were finished."""
    ABANDONED = auto()
    """By the second of these; the matches that ran have no result."""
    REACHED = auto()
    """What the run was for, before all that was scheduled had been played."""


def run_tournament(
    tournament: Tournament,
    store: Path,
    jobs: int,
    listener: Listener | None = None,
    accept_changes: bool = False,
    open_book: OpenBook | None = None,
    aim: Aim | None = None,
    executor: Executor | None = None,
    logs: Path | None = None,
) -> Outcome:
    """Begin or resume a tournament, with `jobs` worker processes that play its matches.

    With `open_book` the store keeps a book of the results; with `aim` not all need be played. An `executor`
    is used in place of worker processes here, for `jobs` matches at once. What bots write to their stderr is
    kept in the folder `logs`, where they play on this machine.

    Raises LaunchError for a sandbox that does not work here, StoreError, and TournamentChanged unless changes
    are accepted.
    """
    if executor is None:
        tournament.on_this_machine()  # or is refused, before there is a store
    with Ledger(store, open_book) as ledger, executor or WorkerPool(jobs, deal_of) as pool:
        entered = ledger.enter(tournament, accept_changes)
        here = entered.on_this_machine() if executor is None else entered  # other machines decide themselves
        return run(here, ledger, pool, jobs + SPARE, listener, aim, logs)


def run(
    tournament: Tournament,
    ledger: Ledger,
    executor: Executor,
    window: int,
    listener: Listener | None = None,
    aim: Aim | None = None,
    logs: Path | None = None,
) -> Outcome:
    """Play what is left of a tournament that the ledger has entered, `window` matches issued at once.

    Any executor with the interface of `concurrent.futures` will do. It is of no more use once this has raised
    StoreError, or the outcome is ABANDONED.
    """
    return _Run(tournament, ledger, executor, window, listener or (lambda _: None), aim or Aim(), logs).go()


class _Run:
    """One run from its first match to its outcome."""

    def __init__(
        self,
        tournament: Tournament,
        ledger: Ledger,
        executor: Executor,
        window: int,
        listener: Listener,
        aim: Aim,
        logs: Path | None,
    ) -> None:
        self.tournament = tournament
        self.ledger = ledger
        self.executor = executor
        self.window = window
        self.listener = listener
        self.aim = aim
        self.logs = logs
        self.games = {game.id: game for game in tournament.games}
        self.bots = {bot.spec.name: bot for bot in tournament.bots}
        self.running: dict[Future[Played | Voided], Issued] = {}
        self.voids: Counter[str] = Counter()
        """Void attempts of matches that have no result yet."""
        self.paused_until = 0.0
        self.started: set[str] = set()
        """The bots that have come through a start-up."""
        self.failed_starts: Counter[str] = Counter()
        self.began = time.monotonic()
        status = ledger.status()
        self.scheduled, self.done = status.scheduled - status.cancelled, status.done
        self.played = self.void = self.stopped = 0
        self.reached = aim.is_reached(ledger)

    def go(self) -> Outcome:
        """Issue and settle until nothing is left or the run is interrupted."""
        try:
            with Interrupts() as interrupts:
                if self.ledger.kept is not None:
                    self.listener(BroughtForward(self.ledger.kept, self.progress()))
                while not interrupts.count and self.fill():
                    self.settle_some()
                if interrupts.count:
                    self.withdraw("the run was interrupted before it began")
                    self.listener(Stopping(self.progress()))
                while self.running and interrupts.count < 2:
                    self.settle_some()
                return self.outcome(interrupts.count)
        finally:
            if self.running:
                self.executor.shutdown(wait=False, cancel_futures=True)

    def outcome(self, interruptions: int) -> Outcome:
        """How it ended; what still runs is given up."""
        if self.running:
            for issued in self.running.values():
                self.ledger.rollback(issued, "interrupted", "the run was interrupted twice")
            return Outcome.ABANDONED
        if interruptions:
            return Outcome.INTERRUPTED
        if self.reached:
            return Outcome.REACHED
        return Outcome.STOPPED if self.stopped else Outcome.FINISHED

    def fill(self) -> bool:
        """Issue as many matches as may run at once; False if none runs, because none is left."""
        if time.monotonic() < self.paused_until and not self.reached:
            return True
        while len(self.running) < self.window and not self.reached:
            issued = self.aim.issue(self.ledger)
            if issued is not None:
                self.running[self.executor.submit(play, self.job(issued.fixture))] = issued
            elif self.running or self.stopped or not self.aim.extend(self.ledger, self.tournament):
                break
            else:
                status = self.ledger.status()
                self.scheduled = status.scheduled - status.cancelled
        return bool(self.running)

    def job(self, fixture: Fixture) -> Job:
        """What a worker has to know of a match."""
        game = self.games[fixture.game]
        spec = MatchSpec(
            id=fixture.id,
            game=fixture.game,
            players=fixture.players,
            options=game.options,
            components=game.components,
            seed=fixture.seed(self.tournament.seed),
            secret=derived(self.tournament.secret, "match", fixture.id),
            settings=self.tournament.settings,
        )
        return Job(spec, tuple(self.bots[name] for name in fixture.bots), self.logs)

    def settle_some(self) -> None:
        """Store what has been played by now; wait a while if nothing has."""
        if not self.running:
            time.sleep(TICK_S)
        settled, _ = wait(self.running, timeout=TICK_S, return_when=FIRST_COMPLETED)
        for future in settled:
            if future in self.running:  # and was not withdrawn meanwhile
                self.settle(future)
        if not settled:
            self.listener(Tick(self.progress()))
        self.ledger.flush()

    def settle(self, future: Future[Played | Voided]) -> None:
        """Store what came of one match."""
        outcome = _outcome_of(future)
        issued = self.running.pop(future)
        if isinstance(outcome, Played):
            self.fix(issued, outcome)
        else:
            self.give_back(issued, outcome)

    def fix(self, issued: Issued, played: Played) -> None:
        """Store a result."""
        result = self.ledger.fix(issued, played)
        self.voids.pop(result.match, None)
        self.done += 1
        self.played += 1
        self.listener(Fixed(result, self.progress()))
        self.look_at_start_ups(issued.fixture, played)
        if not self.reached and self.aim.is_reached(self.ledger):
            self.reached = True
            self.withdraw("what the run was for had been reached")

    def look_at_start_ups(self, fixture: Fixture, played: Played) -> None:
        """Report a bot that fails to start in the first matches of the run, and drop it if that is wanted."""
        self.started.update(bot for seat, bot in enumerate(fixture.bots) if seat not in played.not_started)
        for seat, words in played.not_started.items():
            bot = fixture.bots[seat]
            self.failed_starts[bot] += 1
            times = self.failed_starts[bot]
            if bot in self.started or times not in (1, START_ATTEMPTS):
                continue
            dropped = times == START_ATTEMPTS and self.tournament.drop_broken
            if dropped:
                reason = f"bot {bot!r} was dropped: it failed to start in its first {times} matches: {words}"
                self.scheduled -= self.ledger.drop(bot, reason)
                self.withdraw(reason, bot)
            self.listener(NotStarting(bot, times, words, dropped, self.progress()))

    def give_back(self, issued: Issued, voided: Voided) -> None:
        """Have a void match wait for another attempt, or stop its table if this was not the first."""
        match, reason = issued.fixture.id, voided.reason
        self.void += 1
        self.voids[match] += 1
        self.paused_until = time.monotonic() + RETRY_PAUSE_S
        if self.voids[match] > TOLERATED_VOIDS:
            self.stopped += self.ledger.stop(issued.fixture, f"{match} was void twice in a row: {reason}")
        state = self.ledger.rollback(issued, "void", reason, voided.processes)
        self.stopped += state == "stopped"
        self.scheduled -= state == "cancelled"
        if self.voids[match] > TOLERATED_VOIDS:
            self.listener(TableStopped(match, reason, self.progress()))
        else:
            self.listener(RolledBack(match, reason, self.progress()))

    def withdraw(self, reason: str, bot: str | None = None) -> None:
        """Take back what was issued but has not begun: all, or what this bot was to play."""
        for future, issued in list(self.running.items()):
            if (bot is None or bot in issued.fixture.bots) and future.cancel():
                del self.running[future]
                state = self.ledger.rollback(issued, "interrupted", reason)
                self.scheduled -= state == "cancelled"

    def progress(self) -> Progress:
        """How far the run has come."""
        return Progress(
            scheduled=self.scheduled,
            done=self.done,
            running=len(self.running),
            stopped=self.stopped,
            played=self.played,
            void=self.void,
            seconds=time.monotonic() - self.began,
        )


def _outcome_of(future: Future[Played | Voided]) -> Played | Voided:
    """What a settled future holds; an error of the arena's own makes the match void."""
    error = future.exception()
    if error is None:
        return future.result()
    return Voided(str(error) if isinstance(error, WorkerLost) else f"{type(error).__name__}: {error}")
