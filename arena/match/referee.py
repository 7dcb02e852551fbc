"""The referee: plays one match to its end, whatever the bots do, and gives the record."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from arena import games
from arena.errors import ArenaFault
from arena.games import Decision, Event, State
from arena.match.clock import SeatClock
from arena.match.conversation import Choice, Conversation
from arena.match.faults import Phase, Void, describe, final_ranks
from arena.match.player import Player
from arena.match.process_player import TELL_MS, deliver
from arena.match.record import (
    BadRecord,
    BotRecord,
    Chance,
    DecisionRecord,
    FaultRecord,
    MatchRecord,
    SeatTiming,
    Step,
)
from arena.match.spec import MatchSpec, stand_in_random
from arena.process.faults import BotFault, LostSupervisorError

Listener = Callable[[Step], None]
"""Called after each decision."""


def play_match(
    spec: MatchSpec,
    players: Sequence[Player],
    listener: Listener | None = None,
    begun: MatchRecord | None = None,
) -> MatchRecord:
    """Play a match between `players`, one a seat, and leave those without a fault ready for the next.

    With `begun`, what was played of this match before, it goes on from there: nothing is asked twice, and the
    first question tells each player all events that its seat has seen, as it has been told none of them.

    Nothing that a bot does is raised. On any exception all players have been ended.

    Raises:
        Void: the arena failed or was interrupted (Ctrl-C); there is no result.
        GameError: the match can't be set up so, or did not begin so.
    """
    try:
        table = _Table(spec, players, listener)
    except BaseException:
        _end(players)
        raise
    try:
        if begun is not None:
            table.catch_up(begun)
        return table.play()
    except LostSupervisorError as error:
        _end(players)
        suspects = [repr(player.name) for player in players if not player.confined]
        by = f"; of its bots {', '.join(suspects)} could have done that" if suspects else ""
        raise Void(f"{error}{by}") from error
    except (ArenaFault, KeyboardInterrupt) as error:
        _end(players)
        raise Void(str(error) or "the match was interrupted", table.record()) from error
    except BaseException:  # an engine's or a listener's fault, or an exit: no bot may outlive it
        _end(players)
        raise


def _end(players: Sequence[Player]) -> None:
    for player in players:
        player.kill()


class _Seat:
    """What the referee keeps of one seat during a match."""

    __slots__ = (
        "answered",
        "clock",
        "conversation",
        "cpu_ms",
        "forfeited",
        "index",
        "max_ms",
        "ms",
        "overhead_ns",
        "player",
    )

    def __init__(self, index: int, player: Player, spec: MatchSpec) -> None:
        self.index = index
        self.player = player
        self.clock = SeatClock(spec.settings.clock, spec.settings.margin_ms)
        self.conversation = Conversation(player, spec, index)
        self.forfeited = False
        self.answered = 0
        self.ms = self.max_ms = self.cpu_ms = 0.0
        self.overhead_ns = 0

    def sum_up(self, ms: float, cpu_ms: float, overhead_ns: int) -> None:
        """Add what an answered decision took to the sums of the match."""
        self.answered += 1
        self.ms += ms
        self.max_ms = max(self.max_ms, ms)
        self.cpu_ms += cpu_ms
        self.overhead_ns += overhead_ns

    def go_on(self, timing: SeatTiming) -> None:
        """Take over the sums of the match so far."""
        self.answered, self.ms, self.max_ms = timing.answered, timing.ms, timing.max_ms
        self.cpu_ms, self.overhead_ns = timing.cpu_ms, int(timing.overhead_ms * 1e6)

    def timing(self) -> SeatTiming:
        """The sums of the match, for the record."""
        sums = (self.ms, self.max_ms, self.cpu_ms, self.overhead_ns / 1e6)
        return SeatTiming(self.answered, *(round(value, 3) for value in sums))


class _Table:
    """A match being played: the state, who sits there, and what has happened."""

    def __init__(self, spec: MatchSpec, players: Sequence[Player], listener: Listener | None) -> None:
        if len(players) != spec.players:
            raise ValueError(f"{spec.players} seats, but {len(players)} players")
        game = games.get(spec.game)
        self.options = game.check_options(spec.options, spec.players, spec.components)
        self.spec = spec = replace(spec, options=self.options)
        self.settings = spec.settings
        self.listener = listener
        self.state: State = game.new(spec.players, self.options, spec.seed, spec.components)
        self.beginning = self.state.to_data()
        self.seats = [_Seat(index, player, spec) for index, player in enumerate(players)]
        self.stand_in = stand_in_random(spec.seed)
        self.events: list[Event] = []
        self.decisions: list[DecisionRecord] = []
        self.faults: list[FaultRecord] = []
        self.absent: dict[int, BotRecord] = {}
        """Who was out, by seat, before the match was left and gone on with."""

    def play(self) -> MatchRecord:
        """Start all players, have every decision made, tell them the end, and give the record."""
        self.start_up()
        while (decision := self.state.decision) is not None:
            self.take(decision)
        record = self.record()
        self.tell_over(list(record.scores), list(record.ranks))
        return record

    def record(self) -> MatchRecord:
        """The match as it stands."""
        spec = self.spec
        return MatchRecord(
            id=spec.id,
            game=spec.game,
            players=spec.players,
            options=self.options,
            components=None if spec.components is None else dict(spec.components),
            seed=spec.seed,
            secret=spec.secret,
            settings=asdict(spec.settings),
            bots=tuple(self.absent.get(seat.index) or seat.player.record() for seat in self.seats),
            state=self.beginning,
            decisions=tuple(self.decisions),
            scores=tuple(self.state.scores()),
            ranks=tuple(final_ranks(self.state.ranks(), self.faults)),
            faults=tuple(self.faults),
            timing=tuple(seat.timing() for seat in self.seats),
        )

    def catch_up(self, begun: MatchRecord) -> None:
        """Bring the table to where the match stood: state, faults, clocks, the stand-ins' stream, sums.

        Raises BadRecord or IllegalAction where it can't have been played so.
        """
        if begun.state != self.beginning:
            raise BadRecord("the starting state is not the one that the seed gives")
        for number, recorded in enumerate(begun.decisions):
            decision = self.state.decision
            if decision is None or decision.seat != recorded.seat:
                raise BadRecord(f"decisions[{number}]: is not the decision that was pending")
            if not recorded.forced and recorded.stand_in:
                self.stand_in.choice(decision.legal)
            elif not recorded.forced:
                clock = self.seats[recorded.seat].clock
                clock.spend(recorded.ms, recorded.cpu_ms)
                clock.finish()
            events = self.state.apply(self.state.find(recorded.action))
            if [e["result"] for e in events if e["type"] == "chance"] != [c.result for c in recorded.chance]:
                raise BadRecord(f"decisions[{number}]: the seed gives other results of chance")
            self.events += events
            self.decisions.append(recorded)
        for fault in begun.faults:
            self.seats[fault.seat].forfeited = True
            self.absent[fault.seat] = begun.bots[fault.seat]
            self.faults.append(fault)
        for seat, timing in zip(self.seats, begun.timing, strict=True):
            seat.go_on(timing)

    # ------------------------------------------------------------------------------------ the ends

    def start_up(self) -> None:
        """Bring every player to `ready`.

        What a bot did between two matches is no fault in either: one that was kept, and does not get ready,
        is started anew.
        """
        not_ready = self.bring_up(self.seats)
        if not_ready:
            self.bring_up(not_ready)

    def bring_up(self, seats: Sequence[_Seat]) -> list[_Seat]:
        """Bring these seats' players to `ready`, and give the seats of those that are to be started anew.

        Each step is taken with all of them before the next.
        """
        startup_ms = self.settings.startup_ms
        anew: list[_Seat] = []

        def with_each(phase: Phase, step: Callable[[_Seat], None]) -> None:
            for seat in seats:
                if seat in anew or seat.forfeited:
                    continue
                try:
                    step(seat)
                except BotFault as fault:
                    if seat.player.kept:
                        anew.append(seat)
                    else:
                        self.forfeit(seat, fault, phase, startup_ms)

        with_each(Phase.HELLO, lambda seat: seat.player.launch(startup_ms))
        with_each(Phase.HELLO, lambda seat: seat.player.greet())
        with_each(Phase.READY, lambda seat: seat.conversation.start())
        deliver([seat.player for seat in seats], startup_ms)
        with_each(Phase.READY, lambda seat: seat.player.ready())
        return anew

    def tell_over(self, scores: list[int], ranks: list[int]) -> None:
        """Tell every bot how the match ended, also when others are out."""
        for seat in self.seats:
            seat.conversation.over(scores, ranks, self.faults, self.events)
        deliver([seat.player for seat in self.seats], TELL_MS)

    # ------------------------------------------------------------------------------------ a decision

    def take(self, decision: Decision) -> None:
        """Have one decision made, by whoever makes it, and carry it out."""
        seat = self.seats[decision.seat]
        choice, ms, cpu_ms = Choice(decision.legal[0]), 0.0, 0.0
        forced = len(decision.legal) == 1 and not self.settings.ask_forced
        if not forced and not seat.forfeited:
            try:
                choice, ms, cpu_ms = self.ask(seat, decision)
            except BotFault as fault:
                self.forfeit(seat, fault, Phase.DECIDE, seat.clock.allowed_ms)
        if not forced and seat.forfeited:
            choice = Choice(self.stand_in.choice(decision.legal))
        action = choice.action
        assert action is not None
        events = self.state.apply(action)
        self.events += events
        chance = tuple([Chance(e["what"], e["result"]) for e in events if e["type"] == "chance"])
        record = DecisionRecord(
            seat=seat.index,
            kind=decision.kind,
            action=action.to_data(),
            chance=chance,
            ms=ms,
            cpu_ms=cpu_ms,
            note=choice.note,
            forced=forced,
            stand_in=seat.forfeited,
        )
        self.decisions.append(record)
        if self.listener is not None:
            self.listener(Step(len(self.decisions) - 1, record, decision.legal, self.state, events))

    def ask(self, seat: _Seat, decision: Decision) -> tuple[Choice, float, float]:
        """The bot's choice, a legal action, and its wall and processor time in ms. Raises BotFault."""
        began = time.monotonic_ns()
        player, clock, conversation = seat.player, seat.clock, seat.conversation
        message = conversation.question(self.state, decision, self.events, clock.told_bank_ms)
        tries_left = self.settings.retries
        wall_ns = cpu_ns = 0
        while True:
            answer = player.exchange(message, clock.deadline())
            choice, judging_ns = self.judge(conversation, decision, answer.value)
            answer_wall_ns = answer.wall_ns + judging_ns
            answer_cpu_ns = answer.cpu_ns + answer.reading_ns + judging_ns
            clock.spend(answer_wall_ns / 1e6, answer_cpu_ns / 1e6)
            wall_ns += answer_wall_ns
            cpu_ns += answer_cpu_ns
            if excess := clock.excess:
                raise player.fail("processor_time", excess)
            if choice.action is not None:
                break
            assert choice.refusal is not None
            if not tries_left:
                raise player.fail(*choice.refusal)
            message = conversation.rejection(choice.refusal.words, tries_left, clock.told_left())
            tries_left -= 1
        ms = round(clock.finish(), 3)
        cpu_ms = round(cpu_ns / 1e6, 3)
        seat.sum_up(ms, cpu_ms, time.monotonic_ns() - began - wall_ns)
        return choice, ms, cpu_ms

    def judge(self, conversation: Conversation, decision: Decision, value: object) -> tuple[Choice, int]:
        """What an answer comes to, and the processor time that finding out took, in ns. Raises BotFault.

        The time is 0 for an index alone, which costs less to judge than to measure.
        """
        if isinstance(value, dict) and len(value) == 3 and "index" in value:
            return conversation.choice(self.state, decision, value), 0
        began_ns = time.thread_time_ns()
        choice = conversation.choice(self.state, decision, value)
        return choice, time.thread_time_ns() - began_ns

    def forfeit(self, seat: _Seat, fault: BotFault, phase: Phase, limit_ms: float) -> None:
        """Put a seat out of the match for its bot's fault, which goes on record."""
        seat.forfeited = True
        at_start = phase in (Phase.HELLO, Phase.READY) and not self.decisions  # or else it is gone on with
        pending = None if at_start else len(self.decisions)
        self.faults.append(describe(fault, seat.index, phase, pending, limit_ms))
