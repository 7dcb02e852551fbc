"""Which rule an action breaks, in words for a bot's author."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.games.core import Action, Data

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState


def why_not(state: DragonWhispererState, data: Data) -> str | None:
    """The rule that a well-formed but illegal action breaks."""
    tables = state.tables
    decision = state.decision
    if decision is None:
        return None
    if data["type"] == "place_dragon" == state.phase:
        region = data["region"]
        return (
            f"{region} has no Quest left"
            if region in tables.color_of
            else f"no region in play is {region!r:.40}"
        )
    if data["type"] == "play_card" == state.phase:
        return _why_not_card(state, data["card"], decision.legal)
    if data["type"] == "draw_trump" == state.phase:
        return "the deck is empty"
    return None


def _why_not_card(state: DragonWhispererState, name: str, legal: Sequence[Action]) -> str:
    tables = state.tables
    if name not in tables.card_of:
        return f"no card in play is {name!r:.40}"
    held = [action.arg.name for action in state.hands[state.turn]]
    if name not in held:
        return f"you don't hold {name}: your hand is {', '.join(held)}"
    # A card that is held but not playable breaks a duty, and the legal cards say which.
    owed = [action.arg.name for action in legal if action.arg.number]
    led = state.trick[0] // 7
    color = tables.colors[legal[0].arg.color]
    cards = ", ".join(owed)
    if legal[0].arg.color == led:
        return f"you must follow {color}: you hold {cards}"
    return f"you hold no {tables.colors[led]}, so you must play the trump color {color}: you hold {cards}"
