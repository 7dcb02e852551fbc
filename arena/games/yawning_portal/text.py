"""The table drawn as text, from a view or a whole state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.yawning_portal.components import Components


def draw(view: Mapping[str, Any], parts: Components, *, color: bool) -> str:
    """Draw."""
    return ""
