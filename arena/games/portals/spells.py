"""The module Magic Spells: what may be cast, and each spell's own choices (section 5.3)."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from arena.games.core import Action
from arena.games.portals.actions import (
    BANISH,
    BANISH_STONE,
    CASTS,
    COLORS,
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
from arena.games.portals.cards import EMPTY
from arena.games.portals.grid import EVERYWHERE, SIZE

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

_STONES_ON = attrgetter("colors")

FIRST_STEPS = ("shift_from", "unlock", "banish", "recall")
"""By spell: the decision that follows the cast."""


def legal_casts(state: PortalsState, room: bool) -> tuple[Action, ...]:
    """The spells that the stone in hand can pay and that can be carried out.

    `room`: whether the seat has a free square on a card.
    """
    colors = state.section_colors
    if state.hand in colors:
        spells = 1 << colors.index(state.hand)
    else:
        spells = sum([1 << section for section, color in enumerate(colors) if color < 0])
    if not spells:
        return ()
    possible = 0
    occupied = state.occupied
    if any(occupied):
        if min(occupied) < EVERYWHERE:
            possible |= 1 << SHIFT
        if any(map(occupied.__getitem__, state.near[state.active])):
            possible |= 1 << BANISH
    if any(map(_STONES_ON, state.cards[state.active])):
        possible |= 1 << UNLOCK
    if room and any(state.section_counts[:RECALL]):
        possible |= 1 << RECALL
    return CASTS[spells & possible]


def cast(state: PortalsState, action: Action) -> None:
    """The stone in hand is paid; the spell's choices follow."""
    spell = action.arg
    color = state.hand
    state.section_colors[spell] = color
    state.section_counts[spell] += 1
    state.hand = EMPTY
    state.pending = 0
    state.step = FIRST_STEPS[spell]
    if state._events is not None:
        told = {"type": "cast", "seat": state.active, "spell": SPELLS[spell], "color": COLORS[color]}
        state._events.append(told)


# Shift


def legal_shift_from(state: PortalsState) -> tuple[Action, ...]:
    """The stones on all boards."""
    legal: tuple[Action, ...] = ()
    for board, occupied in enumerate(state.occupied):
        legal += SHIFT_FROM.on(board, occupied)
    return legal


def shift_from(state: PortalsState, action: Action) -> None:
    """A stone is chosen; it stays until its new square is."""
    state.pending = action.arg
    state.step = "shift_to"


def legal_shift_to(state: PortalsState) -> tuple[Action, ...]:
    """The unoccupied squares of all boards."""
    legal: tuple[Action, ...] = ()
    for board, occupied in enumerate(state.occupied):
        legal += SHIFT_TO.on(board, EVERYWHERE ^ occupied)
    return legal


def shift_to(state: PortalsState, action: Action) -> None:
    """The chosen stone moves."""
    source: tuple[int, int] = state.pending  # type: ignore[assignment]  # in this step it is a square
    target: tuple[int, int] = action.arg
    color = lift(state, *source)
    lay(state, *target, color=color)
    state.moved = True
    state.step = None
    if state._events is not None:
        told = {"type": "shift", "seat": state.active, "color": COLORS[color]}
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


def legal_unlock(state: PortalsState) -> tuple[Action, ...]:
    """The seat's cards with a stone."""
    return tuple([UNLOCK_CARD[held.number] for held in state.cards[state.active] if held.colors])


def unlock(state: PortalsState, action: Action) -> None:
    """The card is activated next."""
    state.pending = action.arg
    state.step = "activate"


# Banish


def legal_banish(state: PortalsState) -> tuple[Action, ...]:
    """The stones on the available boards; to stop, after the first."""
    legal: tuple[Action, ...] = ()
    for board in state.near[state.active]:
        legal += BANISH_STONE.on(board, state.occupied[board])
    return (*legal, STOP) if state.pending and legal else legal


def banish(state: PortalsState, action: Action) -> None:
    """A stone goes back to the bag."""
    board, square = action.arg
    seat = state.active
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


def legal_recall(state: PortalsState) -> tuple[Action, ...]:
    """The stones of the other sections, each for all free squares of the seat's cards."""
    places = [place.arg for held in state.cards[state.active] for place in held.free]
    return tuple(
        [
            RECALL_STONE[section, number, square]
            for section, count in enumerate(state.section_counts[:RECALL])
            if count
            for number, square in places
        ]
    )


def recall(state: PortalsState, action: Action) -> None:
    """A stone of a section goes on a card; the section's last one frees it for any color."""
    section, number, square = action.arg
    color = state.section_colors[section]
    state.section_counts[section] -= 1
    if not state.section_counts[section]:
        state.section_colors[section] = EMPTY
    state.put_on_card(number, square, color)
    state.step = None
    if state._events is not None:
        told = {"type": "recall", "seat": state.active, "section": section, "color": COLORS[color]}
        state._events.append({**told, "card": number, "square": square})
