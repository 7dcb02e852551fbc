"""A fast way to play: hire to the Yawning Portal, enter the Dungeon where that pays, then the Vault.

Everything is weighed in gold: what a room holds, a Follower's price, a Secret. It hardly ever brawls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product
from math import prod
from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Action, best
from arena.games.vault_of_dragons.components import (
    REVISIT_DIFFICULTY,
    VAULT_DIFFICULTY,
    Card,
    Components,
    DungeonSide,
    Face,
    Option,
)
from arena.games.vault_of_dragons.rules.dungeons import (
    BY_GOLD,
    BY_ITEM,
    BY_RUMORS,
    RUMOR_PRICE,
    ChooseParty,
)
from arena.games.vault_of_dragons.rules.fights import Fight, Side
from arena.games.vault_of_dragons.rules.movement import Hire
from arena.games.vault_of_dragons.rules.scoring import CLAIM
from arena.games.vault_of_dragons.tables.followers import (
    FIGHTER,
    PRICES,
    ROGUE,
    WIZARD,
    count_of,
    covers,
    numbers,
    party,
    price,
    size,
)
from arena.games.vault_of_dragons.tables.goods import DICE, DIE_SIDES, ITEMS, TREASURES, Cost, Goods

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


def sensible(state: VaultState, rng: Random) -> Action:
    """What looks best at first sight."""
    decision = state.decision
    legal = decision.legal  # type: ignore[union-attr]  # a policy is asked while there is a decision
    if len(legal) == 1:
        return legal[0]
    weigh = WORTHS.get(decision.kind)  # type: ignore[union-attr]
    return best(legal, weigh(state, legal), rng) if weigh else legal[int(rng.random() * len(legal))]


def worths(state: VaultState) -> list[float]:
    """What each legal action looks worth, in gold; where nothing is known of it, all alike."""
    decision = state.decision
    if decision is None:
        return []
    weigh = WORTHS.get(decision.kind)
    return weigh(state, decision.legal) if weigh else [0.0] * len(decision.legal)


# What positions are worth


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
def _location(face: Face, used: bool) -> float:
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


def _ways(state: VaultState, seat: int) -> int:
    """The mask of the entrances still open to the seat."""
    ways = ~state.entrances[seat] & (BY_GOLD | BY_ITEM | BY_RUMORS)
    return ways if state.hands[ITEMS][seat] else ways & ~BY_ITEM


def _rumors(state: VaultState, seat: int) -> int:
    return state.new_rumors[seat] + state.old_rumors[seat]


# Turns


def _turn(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """The worth of a deed or an Action."""
    seat = state.turn
    outlook = prospects(state, seat)
    return [_TURN[action.type](state, outlook, action) for action in legal]


def _faction_action(state: VaultState, outlook: Prospects, action: Action) -> float:
    """The faction's goods less their cost."""
    faction = state.parts.factions[state.faction[state.turn]]
    return goods_worth(faction.gain) - cost_worth(faction.cost)


def _hire(state: VaultState, outlook: Prospects, action: Action) -> float:
    """To the Yawning Portal for the next attempt, or to an empty Location for what it yields."""
    place = action.arg
    seat = state.turn
    if place == state.city.portal:
        waiting, unhired = state.followers[seat][place], state.unhired[seat]
        found, _ = outlook.best_hire(
            state.gold[seat], state.hire_discount, waiting, unhired, _rumors(state, seat), _ways(state, seat)
        )
        return found - ACTION
    bit = 1 << place
    if state.active & bit:
        return 0.0
    for mask in state.presence:
        if mask & bit:
            return 0.0
    return _location(state.faces[place], state.used & bit > 0)


def _move(state: VaultState, outlook: Prospects, action: Action) -> float:
    """Only to the Yawning Portal, for the next attempt."""
    origin, to = action.arg
    if to != state.city.portal:
        return 0.0
    seat = state.turn
    here = state.followers[seat]
    together = here[to] + here[origin]
    return outlook.best(state.gold[seat], together, _rumors(state, seat), _ways(state, seat)) - 1 - ACTION


def _gather(state: VaultState, outlook: Prospects, action: Action) -> float:
    """The same with everybody."""
    seat = state.turn
    together = sum(state.followers[seat])
    return outlook.best(state.gold[seat], together, _rumors(state, seat), _ways(state, seat)) - 1 - ACTION


def _use(state: VaultState, outlook: Prospects, action: Action) -> float:
    """The goods less their cost."""
    place: int
    place, index = action.arg
    option: Option = state.faces[place].options[index]
    return goods_worth(option.gain) - cost_worth(option.cost) - option.casualties + state.place_gold[place]


def _quest(state: VaultState, outlook: Prospects, action: Action) -> float:
    """The loot of the rooms that the party is likely to reach."""
    place: int = action.arg
    group = state.followers[state.turn][place]
    return sum(
        [
            (goods_worth(room.loot) - room.casualties) * chance(group, 0, room.difficulty)
            for room in state.faces[place].quest
        ]
    )


