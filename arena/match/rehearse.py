"""A recorded match fed to a bot again: same messages, no deadlines, whatever the bot answers now."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from arena.games import Data, Event
from arena.match.clock import SeatClock
from arena.match.conversation import Conversation
from arena.match.player import Player
from arena.match.process_player import TELL_MS, deliver
from arena.match.record import DecisionRecord, MatchRecord
from arena.match.replay import retrace, starting_state
from arena.match.spec import MatchSpec, Settings

PATIENCE_MS = 7 * 24 * 3600 * 1000
"""How long a bot may take for anything: as good as no deadline."""


class Rehearsed(NamedTuple):
    """One decision of the record, and what the bot chose when it was asked again."""

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
    settings = Settings(clock=record.clock, startup_ms=PATIENCE_MS)
    spec = MatchSpec(
        record.id,
        record.game,
        record.players,
        options=state.options,  # with the defaults of those that there were not yet
        components=record.components,
        seed=record.seed,
        secret=record.secret,
        settings=settings,
    )
    conversation = Conversation(player, spec, seat)
    clock = SeatClock(record.clock, margin_ms=0)  # runs as recorded
    player.launch(PATIENCE_MS)
    player.greet()
    conversation.start()
    player.ready()
    events: list[Event] = []
    steps = retrace(record, state)
    for number, recorded in enumerate(record.decisions):
        decision = state.decision
        if recorded.seat == seat and not recorded.forced and decision is not None:
            message = conversation.question(state, decision, events, clock.told_bank_ms)
            answer = player.exchange(message, time.monotonic() + PATIENCE_MS / 1000)
            choice = conversation.choice(state, decision, answer.value)
            clock.spend(recorded.ms)
            clock.finish()
            yield Rehearsed(
                number,
                recorded,
                choice.action.to_data() if choice.action else None,
                choice.refusal.words if choice.refusal else "",
            )
        events += next(steps).events
    conversation.over(record.scores, record.ranks, record.faults, events)
    deliver([player], TELL_MS)
