"""What a seat may know, reading that back, and drawing anew what it can't (rules page section 11)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from arena.games.core import Data, shuffled
from arena.games.entries import Entry
from arena.games.portals.checks import unplaced_cards, unplaced_signs
from arena.games.portals.data import RISING_SIGNS
from arena.games.portals.rules.signs import keep, keeps_of
from arena.games.portals.tables.cards import KEY_COLORS

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

FAIR_TRIES = 20
"""How many deals of signs are drawn to have all possible ones equally likely, before any one will do."""


def decks(state: PortalsState, _: int | None) -> Data:
    """How many cards each deck has."""
    orange, red, purple = map(len, state.decks)
    return {"orange": orange, "red": red, "purple": purple}


def sign_deck(state: PortalsState, _: int | None) -> int:
    """How many signs were not dealt."""
    return len(state.sign_deck)


def signs(state: PortalsState, seat: int | None, owner: int) -> Any:
    """An owner's unmatched signs, for itself and for all when the game is over; else how many."""
    if owner == seat or _open_to_all(state):
        return [*state.signs[owner]]
    if state.phase == "signs":  # who has kept how many is told when all have chosen
        return len(state.signs[owner]) + len(state.returned[owner])
    return len(state.signs[owner])


def returned(state: PortalsState, seat: int | None, owner: int) -> Any:
    """The signs that an owner gave back, likewise."""
    if owner == seat or _open_to_all(state):
        return [*state.returned[owner]]
    return 0 if state.phase == "signs" else len(state.returned[owner])


def _open_to_all(state: PortalsState) -> bool:
    return state.solo or state.phase == "over"


def fill(root: Entry, state: PortalsState, seat: int) -> None:
    """Read a view's decks and signs; what it hides is filled with what is left over."""
    root["decks"].has_only(*KEY_COLORS)
    unplaced = unplaced_cards(root, state)
    for color, name in enumerate(KEY_COLORS):
        state.decks[color] = tuple([n for n in unplaced if state.parts.keys[n].color == color])
        root["decks"][name].exactly(len(state.decks[color]))
    sizes = []
    for other, player in enumerate(root["players"].items()):
        if other == seat or state.phase == "over":
            state.signs[other] = RISING_SIGNS.read(state, player["signs"])
            state.returned[other] = RISING_SIGNS.read(state, player["returned"])
        else:
            sizes.append((other, player["signs"].integer(0), player["returned"].integer(0)))
    left = unplaced_signs(root, state)
    deck = len(left) - sum(signs + returned for _, signs, returned in sizes)
    root["sign_deck"].require(deck >= 0, "and the players' signs are more than there are")
    root["sign_deck"].exactly(deck)
    for other, signs, returned in sizes:
        state.signs[other] = tuple(left[:signs])
        state.returned[other] = tuple(left[signs : signs + returned])
        del left[: signs + returned]
    state.sign_deck = tuple(left)


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
        if other < state.turn:
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
