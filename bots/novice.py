"""Plays any game as a beginner does: often what looks best at first sight, often anything."""

from __future__ import annotations

from importlib import import_module
from random import Random

from protocol.bot import Bot, Decision, Match

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from typing import Any

    from arena import games

SLIPS = 0.4
"""How often it takes any action."""


class NoviceBot(Bot):
    """Same `bot_seed`, same choices."""

    name = "novice"
    send = ("view",)

    def start(self, match: Match) -> None:
        """Load the game's rules before the clock runs, and begin the match's own stream of random numbers."""
        self.game: games.Game[Any, Any] = import_module("arena.games").get(match.game)
        self.policy = self.game.policy("sensible" if self.game.policies else "random")
        self.rng = Random(match.seed)

    def choose(self, decision: Decision) -> dict[str, Any]:
        """An action by the game's policy, or any."""
        rng = self.rng
        state = self.game.from_view(decision.view, decision.seat, rng, decision.match.components)
        policy = self.game.policy("random") if rng.random() < SLIPS else self.policy
        return policy(state, rng).to_data()


BOT = NoviceBot

if __name__ == "__main__":
    NoviceBot().run()
