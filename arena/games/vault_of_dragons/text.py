"""The table drawn as text, from a view or a whole state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.vault_of_dragons.components import Parts


def draw(view: Mapping[str, Any], parts: Parts, *, color: bool) -> str:
    """The table as a person needs it to choose."""
    return str(view["round"])
