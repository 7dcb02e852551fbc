"""Greedy Vault of Dragons: hire to the Yawning Portal, enter the Dungeon where that pays, then the Vault.

Everything is weighed in gold: what a room holds, a Follower's price, a Secret. It hardly ever brawls.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod

from arena import games
from bots.greedy.best import best

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random
    from typing import Any, TypeAlias

    from arena.games.vault_of_dragons.components import Components, DungeonSide, Face
    from arena.games.vault_of_dragons.tables.goods import Cost, Goods
    from protocol.bot import Decision

    Plain: TypeAlias = Mapping[str, Any]
    Party: TypeAlias = tuple[int, int, int]

GAME = games.get("vault-of-dragons")

# Worths in gold, found by playing many games.
SECRET, VAULT = 14.0, 60.0
RUMOR, TREASURE, ITEM = 1.2, 2.5, 3.5
FOLLOWERS = 2.0  # those of a transaction, whoever they are
DEAD = 0.8  # for each Casualty die
ACTION = 1.5  # what else the Action of a preparation could bring
KEEPS = 0.4  # a hired Follower keeps so much of its price
ONE_OF_A_KIND = 1.5  # a party's last Follower of a class, beyond its price
AT_ONCE = 500.0

PRICES = (1, 2, 3)
T = ("fighters", "rogues", "wizards")
DIE_SIDES = {"d4": 4, "d10": 10, "d12": 12}
DIE_AVERAGES = (2.5, 5.5, 6.5)
DIE_NAMES = tuple(DIE_SIDES)
ROLLED_BY = (1, 0, 2)
"""By die: the class, in the order of T."""
SKULLS = (2 / 6, 3 / 6, 1 / 6)
"""How likely a Casualty die shows 0, 1, 2."""


def choose(decision: Decision, rng: Random) -> int:
    """The index of the action worth most; where nothing is known of their worth, any."""
    weigh = _WEIGHTS.get(decision.kind)
    if weigh is None:
        return rng.randrange(len(decision.legal))
    table = Table(decision.view, decision.seat)
    return best([weigh(table, action) for action in decision.legal], rng)


# Odds and worths


@cache
def chance(party: Party, bonus: int, difficulty: int) -> float:
    """How likely a party's strength is at least so much, its Rogues' die rolled."""
    fighters, rogues, wizards = party
    dice = [4] * (rogues > 0) + [10] * (fighters > 0) + [12] * wizards  # an extra Wizard re-rolls
    total = 0.0
    for skulls, likely in enumerate(SKULLS if rogues else (1.0,)):
        short = max(difficulty - bonus - skulls - 1, 0)
        total += likely * (1 - prod(min(short, sides) / sides for sides in dice))
    return total


@cache
def survival(size: int, dice: int) -> float:
    """How likely somebody of so many outlives so many Casualty dice."""
    rolls = product(range(len(SKULLS)), repeat=dice)
    return sum(prod(SKULLS[skulls] for skulls in roll) for roll in rolls if sum(roll) < size)


def goods_worth(goods: Goods | None) -> float:
    """What goods are worth; None is what Blackstaff Tower does."""
    if goods is None:
        return 0.5
    gold = goods.gold + (DIE_AVERAGES[goods.die] if goods.die >= 0 else 0)
    cards = goods.treasures * TREASURE + goods.items * ITEM
    return (
        gold + goods.rumors * RUMOR + goods.secrets * SECRET + cards + FOLLOWERS / 2 * bool(goods.followers)
    )


def cost_worth(cost: Cost) -> float:
    """What a cost takes away."""
    cards = cost.treasures * TREASURE + cost.items * ITEM
    return cost.gold + cost.rumors * RUMOR + cards + FOLLOWERS * bool(cost.followers)


def as_party(numbers: Sequence[int]) -> Party:
    """Three numbers as a party."""
    fighters, rogues, wizards = numbers
    return fighters, rogues, wizards


def named(action: Plain) -> Party:
    """The party that an action names."""
    return action["fighters"], action["rogues"], action["wizards"]


def together(*groups: Sequence[int]) -> Party:
    """All these Followers."""
    return as_party([sum(numbers) for numbers in zip(*groups, strict=True)])


def price(group: Party) -> int:
    """What hiring a group costs."""
    return sum(number * each for number, each in zip(group, PRICES, strict=True))


def affordable(waiting: Party, gold: int) -> Party:
    """So many of those waiting, one of each class first."""
    group = [0, 0, 0]
    for kind in (2, 0, 1, 2, 2, 0, 0, 0, 1, 1, 0):
        if sum(group) < gold and group[kind] < waiting[kind]:
            group[kind] += 1
    return as_party(group)


class Table:
    """What one seat sees."""

    def __init__(self, view: Plain, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.parts: Components = GAME.components(view["components"])
        self.portal: int = view["options"]["locations"]
        self.gold: int = view["gold"][seat]
        self.rumors: int = sum(view["rumors"][seat].values())
        self.secrets: int = view["secrets"][seat]
        self.here: Sequence[Sequence[int]] = view["followers"][seat]
        self.waiting = as_party(self.here[self.portal])
        hands = (*view["treasures"][seat], *view["items"][seat])
        self.cards = [self.parts.card_of[name] for name in hands]
        self.top: Plain = view["stack"][-1] if view["stack"] else {}

    def face(self, place: int) -> Face:
        """The Location at a place."""
        lying = self.view["board"][place]
        tile: int = lying["tile"]
        side: int = lying["side"]
        return self.parts.faces[tile][side]

    def dungeon(self) -> DungeonSide:
        """The Dungeon on top."""
        tile: int = self.view["dungeons"][0]["tile"]
        side: int = self.view["dungeons"][0]["side"]
        return self.parts.dungeons[tile][side]

    def help_from_cards(self, party: Party) -> int:
        """What attack cards could add to a party's strength."""
        total, items = 0, sum(party)
        for card in self.cards:
            fits = card.die < 0 or party[ROLLED_BY[card.die]]
            if card.effect == "attack" and fits and items > 0:
                total += card.bonus
                items -= card.deck
        return total

    def attempt(self, target: str, party: Party, rumors: int) -> float:
        """What an attempt brings on average, with so many Rumors to spend."""
        if not any(party):
            return 0.0
        spread: int = sum(self.view["spread"][target].values())
        bonus = self.secrets + spread + rumors + self.help_from_cards(party)
        if target == "vault":
            dice = self.secrets + self.parts.vault_casualties
            return chance(party, bonus, 20) * survival(sum(party), dice) * VAULT - DEAD * dice
        tile = self.dungeon()
        dice = self.secrets + tile.casualties
        harder = tile.difficulty + 2 * self.view["revisited"]
        prize = SECRET + goods_worth(tile.loot)
        total = 0.0
        for first, second, third in self.parts.secrets:
            total += goods_worth(first.loot)
            total += goods_worth(second.loot) * chance(party, bonus, second.difficulty + tile.difficulty)
            total += (prize + goods_worth(third.loot)) * chance(party, bonus, third.difficulty + harder)
        return survival(sum(party), dice) * total / len(self.parts.secrets) - DEAD * dice

    def entrance(self, target: str, entrance: str, gold: int, waiting: Party) -> float:
        """What an attempt through an entrance brings, its price paid."""
        if entrance == "gold":
            party = affordable(waiting, gold)
            return self.attempt(target, party, self.rumors) - sum(party)
        if entrance == "rumors":
            return self.attempt(target, waiting, self.rumors - 2) - 2 * RUMOR
        return self.attempt(target, waiting, self.rumors) - (ITEM if entrance == "item" else 0)

    def prospects(self, gold: int, waiting: Party) -> float:
        """The best attempt with so much gold and so many waiting, through the entrances still open."""
        open_now: dict[str, bool] = {way: not used for way, used in self.view["entrances"][self.seat].items()}
        open_now["rumors"] &= self.rumors >= 2
        open_now["item"] &= bool(self.view["items"][self.seat])
        ways = [way for way in open_now if open_now[way]]
        worths = [0.0]
        if self.view["dungeon_secret"]:
            worths += [self.entrance("dungeon", way, gold, waiting) for way in ways]
        if self.view["vault_open"]:
            enough = self.secrets >= self.view["options"]["secrets_to_open"]
            worths += [self.entrance("vault", way, gold, waiting) for way in (["free"] if enough else ways)]
        return max(worths)

    def hired(self, group: Party) -> float:
        """What hiring a group to the Yawning Portal brings."""
        cost: int = max(0, price(group) - self.view["turn"]["hire_discount"])
        return self.prospects(self.gold - cost, together(self.waiting, group)) - cost * (1 - KEEPS)


