"""Activating a Key card: its stones go to a board and earn points (section 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision, Event
from arena.games.portals.rules.collect import ROW, fill_row
from arena.games.portals.tables.actions import COLORS
from arena.games.portals.tables.cards import Held, colors_of
from arena.games.portals.tables.grid import NEIGHBORS, SIZE

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

MATCH_POINTS = (0, 1, 2, 4, 6)
"""By the number of stones that landed on squares of their color."""


def charged_cards(state: PortalsState) -> list[tuple[int, int]]:
    """The charged cards of all seats in the order of their activation, each with its owner."""
    charged = []
    for seat, cards in enumerate(state.cards):
        for number, (layout, _) in cards.items():
            if not layout.free:
                charged.append((number, seat))
    charged.sort()
    return charged


def call(state: PortalsState, charged: tuple[int, int]) -> None:
    """Have a charged card's owner activate it."""
    state.pending, state.turn = charged
    state.step = "activate"


def pending_card(state: PortalsState) -> Held:
    """The card to be activated."""
    number = state.pending
    assert isinstance(number, int), "in this step it is a card's number"
    return state.cards[state.turn][number]


def placement_decision(state: PortalsState) -> Decision:
    """Everywhere that all of the card's stones are on one of the available boards."""
    held = pending_card(state)
    seat = state.turn
    return Decision(seat, "activate", held[0].placements(colors_of(held), state.near[seat]))


def activate(state: PortalsState, action: Action) -> None:
    """All stones of the card are transferred together."""
    number, board = action.arg[:2]
    seat = state.turn
    held = state.remove_card(number)
    squares = held[0].landings[action.arg[2:]]
    colors = colors_of(held)
    first = board * len(COLORS)
    stones = state.stones
    elements = state.elements
    # Stones of one transfer are no neighbors of each other: what counts is how the board was before.
    before = stones[first : first + len(COLORS)]
    occupied = state.occupied[board]
    matches = adjacency = landed = 0
    for square, color in zip(squares, colors, strict=True):
        bit = 1 << square
        if occupied & bit:
            state.bag[color] += 1
            continue
        landed |= bit
        stones[first + color] |= bit
        if elements[first + color] & bit:
            matches += 1
        near = before[color] & NEIGHBORS[square]
        if near:
            adjacency += near.bit_count()
    if landed:
        state.occupied[board] |= landed
        state.vp[seat] += MATCH_POINTS[matches] + adjacency
        state.moved = True
    state.step = None
    if state._events is not None:
        state._events.append(
            _transfer(seat, action, squares, colors, occupied, MATCH_POINTS[matches], adjacency)
        )
    color = held[0].key.color
    state.discards[color] += (number,)
    if len(state.rows[color]) < ROW:
        fill_row(state, color)


def _transfer(
    seat: int,
    action: Action,
    squares: tuple[int, ...],
    colors: tuple[int, ...],
    occupied: int,
    match: int,
    adjacency: int,
) -> Event:
    """The event of a transfer to these squares of a board, of which some were occupied."""
    placed: list[list[int | str]] = []
    returned: list[str] = []
    for square, color in sorted(zip(squares, colors, strict=True)):
        if occupied >> square & 1:
            returned.append(COLORS[color])
        else:
            placed.append([square // SIZE, square % SIZE, COLORS[color]])
    card, board, rotation, row, col = action.arg
    return {
        "type": "activate",
        "seat": seat,
        "card": card,
        "board": board,
        "rotation": rotation,
        "row": row,
        "col": col,
        "placed": placed,
        "returned": returned,
        "match": match,
        "adjacency": adjacency,
    }
