"""From one phase, round and turn to the next, and the end (sections 4 and 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import rank
from arena.games.portals.rules.activation import call, charged_cards
from arena.games.portals.rules.collect import begin_turn
from arena.games.portals.rules.signs import check_signs, lose_for_unmatched
from arena.games.portals.tables.actions import COLOR_BITS, COLOR_OF, COLORS
from arena.games.portals.tables.cards import colors_of

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

ROUNDS = 4
TURNS = 6
"""Of each seat in a round."""
CIRCLE_STONES = 6
SOLO_TURNS = 25
SOLO_STONES = 5
"""Of each color."""
CIRCLE_MARKERS = 3
"""Of each seat at each of its Circles."""


def begin(state: PortalsState) -> None:
    """The game's first decision."""
    if state.options["secret_signs"] and not state.solo:
        state.phase = "signs"
        state.step = "keep_signs"
    else:
        begin_turn(state)


def _after_keeping(state: PortalsState) -> None:
    if state.turn < state.players - 1:
        state.turn += 1
        state.step = "keep_signs"
    else:
        state.phase = "collect"
        state.turn = state.first
        begin_turn(state)


def _after_turn(state: PortalsState) -> None:
    if state.turn_number < TURNS * state.players:
        state.turn_number += 1
        seat = state.turn + 1
        state.turn = seat if seat < state.players else 0
        begin_turn(state)
    else:
        state.phase = "activate"
        state.waiting = tuple(charged_cards(state))
        _after_activation(state)


def _after_activation(state: PortalsState) -> None:
    if state.waiting:
        first, *later = state.waiting
        state.waiting = tuple(later)
        call(state, first)
        return
    check_signs(state)
    if state.round == ROUNDS:
        _end(state)
    else:
        _next_round(state)


def _next_round(state: PortalsState) -> None:
    """Phase III."""
    players = state.players
    state.round += 1
    state.turn_number = 1
    state.first = state.turn = (state.first + 1) % players
    state.phase = "collect"
    if state._events is not None:
        state._events.append({"type": "round", "round": state.round, "first": state.first})
    state.markers = MARKERS[players][:]
    for circle in range(players):
        bag: list[str] = []
        for name, count in zip(COLORS, state.bag, strict=True):
            bag += [name] * count
        drawn = state._draw_from_bag("circle", bag, CIRCLE_STONES)
        fill_circle(state, circle, [COLOR_OF[name] for name in drawn])
    begin_turn(state)


def fill_circle(state: PortalsState, circle: int, drawn: list[int]) -> None:
    """Put stones that were drawn from the bag on an empty Circle."""
    bag = state.bag
    stones = 0
    for color in drawn:
        bag[color] -= 1
        stones += COLOR_BITS[color]
    state.circles[circle] = stones


def _after_solo_step(state: PortalsState) -> None:
    """A charged card is activated at once; then signs are checked, and the next turn begins."""
    charged = charged_cards(state)
    if charged:
        call(state, charged[0])
        return
    check_signs(state)
    if state.clairvoyance:
        state.turn_number += 1
        begin_turn(state)
    else:
        _end(state)


def _end(state: PortalsState) -> None:
    for seat, cards in enumerate(state.cards):
        for held in cards.values():
            key = held[0].key
            state.discards[key.color] += (key.number,)
            for color in colors_of(held):
                state.bag[color] += 1
            if state._events is not None:
                returned = [COLORS[color] for color in colors_of(held)]
                state._events.append(
                    {"type": "discard", "seat": seat, "card": key.number, "returned": returned}
                )
        cards.clear()
        state.free[seat] = ()
    lose_for_unmatched(state)
    state.phase = "over"
    if state._events is not None:
        result = {"scores": scores(state), "ranks": ranks(state), "achievement": achievement(state)}
        state._events.append({"type": "game_over", **result})


def remark(state: PortalsState) -> str | None:
    """The achievement of a solo game that is over, in words."""
    label = achievement(state)
    return None if label is None else f"achievement: {label}"


def ending(state: PortalsState) -> str:
    """How a game that is over came to its end."""
    return "last_turn" if state.solo else "last_round"


def achievement(state: PortalsState) -> str | None:
    """What a solo game that is over came to."""
    return state.parts.achievement(state.vp[0]) if state.solo and state.phase == "over" else None


def scores(state: PortalsState) -> list[int]:
    """The VP as they stand."""
    return state.vp[:]


def ranks(state: PortalsState) -> list[int]:
    """Ranks by VP; there is no tie-break."""
    return rank(state.vp)


GO_ON = {
    "signs": _after_keeping,
    "collect": _after_turn,
    "activate": _after_activation,
    "solo": _after_solo_step,
}
"""By phase: what follows when a seat's choices are carried out, up to the next decision or the end."""


def _full_markers(players: int) -> list[int]:
    near = {(seat, circle) for seat in range(players) for circle in (seat, (seat - 1) % players)}
    return [
        CIRCLE_MARKERS if (seat, circle) in near else 0
        for seat in range(players)
        for circle in range(players)
    ]


MARKERS = {players: _full_markers(players) for players in (2, 3, 4)}
"""By number of players: the markers at the start of a round, in the order of `PortalsState.markers`."""
