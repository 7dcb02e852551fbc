"""What may be done, and what happens then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Action, Data, Decision, rank

if TYPE_CHECKING:
    from twelve_cards.state import TwelveCardsState

SHUFFLE = Action("shuffle")


def decide(state: TwelveCardsState) -> Decision | None:
    """The pending decision; None: the game is over."""
    if not all(state.hands):
        return None
    seat = state.turn
    legal = [state.parts.play[card] for card in state.hands[seat]]
    if state.may_shuffle[seat] and state.deck:
        legal.append(SHUFFLE)
    return Decision(seat, "play", legal)


def play(state: TwelveCardsState, action: Action) -> Decision | None:
    """Carry out a legal action; returns the next decision."""
    seat = state.turn
    if action is SHUFFLE:
        state.tell("shuffle", seat=seat)
        state.may_shuffle[seat] = False
        state.deck = state._draw_order("shuffle", state.deck)
        card = state.deck.pop(0)
        state.hands[seat] = sorted([*state.hands[seat], card])
        state.tell("draw", seat=seat, card=card, seats=[seat])
    else:
        state.tell("play", seat=seat, card=action.arg)
        state.hands[seat].remove(action.arg)
        state.played[seat].append(action.arg)
    state.turn = (seat + 1) % state.players
    return state._decide()


def why_not(state: TwelveCardsState, data: Data) -> str | None:
    """The rule that a well-formed but illegal action breaks."""
    if data["type"] == "play":
        return f"you don't hold {data['card']}: your hand is {', '.join(map(str, state.hands[state.turn]))}"
    return "you have shuffled already, or the deck is empty"


def scores(state: TwelveCardsState) -> list[int]:
    """The sum of the cards played, so far."""
    return [sum(cards) for cards in state.played]


def ranks(state: TwelveCardsState) -> list[int]:
    """By points alone."""
    return rank(scores(state))
