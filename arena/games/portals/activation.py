"""Activating a Key card: its stones go to a board and earn points (section 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action
from arena.games.portals.actions import COLORS
from arena.games.portals.cards import Held
from arena.games.portals.collect import fill_row
from arena.games.portals.grid import NEIGHBORS, SIZE

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

MATCH_POINTS = (0, 1, 2, 4, 6)
"""By the number of stones that landed on squares of their color."""


def next_charged(state: PortalsState) -> bool:
    """Have the owner of the lowest-numbered charged card activate it; False if there is none."""
    lowest = 0
    for seat, cards in enumerate(state.cards):
        for held in cards:
            if not held.free and (not lowest or held.number < lowest):
                lowest = held.number
                state.active = seat
    if not lowest:
        return False
    state.pending = lowest
    state.step = "activate"
    return True


def pending_card(state: PortalsState) -> Held:
    """The card to be activated."""
    number = state.pending
    return next(held for held in state.cards[state.active] if held.number == number)


def legal_placements(state: PortalsState) -> tuple[Action, ...]:
    """Everywhere that all of the card's stones are on one of the available boards."""
    return pending_card(state).placements(state.near[state.active])


def activate(state: PortalsState, action: Action) -> None:
    """All stones of the card are transferred together."""
    _, board, *_ = action.arg
    seat = state.active
    held = pending_card(state)
    targets = list(zip(held.layout.landings[action.arg[2:]], held.colors, strict=True))
    first = board * len(COLORS)
    stones = state.stones
    occupied = state.occupied[board]
    matches = adjacency = 0
    landed = []
    for square, color in targets:
        bit = 1 << square
        if occupied & bit:
            state.bag[color] += 1
            continue
        landed.append((first + color, bit))
        if state.elements[first + color] & bit:
            matches += 1
        adjacency += (stones[first + color] & NEIGHBORS[square]).bit_count()
    for index, bit in landed:  # only now: stones of one transfer are no neighbors of each other
        stones[index] |= bit
        occupied |= bit
    state.vp[seat] += MATCH_POINTS[matches] + adjacency
    state.moved = True
    state.step = None
    if state._events is not None:
        _tell(state, action, targets, MATCH_POINTS[matches], adjacency)
    state.occupied[board] = occupied
    _discard(state, held)


def _discard(state: PortalsState, held: Held) -> None:
    seat = state.active
    color = held.key.color
    state.cards[seat] = tuple([other for other in state.cards[seat] if other is not held])
    state.discards[color] += (held.number,)
    fill_row(state, color)


def _tell(
    state: PortalsState, action: Action, targets: list[tuple[int, int]], match: int, adjacency: int
) -> None:
    """The event of a transfer; `state.occupied` is still as it was before."""
    card, board, rotation, row, col = action.arg
    occupied = state.occupied[board]
    placed, returned = [], []
    for square, color in sorted(targets):
        if occupied >> square & 1:
            returned.append(COLORS[color])
        else:
            placed.append([*divmod(square, SIZE), COLORS[color]])
    state._events.append(  # type: ignore[union-attr]  # called only when there are listeners
        {
            "type": "activate",
            "seat": state.active,
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
    )
