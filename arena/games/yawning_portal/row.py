"""The row of food tokens, and what matches in it.

A row is four masks of slots, one for each color. A hero looks at it through a *window*: the four slots that
his space faces, from left to right, as a mask with four bits for each color.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def filled(row: list[int]) -> int:
    """The mask of all slots with a token."""
    blue, green, red, yellow = row
    return blue | green | red | yellow


def open_slots(state: YawningPortalState) -> int:
    """The mask of the empty slots that have a token beside them."""
    tokens = filled(state.row)
    return (tokens << 1 | tokens >> 1) & ~tokens & state.tables.all_slots


def removable(row: list[int]) -> int:
    """The mask of the tokens of colors that have two or more in the row."""
    return sum([slots for slots in row if slots & slots - 1])


def color_at(row: list[int], slot: int) -> int:
    """The color of the token on a slot; -1: the slot is empty."""
    for color, slots in enumerate(row):
        if slots >> slot & 1:
            return color
    return -1


def window(state: YawningPortalState, space: int) -> int:
    """The tokens that a space faces."""
    blue, green, red, yellow = state.row
    first = state.tables.first_slot[space]
    return (
        blue >> first & 15
        | (green >> first & 15) << 4
        | (red >> first & 15) << 8
        | (yellow >> first & 15) << 12
    )


def is_perfect(state: YawningPortalState, space: int) -> bool:
    """Whether every symbol of the hero on a space matches."""
    order = state.tables.orders[space][state.cards[space]]
    return window(state, space) & order == order
