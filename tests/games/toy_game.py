"""The example of a new game, with a state class of one's choice: the conformance tests break it."""

from __future__ import annotations

from random import Random

from twelve_cards import TwelveCards
from twelve_cards.components import Components
from twelve_cards.state import TwelveCardsState

from arena.games import Data
from arena.games.entries import Entry


class ToyState(TwelveCardsState):
    """The sound state; a broken one overrides a method."""


class Toy(TwelveCards):
    """The game, with such a state."""

    id = "toy"

    def __init__(self, state_type: type[ToyState] = ToyState) -> None:
        self.make_state = state_type
        self.state_type = state_type  # type: ignore[misc]  # each toy has its own
        super().__init__()

    def _new(self, players: int, options: Data, parts: Components, rng: Random) -> TwelveCardsState:
        dealt = super()._new(players, options, parts, rng)
        state = self.make_state(players, rng.getrandbits(64), options, parts=parts)
        state.hands, state.deck = dealt.hands, dealt.deck
        return state

    def _new_state(
        self, root: Entry, players: int, options: Data, parts: Components, seed: int
    ) -> TwelveCardsState:
        return self.make_state(players, seed, options, parts=parts)