def _enter(state: VaultState, outlook: Prospects, action: Action) -> float:
    """What the attempt brings, its price paid."""
    target, way = action.arg[:2]
    seat = state.turn
    waiting, rumors = state.followers[seat][state.city.portal], _rumors(state, seat)
    if way == "free":
        return outlook.attempt(True, waiting, rumors)
    bit = {"gold": BY_GOLD, "item": BY_ITEM, "rumors": BY_RUMORS}[way]
    gold = 99 if state.free_entrance and way == "gold" else state.gold[seat]
    worth = outlook.entrance(target == "vault", bit, gold, waiting, rumors)
    if way == "item":
        worth += ITEM - _card_worth(state.parts.card_of[action.arg[2]])
    return worth


def _play(state: VaultState, outlook: Prospects, action: Action) -> float:
    """Cards for goods at once; those that save gold as soon as there is something to save."""
    plain = action.arg in state.parts.card_of
    card = state.parts.card_of[action.arg if plain else action.arg[0]]
    seat, portal = state.turn, state.city.portal
    if card.effect == "gain":
        return AT_ONCE if plain or action.arg[1] == portal else 0.0
    if card.effect == "hire_discount":
        return AT_ONCE * (state.gold[seat] >= 3)
    if card.effect == "free_entrance":
        return AT_ONCE * (state.followers[seat][portal] > 0 and not state.entrances[seat] & BY_GOLD)
    return 0.0


_TURN: dict[str, Callable[[VaultState, Prospects, Action], float]] = {
    "reveal": lambda state, outlook, action: 2 * AT_ONCE,
    "take_gold": lambda state, outlook, action: 1.0,
    "faction_action": _faction_action,
    "hire": _hire,
    "move": _move,
    "gather": _gather,
    "fight": lambda state, outlook, action: 0.1,
    "use": _use,
    "quest": _quest,
    "enter": _enter,
    "move_watch": lambda state, outlook, action: -1.0,
    "play": _play,
    "pass": lambda state, outlook, action: 0.0,
}


# What follows from an Action


