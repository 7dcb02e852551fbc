"""The phase in which Rumors are pursued: cards are dealt and picked, Rumors age (rules page, section 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import MARKET_ITEMS, MARKET_TREASURES
from arena.games.vault_of_dragons.rules.cards import discard, draw_cards, give_card
from arena.games.vault_of_dragons.rules.rounds import refresh, start_phase
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.rules.trade import gain_rumors
from arena.games.vault_of_dragons.tables.goods import ITEMS, TREASURES

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

TAKE_CARD = ActionTable("take_card", "card")
BID = ActionTable("bid", "new", "old")

BidMade = tuple[int, int, int]
"""A seat, and the New and Old Rumors that it bid."""


def pursue(state: VaultState) -> None:
    """Deal the cards and settle who picks when, or who bids."""
    start_phase(state, "pursue")
    items = draw_cards(state, ITEMS, MARKET_ITEMS[state.players])
    treasures = draw_cards(state, TREASURES, MARKET_TREASURES[state.players])
    state.market = (treasures, items)
    names = state.parts.card_names
    if state._events is not None:
        state.tell("market", items=[names[n] for n in items], treasures=[names[n] for n in treasures])
    holdings = [(seat, state.new_rumors[seat], state.old_rumors[seat]) for seat in state.seats_in_order()]
    idle = tuple([seat for seat, new, old in holdings if not new + old])
    if state.options["rumor_bidding"]:
        state.todo.append(Pursue((), idle))
        bidders = tuple([seat for seat, new, old in holdings if new + old])
        if bidders:
            state.todo.append(Bid(bidders, ()))
    else:
        state.todo.append(Pursue(_picking_order(holdings), idle))


def _picking_order(rumors: Iterable[BidMade]) -> tuple[int, ...]:
    """Seats with Rumors, most first, then most New ones, then in the order given."""
    some = [(seat, new, old) for seat, new, old in rumors if new + old]
    some.sort(key=lambda held: (-held[1] - held[2], -held[1]))
    return tuple([seat for seat, _, _ in some])


class Pursue(Task):
    """The seats of `order` are still to pick a card; those of `idle` had no Rumors."""

    __slots__ = ("idle", "order")
    do = "pursue"

    def __init__(self, order: tuple[int, ...], idle: tuple[int, ...]) -> None:
        self.order = order
        self.idle = idle

    def advance(self, state: VaultState) -> Decision | None:
        """The decision of the next seat which card it takes; the round ends when seats or cards run out."""
        treasures, items = state.market
        if not self.order or not (treasures or items):
            self._end(state)
            return None
        names = state.parts.card_names
        cards = sorted(set(items)) + sorted(set(treasures))
        return Decision(self.order[0], "pursue", tuple([TAKE_CARD[names[number]] for number in cards]))

    def answer(self, state: VaultState, action: Action) -> None:
        """Move the card from the market to the seat's hand; then the next seat is asked."""
        seat, *others = self.order
        number = state.parts.card_of[action.arg].number
        treasures, items = map(list, state.market)
        (items if number in items else treasures).remove(number)
        state.market = (tuple(treasures), tuple(items))
        give_card(state, seat, number)
        state.tell("take_card", seat=seat, card=action.arg)
        state.todo[-1] = Pursue(tuple(others), self.idle)

    def _end(self, state: VaultState) -> None:
        """What is left is discarded, Rumors age, the idle take one, and the round is over."""
        state.todo.pop()
        treasures, items = state.market
        state.market = ((), ())
        for number in items + treasures:
            discard(state, -1, number)
        _age_rumors(state)
        for seat in self.idle:
            gain_rumors(state, seat, 1)
        refresh(state)


def _age_rumors(state: VaultState) -> None:
    dungeon_new, dungeon_old, vault_new, vault_old = state.spread
    state.rumor_supply += sum(state.old_rumors) + dungeon_old + vault_old
    state.old_rumors = state.new_rumors
    state.new_rumors = [0] * state.players
    state.spread = (0, dungeon_new, 0, vault_new)
    state.tell("rumors_age")


class Bid(Task):
    """The seats of `queue` are still to bid Rumors for the right to pick first."""

    __slots__ = ("bids", "queue")
    do = "bid"

    def __init__(self, queue: tuple[int, ...], bids: tuple[BidMade, ...]) -> None:
        self.queue = queue
        self.bids = bids

    def advance(self, state: VaultState) -> Decision | None:
        """The decision of the next seat, how many New and Old Rumors it bids."""
        seat = self.queue[0]
        new, old = state.new_rumors[seat], state.old_rumors[seat]
        return Decision(seat, "bid", tuple([BID[n, o] for n in range(new + 1) for o in range(old + 1)]))

    def answer(self, state: VaultState, action: Action) -> None:
        """Spend the Rumors bid; after the last bid the order of picking is settled by them."""
        seat, *others = self.queue
        new, old = action.arg
        state.new_rumors[seat] -= new
        state.old_rumors[seat] -= old
        state.rumor_supply += new + old
        state.tell("bid", seat=seat, new=new, old=old)
        bids = (*self.bids, (seat, new, old))
        if others:
            state.todo[-1] = Bid(tuple(others), bids)
            return
        state.todo.pop()
        pursue_entry = state.todo[-1]
        assert isinstance(pursue_entry, Pursue)
        state.todo[-1] = Pursue(_picking_order(bids), pursue_entry.idle)
