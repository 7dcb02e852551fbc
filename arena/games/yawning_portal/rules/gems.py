"""Gaining, giving, exchanging and stealing gems (rules page sections 6.2 to 6.4)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.games.core import Data, Decision
from arena.games.yawning_portal.components import COLORS
from arena.games.yawning_portal.rules import objectives
from arena.games.yawning_portal.rules.holdings import DIAMONDS, SETS, TOTAL, WHITE
from arena.games.yawning_portal.rules.masks import non_empty
from arena.games.yawning_portal.rules.todo import Choice, Deed, front, skip

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def gain(state: YawningPortalState, color: int) -> None:
    """The player gains a gem from the supply, if there is one."""
    if not state.gems[color]:
        skip(state, "gem")
        return
    state.gems[color] -= 1
    _add(state.holdings[state.turn], color)
    if state._events is not None:
        state._events.append(state.tables.told.gem[color][state.turn].copy())
    objectives.claim(state)


def _add(holding: list[int], color: int) -> None:
    count = holding[color]
    holding[color] = count + 1
    holding[TOTAL] += 1
    if count == holding[SETS]:
        holding[SETS] = min(holding[:4])


def _take_away(holding: list[int], color: int) -> None:
    holding[color] -= 1
    holding[TOTAL] -= 1
    holding[SETS] = min(holding[:4])


def ordinary(holding: list[int]) -> int:
    """The mask of the colors of which a seat has an ordinary gem."""
    mask = 0
    for color in range(4):
        if holding[color] > holding[WHITE + color]:
            mask |= 1 << color
    return mask


class Gem(Deed):
    """One gem of a color."""

    __slots__ = ()
    do = "gem"
    arg_name = "color"

    def carry_out(self, state: YawningPortalState) -> None:
        """Move a gem of the color from the supply to the player; skipped where there is none."""
        gain(state, self.arg)


class Diamond(Choice):
    """A white diamond, assigned to a color for good."""

    __slots__ = ()
    do = "diamond"
    kind = "assign_diamond"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision to which color it is assigned; None: the supply has no diamond."""
        return state.tables.assign[state.turn][15 if state.diamonds else 0]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Move a diamond from the supply to the player, as a gem of the color."""
        state.diamonds -= 1
        holding = state.holdings[state.turn]
        holding[DIAMONDS] += 1
        holding[WHITE + chosen] += 1
        _add(holding, chosen)
        if state._events is not None:
            state._events.append(state.tables.told.diamond[chosen][state.turn].copy())
        objectives.claim(state)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No such color."""
        return _no_color()


class Give(Choice):
    """An exchange: an ordinary gem leaves the game, then two are taken."""

    __slots__ = ()
    do = "give"
    kind = "exchange_give"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among colors of which the player has an ordinary gem."""
        return state.tables.give[state.turn][ordinary(state.holdings[state.turn])]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Take the gem out of the game; then two of any color are taken, one by one."""
        _take_away(state.holdings[state.turn], chosen)
        state.spent[chosen] += 1
        if state._events is not None:
            state._events.append(state.tables.told.give[chosen][state.turn].copy())
        state.todo += TAKE_TWO

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No ordinary gem of the color to give."""
        return "you give an ordinary gem that you have, and no diamond"


class Take(Choice):
    """A gem of any color."""

    __slots__ = ()
    do = "take"
    kind = "exchange_take"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among colors that the supply has."""
        return state.tables.exchange_take[state.turn][non_empty(state.gems)]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Move a gem of the color from the supply to the player."""
        gain(state, chosen)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No gem of the color in the supply."""
        return "the supply has no gem of that color"


TAKE_TWO = front(Take(), Take())


class Balance(Choice):
    """The monk: a gem of a color of which the player has fewest."""

    __slots__ = ()
    do = "balance"
    kind = "gain_gem"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among the player's rarest colors of those that the supply has."""
        holding = state.holdings[state.turn]
        colors = [color for color, count in enumerate(state.gems) if count]
        fewest = min([holding[color] for color in colors], default=0)
        rarest = sum([1 << color for color in colors if holding[color] == fewest])
        return state.tables.gain_gem[state.turn][rarest]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Move a gem of the color from the supply to the player."""
        gain(state, chosen)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """The player has fewer of another color, or the supply has none."""
        return "you gain a gem of a color of which you have fewest, among those in the supply"


class Steal(Choice):
    """The rogue: an ordinary gem of another seat."""

    __slots__ = ()
    do = "steal"
    kind = "steal_gem"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among seats, and the colors of which each has an ordinary gem."""
        player = state.turn
        gems = 0  # four bits a seat, one a color
        for seat, holding in enumerate(state.holdings):
            if seat != player:
                gems |= ordinary(holding) << 4 * seat
        return state.tables.steal[player][gems]

    def carry_out(self, state: YawningPortalState, chosen: tuple[int, int]) -> None:
        """Move the gem from the seat to the player, who may then claim an objective."""
        seat, color = chosen
        _take_away(state.holdings[seat], color)
        _add(state.holdings[state.turn], color)
        if state._events is not None:
            state.tell("steal", seat=state.turn, **{"from": seat, "color": COLORS[color]})
        objectives.claim(state)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No ordinary gem of the color with that seat."""
        return "you take an ordinary gem that another seat has"


class NeighbourGems(Deed):
    """The paladin: for each hero beside a space a gem of the color of its back."""

    __slots__ = ()
    do = "neighbour_gems"
    arg_name = "space"

    def carry_out(self, state: YawningPortalState) -> None:
        """Move a gem for each hero beside the space to the player, that of the lower space first."""
        for space in state.tables.beside[self.arg]:
            if state.taken >> space & 1:
                gain(state, state.tables.color_of[state.cards[space]])


gem = cache(Gem)
neighbour_gems = cache(NeighbourGems)


def _no_color() -> str:
    return f"the color must be one of {', '.join(COLORS)}"
