"""Taking goods and paying costs; Followers coming, going and dying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Decision
from arena.games.vault_of_dragons.rules.cards import Draw, Pay
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.tables.followers import at_most, covers, numbers
from arena.games.vault_of_dragons.tables.goods import (
    DICE,
    DIE_NUMBERS,
    ITEMS,
    NO_DIE,
    TREASURES,
    Cost,
    Goods,
)

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def place_followers(state: VaultState, seat: int, place: int, group: int) -> None:
    """Followers come to a place."""
    if group:
        state.followers[seat][place] += group
        state.presence[seat] |= 1 << place


def take_away(state: VaultState, seat: int, place: int, group: int) -> None:
    """Followers leave a place."""
    here = state.followers[seat]
    here[place] -= group
    if not here[place]:
        state.presence[seat] &= ~(1 << place)


def move_followers(state: VaultState, seat: int, place: int, to: int, group: int) -> None:
    """Followers go from one place to another."""
    take_away(state, seat, place, group)
    place_followers(state, seat, to, group)
    if state._events is not None:
        state.tell("moved", seat=seat, place=place, to=to, followers=numbers(group))


def dismiss(state: VaultState, seat: int, place: int, group: int) -> None:
    """Followers of a place go back to the unhired."""
    take_away(state, seat, place, group)
    state.unhired[seat] += group


def enlist(state: VaultState, seat: int, place: int, group: int) -> None:
    """Unhired Followers come to a place."""
    state.unhired[seat] -= group
    place_followers(state, seat, place, group)


def gain_gold(state: VaultState, seat: int, amount: int) -> None:
    """A seat takes gold."""
    state.gold[seat] += amount
    if state._events is not None:
        state.tell("gold", seat=seat, amount=amount)


def gain_rumors(state: VaultState, seat: int, amount: int) -> None:
    """A seat takes New Rumors, as many as the supply has."""
    amount = min(amount, state.rumor_supply)
    state.rumor_supply -= amount
    state.new_rumors[seat] += amount
    if state._events is not None:
        state.tell("rumors", seat=seat, amount=amount)


def spend_rumors(state: VaultState, seat: int, amount: int) -> None:
    """A seat's Rumors go back to the supply, Old ones first."""
    old = min(amount, state.old_rumors[seat])
    state.old_rumors[seat] -= old
    state.new_rumors[seat] -= amount - old
    state.rumor_supply += amount


def gain_secret(state: VaultState, seat: int, secret: int) -> None:
    """A seat wins a Secret."""
    state.secrets[seat] += (secret,)
    state.tell("secret", seat=seat, total=len(state.secrets[seat]))


def take(state: VaultState, seat: int, goods: Goods, place: int) -> None:
    """A seat takes goods, Followers to `place`; the draws of cards are left on the stack."""
    gold, die, rumors, group, secrets, treasures, items = goods
    if die != NO_DIE:
        gold += state._draw_number(DICE[die], DIE_NUMBERS[die])
    if gold:
        gain_gold(state, seat, gold)
    if rumors:
        gain_rumors(state, seat, rumors)
    if group:
        group = at_most(group, state.unhired[seat])
        enlist(state, seat, place, group)
        if state._events is not None:
            state.tell("followers_placed", seat=seat, place=place, followers=numbers(group))
    for secret in state.secret_pile[:secrets]:
        gain_secret(state, seat, secret)
    if secrets:
        state.secret_pile = state.secret_pile[secrets:]
    if items:
        state.todo.append(Draw(seat, ITEMS, items))
    if treasures:
        state.todo.append(Draw(seat, TREASURES, treasures))


def payable(state: VaultState, seat: int, cost: Cost, here: int) -> bool:
    """Whether a seat can pay a cost, with the Followers `here`."""
    gold, rumors, group, treasures, items = cost
    return (
        state.gold[seat] >= gold
        and (not rumors or state.new_rumors[seat] + state.old_rumors[seat] >= rumors)
        and (not group or covers(here, group))
        and len(state.hands[TREASURES][seat]) >= treasures
        and len(state.hands[ITEMS][seat]) >= items
    )


def pay(state: VaultState, seat: int, cost: Cost, place: int) -> None:
    """A seat pays a cost, Followers from `place`; the choice of cards is left on the stack."""
    gold, rumors, group, treasures, items = cost
    state.gold[seat] -= gold
    if rumors:
        spend_rumors(state, seat, rumors)
    if group:
        dismiss(state, seat, place, group)
    if items:
        state.todo.append(Pay(seat, ITEMS, items))
    if treasures:
        state.todo.append(Pay(seat, TREASURES, treasures))
    if state._events is not None:
        state.tell("paid", seat=seat, cost=_cost_data(cost))


def _cost_data(cost: Cost) -> dict[str, int]:
    fighters, rogues, wizards = numbers(cost.followers)
    named = {
        "gold": cost.gold,
        "rumors": cost.rumors,
        "fighters": fighters,
        "rogues": rogues,
        "wizards": wizards,
        "treasures": cost.treasures,
        "items": cost.items,
    }
    return {name: number for name, number in named.items() if number}


class Loot(Task):
    """The loot of a room that is still to be taken."""

    __slots__ = ("loot", "seat")
    do = "loot"

    def __init__(self, seat: int, loot: Goods) -> None:
        self.seat = seat
        self.loot = loot

    def advance(self, state: VaultState) -> Decision | None:
        """Take the loot's goods, at the Yawning Portal."""
        state.todo.pop()
        take(state, self.seat, self.loot, state.city.portal)
        return None
