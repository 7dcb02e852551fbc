"""The items of the to-do list by name.

What they do is told where they are defined: in `turns`, `tokens`, `heroes` and `gems`; how the list is worked
off, in `todo`.
"""

from __future__ import annotations

from arena.games.yawning_portal.rules.gems import Balance, Diamond, Gem, Give, NeighbourGems, Steal, Take
from arena.games.yawning_portal.rules.heroes import (
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
from arena.games.yawning_portal.rules.todo import Item
from arena.games.yawning_portal.rules.tokens import Place, RemoveToken, Swap, SwapTo
from arena.games.yawning_portal.rules.turns import ChooseTile, EndTurn, FlipTile, Start

ITEMS: dict[str, type[Item]] = {
    item.do: item
    for item in (
        *(Start, ChooseTile, Place, Swap, SwapTo, Draw, Play, Seat, Effect, Collect),
        *(RemoveHero, RemoveToken, TakePotion, PlayPotion, Diamond, Give, Take, Gem),
        *(Shove, TurnDown, NeighbourGems, Balance, Steal, FlipTile, EndTurn),
    )
}
"""All items that there are, in the order of section 4.2."""
