"""The city's map: which places lie next to each other, and the ready lists of actions that name places.

A place is its number: Locations from 0, the Yawning Portal after the last. Sets of places are bit masks.
"""

from __future__ import annotations

from functools import cache

from arena.games.core import Action, ActionTable

COLUMNS = 3

HIRE = ActionTable("hire", "place")
MOVE = ActionTable("move", "from", "to")
FIGHT = ActionTable("fight", "place")
QUEST = ActionTable("quest", "place")
MOVE_WATCH = ActionTable("move_watch", "from", "to")
PLACE_WATCH = ActionTable("place_watch", "place")
PATROL = ActionTable("patrol", "from", "to")
REGROUP = ActionTable("regroup", "to")
RETREAT = ActionTable("retreat", "seat", "to")
DISPLACE = ActionTable("displace", "to")
DISPLACE_WATCH = ActionTable("displace_watch", "to")
FLIP = ActionTable("flip", "place")
EXCHANGE = ActionTable("exchange", "a", "b")
SWAP = ActionTable("swap", "place", "unused")


@cache
def places_in(mask: int) -> tuple[int, ...]:
    """The places of a mask, ascending."""
    return tuple([place for place in range(mask.bit_length()) if mask >> place & 1])


def mask_of(places: tuple[int, ...]) -> int:
    """The mask of these places."""
    return sum(1 << place for place in places)


class City:
    """The map of so many Locations. Lists that depend on a mask are made when first asked for."""

    def __init__(self, size: int) -> None:
        self.size = size
        """The number of Locations."""
        self.portal = size
        """The place of the Yawning Portal."""
        self.places = range(size + 1)
        self.locations = (1 << size) - 1
        """The mask of all Locations."""
        self.neighbors = [self._neighbors(place) for place in range(size)]
        """By Location: the places next to it, ascending."""
        self.near = [mask_of(places) & self.locations for places in self.neighbors]
        """By Location: the mask of the Locations next to it."""
        self.hires = tuple([HIRE[place] for place in self.places])
        self.retreats = cache(self._retreats)
        self.moves = cache(self._moves)
        self.fights = cache(lambda mask: tuple([FIGHT[place] for place in places_in(mask)]))
        self.quests = cache(lambda mask: tuple([QUEST[place] for place in places_in(mask)]))
        self.watch_steps = cache(self._watch_steps)
        self.watch_moves = cache(
            lambda active, tokens: tuple([MOVE_WATCH[step] for step in self.watch_steps(active, tokens)])
        )

    def _neighbors(self, place: int) -> tuple[int, ...]:
        row, column = divmod(place, COLUMNS)
        found = []
        if row > 0:
            found.append(place - COLUMNS)
        if column > 0:
            found.append(place - 1)
        if column < COLUMNS - 1:
            found.append(place + 1)
        if place + COLUMNS < self.size:
            found.append(place + COLUMNS)
        if row == 0:
            found.append(self.size)
        return tuple(found)

    def distance(self, one: int, other: int) -> int:
        """Rows plus columns between two Locations."""
        rows = abs(one // COLUMNS - other // COLUMNS)
        return rows + abs(one % COLUMNS - other % COLUMNS)

    def _retreats(self, loser: int, place: int) -> tuple[Action, ...]:
        """Where a loser's party can go from a Location."""
        return tuple([RETREAT[loser, to] for to in self.neighbors[place]])

    def _moves(self, occupied: int) -> tuple[Action, ...]:
        """All Moves from the places of a mask."""
        return tuple([MOVE[a, b] for a in places_in(occupied) for b in self.places if a != b])

    def _watch_steps(self, active: int, tokens: int) -> tuple[tuple[int, int], ...]:
        """From where to where an active City Watch token can step, given where tokens are."""
        return tuple(
            [(place, to) for place in places_in(active) for to in places_in(self.near[place] & ~tokens)]
        )


@cache
def city_of(size: int) -> City:
    """The map of so many Locations; made once."""
    return City(size)