# Turns


def turn(table: Table, action: Plain) -> float:
    """The worth of a deed or an Action."""
    return _TURN[action["type"]](table, action)


def faction_action(table: Table, action: Plain) -> float:
    """The faction's goods less their cost."""
    faction = table.parts.factions[table.parts.faction_of[table.view["factions"][table.seat]]]
    return goods_worth(faction.gain) - cost_worth(faction.cost)


def hire(table: Table, action: Plain) -> float:
    """To the Yawning Portal for the next attempt, or to an empty Location for what it yields."""
    place = action["place"]
    if place == table.portal:
        return max(map(table.hired, groups_to_hire(table))) - ACTION
    taken = any(any(here[place]) for here in table.view["followers"])
    if taken or table.view["board"][place]["watch"] == "active":
        return 0.0
    face = table.face(place)
    worth = goods_worth(face.reward) - face.reward_casualties - ACTION
    if not table.view["board"][place]["used"]:
        uses = [goods_worth(option.gain) - cost_worth(option.cost) - 1 for option in face.options]
        worth += max([0.0, *uses])
    return worth


def groups_to_hire(table: Table) -> list[Party]:
    """Groups that could be hired, up to three of a class."""
    unhired = table.view["unhired"][table.seat]
    money = table.gold + table.view["turn"]["hire_discount"]
    groups = map(as_party, product(*[range(min(number, 3) + 1) for number in unhired]))
    return [group for group in groups if price(group) <= money]


