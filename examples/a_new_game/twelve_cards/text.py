"""The table drawn as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def draw(view: Mapping[str, Any]) -> str:
    """The table, from a view or a whole state."""

    def cards(hand: int | list[int]) -> str:
        return f"{hand} cards" if isinstance(hand, int) else " ".join(map(str, hand)) or "none"

    lines = [f"Deck: {cards(view['deck'])}"]
    for seat, (hand, played) in enumerate(zip(view["hands"], view["played"], strict=True)):
        mark = " (to decide)" if seat == view["turn"] else ""
        lines.append(f"Seat {seat}{mark}: played {cards(played)}; hand: {cards(hand)}")
    return "\n".join(lines)
