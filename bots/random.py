"""Plays any game at random, every legal action being as likely as the others."""

from __future__ import annotations

from random import Random

from protocol.bot import Bot, Decision, Match


class RandomBot(Bot):
    """Same `bot_seed`, same choices."""

    name = "random"
    send = ("legal",)

    def start(self, match: Match) -> None:
        """Begin the match's own stream of random numbers."""
        self.rng = Random(match.seed)

    def choose(self, decision: Decision) -> int:
        """Any legal action."""
        return at_random(decision, self.rng)


def at_random(decision: Decision, rng: Random) -> int:
    """The index of any legal action."""
    return rng.randrange(len(decision.legal))


BOT = RandomBot

if __name__ == "__main__":
    RandomBot().run()
