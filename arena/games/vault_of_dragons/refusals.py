"""Why an action is not legal, in words for a bot's author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Data

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState


def why_not(state: VaultState, data: Data) -> str | None:
    """The rule that a well-formed but illegal action breaks."""
    return None
