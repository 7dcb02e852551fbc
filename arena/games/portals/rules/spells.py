"""The module Magic Spells: what may be cast, and each spell's own choices (section 5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.portals.tables.actions import (
    BANISH,
    BANISH_STONE,
    CASTS,
    COLORS,
    PLACE_STONE,
    RECALL,
    RECALL_STONE,
    SHIFT,
    SHIFT_FROM,
    SHIFT_TO,
    SPELLS,
    STOP,
    UNLOCK,
    UNLOCK_CARD,
)
from arena.games.portals.tables.cards import EMPTY, Held
from arena.games.portals.tables.grid import EVERYWHERE, SIZE

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

FIRST_STEPS = ("shift_from", "unlock", "banish", "recall")
"""By spell: the decision that follows the cast."""


def legal_casts(state: PortalsState, spells: int) -> tuple[Action, ...]:
    """Those of a mask of spells that can be carried out."""
    seat = state.turn
    near = state.near[seat]
    occupied = state.occupied
    within_reach = occupied[near[0]] | occupied[near[-1]]
    if not within_reach:
        spells &= ~_BANISH
        if spells & _SHIFT and not any(occupied):
            spells ^= _SHIFT
    elif within_reach == EVERYWHERE and spells & _SHIFT and min(occupied) == EVERYWHERE:
        spells ^= _SHIFT
    if spells & _UNLOCK and not _has_stone(state.cards[seat]):
        spells ^= _UNLOCK
    if spells & _RECALL:
        a, b, c, _ = state.section_counts
        if not (state.free[seat] and (a or b or c)):
            spells ^= _RECALL
    return CASTS[spells]


_SHIFT, _UNLOCK, _BANISH, _RECALL = (1 << spell for spell in (SHIFT, UNLOCK, BANISH, RECALL))


def _has_stone(cards: dict[int, Held]) -> bool:
    for layout, _ in cards.values():  # noqa: SIM110  # 0.18 µs; a generator for any() takes 0.41
        if layout.filled:
            return True
    return False


def cast(state: PortalsState, action: Action) -> None:
    """The stone in hand is paid; the spell's choices follow."""
    spell = action.arg
    color = state.hand
    state.section_counts[spell] += 1
    if state.section_counts[spell] == 1:
        _reserve(state, spell, color)
    state.hand = EMPTY
    state.pending = 0
    state.step = FIRST_STEPS[spell]
    if state._events is not None:
        told = {"type": "cast", "seat": state.turn, "spell": SPELLS[spell], "color": COLORS[color]}
        state._events.append(told)


def _reserve(state: PortalsState, section: int, color: int) -> None:
    """Reserve a section for a color, or free it with EMPTY."""
    colors = state.section_colors
    state.reserve_sections(colors[:section] + (color,) + colors[section + 1 :])


# Shift


def shift_from_decision(state: PortalsState) -> Decision:
    """The stones on all boards."""
    legal: tuple[Action, ...] = ()
    for board, occupied in enumerate(state.occupied):
        legal += SHIFT_FROM.on(board, occupied)
    return Decision(state.turn, "shift_from", legal)


def shift_from(state: PortalsState, action: Action) -> None:
    """A stone is chosen; it stays until its new square is."""
    state.pending = action.arg
    state.step = "shift_to"


def shift_to_decision(state: PortalsState) -> Decision:
    """The unoccupied squares of all boards."""
    legal: tuple[Action, ...] = ()
    for board, occupied in enumerate(state.occupied):
        legal += SHIFT_TO.on(board, EVERYWHERE ^ occupied)
    return Decision(state.turn, "shift_to", legal)


def shift_to(state: PortalsState, action: Action) -> None:
    """The chosen stone moves."""
    source = state.pending
    assert isinstance(source, tuple), "in this step it is a square"
    target: tuple[int, int] = action.arg
    color = lift(state, *source)
    lay(state, *target, color=color)
    state.moved = True
    state.step = None
    if state._events is not None:
        told = {"type": "shift", "seat": state.turn, "color": COLORS[color]}
        state._events.append({**told, "from": _place(source), "to": _place(target)})


def _place(board_square: tuple[int, int]) -> list[int]:
    board, square = board_square
    return [board, *divmod(square, SIZE)]


def lay(state: PortalsState, board: int, square: int, color: int) -> None:
    """Put a stone on an unoccupied square of a board."""
    state.stones[board * len(COLORS) + color] |= 1 << square
    state.occupied[board] |= 1 << square


def lift(state: PortalsState, board: int, square: int) -> int:
    """Take the stone off a board's square; its color."""
    color = color_at(state, board, square)
    state.stones[board * len(COLORS) + color] ^= 1 << square
    state.occupied[board] ^= 1 << square
    return color


def color_at(state: PortalsState, board: int, square: int) -> int:
    """The color of the stone on a board's square; EMPTY if there is none."""
    first = board * len(COLORS)
    for color in range(len(COLORS)):
        if state.stones[first + color] >> square & 1:
            return color
    return EMPTY


# Unlock


def unlock_decision(state: PortalsState) -> Decision:
    """The seat's cards with a stone."""
    seat = state.turn
    legal = [UNLOCK_CARD[layout.number] for layout, _ in state.cards[seat].values() if layout.filled]
    return Decision(seat, "unlock", tuple(legal))


def unlock(state: PortalsState, action: Action) -> None:
    """The card is activated next."""
    state.pending = action.arg
    state.step = "activate"


# Banish


def banish_decision(state: PortalsState) -> Decision:
    """The stones on the available boards; to stop, after the first."""
    legal: tuple[Action, ...] = ()
    for board in state.near[state.turn]:
        legal += BANISH_STONE.on(board, state.occupied[board])
    if state.pending and legal:
        legal += (STOP,)
    return Decision(state.turn, "banish", legal)


def banish(state: PortalsState, action: Action) -> None:
    """A stone goes back to the bag."""
    board, square = action.arg
    seat = state.turn
    color = lift(state, board, square)
    state.bag[color] += 1
    if state._events is not None:
        row, col = divmod(square, SIZE)
        told = {"type": "banish", "seat": seat, "board": board, "row": row, "col": col}
        state._events.append({**told, "color": COLORS[color]})
    again = not state.pending and any(map(state.occupied.__getitem__, state.near[seat]))
    state.pending = 1
    if not again:
        state.step = None


def stop(state: PortalsState, action: Action) -> None:
    """One stone was enough."""
    state.step = None


# Recall


def recall_decision(state: PortalsState) -> Decision:
    """The stones of the other sections, each for all free squares of the seat's cards."""
    seat = state.turn
    places = [place.arg for place in state.free[seat]]
    legal = [
        RECALL_STONE[section, number, square]
        for section, count in enumerate(state.section_counts[:RECALL])
        if count
        for number, square in places
    ]
    return Decision(seat, "recall", tuple(legal))


def recall(state: PortalsState, action: Action) -> None:
    """A stone of a section goes on a card; the section's last one frees it for any color."""
    section, number, square = action.arg
    color = state.section_colors[section]
    state.section_counts[section] -= 1
    if not state.section_counts[section]:
        _reserve(state, section, EMPTY)
    state.put_on_card(PLACE_STONE[number, square], color)
    state.step = None
    if state._events is not None:
        told = {"type": "recall", "seat": state.turn, "section": section, "color": COLORS[color]}
        state._events.append({**told, "card": number, "square": square})
