"""The referee: plays one match to its end, whatever the bots do, and gives the record."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from arena import games
from arena.games import Action, Decision, Event, IllegalAction, State, visible
from arena.match.clock import SeatClock
from arena.match.faults import Phase, Void, describe, final_ranks
from arena.match.record import Chance, DecisionRecord, FaultRecord, MatchRecord, SeatTiming, Step
from arena.match.seats import Player, wire_detail
from arena.match.spec import MatchSpec, stand_in_random
from arena.process.faults import ArenaFault, BotFault, FaultKind
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
        self.with_each(Phase.OVER, lambda _, player: player.check())
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
        """Bring every player to `ready`. Each step is taken with all of them before the next."""
        startup_ms = self.settings.startup_ms
        self.with_each(Phase.HELLO, lambda _, player: player.launch(startup_ms))
        self.with_each(Phase.HELLO, lambda _, player: player.greet())
        self.with_each(
            Phase.READY, lambda number, player: player.start(self.start_message(number), startup_ms)
        )
        self.with_each(Phase.READY, lambda _, player: player.ready())

    def with_each(self, phase: Phase, step: Callable[[int, Player], None]) -> None:
        """Take a step of the match's beginning or end with every player that is still in."""
        for number, seat in enumerate(self.seats):
            if not seat.out:
                try:
                    step(number, seat.player)
                except BotFault as fault:
                    self.put_out(number, fault, phase, self.settings.startup_ms)

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
            wall_ns += answer.wall_ns
            cpu_ns += answer.cpu_ns
            clock.spend(answer.wall_ns / 1e6, answer.cpu_ns / 1e6)
            if excess := clock.excess:
                raise player.fail(FaultKind.TIMEOUT, excess)
            act = _parse_act(player, answer.value, seat.asked)
            try:
                action = _chosen(self.state, decision, act)
                break
            except IllegalAction as error:
                if not tries_left:
                    raise player.fail(FaultKind.ILLEGAL, str(error)) from None
                message = encode(Rejected(seat.asked, str(error), tries_left))
                tries_left -= 1
        ms = round(clock.finish(), 3)
        cpu_ms = round(cpu_ns / 1e6, 3)
        seat.sum_up(ms, cpu_ms, time.monotonic_ns() - began - wall_ns)
        return action, act.note, ms, cpu_ms

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
        raise player.fail(FaultKind.PROTOCOL, f"act.id is {message.id}, but decision {id} was asked")
    return message


def _chosen(state: State, decision: Decision, act: Act) -> Action:
    """The legal action that the answer names. Raises IllegalAction."""
    if act.index is None:
        return state.find(act.action)
    if 0 <= act.index < len(decision.legal):
        return decision.legal[act.index]
    last = len(decision.legal) - 1
    raise IllegalAction(f"index {act.index} is not legal: the legal list has the places 0 to {last}")
