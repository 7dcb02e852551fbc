"""What is taken and what is paid: the maps of goods and costs, read once into fixed records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from arena.games.entries import Entry
from arena.games.vault_of_dragons.tables import followers

DICE = ("d4", "d10", "d12")
DIE_SIDES = (4, 10, 12)
DIE_NUMBERS = tuple(range(1, sides + 1) for sides in DIE_SIDES)
NO_DIE = -1

TREASURES, ITEMS = 0, 1
"""The two kinds of cards, decks and hands."""
DECKS = ("treasures", "items")


class Goods(NamedTuple):
    """Things to take; `die` is an index of DICE, rolled for more gold, and `followers` a party."""

    gold: int = 0
    die: int = NO_DIE
    rumors: int = 0
    followers: int = 0
    secrets: int = 0
    treasures: int = 0
    items: int = 0

    def to_data(self) -> dict[str, Any]:
        """The map of goods, without what is not in it; only for goods without Followers."""
        data: dict[str, Any] = {name: value for name, value in zip(self._fields, self, strict=True) if value}
        del data["die"]
        if self.die != NO_DIE:
            data["gold_die"] = DICE[self.die]
        return data

    def plus(self, other: Goods) -> Goods:
        """Both together; the other has neither die nor Followers."""
        return self._replace(
            gold=self.gold + other.gold,
            rumors=self.rumors + other.rumors,
            treasures=self.treasures + other.treasures,
            items=self.items + other.items,
        )


class Cost(NamedTuple):
    """Things to pay: `followers` is a party to be discarded, the last two are cards from the hand."""

    gold: int = 0
    rumors: int = 0
    followers: int = 0
    treasures: int = 0
    items: int = 0


NO_GOODS = Goods()
FREE = Cost()

_GOODS_KEYS = ("gold", "gold_die", "rumors", *followers.FIELDS, "secrets", "treasures", "items")
_COST_KEYS = ("gold", "rumors", *followers.FIELDS, "treasures", "items")


def read_goods(entry: Entry, without: tuple[str, ...] = ()) -> Goods:
    """Goods from their map, which must not have the keys `without`."""
    entry.has_only(optional=[key for key in _GOODS_KEYS if key not in without])
    given = entry.as_map()
    die = DICE.index(entry["gold_die"].one_of(DICE)) if "gold_die" in given else NO_DIE
    number = _numbers(entry)
    return Goods(
        number["gold"],
        die,
        number["rumors"],
        _party(number),
        number["secrets"],
        number["treasures"],
        number["items"],
    )


def read_cost(entry: Entry) -> Cost:
    """A cost from its map."""
    entry.has_only(optional=_COST_KEYS)
    if not entry.as_map():
        return FREE
    number = _numbers(entry)
    return Cost(number["gold"], number["rumors"], _party(number), number["treasures"], number["items"])


def classes_in(entry: Entry) -> int:
    """How many classes of Followers a map of goods or costs names."""
    return sum(name in entry.as_map() for name in followers.FIELDS)


def _numbers(entry: Entry) -> Mapping[str, int]:
    """The numbers of a map of goods or costs, 0 for those that it lacks."""
    given = entry.as_map()
    return {key: entry[key].integer(1) if key in given else 0 for key in _GOODS_KEYS if key != "gold_die"}


def _party(number: Mapping[str, int]) -> int:
    # One more than there are is as good as any larger number: never payable, and never placed.
    return followers.party(min(number[name], followers.MOST + 1) for name in followers.FIELDS)