def move(table: Table, action: Plain) -> float:
    """Only to the Yawning Portal, for the next attempt."""
    if action["to"] != table.portal:
        return 0.0
    return table.prospects(table.gold, together(table.waiting, table.here[action["from"]])) - 1 - ACTION


def gather(table: Table, action: Plain) -> float:
    """The same with everybody."""
    return table.prospects(table.gold, together(*table.here)) - 1 - ACTION


def use(table: Table, action: Plain) -> float:
    """The goods less their cost."""
    option = table.face(action["place"]).options[action["option"]]
    lying: int = table.view["board"][action["place"]]["gold"]
    return goods_worth(option.gain) - cost_worth(option.cost) - option.casualties + lying


def quest(table: Table, action: Plain) -> float:
    """The loot of the rooms that the party is likely to reach."""
    party = as_party(table.here[action["place"]])
    rooms = table.face(action["place"]).quest
    return sum(
        (goods_worth(room.loot) - room.casualties) * chance(party, 0, room.difficulty) for room in rooms
    )


def enter(table: Table, action: Plain) -> float:
    """What the attempt brings, its price paid."""
    worth = table.entrance(action["target"], action["entrance"], table.gold, table.waiting)
    if action["entrance"] == "item":
        worth += ITEM - card_worth(table, action)
    return worth


def play(table: Table, action: Plain) -> float:
    """Cards for goods at once; those that save gold as soon as there is something to save."""
    card = table.parts.card_of[action["card"]]
    if card.effect == "gain":
        return AT_ONCE if action.get("place", table.portal) == table.portal else 0.0
    if card.effect == "hire_discount":
        return AT_ONCE * (table.gold >= 3)
    if card.effect == "free_entrance":
        return AT_ONCE * (any(table.waiting) and not table.view["entrances"][table.seat]["gold"])
    return 0.0


_TURN: dict[str, Callable[[Table, Plain], float]] = {
    "reveal": lambda table, action: 2 * AT_ONCE,
    "take_gold": lambda table, action: 1.0,
    "faction_action": faction_action,
    "hire": hire,
    "move": move,
    "gather": gather,
    "fight": lambda table, action: 0.1,
    "use": use,
    "quest": quest,
    "enter": enter,
    "move_watch": lambda table, action: -1.0,
    "play": play,
    "pass": lambda table, action: 0.0,
}


# What follows from an Action


def after_action(table: Table, action: Plain) -> float:
    """Cards for goods; the others are kept for a turn that can use them."""
    if action["type"] == "end_turn":
        return 0.0
    gains = action["type"] == "play" and table.parts.card_of[action["card"]].effect == "gain"
    return play(table, action) if gains else -1.0


def hire_followers(table: Table, action: Plain) -> float:
    """As `hire`; to a Location the cheapest."""
    group = named(action)
    return table.hired(group) if table.top["place"] == table.portal else -price(group)


def everybody(table: Table, action: Plain) -> float:
    """The more the better."""
    return float(sum(action.get(name, 0) for name in T))


def party(table: Table, action: Plain) -> float:
    """What the attempt brings with this party."""
    group = named(action)
    charged = table.top["entrance"] == "gold" and not table.view["turn"]["free_entrance"]
    return table.attempt(table.top["target"], group, table.rumors) - sum(group) * charged


def card_worth(table: Table, action: Plain) -> float:
    """What the card that an action names is worth in hand."""
    card = table.parts.card_of[action["card"]]
    again = 2.0 if card.use == "play" else 1.0
    if card.effect == "gain":
        return goods_worth(card.gain) * again
    if card.effect == "attack":
        return card.bonus * again * (1.0 if card.die < 0 else 0.7)
    return again


def retreat(table: Table, action: Plain) -> float:
    """To the Yawning Portal oneself, a rival anywhere else."""
    own = action["seat"] == table.seat
    return float(own == (action["to"] == table.portal))


