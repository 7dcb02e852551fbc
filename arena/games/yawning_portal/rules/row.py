"""The row of food tokens, and what matches in it.

For speed a state has its row in three forms: `row`, a mask of slots for each color; `filled`, the mask of all
slots with a token; and `windows`, for each four slots that two spaces face, a mask with four bits for each
color, the slots from left to right. `toggle` keeps them in step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def toggle(state: YawningPortalState, color: int, slot: int) -> None:
    """Put a token of a color on an empty slot, or take the one that is there off."""
    bit = 1 << slot
    state.row[color] ^= bit
    state.filled ^= bit
    # The window of four slots, the color's four bits in it, and the slot's among these.
    state.windows[slot >> 2] ^= 1 << (color << 2 | slot & 3)


def open_slots(state: YawningPortalState) -> int:
    """The mask of the empty slots that have a token beside them."""
    filled = state.filled
    return (filled << 1 | filled >> 1) & ~filled & state.tables.all_slots


def removable(row: list[int]) -> int:
    """The mask of the tokens of colors that have two or more in the row."""
    return sum([slots for slots in row if slots & slots - 1])


def color_at(row: list[int], slot: int) -> int:
    """The color of the token on a slot; -1: the slot is empty."""
    for color, slots in enumerate(row):
        if slots >> slot & 1:
            return color
    return -1


def is_perfect(state: YawningPortalState, space: int) -> bool:
    """Whether every symbol of the hero on a space matches."""
    tables = state.tables
    order = tables.orders[space][state.cards[space]]
    return state.windows[tables.window[space]] & order == order
