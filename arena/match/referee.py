"""The referee: plays one match to its end, whatever the bots do, and gives the record."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from arena import games
from arena.errors import ArenaFault
from arena.games import Action, Decision, Event, IllegalAction, State, visible
from arena.match.clock import SeatClock
from arena.match.faults import Phase, Void, describe, final_ranks
from arena.match.record import Chance, DecisionRecord, FaultRecord, MatchRecord, SeatTiming, Step
from arena.match.seats import TELL_MS, Player, deliver, wire_detail
from arena.match.spec import MatchSpec, stand_in_random
from arena.process.faults import BotFault, FaultKind, LostWardenError
from protocol import messages
from protocol.codec import WireError, pack_array, pack_trusted
from protocol.messages import Act, Over, Rejected, SeatFault, Start, encode, encode_decide, parse_bot

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
    except LostWardenError as error:
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
        "asked",
        "clock",
        "cpu_ms",
        "max_ms",
        "ms",
        "out",
        "overhead_ns",
        "player",
        "told",
    )

    def __init__(self, player: Player, clock: SeatClock) -> None:
        self.player = player
        self.clock = clock
        self.out = False
        self.told = 0
        """How many of the match's events it has had the chance to see."""
        self.asked = self.answered = 0
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
        self.spec = spec
        self.settings = spec.settings
        self.listener = listener
        game = games.get(spec.game)
        self.options = game.check_options(spec.options, spec.players, spec.components)
        self.state: State = game.new(spec.players, self.options, spec.seed, spec.components)
        self.seats = [
            _Seat(player, SeatClock(self.settings.clock, self.settings.margin_ms)) for player in players
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
        with_each(Phase.READY, lambda number, player: player.start(self.start_message(number), startup_ms))
        deliver([self.seats[number].player for number in numbers], startup_ms)
        with_each(Phase.READY, lambda _, player: player.ready())
        return anew

    def start_message(self, seat: int) -> Start:
        """What the bot at `seat` is told of the match."""
        spec, clock = self.spec, self.settings.clock
        return Start(
            match=spec.token,
            game=spec.game,
            players=spec.players,
            seat=seat,
            options=self.options,
            clock=messages.Clock(clock.move_ms, clock.bank_ms, clock.increment_ms),
            bot_seed=spec.bot_seed(seat),
            components=spec.components,
        )

    def tell_over(self, scores: list[int], ranks: list[int]) -> None:
        """Tell every bot how the match ended, also when others are out."""
        faults = [SeatFault(fault.seat, fault.kind) for fault in self.faults]
        for number, seat in enumerate(self.seats):
            events = self.unseen_events(number) if seat.player.sends_events else None
            over = Over(self.spec.token, scores, ranks, faults, events)
            seat.player.over(encode(over))
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
        player, clock = seat.player, seat.clock
        seat.asked += 1
        message = self.question(number, decision)
        tries_left = self.settings.retries
        wall_ns = cpu_ns = 0
        while True:
            answer = player.exchange(message, clock.deadline())
            chosen, note, judging_ns = self.judge(number, decision, answer.value)
            answer_wall_ns = answer.wall_ns + judging_ns
            answer_cpu_ns = answer.cpu_ns + answer.reading_ns + judging_ns
            clock.spend(answer_wall_ns / 1e6, answer_cpu_ns / 1e6)
            wall_ns += answer_wall_ns
            cpu_ns += answer_cpu_ns
            if excess := clock.excess:
                raise player.fail(FaultKind.TIMEOUT, excess)
            if not isinstance(chosen, IllegalAction):
                break
            if not tries_left:
                raise player.fail(FaultKind.ILLEGAL, str(chosen))
            message = encode(Rejected(seat.asked, str(chosen), tries_left))
            tries_left -= 1
        ms = round(clock.finish(), 3)
        cpu_ms = round(cpu_ns / 1e6, 3)
        seat.sum_up(ms, cpu_ms, time.monotonic_ns() - began - wall_ns)
        return chosen, note, ms, cpu_ms

    def judge(
        self, number: int, decision: Decision, value: object
    ) -> tuple[Action | IllegalAction, Any, int]:
        """The action that an answer names, or why it is not legal; its note; and what this took, in ns.

        That is processor time, and 0 for an index alone, which costs less to judge than to measure.
        Raises BotFault.
        """
        seat = self.seats[number]
        measured = not (isinstance(value, dict) and len(value) == 3 and "index" in value)
        began_ns = time.thread_time_ns() if measured else 0
        act = _parse_act(seat.player, value, seat.asked)
        chosen: Action | IllegalAction
        try:
            chosen = _chosen(self.state, decision, act)
        except IllegalAction as error:
            chosen = error
        return chosen, act.note, time.thread_time_ns() - began_ns if measured else 0

    def question(self, number: int, decision: Decision) -> bytes:
        """The `decide` message with the parts that the bot wants; `id` counts what this bot was asked."""
        seat = self.seats[number]
        player = seat.player
        return encode_decide(
            seat.asked,
            number,
            decision.kind,
            view=pack_trusted(self.state.view(number)) if player.sends_view else None,
            legal=pack_array([action.packed() for action in decision.legal]) if player.sends_legal else None,
            events=pack_trusted(self.unseen_events(number)) if player.sends_events else None,
            move_ms=self.settings.clock.move_ms,
            bank_ms=seat.clock.told_bank_ms,
        )

    def unseen_events(self, number: int) -> list[Event]:
        """What happened since the seat was last told, as it may see it; from now on it counts as told."""
        seat = self.seats[number]
        new = visible(self.events[seat.told :], number)
        seat.told = len(self.events)
        return new

    def put_out(self, number: int, fault: BotFault, phase: Phase, limit_ms: float) -> None:
        """Put a seat out of the match for its bot's fault."""
        self.seats[number].out = True
        pending = None if phase in (Phase.HELLO, Phase.READY) else len(self.decisions)
        self.faults.append(describe(fault, number, phase, pending, limit_ms))


def _parse_act(player: Player, value: object, id: int) -> Act:
    """The answer to question `id`. Raises BotFault if it is anything else."""
    try:
        message = parse_bot(value)
    except WireError as error:
        raise player.fail(FaultKind(error.kind), wire_detail(error)) from None
    if not isinstance(message, Act):
        raise player.fail(FaultKind.PROTOCOL, f"answered decide with {message.TYPE!r}; 'act' would be right")
    if message.id != id:
        before = ", and the other answered before" if 0 < message.id < id else ""
        raise player.fail(FaultKind.PROTOCOL, f"act.id is {message.id}, but decision {id} was asked{before}")
    return message


def _chosen(state: State, decision: Decision, act: Act) -> Action:
    """The legal action that the answer names. Raises IllegalAction."""
    if act.index is None:
        return state.find(act.action)
    if 0 <= act.index < len(decision.legal):
        return decision.legal[act.index]
    last = len(decision.legal) - 1
    raise IllegalAction(f"index {act.index} is not legal: the legal list has the places 0 to {last}")
