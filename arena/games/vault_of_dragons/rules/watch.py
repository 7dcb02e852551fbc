"""The City Watch: tokens that step from Location to Location, never two on one or to the Yawning Portal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.tables.city import DISPLACE_WATCH, places_in

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def step(state: VaultState, place: int, to: int) -> None:
    """An active token goes from one Location to another."""
    state.active ^= 1 << place | 1 << to
    if state._events is not None:
        state.tell("watch_moved", place=place, to=to)


def regroup(state: VaultState, place: int, to: int) -> None:
    """A beaten token leaves for a Location, perhaps the same, to regroup there."""
    state.active ^= 1 << place
    state.regrouping |= 1 << to
    if state._events is not None:
        state.tell("watch_regroups", place=place, to=to)


def free_places_near(state: VaultState, place: int) -> tuple[int, ...]:
    """The Locations next to one that have no token, ascending."""
    return places_in(state.city.near[place] & ~(state.active | state.regrouping))


def patrol_steps(state: VaultState, place: int) -> list[tuple[int, int]]:
    """How the nearest tokens that can come nearer to a brawl may do so; none if one is there already."""
    if state.active >> place & 1:
        return []
    city = state.city
    steps: list[tuple[int, int]] = []
    nearest = 0
    for origin, to in city.watch_steps(state.active, state.active | state.regrouping):
        distance = city.distance(origin, place)
        if city.distance(to, place) < distance:
            if not steps or distance < nearest:
                steps, nearest = [], distance
            if distance == nearest:
                steps.append((origin, to))
    return steps


class DisplaceWatch(Task):
    """An active token on a Location that was turned over is to go next door."""

    __slots__ = ("place",)
    do = "displace_watch"

    def __init__(self, place: int) -> None:
        self.place = place

    def advance(self, state: VaultState) -> Decision | None:
        """The decision to which free Location the token goes; off the stack where there is none."""
        free = free_places_near(state, self.place)
        if not free:
            state.todo.pop()
            return None
        legal = tuple([DISPLACE_WATCH[to] for to in free])
        return Decision(state.turn, "displace_watch", legal)

    def answer(self, state: VaultState, action: Action) -> None:
        """Move the token there."""
        state.todo.pop()
        step(state, self.place, action.arg)
