"""Which decision is pending, what an action does, and why another is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.portals import activation, collect, signs, spells
from arena.games.portals.rounds import go_on

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

LEGAL = {
    "keep_signs": signs.legal_keeps,
    "take_card": collect.legal_cards,
    "take_stone": collect.legal_stones,
    "place_stone": collect.legal_places,
    "activate": activation.legal_placements,
    "shift_from": spells.legal_shift_from,
    "shift_to": spells.legal_shift_to,
    "unlock": spells.legal_unlock,
    "banish": spells.legal_banish,
    "recall": spells.legal_recall,
}
"""By step: the legal list."""

PLAY = {
    "keep_signs": signs.keep_signs,
    "take_card": collect.take_card,
    "decline_card": collect.decline_card,
    "take_stone": collect.take_stone,
    "place_stone": collect.place_stone,
    "return_stone": collect.return_stone,
    "cast": spells.cast,
    "activate": activation.activate,
    "shift_from": spells.shift_from,
    "shift_to": spells.shift_to,
    "unlock": spells.unlock,
    "banish": spells.banish,
    "stop": spells.stop,
    "recall": spells.recall,
}
"""By type of action: what it does. It sets the next step, or None when the seat's choices are done."""


def decide(state: PortalsState) -> Decision | None:
    """The pending decision (section 5)."""
    step = state.step
    return None if step is None else Decision(state.active, step, LEGAL[step](state))


def play(state: PortalsState, action: Action) -> None:
    """Carry out a legal action."""
    PLAY[action.type](state, action)
    if state.step is None:
        go_on(state)
