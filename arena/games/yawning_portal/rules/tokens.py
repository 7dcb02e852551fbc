"""Placing, swapping and removing food tokens (rules page sections 6.1 and 6.2)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.games.core import Data, Decision
from arena.games.yawning_portal.components import COLORS
from arena.games.yawning_portal.rules import objectives
from arena.games.yawning_portal.rules.heroes import check_orders
from arena.games.yawning_portal.rules.row import color_at, open_slots, removable, toggle
from arena.games.yawning_portal.rules.todo import Choice

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


class Place(Choice):
    """A token of one of some colors goes from the supply to an empty slot beside a token."""

    __slots__ = ()
    do = "place"
    arg_name = "colors"
    kind = "place_token"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among colors that the supply has, each with each open slot."""
        slots = open_slots(state)
        width = state.tables.slots
        legal = 0
        for color in self.arg:
            if state.food[color]:
                legal |= slots << width * color
        return state.tables.place[state.turn][legal]

    def carry_out(self, state: YawningPortalState, chosen: tuple[int, int]) -> None:
        """Put the token on the slot; then the endgame may begin, and complete orders are settled."""
        color, slot = chosen
        state.food[color] -= 1
        toggle(state, color, slot)
        tables = state.tables
        if state._events is not None:
            state._events.append(tables.told.place[color][slot][state.turn].copy())
        if state.players == 1:
            objectives.reach(state, slot)
        if state.ender < 0 and state.filled & tables.end_slots == tables.end_slots:
            state.ender = state.turn
            state.tell("endgame", seat=state.turn)
        check_orders(state, tables.facing[slot])

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """The color is not asked for or not in the supply, or the slot is not open."""
        names = [COLORS[color] for color in self.arg]
        if data["color"] not in names:
            return f"the token to place is {' or '.join(names)}"
        if not state.food[COLORS.index(data["color"])]:
            return f"no {data['color']} token is left in the supply"
        return "a token goes to an empty slot beside a token"


class Swap(Choice):
    """Two tokens of different colors change places: the left one is chosen first."""

    __slots__ = ()
    do = "swap"
    kind = "swap_first"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among tokens that have one of another color somewhere to their right."""
        tokens = state.filled
        as_the_last = max(state.row)  # of masks without a common bit the greatest has the highest bit
        others = tokens ^ as_the_last
        return state.tables.swap_first[state.turn][tokens & (1 << others.bit_length()) - 1]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Ask for the right one next; nothing moves yet."""
        state.todo.append(swap_to(chosen))

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No token there, or none of another color to its right."""
        return "the first slot needs a token, and a token of another color somewhere to its right"


class SwapTo(Choice):
    """The token to swap with the one on a slot."""

    __slots__ = ()
    do = "swap_to"
    arg_name = "slot"
    kind = "swap_second"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among tokens of another color to the right."""
        row, slot = state.row, self.arg
        others = state.filled & ~row[color_at(row, slot)]
        return state.tables.swap_second[state.turn][others >> slot << slot]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Exchange the two tokens; then orders that are complete beside either slot are settled."""
        row, slot = state.row, self.arg
        left, right = color_at(row, slot), color_at(row, chosen)
        toggle(state, left, slot)
        toggle(state, right, chosen)
        toggle(state, right, slot)
        toggle(state, left, chosen)
        if state._events is not None:
            state.tell("swap", seat=state.turn, slots=[slot, chosen])
        facing = state.tables.facing
        spaces = facing[slot] if slot >> 2 == chosen >> 2 else sorted(facing[slot] + facing[chosen])
        check_orders(state, spaces)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No token of another color to the right is there."""
        color = COLORS[color_at(state.row, self.arg)]
        return f"the second slot needs a token that is not {color}, to the right of slot {self.arg}"


swap_to = cache(SwapTo)


class RemoveToken(Choice):
    """A token goes back to the supply, but never the last one of its color."""

    __slots__ = ()
    do = "remove_token"
    kind = "remove_token"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among tokens of colors that have two or more in the row."""
        return state.tables.remove_token[state.turn][removable(state.row)]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Move the token to the supply; the slot stays empty, which completes no order."""
        color = color_at(state.row, chosen)
        toggle(state, color, chosen)
        state.food[color] += 1
        if state._events is not None:
            state.tell("remove_token", seat=state.turn, slot=chosen, color=COLORS[color])

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No token is there, or it is the last of its color."""
        color = color_at(state.row, data["slot"]) if 0 <= data["slot"] < state.tables.slots else -1
        if color < 0:
            return "there is no token to remove on that slot"
        return f"the last {COLORS[color]} token of the row must stay"
