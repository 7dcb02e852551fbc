"""A fast way to play: hire to the Yawning Portal, enter the Dungeon where that pays, then the Vault.

Everything is weighed in gold: what a room holds, a Follower's price, a Secret. It hardly ever brawls.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Action, best
from arena.games.vault_of_dragons.policy.decisions import WORTHS
from arena.games.vault_of_dragons.policy.worth import value

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

__all__ = ["sensible", "value", "worths"]


def sensible(state: VaultState, rng: Random) -> Action:
    """What looks best at first sight."""
    decision = state.decision
    assert decision is not None, "a policy is asked while there is a decision"
    legal = decision.legal
    if len(legal) == 1:
        return legal[0]
    found = WORTHS.get(decision.kind)
    return best(legal, found(state, legal), rng) if found else legal[int(rng.random() * len(legal))]


def worths(state: VaultState) -> list[float]:
    """What each legal action looks worth, in gold; where nothing is known of it, all alike."""
    decision = state.decision
    if decision is None:
        return []
    found = WORTHS.get(decision.kind)
    return found(state, decision.legal) if found else [0.0] * len(decision.legal)
