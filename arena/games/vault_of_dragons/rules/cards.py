"""Cards in hand, on the table and in the decks: getting, using, paying and drawing them.

What a used card does is with the decision that it answers: `turn`, `fights`, `casualties`, and drawing here.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from arena.games.core import Action, ActionTable, Decision
from arena.games.vault_of_dragons.components import Card
from arena.games.vault_of_dragons.rules.tasks import Task
from arena.games.vault_of_dragons.tables.goods import DECKS

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

DECK_CHANCE = ("treasure_deck", "item_deck")

PASS = Action("pass")
DISCARD = ActionTable("discard", "card")
PAY_CARD = ActionTable("pay_card", "card")


def give_card(state: VaultState, seat: int, number: int) -> None:
    """A card comes into a seat's hand."""
    hands = state.hands[number >= state.parts.first_item]
    cards = list(hands[seat])
    insort(cards, number)
    hands[seat] = tuple(cards)
    state.held[seat] |= 1 << number


def lose_card(state: VaultState, seat: int, number: int) -> None:
    """A card leaves a seat's hand."""
    hands = state.hands[number >= state.parts.first_item]
    cards = hands[seat]
    place = cards.index(number)
    hands[seat] = cards = cards[:place] + cards[place + 1 :]
    if number not in cards:
        state.held[seat] ^= 1 << number


def discard(state: VaultState, seat: int, number: int) -> None:
    """A card that has left a hand, or never got there, goes to its discard pile."""
    deck = number >= state.parts.first_item
    state.discards[deck] += (number,)
    if state._events is not None:
        state.tell("discarded", seat=seat, deck=DECKS[deck], card=state.parts.card_names[number])


def use_card(state: VaultState, seat: int, card: Card) -> None:
    """A card is used up: discarded, laid on the table until the round's end, or out of the game."""
    number = card.number
    lose_card(state, seat, number)
    if card.use == "discard":
        state.discards[card.deck] += (number,)
    elif card.use == "play":
        state.played[seat] = tuple(sorted(state.played[seat] + (number,)))
    else:
        state.removed += (number,)
    state.tell("play", seat=seat, card=card.id)


def draw_cards(state: VaultState, deck: int, count: int) -> tuple[int, ...]:
    """Up to `count` cards from a deck, the discard pile being shuffled into a new one when needed."""
    drawn: tuple[int, ...] = ()
    while count > len(state.decks[deck]):
        drawn += state.decks[deck]
        count -= len(state.decks[deck])
        state.decks[deck] = ()
        if not state.discards[deck]:
            return drawn
        reshuffle(state, deck)
    cards = state.decks[deck]
    state.decks[deck] = cards[count:]
    return drawn + cards[:count]


def reshuffle(state: VaultState, deck: int) -> None:
    """The discard pile becomes the deck."""
    names, card_of = state.parts.card_names, state.parts.card_of
    pile = [names[number] for number in state.discards[deck]]
    order = state._draw_order(DECK_CHANCE[deck], pile)
    state.decks[deck] = tuple([card_of[name].number for name in order])
    state.discards[deck] = ()


class Pay(Task):
    """Cards of one kind that are still to be paid from the hand."""

    __slots__ = ("count", "deck", "seat")
    do = "pay"

    def __init__(self, seat: int, deck: int, count: int) -> None:
        self.seat = seat
        self.deck = deck
        self.count = count

    def advance(self, state: VaultState) -> Decision | None:
        """The decision which card to pay next; cards alike are listed once."""
        names = state.parts.card_names
        cards = dict.fromkeys(state.hands[self.deck][self.seat])
        return Decision(self.seat, "pay_card", tuple([PAY_CARD[names[number]] for number in cards]))

    def answer(self, state: VaultState, action: Action) -> None:
        """Discard the card from the hand; the entry stays while more are to be paid."""
        number = state.parts.card_of[action.arg].number
        lose_card(state, self.seat, number)
        discard(state, self.seat, number)
        if self.count > 1:
            state.todo[-1] = Pay(self.seat, self.deck, self.count - 1)
        else:
            state.todo.pop()


class Draw(Task):
    """One batch of cards to be drawn; `extra` more are drawn and as many thrown away again."""

    __slots__ = ("count", "deck", "drawn", "extra", "seat", "step")
    do = "draw"

    def __init__(
        self,
        seat: int,
        deck: int,
        count: int,
        extra: int = 0,
        drawn: tuple[int, ...] = (),
        step: str = "offer",
    ) -> None:
        self.seat = seat
        self.deck = deck
        self.count = count
        self.extra = extra
        self.drawn = drawn
        self.step = step

    def advance(self, state: VaultState) -> Decision | None:
        """On the drawer's own turn, extra cards are offered; then the cards come."""
        if self.step == "discard":
            names = state.parts.card_names
            cards = sorted(set(self.drawn))
            return Decision(self.seat, "discard_drawn", tuple([DISCARD[names[card]] for card in cards]))
        if state.turn == self.seat:
            cards_in_hand = state.held[self.seat] & state.parts.with_effect["extra_draw"]
            return Decision(self.seat, "extra_draw", (PASS, *state.parts.plays(cards_in_hand)))
        self._draw(state)
        return None

    def answer(self, state: VaultState, action: Action) -> None:
        """Take an extra draw or leave it; later, throw away a card too many."""
        if self.step == "discard":
            number = state.parts.card_of[action.arg].number
            place = self.drawn.index(number)
            discard(state, self.seat, number)
            self._keep(state, self.drawn[:place] + self.drawn[place + 1 :])
        elif action is PASS:
            self._draw(state)
        else:
            card = state.parts.card_of[action.arg]
            use_card(state, self.seat, card)
            state.todo[-1] = Draw(self.seat, self.deck, self.count, self.extra + card.count)

    def _draw(self, state: VaultState) -> None:
        if state._events is not None:
            state.tell("draw", seat=self.seat, deck=DECKS[self.deck], count=self.count + self.extra)
        drawn = draw_cards(state, self.deck, self.count + self.extra)
        if state._events is not None:
            cards = [state.parts.card_names[number] for number in drawn]
            state.tell("drawn_cards", seat=self.seat, cards=cards, seats=[self.seat])
        self._keep(state, drawn)

    def _keep(self, state: VaultState, drawn: tuple[int, ...]) -> None:
        """The cards drawn go to the hand, unless there are too many yet."""
        if len(drawn) > self.count:
            state.todo[-1] = Draw(self.seat, self.deck, self.count, self.extra, drawn, "discard")
            return
        for number in drawn:
            give_card(state, self.seat, number)
        state.todo.pop()
