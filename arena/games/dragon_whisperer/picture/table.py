"""What lies on the table: a view, and what follows from it by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.core import rank
from arena.games.dragon_whisperer.components import RAGE, Components
from arena.games.dragon_whisperer.picture.look import looks_of
from arena.games.svg import Page, cleaned

View = Mapping[str, Any]


class Table:
    """A view of `seat` (None: nobody's), with what its panels ask of it."""

    def __init__(self, view: View, parts: Components, seat: int | None, page: Page) -> None:
        self.view = view
        self.seat = seat
        self.page = page
        self.pen = page.pen
        self.seats = range(view["players"])
        self.colors: list[str] = view["colors"]
        self.looks = looks_of(parts.colors, tuple(self.colors))
        self.trick = Trick(view)
        self.over = view["phase"] == "over"
        self._regions = dict(zip(parts.colors, parts.regions, strict=True))
        hand = None if seat is None else view["hands"][seat]
        self.hand: list[str] | None = hand if isinstance(hand, list) else None
        """The hand of `seat`, if the view shows it."""

    def region(self, color: str) -> str:
        """The region's name; its color where the name isn't known."""
        return cleaned(self._regions.get(color, color))

    def values(self, seat: int, color: str) -> list[str]:
        """The Quests of a color that a seat has taken; `?` for a secret one."""
        return [
            "?" if quest["value"] is None else str(quest["value"])
            for quest in self.view["quests"][seat]
            if quest["color"] == color
        ]

    def unseen(self, color: str) -> list[int]:
        """The color's Quests that are below the top or in the box; none where that can't be told."""
        taken = [
            quest["value"] for owned in self.view["quests"] for quest in owned if quest["color"] == color
        ]
        if None in taken:
            return []
        left = list(self.view["quest_values"][color])
        top = self.view["regions"][color]["top"]
        for value in [*taken, *([top] if top else [])]:
            left.remove(value)
        return left

    def bonus(self, seat: int) -> int:
        """What the seat's Treasures are worth (section 7)."""
        treasures = self.view["treasures"]
        most = treasures[seat] == max(treasures) and treasures.count(treasures[seat]) == 1
        return 5 if most else 0

    def points(self, seat: int) -> tuple[int, bool]:
        """The seat's score as far as it is known, and whether that is all."""
        values = [quest["value"] for quest in self.view["quests"][seat]]
        known = sum([value for value in values if value is not None])
        return known + self.view["monsters"][seat] + self.bonus(seat), None not in values

    def score(self, seat: int) -> str:
        """The seat's score, with a question mark where it has secret Quests."""
        points, all_known = self.points(seat)
        return str(points) if all_known else f"{points}+?"

    @property
    def ranks(self) -> list[int]:
        """Each seat's rank; right at the end, when nothing is secret."""
        return rank([(self.points(seat)[0], len(self.view["quests"][seat])) for seat in self.seats])


class Trick:
    """The trick on the table; before it has begun, the one before, as far as the view tells it.

    The last trick's cards are the newest discards. Whose they were follows from who leads now: the player of
    the trick's last Dragon Rage, else of its first 1, else its winner.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        size = view["players"]
        cards = [play["card"] for play in view["trick"]]
        seats = [play["seat"] for play in view["trick"]]
        newest = view["discard"][-size:]
        self.past = not cards and len(newest) == size and (view["trick_no"] > 1 or view["phase"] == "over")
        """Whether it is the trick before."""
        if self.past:
            cards = newest
        self.cards: list[str] = cards
        self.rage = len(cards) - 1 - cards[::-1].index(RAGE) if RAGE in cards else None
        """The place of the last Dragon Rage."""
        self.best = best_card(cards, view["trump"]) if cards and self.rage is None else None
        """The place of the card that wins, as things stand."""
        if self.past:
            leads_next = self._first_one() if self.rage is None else self.rage
            first = view["first_player"] - (self.best or 0 if leads_next is None else leads_next)
            seats = [(first + place) % size for place in range(size)]
        self.seats: list[int] = seats
        self.winner = None if self.best is None else seats[self.best]

    @property
    def quest(self) -> Mapping[str, Any] | None:
        """The Quest that the winner of a past trick has taken."""
        if not self.past or self.winner is None:
            return None
        quests: list[Mapping[str, Any]] = self.view["quests"][self.winner]
        return quests[-1] if quests and quests[-1]["color"] == self.view["dragon"] else None

    def seat(self, place: int) -> int | None:
        """Whose place it is, counted from the leader; None at the end of the game."""
        if place < len(self.seats):
            return self.seats[place]
        return (
            None
            if self.view["phase"] == "over"
            else int((self.view["leader"] + place) % self.view["players"])
        )

    def effect(self, place: int) -> int | None:
        """The number of the card in a place, if it is a 1, 2 or 4 that had its effect (section 6)."""
        card = self.cards[place]
        before = self.cards[:place]
        number = card[-1]
        if number not in ("1", "2", "4") or any(other[-1] == number for other in before):
            return None
        return None if number == "1" and RAGE in before else int(number)

    def _first_one(self) -> int | None:
        return next((place for place, card in enumerate(self.cards) if card[-1] == "1"), None)


def best_card(cards: Sequence[str], trump: str | None) -> int:
    """The place of the card that wins, in a trick without a Dragon Rage (section 4)."""
    led = suit_of(cards[0])

    def worth(place: int) -> tuple[bool, bool, str]:
        suit, _, number = cards[place].partition("-")
        return suit == trump, suit == led, number

    return max(range(len(cards)), key=worth)


def playable_cards(view: View, hand: Sequence[str]) -> list[str]:
    """The cards of a hand that may be played now (section 5.1)."""
    trick = [play["card"] for play in view["trick"]]
    if trick and RAGE not in trick:
        for suit in (suit_of(trick[0]), view["trump"]):
            if any(suit_of(card) == suit for card in hand):
                return [card for card in hand if card == RAGE or suit_of(card) == suit]
    return list(hand)


def suit_of(card: str) -> str:
    """A card's color; of a Dragon Rage something that is none."""
    return card.partition("-")[0]


def count(pile: int | Sequence[Any]) -> int:
    """How many things are there, told or shown."""
    return pile if isinstance(pile, int) else len(pile)
