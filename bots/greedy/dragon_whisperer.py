"""Greedy Dragon Whisperer: what a card may earn in this trick, in points, against what it is worth in hand.

Each card that the seat can't see is taken to be as likely in any other hand as in the deck.
"""

from __future__ import annotations

import math

from bots.greedy.best import best

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random
    from typing import Any, TypeAlias

    from protocol.bot import Decision

    Card: TypeAlias = tuple[str, int]

# Worths in points, found by playing many games.
LEAD = 0.3  # to lead the next trick
MONSTER = 1.0
TREASURE = 0.8  # a step towards the 5 points of whoever has most
QUEST_LOST = 0.3  # for each point of a Quest that another seat may win
RAGE_KEPT = 1.2
NUMBER_KEPT = 0.1  # for each point of a card's number
TRUMP_KEPT = 0.1  # the same again, for a trump

# How likely a seat that holds such a card plays it now.
PLAYS_HIGHER = 0.7
PLAYS_RAGE = 0.25

RAGE = ("rage", 0)


def choose(decision: Decision, rng: Random) -> int:
    """The index of the action worth most."""
    table = Table(decision.view, decision.seat)
    legal = decision.legal
    if decision.kind == "place_dragon":
        # A region is as good as the best card to lead there.
        return best([max(table.worth(card, a["region"]) for card in table.hand) for a in legal], rng)
    if decision.kind == "play_card":
        dragon = decision.view["dragon"]
        return best([table.worth(read(a["card"]), dragon) for a in legal], rng)
    return best([table.trumps if a["type"] == "keep_trump" else table.usual_trumps for a in legal], rng)


def read(card: str) -> Card:
    """A card's color and number."""
    color, _, number = card.partition("-")
    return color, int(number or 0)


class Table:
    """What one seat sees, counted."""

    def __init__(self, view: Mapping[str, Any], seat: int) -> None:
        self.trump: str | None = view["trump"]
        self.quests: dict[str, int] = {color: region["top"] for color, region in view["regions"].items()}
        self.trick = [read(play["card"]) for play in view["trick"]]
        hand = [read(card) for card in view["hands"][seat]]
        self.hand = set(hand)

        seen = [*hand, *self.trick, *map(read, view["discard"]), read(view["trump_card"])]
        self.rages = (3 if view["options"]["short_deck"] else 4) - seen.count(RAGE)
        self.unseen = {color: {*range(1, 8)} for color in view["colors"]}
        for color, number in seen:
            if number:
                self.unseen[color].discard(number)

        players = view["players"]
        later = [view["hands"][(seat + step) % players] for step in range(1, players - len(self.trick))]
        hidden = view["deck"] + sum(size for other, size in enumerate(view["hands"]) if other != seat)
        self.next_hand = later[0] if later else 0
        self.hidden = max(hidden, 1)
        self.held_later: float = sum(later) / self.hidden
        """The chance that an unseen card is held by a seat that has yet to play in this trick."""

        weights = [(color, number + 2) for color, number in hand if number]
        self.trumps = sum(weight for color, weight in weights if color == self.trump)
        self.usual_trumps = sum(weight for _, weight in weights) / len(self.unseen)

    def worth(self, card: Card, region: str) -> float:
        """What playing a card earns on average with the Dragon at `region`, less what it is worth in hand."""
        color, number = card
        if card == RAGE:
            return LEAD - RAGE_KEPT
        quest = self.quests[region]
        wins = self.chance(card)
        worth = wins * (quest + LEAD + MONSTER * (color == region)) - (1 - wins) * QUEST_LOST * quest
        if number in (1, 2, 4) and all(number != other for _, other in self.trick):
            worth += {1: LEAD * (1 - wins), 2: MONSTER, 4: TREASURE}[number]
        return worth - number * (NUMBER_KEPT + TRUMP_KEPT * (color == self.trump))

    def chance(self, card: Card) -> float:
        """The chance that a card played now wins the trick."""
        if RAGE in self.trick:
            return 0
        color, number = card
        led = self.trick[0][0] if self.trick else color
        strength = self.strength(card, led)
        if not strength or any(self.strength(other, led) > strength for other in self.trick):
            return 0
        rivals = PLAYS_RAGE * self.rages + PLAYS_HIGHER * sum(other > number for other in self.unseen[color])
        if self.trump and color != self.trump:
            void = (1 - len(self.unseen[led]) / self.hidden) ** self.next_hand
            rivals += void * len(self.unseen[self.trump])
        return math.pow(1 - self.held_later, rivals)

    def strength(self, card: Card, led: str) -> int:
        """How high a card ranks in a trick; 0: it can't win."""
        color, number = card
        if color == self.trump:
            return number + 7
        return number if color == led else 0
