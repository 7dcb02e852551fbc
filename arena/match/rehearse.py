"""A recorded match fed to a bot again: same messages, no deadlines, whatever the bot answers now."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from arena.games import Action, Data, Decision, Event, IllegalAction, State, visible
from arena.match.clock import SeatClock
from arena.match.record import DecisionRecord, MatchRecord
from arena.match.replay import retrace, starting_state
from arena.match.seats import TELL_MS, Player, deliver, wire_detail
from arena.match.spec import MatchSpec
from arena.process.faults import FaultKind
from protocol import messages
from protocol.codec import WireError, pack_array, pack_trusted
from protocol.messages import Act, Over, SeatFault, Start, encode, encode_decide, parse_bot

PATIENCE_MS = 7 * 24 * 3600 * 1000
"""How long a bot may take for anything: as good as no deadline."""


class Rehearsed(NamedTuple):
    """One decision asked again."""

    number: int
    """Its place in the match."""
    recorded: DecisionRecord
    action: Data | None
    """What the bot chose now; None if that was not legal."""
    refusal: str
    """Why it was not legal, or nothing."""

    @property
    def same(self) -> bool:
        """Whether it chose as recorded."""
        return self.action == self.recorded.action


def rehearse(record: MatchRecord, seat: int, player: Player) -> Iterator[Rehearsed]:
    """Ask a player all that was asked at a seat; the match goes on as recorded whatever it answers.

    Also asked is what a stand-in decided after a fault.

    Raises:
        ReplayError: the rules don't allow what was recorded.
        BotFault: the bot breaks the protocol.
        ArenaFault: the arena itself failed.
    """
    state = starting_state(record)
    rehearsal = _Rehearsal(record, seat, player)
    rehearsal.start()
    steps = retrace(record, state)
    for number, recorded in enumerate(record.decisions):
        if recorded.seat == seat and not recorded.forced and state.decision is not None:
            yield rehearsal.ask(number, recorded, state, state.decision)
        rehearsal.events += next(steps).events
    rehearsal.end()


class _Rehearsal:
    """What is kept of the one seat."""

    def __init__(self, record: MatchRecord, seat: int, player: Player) -> None:
        self.record = record
        self.seat = seat
        self.player = player
        self.spec = MatchSpec(record.id, record.game, record.players, seed=record.seed, secret=record.secret)
        self.clock = record.clock
        self.seat_clock = SeatClock(self.clock, 0)
        self.asked = 0
        self.events: list[Event] = []
        """Those that the bot has not been told yet, seen by it or not."""

    def start(self) -> None:
        """Bring the bot to ready."""
        record, clock = self.record, self.clock
        message = Start(
            match=self.spec.token,
            game=record.game,
            players=record.players,
            seat=self.seat,
            options=record.options,
            clock=messages.Clock(clock.move_ms, clock.bank_ms, clock.increment_ms),
            bot_seed=self.spec.bot_seed(self.seat),
            components=record.components,
        )
        self.player.launch(PATIENCE_MS)
        self.player.greet()
        self.player.start(message, PATIENCE_MS)
        self.player.ready()

    def ask(self, number: int, recorded: DecisionRecord, state: State, decision: Decision) -> Rehearsed:
        """One decision; the clock runs as recorded."""
        self.asked += 1
        player = self.player
        message = encode_decide(
            self.asked,
            self.seat,
            decision.kind,
            view=pack_trusted(state.view(self.seat)) if player.sends_view else None,
            legal=pack_array([action.packed() for action in decision.legal]) if player.sends_legal else None,
            events=pack_trusted(self.unseen()) if player.sends_events else None,
            move_ms=self.clock.move_ms,
            bank_ms=self.seat_clock.told_bank_ms,
        )
        answer = player.exchange(message, time.monotonic() + PATIENCE_MS / 1000)
        self.seat_clock.spend(recorded.ms)
        self.seat_clock.finish()
        try:
            action = self.chosen(state, decision, answer.value)
        except IllegalAction as error:
            return Rehearsed(number, recorded, None, str(error))
        return Rehearsed(number, recorded, action.to_data(), "")

    def chosen(self, state: State, decision: Decision, answer: Any) -> Action:
        """The legal action that an answer names. Raises IllegalAction, BotFault."""
        try:
            act = parse_bot(answer)
        except WireError as error:
            raise self.player.fail(FaultKind(error.kind), wire_detail(error)) from None
        if not isinstance(act, Act) or act.id != self.asked:
            raise self.player.fail(
                FaultKind.PROTOCOL, f"answered decision {self.asked} with something other than its act"
            )
        if act.index is None:
            return state.find(act.action)
        if not 0 <= act.index < len(decision.legal):
            raise IllegalAction(f"index {act.index} is not in the legal list of {len(decision.legal)}")
        return decision.legal[act.index]

    def end(self) -> None:
        """Tell the bot how the recorded match ended."""
        record = self.record
        faults = [SeatFault(fault.seat, fault.kind) for fault in record.faults]
        events = self.unseen() if self.player.sends_events else None
        self.player.over(encode(Over(self.spec.token, record.scores, record.ranks, faults, events)))
        deliver([self.player], TELL_MS)

    def unseen(self) -> list[Event]:
        """The events since the bot was last told, as it may see them."""
        new, self.events = visible(self.events, self.seat), []
        return new
