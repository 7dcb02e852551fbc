"""Twelve Cards: a small game, an example to copy. RULES.md has the rules for authors of bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from arena.games import ActionForm, Data, Game, Scoring
from arena.games.entries import Entry
from arena.games.options import integer
from twelve_cards import text, view
from twelve_cards.components import CARDS, Components, read_components
from twelve_cards.state import TwelveCardsState, new_state


class TwelveCards(Game[TwelveCardsState, Components]):
    """The game as the arena knows it."""

    id = "twelve-cards"
    title = "Twelve Cards"
    summary = (
        "Each turn plays a card, which scores its number, or once a game has the deck shuffled and draws a"
        " card. When a hand is empty the game is over. Most points win."
    )
    seats = range(2, 4)
    options = (integer("hand", 3, 1, 4, "the cards dealt to each seat"),)
    actions = {"play": ActionForm({"card": int}), "shuffle": ActionForm()}
    hidden_information = True
    scoring = Scoring(0, sum(range(100 - CARDS, 100)), "points")
    endings = {"hand_empty": "A seat has no card left."}
    folder = Path(__file__).parent
    state_type = TwelveCardsState

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """See `Game.longest`: each seat plays its cards, and shuffles once for one more."""
        hand: int = self.check_options(options, players)["hand"]
        return players * (hand + 2)

    def _new(self, players: int, options: Data, parts: Components, rng: Random) -> TwelveCardsState:
        return new_state(players, options, parts, rng)

    def _read_components(self, root: Entry) -> Components:
        return read_components(root)

    def _draw(self, view: Mapping[str, Any], parts: Components, color: bool) -> str:
        return text.draw(view)

    def _new_state(
        self, root: Entry, players: int, options: Data, parts: Components, seed: int
    ) -> TwelveCardsState:
        return TwelveCardsState(players, seed, options, parts=parts)

    def _fill(self, root: Entry, state: TwelveCardsState, seat: int, rng: Random) -> None:
        view.fill(root, state, seat)

    def _complete(self, root: Entry, state: TwelveCardsState, seat: int | None) -> None:
        everywhere = [*state.deck, *[card for cards in (*state.hands, *state.played) for card in cards]]
        whole = sorted(everywhere) == list(state.parts.numbers)
        root["hands"].require(whole, "with deck and played must have each card once")


GAME = TwelveCards()
