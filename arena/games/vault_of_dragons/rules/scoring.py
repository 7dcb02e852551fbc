"""Scores and ranks (rules page, section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import rank
from arena.games.vault_of_dragons.tables.goods import ITEMS

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

CLAIM = 100
"""Points for having claimed the Vault."""
SECRETS = 21
"""All that there are."""


def scores(state: VaultState) -> list[int]:
    """Secrets, and the claim of the Vault."""
    return [len(secrets) + CLAIM * (seat == state.winner) for seat, secrets in enumerate(state.secrets)]


def ending(state: VaultState) -> str:
    """How a game that is over came to its end."""
    return "vault_claimed" if state.winner >= 0 else "last_round"


def ranks(state: VaultState) -> list[int]:
    """The winner, then all others alike; without a winner by Secrets, Magic Items, gold."""
    if state.winner >= 0:
        return rank([seat == state.winner for seat in range(state.players)])
    items = state.hands[ITEMS]
    return rank(
        [
            (len(state.secrets[seat]), len(items[seat]) + len(state.played[seat]), state.gold[seat])
            for seat in range(state.players)
        ]
    )