def _after_action(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """Cards for goods; the others are kept for a turn that can use them."""
    cards = state.parts.card_of
    found = []
    for action in legal:
        if action.type != "play":
            found.append(0.0 if action.type == "end_turn" else -1.0)
            continue
        plain = action.arg in cards
        card = cards[action.arg if plain else action.arg[0]]
        gains = card.effect == "gain" and (plain or action.arg[1] == state.city.portal)
        found.append(AT_ONCE if gains else -1.0)
    return found


def _hire_followers(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """As `_hire`; to a Location the cheapest."""
    top = state.todo[-1]
    assert isinstance(top, Hire)
    portal = state.city.portal
    if top.place != portal:
        return [-float(price(action.arg)) for action in legal]
    seat = state.turn
    outlook = prospects(state, seat)
    gold, discount, rumors, ways = (
        state.gold[seat],
        state.hire_discount,
        _rumors(state, seat),
        _ways(state, seat),
    )
    waiting = state.followers[seat][portal]
    # Of a hundred groups only those are looked at that `best_hire` thought about.
    thought = hireable(state.unhired[seat], gold + discount)
    return [
        outlook.hired(gold, discount, waiting, action.arg, rumors, ways)
        if action.arg in thought
        else -float(price(action.arg)) - 10
        for action in legal
    ]


def _everybody(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """The more the better."""
    return [float(size(action.arg)) for action in legal]


def _gather_from(state: VaultState, legal: Sequence[Action]) -> list[float]:
    return [0.0 if action.type == "done" else float(size(action.arg[1])) for action in legal]


def _party(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """What the attempt brings with this party."""
    top = state.todo[-1]
    assert isinstance(top, ChooseParty)
    seat = state.turn
    outlook = prospects(state, seat)
    charged = top.entrance == "gold" and not state.free_entrance
    rumors = _rumors(state, seat)
    vault = top.target == "vault"
    return [outlook.attempt(vault, action.arg, rumors) - size(action.arg) * charged for action in legal]


@cache
def _card_worth(card: Card) -> float:
    """What a card is worth in hand."""
    again = 2.0 if card.use == "play" else 1.0
    if card.effect == "gain":
        return goods_worth(card.gain) * again
    if card.effect == "attack":
        return card.bonus * again * (1.0 if card.die < 0 else 0.7)
    return again


def _best_card(state: VaultState, legal: Sequence[Action]) -> list[float]:
    cards = state.parts.card_of
    return [_card_worth(cards[action.arg]) for action in legal]


def _worst_card(state: VaultState, legal: Sequence[Action]) -> list[float]:
    cards = state.parts.card_of
    return [-_card_worth(cards[action.arg]) for action in legal]


def _retreat(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """To the Yawning Portal oneself, a rival anywhere else."""
    decision = state.decision
    assert decision is not None
    portal = state.city.portal
    return [float((action.arg[0] == decision.seat) == (action.arg[1] == portal)) for action in legal]


def _to_portal(state: VaultState, legal: Sequence[Action]) -> list[float]:
    portal = state.city.portal
    return [float((action.arg[1] if type(action.arg) is tuple else action.arg) == portal) for action in legal]


def _kill(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """What the survivors are worth."""
    group: int = state.todo[-1].party  # type: ignore[attr-defined]  # it is a Suffer
    return [_party_worth(group - action.arg) for action in legal]


@cache
def _party_worth(group: int) -> float:
    return sum(
        number * each + ONE_OF_A_KIND * (number > 0)
        for number, each in zip(numbers(group), PRICES, strict=True)
    )


def _bid(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """Old Rumors, of which nothing else comes; a New one only to pick a card at all."""
    return [action.arg[1] - 0.5 * action.arg[0] + 0.6 * (sum(action.arg) == 1) for action in legal]


# Fights


def _fight(state: VaultState) -> Fight:
    fight = state.todo[-1]
    assert isinstance(fight, Fight)
    return fight


def _strength(side: Side, commit: int) -> int:
    """A side's strength as it stands, if it is committed to a die (NO_DIE: to none)."""
    dice = [commit] if commit >= 0 else [die for die in range(3) if side.dice[die]]
    skulls = sum([die for die in side.casualties if die < 4])
    return max([side.dice[die] + side.die_bonus[die] for die in dice]) + side.bonus + skulls


def _last_difficulty(state: VaultState, fight: Fight) -> int:
    """The Difficulty of the last room of the attempt at hand."""
    if fight.kind == "vault":
        return VAULT_DIFFICULTY
    if fight.kind == "quest":
        return state.faces[fight.place].quest[2].difficulty
    third = state.parts.secrets[state.dungeon_secret][2]
    return third.difficulty + state.dungeons[0].difficulty + REVISIT_DIFFICULTY * state.revisited


def _modify(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """In attempts, what is needed and may suffice: re-rolls, Magic Items, Treasures, then Rumors."""
    fight = _fight(state)
    if fight.kind == "brawl" or fight.mover is None:
        return [1.0 * (action.type == "pass") for action in legal]
    seat = fight.mover
    side = fight.side_of(seat)
    now = _strength(side, side.commit)
    lacking = _last_difficulty(state, fight) - now
    if lacking <= 0:
        return [1.0 * (action.type == "pass") for action in legal]
    spendable = _rumors(state, seat) * (fight.kind != "quest")
    hopeless = lacking > spendable + prospects(state, seat).help_from_cards(side.party) + 2
    return [_modifier(state, side, action, now, lacking, spendable, hopeless) for action in legal]


def _modifier(
    state: VaultState, side: Side, action: Action, now: int, lacking: int, spendable: int, hopeless: bool
) -> float:
    kind = action.type
    if kind == "pass":
        return 1.0
    cards = state.parts.card_of
    if kind == "reroll" or (kind == "play" and action.arg not in cards):
        die = action.arg if kind == "reroll" else action.arg[-1]
        return _reroll(side, die)
    if hopeless:
        return 0.0
    if kind == "spend_rumors":
        return 2.0 if action.arg == lacking <= spendable else 0.0
    card = cards[action.arg]
    if card.effect == "attack":
        gain = min(_strength(side, card.die if card.die >= 0 else side.commit) + card.bonus - now, lacking)
        return (3.0 + card.deck + gain / 10) * (gain > 0)
    return 2.5


def _reroll(side: Side, name: str) -> float:
    """Re-roll a low die, the largest first, or a Casualty die without a skull."""
    if name not in DICE:
        return 5.0 * (side.casualties[int(name[1:])] == 0)
    die = DICE.index(name)
    sides = DIE_SIDES[die]
    return (5.0 + sides / 20) * (side.dice[die] * 2 <= sides and sides > 4)


def _attack_die(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """The highest result, a Critical Hit counting for its skulls."""
    side = next(side for side in _fight(state).sides if side.strength is None)
    found = []
    for action in legal:
        die = DICE.index(action.arg)
        found.append(side.dice[die] + side.die_bonus[die] + 5 / 6 * (side.dice[die] == DIE_SIDES[die]))
    return found


def _rather_play(state: VaultState, legal: Sequence[Action]) -> list[float]:
    """Play whatever helps."""
    return [float(action.type == "play") for action in legal]


WORTHS: dict[str, Callable[[VaultState, Sequence[Action]], list[float]]] = {
    "turn": _turn,
    "after_action": _after_action,
    "opportunity": _turn,
    "hire": _hire_followers,
    "move": _everybody,
    "gather": _gather_from,
    "free_move": _to_portal,
    "party": _party,
    "pay_card": _worst_card,
    "displace": _to_portal,
    "rogue_die": lambda state, legal: [float(action.arg) for action in legal],
    "modify": _modify,
    "attack_die": _attack_die,
    "retreat": _retreat,
    "ignore": _rather_play,
    "casualties": _kill,
    "extra_draw": _rather_play,
    "discard_drawn": _worst_card,
    "pursue": _best_card,
    "bid": _bid,
}
"""By kind of decision: what its actions are worth; the others are drawn by lot."""
