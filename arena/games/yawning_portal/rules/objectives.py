"""Objectives: claiming them, and losing them to the row in the solo game (rules page section 6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def claim(state: YawningPortalState) -> None:
    """The player claims every objective that is met."""
    holding = state.holdings[state.turn]
    for goal in state.open_goals:
        _, measure, count = goal
        if holding[measure] >= count:
            _claim_one(state, goal)


def _claim_one(state: YawningPortalState, goal: tuple[int, int, int]) -> None:
    place = goal[0]
    state.owners[place] = state.turn
    state.open_goals = tuple([other for other in state.open_goals if other is not goal])
    if state._events is not None:
        state.tell("objective", seat=state.turn, id=state.objectives[place].id)


def reach(state: YawningPortalState, slot: int) -> None:
    """A token was placed on a slot of the solo table: objectives whose X lies there are gone."""
    for goal in state.open_goals:
        place = goal[0]
        if x_slot(state, place) == slot:
            state.open_goals = tuple([other for other in state.open_goals if other is not goal])
            state.tell("objective_gone", seat=state.turn, id=state.objectives[place].id)


def x_slot(state: YawningPortalState, place: int) -> int:
    """Where the X of a solo objective lies: the first two lie at the left end, the others at the right."""
    mark = state.objectives[place].mark
    return mark - 1 if place < 2 else state.tables.slots - 5 + mark
