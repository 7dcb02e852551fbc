"""The state: its fields, and the set-up."""

from __future__ import annotations

from random import Random
from typing import Annotated

from arena.games import Data, State, shuffled
from arena.games.core import copied, each_seat, given, nested, shared, slots
from arena.games.core.forms import FLAG, SEAT, Form, checked, list_of, seat_list
from arena.games.entries import Entry
from twelve_cards import rules, view
from twelve_cards.components import Components


def _rising(_: object, entry: Entry, cards: list[int]) -> None:
    entry.require(cards == sorted(cards), "must be rising")


CARD = Form(lambda _, card: card, lambda state, entry: entry.one_of(state.parts.numbers), "{0}")
CARDS = list_of(CARD)
HANDS = seat_list(checked(CARDS, _rising))


class TwelveCardsState(State):
    """A game of Twelve Cards in progress."""

    head = ("game", "players", "options", "components")

    parts: Annotated[Components, given()]
    hands: Annotated[list[list[int]], nested(each_seat(list), data=HANDS, shown=view.hands)]
    deck: Annotated[list[int], copied(lambda _: [], data=CARDS, shown=view.deck)]
    """The next card first."""
    played: Annotated[list[list[int]], nested(each_seat(list), data=seat_list(CARDS))]
    may_shuffle: Annotated[list[bool], copied(each_seat(True), data=seat_list(FLAG))]
    turn: Annotated[int, shared(0, data=SEAT)]
    __slots__ = slots(__annotations__)

    _decide = rules.decide
    _play = rules.play
    _why_not = rules.why_not
    scores = rules.scores
    ranks = rules.ranks
    _redraw = view.redraw

    def _written_components(self) -> Data | None:
        return None if self.parts is self.game.components() else self.parts.contents()


def new_state(players: int, options: Data, parts: Components, rng: Random) -> TwelveCardsState:
    """Shuffled cards: so many for each seat, the rest is the deck."""
    state = TwelveCardsState(players, rng.getrandbits(64), options, parts=parts)
    cards = shuffled(parts.numbers, rng)
    size = options["hand"]
    state.hands = [sorted(cards[size * seat : size * (seat + 1)]) for seat in range(players)]
    state.deck = cards[size * players :]
    return state
