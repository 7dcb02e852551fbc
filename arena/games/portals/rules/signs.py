"""The module Secret Signs: keeping, matching and missing them (section 5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.portals.components import Components
from arena.games.portals.tables.actions import KEEP_SIGNS

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

SIGNS_DEALT, SOLO_SIGNS = 3, 5
MATCHED, MISSED = 4, 2
"""Points gained and lost for a sign."""


def keep_decision(state: PortalsState) -> Decision:
    """One, two or all of the signs dealt."""
    seat = state.turn
    return Decision(seat, "keep_signs", keeps_of(state.signs[seat]))


def keeps_of(dealt: tuple[int, ...]) -> tuple[Action, ...]:
    """The choices that three signs give; an action's `arg` is what is kept."""
    a, b, c = dealt
    kept = ((a,), (b,), (c,), (a, b), (a, c), (b, c), (a, b, c))
    return tuple(map(KEEP_SIGNS.__getitem__, kept))


def keep_signs(state: PortalsState, action: Action) -> None:
    """The seat keeps the signs named and returns the others."""
    seat = state.turn
    keep(state, seat, action.arg)
    state.step = None
    events = state._events
    if events is not None:
        kept, returned = list(state.signs[seat]), list(state.returned[seat])
        events.append(
            {"type": "keep_signs", "seat": seat, "signs": kept, "returned": returned, "seats": [seat]}
        )
        if seat == state.players - 1:
            events.append({"type": "signs_kept", "counts": [len(signs) for signs in state.signs]})


def keep(state: PortalsState, seat: int, kept: tuple[int, ...]) -> None:
    """Keep these of the signs dealt."""
    state.returned[seat] = tuple([sign for sign in state.signs[seat] if sign not in kept])
    state.signs[seat] = kept


class Check:
    """The boards as they were at a check of signs, for what it told about the signs of others."""

    __slots__ = ("_lying", "_stones")

    def __init__(self, stones: list[int]) -> None:
        self._stones = tuple(stones)
        self._lying: dict[int, frozenset[int]] = {}

    def lying_on(self, board: int, parts: Components) -> frozenset[int]:
        """The signs that lay on a board: a seat that it was available to has none of them left unmatched."""
        lying = self._lying.get(board)
        if lying is None:
            found = [sign.id for sign in parts.signs.values() if sign.lies_on(self._stones, board)]
            lying = self._lying[board] = frozenset(found)
        return lying


def check_signs(state: PortalsState) -> None:
    """Match what lies on the boards, seat by seat from the first on."""
    if not (state.moved and state.options["secret_signs"]):
        return
    state.moved = False
    players = state.players
    for step in range(players):
        seat = (state.first + step) % players
        for id in state.signs[seat]:
            sign = state.parts.signs[id]
            for board in state.near[seat]:
                if sign.lies_on(state.stones, board):
                    _match(state, seat, id)
                    break
    if not state.solo:
        state.checks += (Check(state.stones),)


def _match(state: PortalsState, seat: int, id: int) -> None:
    state.signs[seat] = tuple([sign for sign in state.signs[seat] if sign != id])
    state.matched[seat] += (id,)
    state.vp[seat] += MATCHED
    if state._events is not None:
        state._events.append({"type": "sign_matched", "seat": seat, "sign": id})


def lose_for_unmatched(state: PortalsState) -> None:
    """At the end each seat loses points for its unmatched signs, but has never less than 0."""
    for seat, signs in enumerate(state.signs):
        if not signs:
            continue
        lost = min(MISSED * len(signs), state.vp[seat])
        state.vp[seat] -= lost
        if state._events is not None:
            told = {"type": "signs_missed", "seat": seat, "signs": list(signs), "lost": lost}
            state._events.append(told)
