"""The decisions before the first round: factions, and where the City Watch stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import WATCH_TOKENS
from arena.games.vault_of_dragons.rules.rounds import start_round
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.tables.city import PLACE_WATCH, places_in

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

FACTION = ActionTable("faction", "faction")


def begin(state: VaultState, factions: list[int] | None) -> None:
    """Put the first decisions on the stack; `factions` by seat, if they are settled already."""
    state.todo.append(PlaceWatch(0))
    if factions is None:
        state.todo.append(ChooseFaction())
    else:
        for seat, faction in enumerate(factions):
            _join(state, seat, faction)


def _join(state: VaultState, seat: int, faction: int) -> None:
    state.faction[seat] = faction
    state.unhired[seat] = state.parts.factions[faction].followers


class ChooseFaction(Task):
    """The seats without a faction choose theirs, in Initiative Order."""

    __slots__ = ()
    do = "faction"

    def advance(self, state: VaultState) -> Decision | None:
        """The decision of the next seat without a faction, among those that are free."""
        free = [f.id for number, f in enumerate(state.parts.factions) if number not in state.faction]
        return Decision(_next_chooser(state), "faction", tuple([FACTION[name] for name in free]))

    def answer(self, state: VaultState, action: Action) -> None:
        """Have the seat join the faction; off the stack when all have one."""
        seat = _next_chooser(state)
        _join(state, seat, state.parts.faction_of[action.arg])
        state.tell("faction", seat=seat, faction=action.arg)
        if min(state.faction) >= 0:
            state.todo.pop()


def _next_chooser(state: VaultState) -> int:
    return next(seat for seat in state.seats_in_order() if state.faction[seat] < 0)


class PlaceWatch(Task):
    """City Watch tokens are placed in Initiative Order, round and round."""

    __slots__ = ("placed",)
    do = "place_watch"

    def __init__(self, placed: int) -> None:
        self.placed = placed

    def _seat(self, state: VaultState) -> int:
        return (state.initiative + self.placed) % state.players

    def advance(self, state: VaultState) -> Decision | None:
        """The decision where the next token goes, among Locations without one."""
        free = places_in(state.city.locations & ~state.active)
        return Decision(self._seat(state), "place_watch", tuple([PLACE_WATCH[place] for place in free]))

    def answer(self, state: VaultState, action: Action) -> None:
        """Place the token; after the last one start the first round."""
        state.active |= 1 << action.arg
        state.tell("watch_placed", seat=self._seat(state), place=action.arg)
        placed = self.placed + 1
        if placed < WATCH_TOKENS[state.players]:
            state.todo[-1] = PlaceWatch(placed)
        else:
            state.todo.pop()
            start_round(state)
