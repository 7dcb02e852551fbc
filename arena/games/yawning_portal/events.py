"""Events that are told often, ready to be told by a copy; the seat whose turn it is comes last."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.core import events_by_seat
from arena.games.yawning_portal.components import COLORS, SIDES


class Told:
    """The events for so many players, and a table of so many slots and spaces, with these decks and cards."""

    def __init__(
        self, players: int, slots: int, spaces: int, decks: Sequence[str], names: Sequence[str]
    ) -> None:
        seats = range(players)
        self.tile = [[events_by_seat(seats, "tile", color=c, side=side) for c in COLORS] for side in SIDES]
        """By side, then color."""
        self.flip_tile = [events_by_seat(seats, "flip_tile", color=color) for color in COLORS]
        self.gem = [events_by_seat(seats, "gem", color=color) for color in COLORS]
        self.diamond = [events_by_seat(seats, "diamond", color=color) for color in COLORS]
        self.give = [events_by_seat(seats, "give", color=color) for color in COLORS]
        self.place = [
            [events_by_seat(seats, "place", color=color, slot=slot) for slot in range(slots)]
            for color in COLORS
        ]
        """By color, then slot."""
        self.draw = [[events_by_seat(seats, "draw", deck=d, color=color) for color in COLORS] for d in decks]
        """By deck, then color."""
        self.play = [events_by_seat(seats, "play", card=name) for name in names]
        self.bonus = [events_by_seat(seats, "bonus", space=space) for space in range(spaces)]
        self.turn_down = [events_by_seat(seats, "turn_down", space=space) for space in range(spaces)]
        self.potion = [events_by_seat(seats, "potion", space=space) for space in range(spaces)]
        self.take_potion = events_by_seat(seats, "take_potion")
