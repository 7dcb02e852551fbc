"""A bot that searches ahead, in any game: information set Monte Carlo tree search.

Over and over it draws a world that its view allows and plays it through: down the tree of what it has tried,
taking for whichever seat is to decide the action that did best for that seat or was tried too little; then
one action that is new; then some at random. How far each seat is then ahead of the others is booked for all
its actions on the way. When time is up it plays the action that it tried most.

    arena play dragon-whisperer examples/lookahead greedy greedy --move-ms 1000

An argument limits its time for a decision further, in milliseconds.
"""

from __future__ import annotations

import math
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

from arena import games
from protocol.bot import Bot, Decision, Match

THINK_MS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
SHARE_OF_MOVE = 0.8  # leaves room for the last world, and for a busy machine
SHARE_OF_BANK = 0.02  # as if some fifty decisions were to come
HORIZON = 20  # random decisions at the end of a try: what comes later is mostly noise
CURIOSITY = 0.15  # of all the difference that was seen: how much being untried counts


class Branch:
    """An action tried at one point of the tree, how it did for the seat that chose it, and what came next."""

    def __init__(self) -> None:
        self.legal = 0  # how often it could be chosen: not every world allows it
        self.tries = 0
        self.total = 0.0
        self.next: Tree = defaultdict(Branch)

    def promise(self, curiosity: float) -> float:
        """The mean result, and more the less it was tried."""
        return self.total / self.tries + curiosity * math.sqrt(math.log(self.legal) / self.tries)


Tree = defaultdict[games.Action, Branch]


class Lookahead(Bot):
    """Searches with the rules engine, from nothing but its view."""

    name = "lookahead"
    send = ("view",)

    def start(self, match: Match) -> None:
        """Load the game's rules before the clock runs."""
        self.game = games.get(match.game)
        self.rng = Random(match.seed)

    def choose(self, decision: Decision) -> dict[str, Any]:
        """The action that was tried most."""
        deadline = time.monotonic() + thinking_time(decision.clock)
        root = self.game.from_view(decision.view, decision.seat, self.rng, decision.match.components)
        root.events_on = False
        tree: Tree = defaultdict(Branch)
        self.low, self.high = math.inf, -math.inf
        while not tree or time.monotonic() < deadline:
            self.try_out(root.determinize(decision.seat, self.rng), tree)
        decision.note = {"tries": sum(branch.tries for branch in tree.values())}
        return max(tree, key=lambda action: tree[action].tries).to_data()

    def try_out(self, world: games.State, tree: Tree) -> None:
        """Play a world through, and book how it went."""
        path = self.descend(world, tree)
        for _ in range(HORIZON):
            if (decision := world.decision) is None:
                break
            world.apply(self.rng.choice(decision.legal))
        ahead = leads(world.scores())
        self.low, self.high = min(self.low, *ahead), max(self.high, *ahead)
        for seat, branch in path:
            branch.tries += 1
            branch.total += ahead[seat]

    def descend(self, world: games.State, tree: Tree) -> list[tuple[int, Branch]]:
        """Play down the tree up to an action that is new there; gives the way, and who chose each branch."""
        path: list[tuple[int, Branch]] = []
        while (decision := world.decision) is not None:
            action = self.pick(decision.legal, tree)
            branch = tree[action]
            path.append((decision.seat, branch))
            world.apply(action)
            if not branch.tries:
                break
            tree = branch.next
        return path

    def pick(self, legal: Sequence[games.Action], tree: Tree) -> games.Action:
        """An action that is new, else the most promising one."""
        for action in legal:
            tree[action].legal += 1
        new = [action for action in legal if not tree[action].tries]
        if new:
            return self.rng.choice(new)
        curiosity = CURIOSITY * (self.high - self.low)
        return max(legal, key=lambda action: tree[action].promise(curiosity))


def leads(scores: list[int]) -> list[float]:
    """How far each seat is ahead of the others' mean; alone, its score."""
    total, others = sum(scores), max(len(scores) - 1, 1)
    return [score - (total - score) / others for score in scores]


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
