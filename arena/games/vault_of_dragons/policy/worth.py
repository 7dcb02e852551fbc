"""What things and positions are worth, in gold: Followers, goods, rooms, what a seat has before it."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from arena.games.vault_of_dragons.components import (
    REVISIT_DIFFICULTY,
    VAULT_DIFFICULTY,
    Components,
    DungeonSide,
    Face,
)
from arena.games.vault_of_dragons.rules.dungeons import (
    BY_GOLD,
    BY_ITEM,
    BY_RUMORS,
    RUMOR_PRICE,
)
from arena.games.vault_of_dragons.rules.scoring import CLAIM
from arena.games.vault_of_dragons.tables.followers import (
    FIGHTER,
    ROGUE,
    WIZARD,
    count_of,
    covers,
    numbers,
    party,
    price,
    size,
)
from arena.games.vault_of_dragons.tables.goods import ITEMS, TREASURES, Cost, Goods

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

# Worths in gold, found by playing many games.
SECRET, CLAIMED = 14.0, 60.0
RUMOR, TREASURE, ITEM = 1.2, 2.5, 3.5
FOLLOWERS = 2.0  # those of a transaction, whoever they are
DEAD = 0.8  # for each Casualty die
ACTION = 1.5  # what else the Action of a preparation could bring
KEEPS = 0.4  # a hired Follower keeps so much of its price
ONE_OF_A_KIND = 1.5  # a party's last Follower of a class, beyond its price
AT_ONCE = 500.0

DIE_AVERAGES = (2.5, 5.5, 6.5)
ROLLED_BY = (ROGUE, FIGHTER, WIZARD)
"""By die: the class."""
SKULLS = (2 / 6, 3 / 6, 1 / 6)
"""How likely a Casualty die shows 0, 1, 2."""
HIRES = tuple(party(each) for each in product(range(4), repeat=3) if 0 < sum(each) <= 5)
"""Groups whose hiring is thought about."""


def value(state: VaultState) -> list[float]:
    """Secrets, and for what may bring the next ones a part of one."""
    if state.phase == "over":
        return list(state.scores())
    return [seat_worth(state, seat) / SECRET for seat in range(state.players)]


def seat_worth(state: VaultState, seat: int) -> float:
    """All that a seat has, in gold."""
    if state.winner == seat:
        return SECRET * CLAIM
    portal = state.city.portal
    secrets = len(state.secrets[seat])
    rumors = state.new_rumors[seat] + state.old_rumors[seat]
    hands = state.hands
    cards = TREASURE * len(hands[TREASURES][seat]) + ITEM * (
        len(hands[ITEMS][seat]) + len(state.played[seat])
    )
    here = state.followers[seat]
    waiting = sum([price(group) for group in here]) * KEEPS + 0.4 * size(here[portal])
    worth = secrets * SECRET + min(state.gold[seat], 25) + RUMOR * rumors + cards + waiting
    needed = state.options["secrets_to_open"]
    if secrets >= needed:
        worth += CLAIMED / 2
    elif secrets:
        worth += CLAIMED / 2 * (secrets / needed) ** 2
    return worth + 0.7 * state.actions[seat]


# Odds


@cache
def chance(group: int, bonus: int, difficulty: int) -> float:
    """How likely a party's strength is at least so much, its Rogues' die rolled."""
    fighters, rogues, wizards = numbers(group)
    dice = [4] * (rogues > 0) + [10] * (fighters > 0) + [12] * wizards  # an extra Wizard re-rolls
    total = 0.0
    for skulls, likely in enumerate(SKULLS if rogues else (1.0,)):
        short = max(difficulty - bonus - skulls - 1, 0)
        total += likely * (1 - prod([min(short, sides) / sides for sides in dice]))
    return total


@cache
def survival(count: int, dice: int) -> float:
    """How likely somebody of so many outlives so many Casualty dice."""
    odds = [1.0]  # by number of skulls, so far
    for _ in range(dice):
        after = [0.0] * (len(odds) + 2)
        for skulls, likely in enumerate(odds):
            for more, chance_of in enumerate(SKULLS):
                after[skulls + more] += likely * chance_of
        odds = after
    return sum(odds[:count])


@cache
def goods_worth(goods: Goods | None) -> float:
    """What goods are worth; None is what Blackstaff Tower does."""
    if goods is None:
        return 0.5
    gold = goods.gold + (DIE_AVERAGES[goods.die] if goods.die >= 0 else 0)
    cards = goods.treasures * TREASURE + goods.items * ITEM
    return (
        gold + goods.rumors * RUMOR + goods.secrets * SECRET + cards + FOLLOWERS / 2 * bool(goods.followers)
    )


@cache
def cost_worth(cost: Cost) -> float:
    """What a cost takes away."""
    cards = cost.treasures * TREASURE + cost.items * ITEM
    return cost.gold + cost.rumors * RUMOR + cards + FOLLOWERS * bool(cost.followers)


@cache
def affordable(waiting: int, gold: int) -> int:
    """So many of those waiting, one of each class first."""
    group = 0
    for kind in (WIZARD, FIGHTER, ROGUE, WIZARD, WIZARD, *[FIGHTER] * 3, ROGUE, ROGUE, FIGHTER):
        if size(group) < gold and count_of(group, kind) < count_of(waiting, kind):
            group += kind
    return group


@cache
def hireable(unhired: int, money: int) -> tuple[int, ...]:
    """Those of HIRES that there are, and that can be paid."""
    return tuple([group for group in HIRES if price(group) <= money and covers(unhired, group)])


@lru_cache(maxsize=65536)
def _dungeon_loot(parts: Components, tile: DungeonSide, revisited: bool, group: int, bonus: int) -> float:
    """What a party that survives brings home from the Dungeon on average, whatever Secret lies there."""
    first, second, third, rest = _rooms(parts)
    more = tile.difficulty
    harder = more + REVISIT_DIFFICULTY * revisited
    prize = SECRET + goods_worth(tile.loot)
    total = first
    for difficulty, worth in second:
        total += worth * chance(group, bonus, difficulty + more)
    for difficulty, worth in third:
        total += (worth + prize * rest[difficulty]) * chance(group, bonus, difficulty + harder)
    return total


@lru_cache(maxsize=8)
def _rooms(
    parts: Components,
) -> tuple[float, list[tuple[int, float]], list[tuple[int, float]], dict[int, float]]:
    """The mean loot of first rooms; of second and of third ones by difficulty; the shares of the latter."""
    share = 1 / len(parts.secrets)
    first = 0.0
    second: dict[int, float] = {}
    third: dict[int, float] = {}
    often: dict[int, float] = {}
    for one, two, three in parts.secrets:
        first += share * goods_worth(one.loot)
        second[two.difficulty] = second.get(two.difficulty, 0.0) + share * goods_worth(two.loot)
        third[three.difficulty] = third.get(three.difficulty, 0.0) + share * goods_worth(three.loot)
        often[three.difficulty] = often.get(three.difficulty, 0.0) + share
    return first, list(second.items()), list(third.items()), often


@lru_cache(maxsize=64)
def location_worth(face: Face, used: bool) -> float:
    """What hiring to an empty Location yields, in gold, its reward and its use."""
    worth = goods_worth(face.reward) - face.reward_casualties - ACTION
    if not used:
        worth += max([0.0, *[goods_worth(use.gain) - cost_worth(use.cost) - 1 for use in face.options]])
    return worth


class Prospects:
    """What attempts bring a seat with these cards and Secrets, as the Dungeon lies."""

    def __init__(
        self,
        parts: Components,
        cards: int,
        secrets: int,
        dungeon: DungeonSide | None,
        revisited: bool,
        vault: bool,
        free: bool,
        spread: tuple[int, int],
    ) -> None:
        self.parts = parts
        self.cards = [card for card in parts.cards_in(cards) if card.effect == "attack"]
        self.secrets = secrets
        self.dungeon = dungeon
        """The one on top; None: it can't be entered."""
        self.revisited = revisited
        self.vault = vault
        """Whether it is open."""
        self.free = free
        """Whether the seat enters it without paying."""
        self.spread = spread
        self._attempts: dict[tuple[bool, int, int], float] = {}
        self._best: dict[tuple[int, int, int, int], float] = {}
        self._hires: dict[tuple[int, int, int, int, int, int], tuple[float, int]] = {}

    def best_hire(
        self, gold: int, discount: int, waiting: int, unhired: int, rumors: int, ways: int
    ) -> tuple[float, int]:
        """What the best hiring to the Yawning Portal brings, and whom."""
        key = (gold, discount, waiting, unhired, rumors, ways)
        found = self._hires.get(key)
        if found is None:
            groups = hireable(unhired, gold + discount)
            found = max(
                [(self.hired(gold, discount, waiting, group, rumors, ways), group) for group in groups],
                default=(-1.0, 0),
            )
            self._hires[key] = found
        return found

    def hired(self, gold: int, discount: int, waiting: int, group: int, rumors: int, ways: int) -> float:
        """What hiring a group to the Yawning Portal brings."""
        cost = max(0, price(group) - discount)
        return self.best(gold - cost, waiting + group, rumors, ways) - cost * (1 - KEEPS)

    def best(self, gold: int, waiting: int, rumors: int, ways: int) -> float:
        """The best attempt with so much gold and so many waiting, through the entrances of a mask."""
        key = (gold, waiting, rumors, ways)
        found = self._best.get(key)
        if found is None:
            found = 0.0
            for way in (BY_GOLD, BY_ITEM, BY_RUMORS):
                if ways & way and (way != BY_RUMORS or rumors >= RUMOR_PRICE):
                    if self.dungeon is not None:
                        found = max(found, self.entrance(False, way, gold, waiting, rumors))
                    if self.vault and not self.free:
                        found = max(found, self.entrance(True, way, gold, waiting, rumors))
            if self.vault and self.free:
                found = max(found, self.attempt(True, waiting, rumors))
            self._best[key] = found
        return found

    def entrance(self, vault: bool, way: int, gold: int, waiting: int, rumors: int) -> float:
        """What an attempt through an entrance brings, its price paid."""
        if way == BY_GOLD:
            group = affordable(waiting, gold)
            return self.attempt(vault, group, rumors) - size(group)
        if way == BY_RUMORS:
            return self.attempt(vault, waiting, rumors - RUMOR_PRICE) - RUMOR_PRICE * RUMOR
        return self.attempt(vault, waiting, rumors) - ITEM

    def attempt(self, vault: bool, group: int, rumors: int) -> float:
        """What an attempt brings on average, with so many Rumors to spend."""
        key = (vault, group, rumors)
        found = self._attempts.get(key)
        if found is None:
            found = self._attempts[key] = self._attempt(vault, group, rumors) if group else 0.0
        return found

    def _attempt(self, vault: bool, group: int, rumors: int) -> float:
        bonus = self.secrets + self.spread[vault] + rumors + self.help_from_cards(group)
        if vault:
            dice = self.secrets + self.parts.vault_casualties
            wins = chance(group, bonus, VAULT_DIFFICULTY) * survival(size(group), dice)
            return wins * CLAIMED - DEAD * dice
        tile = self.dungeon
        if tile is None:
            return 0.0
        dice = self.secrets + tile.casualties
        loot = _dungeon_loot(self.parts, tile, self.revisited, group, min(bonus, 20))
        return survival(size(group), dice) * loot - DEAD * dice

    def help_from_cards(self, group: int) -> int:
        """What attack cards could add to a party's strength."""
        total, items = 0, size(group)
        for card in self.cards:
            fits = card.die < 0 or count_of(group, ROLLED_BY[card.die])
            if fits and items > 0:
                total += card.bonus
                items -= card.deck
        return total


_prospects = lru_cache(maxsize=2048)(Prospects)


def prospects(state: VaultState, seat: int) -> Prospects:
    """The seat's, as things stand."""
    secrets = len(state.secrets[seat])
    spread = state.spread
    return _prospects(
        state.parts,
        state.held[seat],
        secrets,
        state.dungeons[0] if state.dungeon_secret >= 0 else None,
        state.revisited,
        state.vault_open,
        secrets >= state.options["secrets_to_open"],
        (spread[0] + spread[1], spread[2] + spread[3]),
    )


def open_ways(state: VaultState, seat: int) -> int:
    """The mask of the entrances still open to the seat."""
    ways = ~state.entrances[seat] & (BY_GOLD | BY_ITEM | BY_RUMORS)
    return ways if state.hands[ITEMS][seat] else ways & ~BY_ITEM


def rumors_of(state: VaultState, seat: int) -> int:
    """How many Rumors the seat has, new and old."""
    return state.new_rumors[seat] + state.old_rumors[seat]
