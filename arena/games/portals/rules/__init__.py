"""Which decision is pending, and what an action does: a module a concern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.portals.rules import activation, collect, signs, spells
from arena.games.portals.rules.rounds import GO_ON

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

DECIDE = {
    "keep_signs": signs.keep_decision,
    "take_card": collect.card_decision,
    "take_stone": collect.stone_decision,
    "place_stone": collect.place_decision,
    "activate": activation.placement_decision,
    "shift_from": spells.shift_from_decision,
    "shift_to": spells.shift_to_decision,
    "unlock": spells.unlock_decision,
    "banish": spells.banish_decision,
    "recall": spells.recall_decision,
}
"""By step: the decision with its legal list."""

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
    return None if state.step is None else DECIDE[state.step](state)


def play(state: PortalsState, action: Action) -> Decision | None:
    """Carry out a legal action, and whatever follows up to the next decision, which it returns."""
    PLAY[action.type](state, action)
    if state.step is None:
        GO_ON[state.phase](state)
    step = state.step
    return None if step is None else DECIDE[step](state)
