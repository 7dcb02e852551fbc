"""What is decided next, and carrying it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision
from arena.games.vault_of_dragons.rules import turn
from arena.games.vault_of_dragons.rules.turn import EndAction

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def decide(state: VaultState) -> Decision | None:
    """What a state waits for that was set up, read, or guessed anew.

    A seat asked what it does after its Action is asked in any case: a hand guessed for it may have nothing to
    play.
    """
    if state.todo and isinstance(state.todo[-1], EndAction):
        return turn.decide_after_action(state)
    return go_on(state)


def go_on(state: VaultState) -> Decision | None:
    """The next decision; whatever is to be done before it is done first."""
    while True:
        stack = state.todo
        if stack:
            decision = stack[-1].advance(state)
            if decision is not None:
                return decision
        elif state.phase == "actions":
            return turn.decide(state)
        else:
            return None


def play(state: VaultState, action: Action) -> Decision | None:
    """Carry out a legal action; returns the next decision."""
    if state.todo:
        state.todo[-1].answer(state, action)
    else:
        turn.act(state, action)
    return go_on(state)
