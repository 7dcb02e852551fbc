"""What follows from the colors in play: made once, shared by all states that have the same ones."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, product
from typing import NamedTuple, TypeVar

from arena.games.core import Action, Decision, Event
from arena.games.dragon_whisperer.components import MOST_SEATS, NUMBERS, RAGE
from arena.games.dragon_whisperer.events import by_seat

T = TypeVar("T")


class Card(NamedTuple):
    """A card as the `arg` of the action that plays it; the Dragon Rage has color -1 and number 0."""

    id: int
    color: int
    number: int
    bit: int
    name: str
    told: tuple[Event, ...]
    """By seat: the event that it is played."""


class Tables:
    """Names, actions and decisions by the ints that the rules work with.

    A color is its index; a card is color * 7 + number - 1, and `rage` is the number after the last
    suit card, for all Dragon Rages alike. Sets of cards or colors are bit masks.
    """

    def __init__(self, colors: tuple[str, ...], rages: int) -> None:
        self.colors = colors
        self.rage = len(colors) * 7
        self.cards = [*range(self.rage), *[self.rage] * rages]
        """All cards in play, in standard order."""
        self.names = [f"{color}-{number}" for color in colors for number in NUMBERS] + [RAGE]
        self.names_in_play = [self.names[card] for card in self.cards]
        self.card_of = {name: card for card, name in enumerate(self.names)}
        self.color_of = {color: index for index, color in enumerate(colors)}
        self.colors_in = _subsets(colors)
        """By mask of colors."""
        self.suit_bits = [1 << card for card in range(self.rage)] + [0]
        self.place = tuple(Action("place_dragon", index, region=color) for index, color in enumerate(colors))
        suit_cards = [
            Card(card, card // 7, card % 7 + 1, 1 << card, name, by_seat("play_card", card=name))
            for card, name in enumerate(self.names[:-1])
        ]
        rage = Card(self.rage, -1, 0, 1 << self.rage, RAGE, by_seat("play_card", card=RAGE))
        all_cards = [*suit_cards, rage]
        self.play = tuple([Action("play_card", card, card=card.name) for card in all_cards])
        self.play_rage = self.play[-1]
        draw, keep = Action("draw_trump"), Action("keep_trump")
        # Decisions are made once: by mask of what is legal, then by seat.
        self.place_decisions = [_decisions("place_dragon", legal) for legal in _subsets(self.place)]
        self.follow_decisions = [
            [
                _decisions("play_card", legal)
                for legal in _subsets((*self.play[c * 7 : c * 7 + 7], self.play[-1]))
            ]
            for c in range(len(colors))
        ]
        """By color first; the mask is of the hand's seven numbers, with 128 for a Rage."""
        self.draw_decisions = [_decisions("draw_trump", (keep,)), _decisions("draw_trump", (draw, keep))]
        """By whether the deck has a card."""
        self.cards_of = [
            sum(127 << 7 * c for c in range(len(colors)) if colors_mask >> c & 1)
            for colors_mask in range(1 << len(colors))
        ]
        """By mask of colors: the mask of their suit cards."""
        self.card_sets = [
            frozenset(card for card in range(self.rage) if mask >> card & 1) for mask in self.cards_of
        ]
        """By mask of colors: the set of their suit cards."""
        self.told_place = [by_seat("place_dragon", region=color) for color in colors]
        """By color, then by seat: the event that the Dragon is placed there."""


def _subsets(things: tuple[T, ...]) -> list[tuple[T, ...]]:
    """All subsets of some things, indexed by bit mask."""
    masks = product((0, 1), repeat=len(things))
    return [tuple(compress(things, reversed(mask))) for mask in masks]


def _decisions(kind: str, legal: tuple[Action, ...]) -> list[Decision]:
    """The decision between these actions, for each seat that could have it."""
    return [Decision(seat, kind, legal) for seat in range(MOST_SEATS)]


@lru_cache(maxsize=64)
def tables_for(colors: tuple[str, ...], short_deck: bool) -> Tables:
    """The tables for these colors in play; made once."""
    return Tables(colors, rages=3 if short_deck else 4)
