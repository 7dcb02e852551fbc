"""What a seat may know, and drawing anew what it can't (rules page section 11)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Data, shuffled
from arena.games.portals import plain
from arena.games.portals.signs import keep, keeps_of

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

FAIR_TRIES = 20
"""How many deals of signs are drawn to have all possible ones equally likely, before any one will do."""


def view(state: PortalsState, seat: int | None) -> Data:
    """What `seat` may know; None: an onlooker."""
    shown = plain.open_part(state)
    orange, red, purple = map(len, state.decks)
    shown["decks"] = {"orange": orange, "red": red, "purple": purple}
    shown["sign_deck"] = len(state.sign_deck)
    open_to_all = state.solo or state.phase == "over"
    for owner, player in enumerate(shown["players"]):
        signs, returned = state.signs[owner], state.returned[owner]
        if owner == seat or open_to_all:
            player["signs"] = list(signs)
            player["returned"] = list(returned)
        elif state.phase == "signs":  # who has kept how many is told when all have chosen
            player["signs"] = len(signs) + len(returned)
            player["returned"] = 0
        else:
            player["signs"] = len(signs)
            player["returned"] = len(returned)
    return shown


def redraw(state: PortalsState, seat: int, rng: Random) -> None:
    """Draw anew, in place, what `seat` can't know: the order of the decks, the signs of others."""
    state.decks = [tuple(shuffled(sorted(deck), rng)) for deck in state.decks]
    if not state.options["secret_signs"]:
        return
    if state.solo or state.phase == "over":
        state.sign_deck = tuple(shuffled(sorted(state.sign_deck), rng))
    elif state.phase == "signs":
        _redraw_dealt(state, seat, rng)
    else:
        _redraw_kept(state, seat, rng)


def _redraw_dealt(state: PortalsState, seat: int, rng: Random) -> None:
    """While signs are chosen: those dealt to others, and what the seats that have chosen keep of them."""
    others = [other for other in range(state.players) if other != seat]
    unseen = shuffled(_unseen(state, others), rng)
    for other in others:
        dealt = len(state.signs[other]) + len(state.returned[other])
        state.signs[other], state.returned[other] = tuple(sorted(unseen[:dealt])), ()
        del unseen[:dealt]
        if other < state.active:
            keep(state, other, rng.choice(keeps_of(state.signs[other])).arg)
    state.sign_deck = tuple(unseen)


def _redraw_kept(state: PortalsState, seat: int, rng: Random) -> None:
    """Later: the unmatched signs of others lay on none of their boards at any check so far."""
    others = [other for other in range(state.players) if other != seat]
    unseen = _unseen(state, others)
    ruled_out = [
        {sign for check in state.checks for board in near for sign in check.lying_on(board, state.parts)}
        for near in state.near
    ]
    for _ in range(FAIR_TRIES):
        order = shuffled(unseen, rng)
        hands = {other: [order.pop() for _ in state.signs[other]] for other in others}
        if all(ruled_out[other].isdisjoint(hand) for other, hand in hands.items()):
            break
    else:
        order = shuffled(unseen, rng)
        for other in sorted(others, key=lambda other: -len(ruled_out[other])):
            order.sort(key=ruled_out[other].__contains__)
            hands[other] = [order.pop(0) for _ in state.signs[other]]
        order = shuffled(sorted(order), rng)
    for other in others:
        state.signs[other] = tuple(sorted(hands[other]))
        state.returned[other] = tuple(sorted([order.pop() for _ in state.returned[other]]))
    state.sign_deck = tuple(order)


def _unseen(state: PortalsState, others: list[int]) -> list[int]:
    """The signs that a seat can't see, rising."""
    unseen = list(state.sign_deck)
    for other in others:
        unseen += state.signs[other] + state.returned[other]
    return sorted(unseen)
