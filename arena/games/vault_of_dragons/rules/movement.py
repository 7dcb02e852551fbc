"""Hiring Followers, moving them, gathering them at the Yawning Portal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import enlist, move_followers
from arena.games.vault_of_dragons.tables.followers import cheapest, gathers, hires, moves, numbers, price

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

DONE = Action("done")


def can_hire(state: VaultState, seat: int) -> bool:
    """Whether the seat whose turn it is has somebody to hire and can pay for it."""
    unhired = state.unhired[seat]
    return unhired > 0 and state.gold[seat] + state.hire_discount >= cheapest(unhired)


class Hire(Task):
    """A Hire to a place: whom?"""

    __slots__ = ("place",)
    do = "hire"

    def __init__(self, place: int) -> None:
        self.place = place

    def advance(self, state: VaultState) -> Decision | None:
        """The decision whom to hire, within the gold and the discount."""
        seat = state.turn
        unhired = state.unhired[seat]
        money = min(state.gold[seat] + state.hire_discount, price(unhired))
        return Decision(seat, "hire", hires(unhired, money))

    def answer(self, state: VaultState, action: Action) -> None:
        """Pay for the Followers, the discount used up, and put them on the place."""
        state.todo.pop()
        seat, group = state.turn, action.arg
        cost = max(0, price(group) - state.hire_discount)
        state.hire_discount = 0
        state.gold[seat] -= cost
        enlist(state, seat, self.place, group)
        if state._events is not None:
            state.tell("hired", seat=seat, place=self.place, followers=numbers(group), price=cost)


class FreeMove(Task):
    """A Move by a card: from where to where?"""

    __slots__ = ()
    do = "free_move"

    def advance(self, state: VaultState) -> Decision | None:
        """The decision from where to where."""
        seat = state.turn
        return Decision(seat, "free_move", state.city.moves(state.presence[seat]))

    def answer(self, state: VaultState, action: Action) -> None:
        """Replace the entry by the Move between the two places, which asks whom."""
        state.todo[-1] = Move(*action.arg)


class Move(Task):
    """A Move between two places: whom?"""

    __slots__ = ("origin", "to")
    do = "move"

    def __init__(self, origin: int, to: int) -> None:
        self.origin = origin
        self.to = to

    def advance(self, state: VaultState) -> Decision | None:
        """The decision whom to move."""
        seat = state.turn
        return Decision(seat, "move", moves(state.followers[seat][self.origin]))

    def answer(self, state: VaultState, action: Action) -> None:
        """Move the Followers between the two places."""
        state.todo.pop()
        move_followers(state, state.turn, self.origin, self.to, action.arg)


class Gather(Task):
    """Gathering at the Yawning Portal, from places after the last one used."""

    __slots__ = ("after",)
    do = "gather"

    def __init__(self, after: int) -> None:
        self.after = after

    def advance(self, state: VaultState) -> Decision | None:
        """The decision whom to gather next, from which place; off the stack when nobody is left to."""
        seat = state.turn
        here = state.followers[seat]
        legal: tuple[Action, ...] = () if self.after < 0 else (DONE,)
        asked = len(legal)
        for place in range(self.after + 1, state.city.size):
            if here[place]:
                legal += gathers(place, here[place])
        if len(legal) == asked:
            state.todo.pop()
            return None
        return Decision(seat, "gather", legal)

    def answer(self, state: VaultState, action: Action) -> None:
        """Move the Followers to the Yawning Portal and go on after their place, or be done."""
        if action is DONE:
            state.todo.pop()
            return
        place, group = action.arg
        move_followers(state, state.turn, place, state.city.portal, group)
        state.todo[-1] = Gather(place)
