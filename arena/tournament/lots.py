"""Lots: who comes first where nothing else tells two bots apart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.match.spec import derived, second_secret

SECRET, OPEN = "secret", "open"
"""Lots that follow from the event's second secret, and those of events that began before there were such:
they follow from the names alone, and any bot's author can work out what they will be."""


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of one event, the same whenever they are drawn again.

    They are secret where the event's seed is given, so that no bot can be called by a name that wins them.
    """

    seed: int | None = field(default=None, repr=False)

    def order(self, bots: Iterable[str], game: str, round: int | None = None) -> list[str]:
        """The bots in an order drawn by lot, at a game and, where each has its own, in a round."""
        if self.seed is not None:
            secret = second_secret(self.seed)
            return sorted(bots, key=lambda bot: derived(secret, "lot", game, round, bot))
        lot = game if round is None else (game, round)
        return sorted(bots, key=lambda bot: hashlib.sha256(f"{lot}\0{bot}".encode()).digest())
