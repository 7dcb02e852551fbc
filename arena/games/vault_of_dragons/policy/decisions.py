"""What the legal actions of each kind of decision are worth, in gold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from arena.games.core import Action
from arena.games.vault_of_dragons.components import (
    REVISIT_DIFFICULTY,
    VAULT_DIFFICULTY,
    Card,
    Option,
)
from arena.games.vault_of_dragons.policy.worth import (
    ACTION,
    AT_ONCE,
    ITEM,
    ONE_OF_A_KIND,
    Prospects,
    chance,
    cost_worth,
    goods_worth,
    hireable,
    location_worth,
    open_ways,
    prospects,
    rumors_of,
)
from arena.games.vault_of_dragons.rules.casualties import Suffer
from arena.games.vault_of_dragons.rules.dungeons import (
    BY_GOLD,
    BY_ITEM,
    BY_RUMORS,
    ChooseParty,
)
from arena.games.vault_of_dragons.rules.fights import Fight, Side
from arena.games.vault_of_dragons.rules.movement import Hire
from arena.games.vault_of_dragons.tables.followers import (
    PRICES,
    numbers,
    price,
    size,
)
from arena.games.vault_of_dragons.tables.goods import DICE, DIE_SIDES

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

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
            state.gold[seat],
            state.hire_discount,
            waiting,
            unhired,
            rumors_of(state, seat),
            open_ways(state, seat),
        )
        return found - ACTION
    bit = 1 << place
    if state.active & bit:
        return 0.0
    for mask in state.presence:
        if mask & bit:
            return 0.0
    return location_worth(state.faces[place], state.used & bit > 0)


def _move(state: VaultState, outlook: Prospects, action: Action) -> float:
    """Only to the Yawning Portal, for the next attempt."""
    origin, to = action.arg
    if to != state.city.portal:
        return 0.0
    seat = state.turn
    here = state.followers[seat]
    together = here[to] + here[origin]
    return (
        outlook.best(state.gold[seat], together, rumors_of(state, seat), open_ways(state, seat)) - 1 - ACTION
    )


def _gather(state: VaultState, outlook: Prospects, action: Action) -> float:
    """The same with everybody."""
    seat = state.turn
    together = sum(state.followers[seat])
    return (
        outlook.best(state.gold[seat], together, rumors_of(state, seat), open_ways(state, seat)) - 1 - ACTION
    )


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
    waiting, rumors = state.followers[seat][state.city.portal], rumors_of(state, seat)
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
        rumors_of(state, seat),
        open_ways(state, seat),
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
    rumors = rumors_of(state, seat)
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
    harmed = state.todo[-1]
    assert isinstance(harmed, Suffer)
    return [_party_worth(harmed.party - action.arg) for action in legal]


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
    spendable = rumors_of(state, seat) * (fight.kind != "quest")
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
