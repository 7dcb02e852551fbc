"""Taking Key cards and stones: the turns of phase I, and of the solo game (sections 4, 5 and 5.1)."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.portals import events as told
from arena.games.portals.rules.spells import legal_casts
from arena.games.portals.tables.actions import (
    ANY_COLOR,
    ANY_OF_TWO,
    CIRCLE_BITS,
    COLOR_BITS,
    COLORS,
    DECLINE_CARD,
    MOST_SEATS,
    RETURN_STONE,
    TAKE_CARD,
    TAKE_STONE,
)
from arena.games.portals.tables.cards import EMPTY, KEY_COLORS

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

MOST_CARDS = 4
"""In front of a seat."""
ROW = 2
"""Cards in a full row of the area."""


def begin_turn(state: PortalsState) -> None:
    """The active seat takes a card, or goes on to its stone if it has four."""
    if len(state.cards[state.turn]) < MOST_CARDS:
        state.step = "take_card"
    else:
        _go_on_to_stone(state)


def _go_on_to_stone(state: PortalsState) -> None:
    if not state.solo:
        state.step = "take_stone"
        return
    color = state.clairvoyance[0]
    state.clairvoyance = state.clairvoyance[1:]
    state.hand = color
    state.step = "place_stone"
    if state._events is not None:
        state._events.append(told.TAKE_STONE_SOLO[color].copy())


def card_decision(state: PortalsState) -> Decision:
    """The cards of the area; and to decline, with cards of which one has room."""
    seat = state.turn
    a, b, c = state.rows
    numbers = sorted(a + b + c)
    if len(numbers) > 1:
        legal = itemgetter(*numbers)(TAKE_CARD)  # a tuple, and the fastest way to it
    else:
        legal = tuple([TAKE_CARD[number] for number in numbers])
    return Decision(seat, "take_card", legal + _DECLINE if state.free[seat] else legal)


_DECLINE = (DECLINE_CARD,)


def take_card(state: PortalsState, action: Action) -> None:
    """A card of the area comes before the seat."""
    number = action.arg
    seat = state.turn
    key = state.parts.keys[number]
    color = key.color
    row = state.rows[color]
    place = row.index(number)
    state.rows[color] = row[:place] + row[place + 1 :]
    state.give_card(seat, key.bare)
    if state._events is not None:
        state._events.append({"type": "take_card", "seat": seat, "card": number})
    fill_row(state, color)
    _go_on_to_stone(state)


def decline_card(state: PortalsState, action: Action) -> None:
    """The seat goes on to its stone."""
    if state._events is not None:
        state._events.append(told.DECLINE_CARD[state.turn].copy())
    _go_on_to_stone(state)


def fill_row(state: PortalsState, color: int) -> None:
    """Reveal cards until the row of the area is full, as far as there are any (section 5.1)."""
    while len(state.rows[color]) < ROW:
        if not state.decks[color]:
            if not state.discards[color]:
                return
            _shuffle_discards(state, color)
        deck = state.decks[color]
        state.decks[color] = deck[1:]
        state.rows[color] += deck[:1]
        if state._events is not None:
            state._events.append({"type": "reveal", "color": KEY_COLORS[color], "card": deck[0]})


def _shuffle_discards(state: PortalsState, color: int) -> None:
    pile = state.discards[color]
    if state._events is not None:
        state._events.append({"type": "shuffle", "color": KEY_COLORS[color], "cards": len(pile)})
    state.decks[color] = tuple(state._draw_order("shuffle", pile))
    state.discards[color] = ()


def stone_decision(state: PortalsState) -> Decision:
    """The colors on the available Circles at which the seat has a marker left."""
    seat = state.turn
    low, high = near = state.near[seat]
    first = seat * state.players
    markers = state.markers
    # The counts on both Circles side by side, three bits a color; then the lowest bit of each that is not 0.
    stones = state.circles[low] << CIRCLE_BITS if markers[first + low] else 0
    if markers[first + high]:
        stones |= state.circles[high]
    colors = (stones | stones >> 1 | stones >> 2) & ANY_OF_TWO
    decisions = _STONE_DECISIONS[state.players][seat]
    return decisions.get(colors) or decisions.setdefault(colors, _stone_decision(seat, near, colors))


_STONE_DECISIONS: list[list[dict[int, Decision]]] = [
    [{} for _ in range(players)] for players in range(MOST_SEATS + 1)
]
"""By number of players, seat, and colors on its Circles: the decision, made when it first comes."""


def _stone_decision(seat: int, near: tuple[int, ...], colors: int) -> Decision:
    low, high = near
    legal = TAKE_STONE[low][colors >> CIRCLE_BITS] + TAKE_STONE[high][colors & ANY_COLOR]
    return Decision(seat, "take_stone", legal)


def take_stone(state: PortalsState, action: Action) -> None:
    """A stone of a Circle comes into the hand, a marker lies there instead."""
    circle, color = action.arg
    seat = state.turn
    state.circles[circle] -= COLOR_BITS[color]
    state.markers[seat * state.players + circle] -= 1
    state.hand = color
    state.step = "place_stone"
    if state._events is not None:
        state._events.append(told.TAKE_STONE[circle][color][seat].copy())


def place_decision(state: PortalsState) -> Decision:
    """The free squares of the seat's cards, the spells that can be cast; the bag, if no square is free."""
    seat = state.turn
    legal = free = state.free[seat]
    if state.payable and (spells := state.payable[state.hand]):
        legal += legal_casts(state, spells)
    return Decision(seat, "place_stone", legal if free else (*legal, RETURN_STONE))


def place_stone(state: PortalsState, action: Action) -> None:
    """The stone in hand goes on a card; the turn's choices are made."""
    color = state.hand
    state.put_on_card(action, color)
    state.hand = EMPTY
    state.step = None
    if state._events is not None:
        (number, square), name = action.arg, COLORS[color]
        state._events.append(
            {"type": "place_stone", "seat": state.turn, "card": number, "square": square, "color": name}
        )


def return_stone(state: PortalsState, action: Action) -> None:
    """The stone in hand goes back to the bag."""
    state.bag[state.hand] += 1
    if state._events is not None:
        name = COLORS[state.hand]
        state._events.append({"type": "return_stone", "seat": state.turn, "color": name})
    state.hand = EMPTY
    state.step = None
