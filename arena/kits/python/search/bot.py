"""A bot for the arena that searches ahead with its rules engines, `arena.games`."""

import time
from random import Random

from arena import games
from protocol.bot import Bot, Decision, Match, Result

LONGEST_S = 1.0
HORIZON = 20
"""How many decisions a playout goes on for, before the position is judged."""


class MyBot(Bot):
    """Plays any game: tries each legal action in many playouts, and takes the one that did best."""

    name = "{{name}}"
    send = ("view",)

    def start(self, match: Match) -> None:
        """Look at the match that begins: match.game, .players, .seat, .options."""
        self.random = Random(match.seed)
        self.game = games.get(match.game)

    def choose(self, decision: Decision) -> int:
        """Start to think here: decision.kind says what is asked, decision.view what you know."""
        deadline = time.monotonic() + min(0.6 * decision.seconds(), LONGEST_S)
        state = self.game.from_view(decision.view, decision.seat, self.random, decision.match.components)
        tried = games.playouts(
            state,
            decision.seat,
            None,  # as many as there is time for
            self.random,
            self.game.policies.get("sensible"),
            HORIZON,
            until=lambda: time.monotonic() > deadline,
        )
        return max(range(len(tried)), key=lambda place: (tried[place].tries > 0, tried[place].mean))

    def over(self, result: Result) -> None:
        """The match has ended: result.scores and .ranks are by seat."""


if __name__ == "__main__":
    MyBot().run()
