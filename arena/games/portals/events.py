"""Events that are told often, ready to be told by a copy; the seat that one is about comes last."""

from __future__ import annotations

from functools import partial

from arena.games.core import events_by_seat
from arena.games.portals.tables.actions import COLORS, MOST_SEATS

by_seat = partial(events_by_seat, range(MOST_SEATS))

TAKE_STONE = [
    [by_seat("take_stone", circle=circle, color=color) for color in COLORS] for circle in range(MOST_SEATS)
]
"""By Circle, then color."""
TAKE_STONE_SOLO = [by_seat("take_stone", circle=None, color=color)[0] for color in COLORS]
"""By color, of the one seat."""
DECLINE_CARD = by_seat("decline_card")
