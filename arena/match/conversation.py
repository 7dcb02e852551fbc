"""What the arena says to a player in one match, and what it makes of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from arena.games import Action, Decision, Event, IllegalAction, MalformedAction, State, visible
from arena.match.player import Player
from arena.match.record import FaultRecord
from arena.match.spec import MatchSpec
from protocol import messages
from protocol.codec import pack, pack_array, pack_trusted
from protocol.faults import FaultCode
from protocol.messages import Act, Over, Rejected, SeatFault, Start, TimeLeft, encode, encode_decide


class Refusal(NamedTuple):
    """Why an answer names no legal action."""

    code: FaultCode
    words: str


class Choice(NamedTuple):
    """What an answer comes to: a legal action, or else why it is none."""

    action: Action | None
    note: Any = None
    refusal: Refusal | None = None


class Conversation:
    """The conversation with the player at a seat of a match: `start`, questions and their answers, `over`.

    `spec` holds all of the game's options. The caller keeps the time.
    """

    __slots__ = ("_seat", "_spec", "_told", "asked", "player")

    def __init__(self, player: Player, spec: MatchSpec, seat: int) -> None:
        self.player = player
        self._spec = spec
        self._seat = seat
        self._told = 0  # how many of the match's events the player has had the chance to see
        self.asked = 0
        """How many questions it was asked; the last one's `id`."""

    def start(self) -> None:
        """Announce the match; does not wait for `ready`. Raises BotFault, ArenaFault."""
        spec, clock = self._spec, self._spec.settings.clock
        message = Start(
            match=spec.token,
            game=spec.game,
            players=spec.players,
            seat=self._seat,
            options=spec.options,
            clock=messages.Clock(clock.move_ms, clock.bank_ms, clock.increment_ms),
            bot_seed=spec.bot_seed(self._seat),
            components=spec.components,
        )
        self.player.start(message, spec.settings.startup_ms)

    def question(
        self, state: State, decision: Decision, events: Sequence[Event], bank_ms: int | None
    ) -> bytes:
        """The next `decide` message, with the parts that the player wants.

        `events` are all of the match so far, `bank_ms` is what the seat's bank holds.
        """
        self.asked += 1
        player, seat = self.player, self._seat
        return encode_decide(
            id=pack_trusted(self.asked),
            seat=pack_trusted(seat),
            kind=pack_trusted(decision.kind),
            clock=_time_left(self._spec.settings.clock.move_ms, bank_ms),
            view=pack_trusted(state.view(seat)) if player.sends_view else None,
            legal=pack_array([_packed(action) for action in decision.legal]) if player.sends_legal else None,
            events=pack_trusted(self._unseen(events)) if player.sends_events else None,
        )

    def choice(self, state: State, decision: Decision, answer: object) -> Choice:
        """What an answer to the last question comes to. Raises BotFault for any message but its `act`."""
        act = self._act(answer)
        if act.index is None:
            try:
                return Choice(state.find(act.action), act.note)
            except MalformedAction as error:
                return Choice(None, refusal=Refusal("malformed_action", str(error)))
            except IllegalAction as error:
                return Choice(None, refusal=Refusal("illegal_action", str(error)))
        legal = decision.legal
        if 0 <= act.index < len(legal):
            return Choice(legal[act.index], act.note)
        code: FaultCode = "index_is_length" if act.index == len(legal) else "index_outside"
        words = f"index {act.index} is not legal: the legal list has the places 0 to {len(legal) - 1}"
        return Choice(None, refusal=Refusal(code, words))

    def rejection(self, reason: str, tries_left: int, left: TimeLeft) -> bytes:
        """The `rejected` message for the last answer; `left` is what the decision may still take."""
        return encode(Rejected(self.asked, reason, tries_left, left))

    def over(
        self,
        scores: Sequence[int],
        ranks: Sequence[int],
        faults: Iterable[FaultRecord],
        events: Sequence[Event],
    ) -> None:
        """Tell how the match ended; does not wait. `events` are all of the match."""
        out = [SeatFault(fault.seat, fault.kind) for fault in faults]
        news = self._unseen(events) if self.player.sends_events else None
        self.player.over(encode(Over(self._spec.token, scores, ranks, out, news)))

    def _act(self, answer: object) -> Act:
        """The act that an answer is. Raises BotFault if it is anything else, or answers another question."""
        player, asked = self.player, self.asked
        message = player.parse(answer)
        if not isinstance(message, Act):
            words = f"answered decide with {message.TYPE!r}; 'act' would be right"
            raise player.fail("wrong_answer", words)
        if message.id != asked:
            before = ", and the other answered before" if 0 < message.id < asked else ""
            words = f"act.id is {message.id}, but decision {asked} was asked{before}"
            raise player.fail("wrong_id", words, "act.id")
        return message

    def _unseen(self, events: Sequence[Event]) -> list[Event]:
        """What happened since the player was last told, as its seat may see it; it counts as told now."""
        new = visible(events[self._told :], self._seat)
        self._told = len(events)
        return new


def _packed(action: Action) -> bytes:
    """An action's bytes, made once: a legal list goes out at every decision."""
    if action.wire is None:
        action.wire = pack(action.to_data())
    return action.wire


@lru_cache(64)
def _time_left(move_ms: int | None, bank_ms: int | None) -> bytes:
    """The `clock` of a `decide` message, packed; without banks it is the same throughout a match."""
    return pack(TimeLeft(move_ms, bank_ms).to_wire())
