"""What a seat may know, and drawing anew what it can't (rules page section 11)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Data, shuffled
from arena.games.yawning_portal import plain

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def view(state: YawningPortalState, seat: int | None) -> Data:
    """What `seat` may know; None: an onlooker."""
    shown = plain.open_part(state)
    shown["decks"] = dict(zip(state.tables.deck_names, map(len, state.decks), strict=True))
    if state.players > 1:
        names = state.tables.names
        for other, (player, hand) in enumerate(zip(shown["players"], state.hands, strict=True)):
            player["hand"] = [names[card] for card in hand] if other == seat else len(hand)
    return shown


def redraw(state: YawningPortalState, seat: int, rng: Random) -> None:
    """Draw anew, in place, what `seat` can't know: which cards of a color others hold, and the decks."""
    if state.players == 1:
        _redraw_solo_deck(state, rng)
        return
    color_of = state.tables.color_of
    unseen: list[list[int]] = [list(deck) for deck in state.decks]
    for other, hand in enumerate(state.hands):
        if other != seat:
            for card in hand:
                unseen[color_of[card]].append(card)
    left = [shuffled(sorted(cards), rng) for cards in unseen]
    for other, hand in enumerate(state.hands):
        if other != seat:
            state.hands[other] = tuple([left[color_of[card]].pop() for card in hand])
    state.decks = [tuple(cards) for cards in left]


def _redraw_solo_deck(state: YawningPortalState, rng: Random) -> None:
    """The back of the top card is known, and nothing else of the deck."""
    [deck] = state.decks
    if deck:
        color_of = state.tables.color_of
        cards = sorted(deck)
        top = rng.choice([card for card in cards if color_of[card] == color_of[deck[0]]])
        cards.remove(top)
        state.decks = [(top, *shuffled(cards, rng))]
