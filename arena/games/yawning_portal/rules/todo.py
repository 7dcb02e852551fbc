"""The to-do list: all that is still to be done, and the one place that does it (rules page section 4.2).

Whatever happens in a game is an item of its state's `todo`. There are two sorts: a `Choice` waits for a
decision, a `Deed` just happens. `work_off` takes the first item again and again:

- a deed is taken off the list and carried out;
- a choice stays on the list, and the game waits for its seat's decision;
- a choice in which nothing would be legal is skipped.

When the seat has decided, `choose` takes the choice off the list and carries it out with what was chosen.
Carrying out an item may put new ones in front of the list, so whatever it sets off is finished before what
was to come after it. That is all there is to chains of effects.

`todo` is a Python list with its *next item at the end*, where lists are cheap to change; `front` turns items
round accordingly: `state.todo += front(Give(), FlipTile(color), EndTurn())`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from arena.games.core import Action, Data, Decision

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


class _Item(ABC):
    """One thing to be done; `arg` says with what: a color, colors, a slot, a space or a card.

    Items never change, so that lists may share them.
    """

    __slots__ = ("arg",)

    do: ClassVar[str]
    """Its name in a state's data."""
    arg_name: ClassVar[str | None] = None
    """What `arg` is called there; None: it has none."""

    def __init__(self, arg: Any = None) -> None:
        self.arg = arg


class Deed(_Item):
    """An item that needs no decision."""

    __slots__ = ()

    kind: ClassVar[None] = None

    @abstractmethod
    def carry_out(self, state: YawningPortalState) -> None:
        """Change the state as the item says, and put what that sets off in front of the list."""


class Choice(_Item):
    """An item that calls for a decision of the player."""

    __slots__ = ()

    kind: ClassVar[str]
    """The decision's kind."""

    @abstractmethod
    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision as things stand; None: nothing would be legal."""

    @abstractmethod
    def carry_out(self, state: YawningPortalState, chosen: Any) -> None:
        """The same with what was chosen: the `arg` of the action."""

    @abstractmethod
    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """Which rule an action breaks that has the type of a legal one, but is none."""


Item = Deed | Choice

Front = tuple[Item, ...]
"""Items ready to be added to a to-do list, the last one to be the next."""


def front(*items: Item) -> Front:
    """These items, to happen in this order, as they are put in front of a to-do list."""
    return items[::-1]


def work_off(state: YawningPortalState) -> Decision | None:
    """Do what needs no decision, up to the next decision; None: nothing is left, the game is over."""
    todo = state.todo
    while todo:
        item = todo[-1]
        if item.kind is None:
            todo.pop()
            item.carry_out(state)
        elif (decision := item.decision(state)) is not None:
            return decision
        else:
            todo.pop()
            skip(state, item.kind)
    return None


def choose(state: YawningPortalState, action: Action) -> Decision | None:
    """Carry out the choice that the game waits for, and all that follows up to the next one."""
    choice: Choice = state.todo.pop()  # type: ignore[assignment]  # what a decision is pending for
    choice.carry_out(state, action.arg)
    return work_off(state)


def skip(state: YawningPortalState, what: str) -> None:
    """Pass over something that can't be done: a kind of decision, `take_potion` or `gem`."""
    if state._events is not None:
        state.tell("skip", seat=state.turn, what=what)
