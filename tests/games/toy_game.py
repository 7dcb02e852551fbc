"""A sound little game with hidden hands and a shuffle, from which the conformance tests make broken games.

Twelve cards. Each seat holds three. A seat plays one a turn and scores its number, or, once a game, has the
deck shuffled and draws the next card. The game ends when a seat has no card left.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Self

from arena.games import Action, ActionForm, Data, Decision, Game, Scoring, State, rank
from arena.games.core import ComponentSource
from arena.games.entries import Entry
from arena.games.errors import BadState

CARDS = range(1, 13)
PLAY = {card: Action("play", card, card=card) for card in CARDS}
SHUFFLE = Action("shuffle")


class ToyState(State):
    """The sound state; a broken one overrides a method."""

    def __init__(self, players: int, chance_seed: int) -> None:
        super().__init__(players, chance_seed)
        self.hands: list[list[int]] = []
        self.deck: list[int] = []
        self.played: list[list[int]] = [[] for _ in range(players)]
        self.may_shuffle = [True] * players
        self.turn = 0

    def _decide(self) -> Decision | None:
        if not all(self.hands):
            return None
        plays = [PLAY[card] for card in self.hands[self.turn]]
        shuffle = [SHUFFLE] if self.may_shuffle[self.turn] and self.deck else []
        return Decision(self.turn, "play", (*plays, *shuffle))

    def _play(self, action: Action) -> Decision | None:
        seat = self.turn
        self._tell({"type": action.type, "seat": seat, **({"card": action.arg} if action.arg else {})})
        if action is SHUFFLE:
            self.may_shuffle[seat] = False
            self.deck = self._draw_order("shuffle", self.deck)
            card = self.deck.pop(0)
            self.hands[seat] = sorted([*self.hands[seat], card])
            self._tell(self._drawn(seat, card))
        else:
            self.hands[seat].remove(action.arg)
            self.played[seat].append(action.arg)
        self.turn = (seat + 1) % self.players
        return self._decide()

    def _tell(self, event: Data) -> None:
        if self._events is not None:
            self._events.append(event)

    def _drawn(self, seat: int, card: int) -> Data:
        return {"type": "draw", "seat": seat, "card": card, "seats": [seat]}

    def _why_not(self, data: Data) -> str | None:
        return "you hold no such card" if data["type"] == "play" else "you have shuffled already"

    def scores(self) -> list[int]:
        return [sum(cards) for cards in self.played]

    def ranks(self) -> list[int]:
        return rank(self.scores())

    def _view(self, seat: int | None) -> Data:
        hands = [hand[:] if owner == seat else len(hand) for owner, hand in enumerate(self.hands)]
        return {**self.to_data(), "hands": hands, "deck": len(self.deck)}

    def clone(self) -> Self:
        copy = type(self)(self.players, 0)
        self._copy_core_to(copy)
        copy.hands = [hand[:] for hand in self.hands]
        copy.deck = self.deck[:]
        copy.played = [cards[:] for cards in self.played]
        copy.may_shuffle = self.may_shuffle[:]
        copy.turn = self.turn
        return copy

    def _redraw(self, seat: int, rng: Random) -> None:
        hidden = sorted(self.deck + [c for o, hand in enumerate(self.hands) if o != seat for c in hand])
        rng.shuffle(hidden)
        self.fill(seat, hidden)

    def fill(self, seat: int, hidden: list[int]) -> None:
        for owner, hand in enumerate(self.hands):
            if owner != seat:
                self.hands[owner] = sorted(hidden.pop() for _ in hand)
        self.deck = hidden

    def to_data(self) -> Data:
        return {
            "game": "toy",
            "players": self.players,
            "hands": [hand[:] for hand in self.hands],
            "deck": self.deck[:],
            "played": [cards[:] for cards in self.played],
            "may_shuffle": self.may_shuffle[:],
            "turn": self.turn,
        }


class Toy(Game[ToyState, None]):
    """The toy game, with a state class of one's choice."""

    id = "toy"
    title = "Toy"
    summary = "Play cards."
    seats = range(2, 4)
    options = ()
    actions = {"play": ActionForm({"card": int}), "shuffle": ActionForm()}
    hidden_information = True
    scoring = Scoring(0, sum(CARDS), "points")
    endings = {"hand_empty": "A seat has no card left."}
    folder = Path(__file__).parent

    def __init__(self, state_type: type[ToyState] = ToyState) -> None:
        self.make_state = state_type
        self.state_type = state_type  # type: ignore[misc]  # each toy has its own
        super().__init__()

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        return 5 * players

    def components(self, source: ComponentSource = None) -> None:
        """There are none."""

    def _read_components(self, root: Entry) -> None:
        """There are none."""

    def _from_data(self, root: Entry, components: ComponentSource, seed: int) -> ToyState:
        data = root.as_map()
        state = self.make_state(data["players"], seed)
        state.hands = [list(hand) for hand in data["hands"]]
        state.deck = list(data["deck"])
        state.played = [list(cards) for cards in data["played"]]
        state.may_shuffle = list(data["may_shuffle"])
        state.turn = data["turn"]
        return state

    def _from_view(self, root: Entry, seat: int, rng: Random, components: ComponentSource) -> ToyState:
        view = root.as_map()
        if seat >= view["players"]:
            root["players"].refuse(f"has no seat {seat}")
        known = {*view["hands"][seat], *(card for cards in view["played"] for card in cards)}
        hidden = [card for card in CARDS if card not in known]
        hands = [hand if owner == seat else [0] * hand for owner, hand in enumerate(view["hands"])]
        state = self._from_data(Entry({**view, "hands": hands, "deck": []}, BadState), components, 0)
        state.fill(seat, hidden)
        return state

    def draw(
        self, view: Mapping[str, Any], components: ComponentSource = None, *, color: bool = False
    ) -> str:
        return str(view)

    def _new(self, players: int, options: Data, parts: None, rng: Random) -> ToyState:
        state = self.make_state(players, rng.getrandbits(64))
        cards = rng.sample(CARDS, len(CARDS))
        state.hands = [sorted(cards[3 * seat : 3 * seat + 3]) for seat in range(players)]
        state.deck = cards[3 * players :]
        return state
