"""What a seat may know, reading that back, and drawing anew what it can't know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from arena.games import shuffled
from arena.games.entries import Entry

if TYPE_CHECKING:
    from twelve_cards.state import TwelveCardsState


def hands(state: TwelveCardsState, seat: int | None) -> list[Any]:
    """The seat's own cards, and how many others hold."""
    return [cards[:] if owner == seat else len(cards) for owner, cards in enumerate(state.hands)]


def deck(state: TwelveCardsState, _: int | None) -> int:
    """How many cards there are."""
    return len(state.deck)


def fill(root: Entry, state: TwelveCardsState, seat: int) -> None:
    """Put the cards that a view of `seat` doesn't show somewhere: `redraw` comes next."""
    own = root["hands"].items(state.players)[seat]
    state.hands[seat] = own.list_of(lambda card: int(card.one_of(state.parts.numbers)))
    shown = {*state.hands[seat], *[card for cards in state.played for card in cards]}
    hidden = [card for card in state.parts.numbers if card not in shown]
    for owner, entry in enumerate(root["hands"].items()):
        if owner != seat:
            size = entry.integer(0, len(hidden))
            state.hands[owner] = hidden[:size]
            del hidden[:size]
    root["deck"].exactly(len(hidden))
    state.deck = hidden


def redraw(state: TwelveCardsState, seat: int, rng: Random) -> None:
    """Deal the cards anew that `seat` can't see; it depends on what it sees, not on what is there."""
    deal(state, seat, shuffled(sorted(unseen(state, seat)), rng))


def unseen(state: TwelveCardsState, seat: int) -> list[int]:
    """The cards that `seat` can't see."""
    others = [card for owner, cards in enumerate(state.hands) if owner != seat for card in cards]
    return state.deck + others


def deal(state: TwelveCardsState, seat: int, cards: list[int]) -> None:
    """Give these cards to all but `seat`, as many as they had, and the rest to the deck."""
    for owner, held in enumerate(state.hands):
        if owner != seat:
            state.hands[owner] = sorted(cards[: len(held)])
            del cards[: len(held)]
    state.deck = cards
