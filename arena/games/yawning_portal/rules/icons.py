"""What icons and class effects put on the to-do list (rules page sections 4.2 and 6.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from arena.games.yawning_portal.components import COLORS, PLACE_ICONS
from arena.games.yawning_portal.rules.gems import Balance, Diamond, Give, Steal, gem, neighbour_gems
from arena.games.yawning_portal.rules.heroes import (
    Draw,
    Play,
    PlayPotion,
    RemoveHero,
    TakePotion,
    shove,
    turn_down_beside,
)
from arena.games.yawning_portal.rules.todo import Front, Item, front
from arena.games.yawning_portal.rules.tokens import Place, RemoveToken, Swap

ICON_ITEMS: dict[str, tuple[Item, ...]] = {
    **{color: (gem(index),) for index, color in enumerate(COLORS)},
    **{icon: (Place((index,)),) for index, icon in enumerate(PLACE_ICONS)},
    "play_card": (Play(),),
    "draw_two": (Draw(), Draw()),
    "swap": (Swap(),),
    "remove_card": (RemoveHero(),),
    "remove_token": (RemoveToken(),),
    "take_potion": (TakePotion(),),
    "play_potion": (PlayPotion(),),
    "diamond": (Diamond(),),
    "exchange": (Give(),),
}
"""By icon, or by color in a bonus, in the order in which they are to happen."""


def items_of(icons: Iterable[str]) -> tuple[Item, ...]:
    """The items of a row of icons, in the order in which they are to happen."""
    return tuple(chain.from_iterable([ICON_ITEMS[icon] for icon in icons]))


def _anywhere(*items: Item) -> Callable[[int], Front]:
    """An effect that doesn't depend on the hero's space."""
    ready = front(*items)
    return lambda space: ready


EFFECT_ITEMS: dict[str, Callable[[int], Front]] = {
    "draw_two": _anywhere(*ICON_ITEMS["draw_two"]),
    "shove": lambda space: (shove(space),),
    "place_any": _anywhere(Place(tuple(range(len(COLORS))))),
    "remove_token": _anywhere(*ICON_ITEMS["remove_token"]),
    "swap": _anywhere(*ICON_ITEMS["swap"]),
    "neighbour_gems": lambda space: (neighbour_gems(space),),
    "balance": _anywhere(Balance()),
    "turn_down": lambda space: (turn_down_beside(space),),
    "take_potion": _anywhere(*ICON_ITEMS["take_potion"]),
    "steal": _anywhere(Steal()),
    "exchange": _anywhere(*ICON_ITEMS["exchange"]),
    "diamond": _anywhere(*ICON_ITEMS["diamond"]),
}
"""By effect, given the hero's space: what it puts in front of the list."""