def kill(table: Table, action: Plain) -> float:
    """What the survivors are worth."""
    left = [has - lost for has, lost in zip(table.top["party"], named(action), strict=True)]
    kept = zip(left, PRICES, strict=True)
    return float(sum(number * each + ONE_OF_A_KIND * (number > 0) for number, each in kept))


def bid(table: Table, action: Plain) -> float:
    """Old Rumors, of which nothing else comes; a New one only to pick a card at all."""
    old: int = action["old"]
    new: int = action["new"]
    return old - 0.5 * new + 0.6 * (old + new == 1)


# Fights


def own_side(table: Table) -> Plain:
    """The seat's side in the fight at hand."""
    side: Plain = next(side for side in table.top["sides"] if side["seat"] == table.seat)
    return side


def strength(side: Plain, commit: str | None) -> int:
    """A side's strength as it stands, if it is committed to a die."""
    dice = [commit] if commit else [die for die in DIE_NAMES if side["dice"][die]]
    skulls: int = sum(die["skulls"] for die in side["casualties"] if not die["ignored"])
    best_die: int = max(side["dice"][die] + side["die_bonus"][die] for die in dice)
    return best_die + int(side["bonus"]) + skulls


def last_difficulty(table: Table) -> int:
    """The Difficulty of the last room of the attempt at hand."""
    kind = table.top["kind"]
    if kind == "vault":
        return 20
    if kind == "quest":
        return table.face(table.top["place"]).quest[2].difficulty
    secret = table.parts.secret_names.index(table.view["dungeon_secret"][0])
    difficulty = table.parts.secrets[secret][2].difficulty + table.dungeon().difficulty
    return difficulty + 2 * bool(table.view["revisited"])


def modify(table: Table, action: Plain) -> float:
    """In attempts, what is needed and may suffice: re-rolls, Magic Items, Treasures, then Rumors."""
    kind: str = action["type"]
    if kind == "pass" or table.top["kind"] == "brawl":
        return 1.0 * (kind == "pass")
    side = own_side(table)
    now = strength(side, side["commit"])
    lacking = last_difficulty(table) - now
    spendable = table.rumors * (table.top["kind"] != "quest")
    if lacking <= 0:
        return 0.0
    if "die" in action:
        return reroll(side, action["die"])
    if lacking > spendable + table.help_from_cards(as_party(side["party"])) + 2:
        return 0.0
    if kind == "spend_rumors":
        return 2.0 * bool(action["count"] == lacking <= spendable)
    card = table.parts.card_of[action["card"]]
    if card.effect == "attack":
        committed = strength(side, DIE_NAMES[card.die] if card.die >= 0 else side["commit"])
        gain = min(committed + card.bonus - now, lacking)
        return (3.0 + card.deck + gain / 10) * (gain > 0)
    return 2.5


def reroll(side: Plain, die: str) -> float:
    """Re-roll a low die, the largest first, or a Casualty die without a skull."""
    if die not in DIE_SIDES:
        return 5.0 * bool(side["casualties"][int(die[1:])]["skulls"] == 0)
    sides = DIE_SIDES[die]
    return (5.0 + sides / 20) * (side["dice"][die] * 2 <= sides and sides > 4)


def attack_die(table: Table, action: Plain) -> float:
    """The highest result, a Critical Hit counting for its skulls."""
    side, die = own_side(table), action["die"]
    value: int = side["dice"][die]
    return value + int(side["die_bonus"][die]) + 5 / 6 * (value == DIE_SIDES[die])


def to_portal(table: Table, action: Plain) -> float:
    """Anywhere if it is the Yawning Portal."""
    return float(action["to"] == table.portal)


def rather_play(table: Table, action: Plain) -> float:
    """Play whatever helps."""
    return float(action["type"] == "play")


_WEIGHTS: dict[str, Callable[[Table, Plain], float]] = {
    "turn": turn,
    "after_action": after_action,
    "opportunity": turn,
    "hire": hire_followers,
    "move": everybody,
    "gather": everybody,
    "free_move": to_portal,
    "party": party,
    "pay_card": lambda table, action: -card_worth(table, action),
    "displace": to_portal,
    "rogue_die": lambda table, action: float(action["roll"]),
    "modify": modify,
    "attack_die": attack_die,
    "retreat": retreat,
    "ignore": rather_play,
    "casualties": kill,
    "extra_draw": rather_play,
    "discard_drawn": lambda table, action: -card_worth(table, action),
    "pursue": card_worth,
    "bid": bid,
}
"""By kind of decision: what its actions are worth; the others are drawn by lot."""
