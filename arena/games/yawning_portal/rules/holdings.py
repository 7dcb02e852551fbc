"""What a seat holds, as one list of ints: these are the places in it.

First what objectives measure, of which the first four count the gems of each color, diamonds included.
"""

from __future__ import annotations

from arena.games.yawning_portal.components import Objective

DIAMONDS = 4
"""White diamonds of all colors together."""
TOTAL = 5
"""Gems of all colors, diamonds included."""
SETS = 6
"""The smallest of the four counts of gems."""
BONUSES = 7
SEATED = 8
POTIONS = 9
WHITE = 10
"""The first of four: the diamonds assigned to each color."""
SIZE = 14

_MEASURES = {"diamonds": DIAMONDS, "sets": SETS, "bonuses": BONUSES, "seated": SEATED, "total": TOTAL}

Goal = tuple[int, int, int]
"""An objective that nobody has: its place among those in play, the place in a holding, the count wanted."""


def goal(place: int, objective: Objective) -> Goal:
    """The goal that the objective sets, being the `place`-th of those in play."""
    measure = _MEASURES[objective.kind] if objective.color is None else objective.color
    return place, measure, objective.count
