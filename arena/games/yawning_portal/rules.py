"""The items of the to-do list by name, and why an action is not legal.

What the items do is told where they are defined: in `turns`, `tokens`, `heroes` and `gems`; how the list is
worked off, in `todo`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Data
from arena.games.yawning_portal.gems import Balance, Diamond, Gem, Give, NeighbourGems, Steal, Take
from arena.games.yawning_portal.heroes import (
    Collect,
    Draw,
    Effect,
    Play,
    PlayPotion,
    RemoveHero,
    Seat,
    Shove,
    TakePotion,
    TurnDown,
)
from arena.games.yawning_portal.todo import Choice, Item
from arena.games.yawning_portal.tokens import Place, RemoveToken, Swap, SwapTo
from arena.games.yawning_portal.turns import ChooseTile, EndTurn, FlipTile, Start

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

ITEMS: dict[str, type[Item]] = {
    item.do: item
    for item in (
        *(Start, ChooseTile, Place, Swap, SwapTo, Draw, Play, Seat, Effect, Collect),
        *(RemoveHero, RemoveToken, TakePotion, PlayPotion, Diamond, Give, Take, Gem),
        *(Shove, TurnDown, NeighbourGems, Balance, Steal, FlipTile, EndTurn),
    )
}
"""All items that there are, in the order of section 4.2."""


def why_not(state: YawningPortalState, data: Data) -> str | None:
    """Which rule an action breaks; None: the pending decision has no such type of action."""
    decision, choice = state.decision, state.todo[-1]
    assert decision is not None and isinstance(choice, Choice), (
        "the core asks only while a decision is pending"
    )
    types = {action.type for action in decision.legal}
    if data["type"] in types or {data["type"], *types} == {"tile", "pass"}:
        return choice.why_not(state, data)
    return None
