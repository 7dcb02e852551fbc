"""What a seat may know, reading that back, and drawing anew what it can't (rules page section 11)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from arena.games.core import Data, shuffled
from arena.games.entries import Entry
from arena.games.yawning_portal.components import COLORS
from arena.games.yawning_portal.data import read_hand, write_hand

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def decks(state: YawningPortalState, _: int | None) -> Data:
    """How many cards each deck has."""
    return dict(zip(state.tables.deck_names, map(len, state.decks), strict=True))


def hand(state: YawningPortalState, seat: int | None, owner: int) -> Any:
    """The seat's own cards, and how many others have."""
    if owner == seat or state.players == 1:
        return write_hand(state, owner)
    return len(state.hands[owner])


def fill(root: Entry, state: YawningPortalState, seat: int) -> None:
    """Read a view's hands and decks; what it hides is filled with the cards that are left over."""
    read_hand(state, root["players"][seat]["hand"], seat)
    left = _left_over(state)
    root["decks"].has_only(*state.tables.deck_names)
    if state.players == 1:
        _fill_solo_deck(root, state, left)
    else:
        _fill_hands_and_decks(root, state, seat, left)


def _left_over(state: YawningPortalState) -> list[int]:
    """The cards that the view doesn't name, in the order of ids."""
    named = {*state.cards, *state.discard}.union(*state.hands)
    named.update(item.arg for item in state.todo if item.arg_name == "card")
    return [card for card in range(len(state.tables.names)) if card not in named]


def _fill_hands_and_decks(root: Entry, state: YawningPortalState, seat: int, cards: list[int]) -> None:
    color_of = state.tables.color_of
    left = [[card for card in cards if color_of[card] == color] for color in range(len(COLORS))]
    for other, player in enumerate(root["players"].items()):
        if other != seat:
            counts = player["hand_colors"].counts(COLORS)
            player["hand"].exactly(sum(counts))
            for color, count in enumerate(counts):
                player["hand_colors"].require(
                    count <= len(left[color]), f"has too many {COLORS[color]} cards"
                )
                state.hands[other] += tuple(left[color][:count])
                del left[color][:count]
    for color, name in enumerate(COLORS):
        deck, size = root["decks"][name], len(left[color])
        deck.require(deck.integer(0) == size, f"must be {size}, which with all others makes 17")
    state.decks = [tuple(deck) for deck in left]


def _fill_solo_deck(root: Entry, state: YawningPortalState, left: list[int]) -> None:
    deck = root["decks"]["all"]
    deck.require(deck.integer(0) == len(left), f"must be {len(left)}, which with all others makes 68")
    colors = [COLORS[state.tables.color_of[card]] for card in left]
    top = root["deck_top"].one_of(colors or [None])
    if left:
        left.insert(0, left.pop(colors.index(top)))
    state.decks = [tuple(left)]


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
