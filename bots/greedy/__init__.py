"""Plays what looks best at once, without search, in the games that it has a policy for; else at random.

A policy is a module beside this one and a line in `_POLICIES`. Its function `choose(decision, rng)` gives
the index of the legal action to take.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from random import Random

from bots.random import at_random
from protocol.bot import Bot, Decision, Match

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Policy: TypeAlias = Callable[[Decision, Random], int]

_POLICIES = {
    "dragon-whisperer": "bots.greedy.dragon_whisperer",
    "portals": "bots.greedy.portals",
    "yawning-portal": "bots.greedy.yawning_portal",
    "vault-of-dragons": "bots.greedy.vault_of_dragons",
}
"""The games it knows; their modules are imported when first played."""


class GreedyBot(Bot):
    """Same `bot_seed`, same choices: among equally good actions it draws."""

    name = "greedy"
    send = ("view", "legal")

    def start(self, match: Match) -> None:
        """Look up the game's policy, and begin the match's own stream of random numbers."""
        self.policy = policy_for(match.game)
        self.rng = Random(match.seed)

    def choose(self, decision: Decision) -> int:
        """The policy's choice."""
        return self.policy(decision, self.rng)


@cache
def policy_for(game: str) -> Policy:
    """The policy for a game; for one without any, random play, which is said on stderr the first time."""
    if game not in _POLICIES:
        print(f"greedy has no policy for {game} and plays it at random", file=sys.stderr, flush=True)
        return at_random
    choose: Policy = import_module(_POLICIES[game]).choose
    return choose


BOT = GreedyBot
