"""A bot that searches ahead, in any game: flat Monte Carlo over the worlds that its view allows.

It draws a world, tries each legal action in it, plays on at random for a while, and sums up how far it is
then ahead of the others. When its time is up it plays the action with the best sum.

    arena play dragon-whisperer "python3 examples/lookahead.py" greedy greedy --move-ms 1000

An argument limits its time for a decision further, in milliseconds.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

from arena import games
from protocol.bot import Bot, Decision, Match

THINK_MS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
SHARE_OF_MOVE = 0.8  # leaves room for the last world, and for a busy machine
SHARE_OF_BANK = 0.02  # as if some fifty decisions were to come
HORIZON = 20  # random decisions after the action that is tried: what comes later is mostly noise


class Lookahead(Bot):
    """Searches with the rules engine, from nothing but its view."""

    name = "lookahead"
    send = ("view", "legal")

    def start(self, match: Match) -> None:
        """Load the game's rules before the clock runs."""
        self.game = games.get(match.game)
        self.rng = Random(match.seed)

    def choose(self, decision: Decision) -> int:
        """The action that did best in the worlds tried."""
        deadline = time.monotonic() + thinking_time(decision.clock)
        seat = decision.seat
        root = self.game.from_view(decision.view, seat, self.rng, decision.match.components)
        root.events_on = False
        sums = [0.0] * len(decision.legal)
        worlds = 0
        while worlds == 0 or time.monotonic() < deadline:
            world = root.determinize(seat, self.rng)
            for index in range(len(sums)):
                sums[index] += self.try_out(world.clone(), index, seat)
            worlds += 1
        decision.note = {"worlds": worlds, "ahead": [round(total / worlds, 2) for total in sums]}
        return sums.index(max(sums))

    def try_out(self, state: games.State, index: int, seat: int) -> float:
        """How far `seat` is ahead of the others' mean some decisions after the action."""
        first = state.decision
        if first is not None:
            state.apply(first.legal[index])
        for _ in range(HORIZON):
            decision = state.decision
            if decision is None:
                break
            state.apply(self.rng.choice(decision.legal))
        scores = state.scores()
        mine = scores.pop(seat)
        return mine - sum(scores) / max(len(scores), 1)


def thinking_time(clock: dict[str, Any]) -> float:
    """Seconds to spend on a decision; a clock has nil where there is no limit."""
    limits: list[float] = [THINK_MS]
    if clock["move_ms"] is not None:
        limits.append(clock["move_ms"] * SHARE_OF_MOVE)
    if clock["bank_ms"] is not None:
        limits.append(clock["bank_ms"] * SHARE_OF_BANK)
    return min(limits) / 1000


if __name__ == "__main__":
    Lookahead().run()
