"""Why an action is not legal, in words for a bot's author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Data
from arena.games.yawning_portal.rules.todo import Choice

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState


def why_not(state: YawningPortalState, data: Data) -> str | None:
    """Which rule an action breaks, as the pending choice has it; None: it has no such type of action."""
    decision, choice = state.decision, state.todo[-1]
    assert decision is not None and isinstance(choice, Choice), (
        "the core asks only while a decision is pending"
    )
    types = {action.type for action in decision.legal}
    if data["type"] in types or {data["type"], *types} == {"tile", "pass"}:
        return choice.why_not(state, data)
    return None
