"""The referee: plays one match to its end, whatever the bots do, and gives the record."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from arena import games
from arena.errors import ArenaFault
from arena.games import Action, Decision, Event, State
from arena.match.clock import SeatClock
from arena.match.conversation import Choice, Conversation
from arena.match.faults import Phase, Void, describe, final_ranks
from arena.match.player import Player
from arena.match.process_player import TELL_MS, deliver
from arena.match.record import Chance, DecisionRecord, FaultRecord, MatchRecord, SeatTiming, Step
from arena.match.spec import MatchSpec, stand_in_random
from arena.process.faults import BotFault, LostSupervisorError

Listener = Callable[[Step], None]
"""Called after each decision."""


def play_match(spec: MatchSpec, players: Sequence[Player], listener: Listener | None = None) -> MatchRecord:
    """Play a match between `players`, one a seat, and leave those without a fault ready for the next.

    Nothing that a bot does is raised. On any exception all players have been ended.

    Raises:
        Void: the arena failed or was interrupted (Ctrl-C); there is no result.
        GameError: the match can't be set up so.
    """
    try:
        return _Table(spec, players, listener).play()
    except LostSupervisorError as error:
        _end(players)
        suspects = [repr(player.name) for player in players if not player.confined]
        by = f"; of its bots {', '.join(suspects)} could have done that" if suspects else ""
        raise Void(f"{error}{by}") from error
    except (ArenaFault, KeyboardInterrupt) as error:
        _end(players)
        raise Void(str(error) or "the match was interrupted") from error
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
        "max_ms",
        "ms",
        "out",
        "overhead_ns",
        "player",
    )

    def __init__(self, player: Player, clock: SeatClock, conversation: Conversation) -> None:
        self.player = player
        self.clock = clock
        self.conversation = conversation
        self.out = False
        self.answered = 0
        self.ms = self.max_ms = self.cpu_ms = 0.0
        self.overhead_ns = 0

    def sum_up(self, ms: float, cpu_ms: float, overhead_ns: int) -> None:
        """Add what an answered decision took."""
        self.answered += 1
        self.ms += ms
        self.max_ms = max(self.max_ms, ms)
        self.cpu_ms += cpu_ms
        self.overhead_ns += overhead_ns

    def timing(self) -> SeatTiming:
        """How its bot used its time."""
        sums = (self.ms, self.max_ms, self.cpu_ms, self.overhead_ns / 1e6)
        return SeatTiming(self.answered, *(round(value, 3) for value in sums))


class _Table:
    """A match being played."""

    def __init__(self, spec: MatchSpec, players: Sequence[Player], listener: Listener | None) -> None:
        if len(players) != spec.players:
            raise ValueError(f"{spec.players} seats, but {len(players)} players")
        game = games.get(spec.game)
        self.options = game.check_options(spec.options, spec.players, spec.components)
        self.spec = spec = replace(spec, options=self.options)
        self.settings = settings = spec.settings
        self.listener = listener
        self.state: State = game.new(spec.players, self.options, spec.seed, spec.components)
        self.seats = [
            _Seat(player, SeatClock(settings.clock, settings.margin_ms), Conversation(player, spec, seat))
            for seat, player in enumerate(players)
        ]
        self.stand_in = stand_in_random(spec.seed)
        self.events: list[Event] = []
        self.decisions: list[DecisionRecord] = []
        self.faults: list[FaultRecord] = []

    def play(self) -> MatchRecord:
        """The whole match."""
        beginning = self.state.to_data()
        self.start_up()
        while (decision := self.state.decision) is not None:
            self.take(decision)
        scores = self.state.scores()
        ranks = final_ranks(self.state.ranks(), self.faults)
        self.tell_over(scores, ranks)
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
            bots=tuple(seat.player.record() for seat in self.seats),
            state=beginning,
            decisions=tuple(self.decisions),
            scores=tuple(scores),
            ranks=tuple(ranks),
            faults=tuple(self.faults),
            timing=tuple(seat.timing() for seat in self.seats),
        )

    # ------------------------------------------------------------------------------------ the ends

    def start_up(self) -> None:
        """Bring every player to `ready`.

        What a bot did between two matches is no fault in either: one that was kept, and does not get ready,
        is started anew.
        """
        not_ready = self.bring_up(range(len(self.seats)))
        if not_ready:
            self.bring_up(not_ready)

    def bring_up(self, numbers: Sequence[int]) -> list[int]:
        """Bring these seats' players to `ready`, and give those that are to be started anew.

        Each step is taken with all of them before the next.
        """
        startup_ms = self.settings.startup_ms
        anew: list[int] = []

        def with_each(phase: Phase, step: Callable[[int, Player], None]) -> None:
            for number in numbers:
                player = self.seats[number].player
                if number in anew or self.seats[number].out:
                    continue
                try:
                    step(number, player)
                except BotFault as fault:
                    if player.kept:
                        anew.append(number)
                    else:
                        self.put_out(number, fault, phase, startup_ms)

        with_each(Phase.HELLO, lambda _, player: player.launch(startup_ms))
        with_each(Phase.HELLO, lambda _, player: player.greet())
        with_each(Phase.READY, lambda number, _: self.seats[number].conversation.start())
        deliver([self.seats[number].player for number in numbers], startup_ms)
        with_each(Phase.READY, lambda _, player: player.ready())
        return anew

    def tell_over(self, scores: list[int], ranks: list[int]) -> None:
        """Tell every bot how the match ended, also when others are out."""
        for seat in self.seats:
            seat.conversation.over(scores, ranks, self.faults, self.events)
        deliver([seat.player for seat in self.seats], TELL_MS)

    # ------------------------------------------------------------------------------------ a decision

    def take(self, decision: Decision) -> None:
        """Have one decision made, by whoever makes it, and carry it out."""
        number = decision.seat
        seat = self.seats[number]
        ms = cpu_ms = 0.0
        note = None
        forced = len(decision.legal) == 1 and not self.settings.ask_forced
        if forced:
            action = decision.legal[0]
        elif not seat.out:
            try:
                action, note, ms, cpu_ms = self.ask(number, decision)
            except BotFault as fault:
                self.put_out(number, fault, Phase.DECIDE, seat.clock.allowed_ms)
        if seat.out and not forced:
            action = self.stand_in.choice(decision.legal)
        events = self.state.apply(action)
        self.events += events
        chance = tuple([Chance(e["what"], e["result"]) for e in events if e["type"] == "chance"])
        record = DecisionRecord(
            number, decision.kind, action.to_data(), chance, ms, cpu_ms, note, forced, seat.out
        )
        self.decisions.append(record)
        if self.listener is not None:
            self.listener(Step(len(self.decisions) - 1, record, decision.legal, self.state, events))

    def ask(self, number: int, decision: Decision) -> tuple[Action, Any, float, float]:
        """The bot's action, its note, and its wall and processor time in ms. Raises BotFault."""
        began = time.monotonic_ns()
        seat = self.seats[number]
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
            message = conversation.rejection(choice.refusal.words, tries_left)
            tries_left -= 1
        ms = round(clock.finish(), 3)
        cpu_ms = round(cpu_ns / 1e6, 3)
        seat.sum_up(ms, cpu_ms, time.monotonic_ns() - began - wall_ns)
        return choice.action, choice.note, ms, cpu_ms

    def judge(self, conversation: Conversation, decision: Decision, value: object) -> tuple[Choice, int]:
        """What an answer comes to, and the processor time that finding out took, in ns. Raises BotFault.

        The time is 0 for an index alone, which costs less to judge than to measure.
        """
        if isinstance(value, dict) and len(value) == 3 and "index" in value:
            return conversation.choice(self.state, decision, value), 0
        began_ns = time.thread_time_ns()
        choice = conversation.choice(self.state, decision, value)
        return choice, time.thread_time_ns() - began_ns

    def put_out(self, number: int, fault: BotFault, phase: Phase, limit_ms: float) -> None:
        """Put a seat out of the match for its bot's fault."""
        self.seats[number].out = True
        pending = None if phase in (Phase.HELLO, Phase.READY) else len(self.decisions)
        self.faults.append(describe(fault, number, phase, pending, limit_ms))
