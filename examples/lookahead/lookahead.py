"""A bot that searches ahead, in any game: information set Monte Carlo tree search, as short as it may be.

Over and over it draws a world that its view allows and plays it through: down the tree of what it has tried,
taking for whichever seat is to decide the action that did best for that seat or was tried too little; then
one action that is new; then a while by the game's own policy. What that is worth to each seat is booked for
all its actions on the way. When time is up it plays the action that it tried most.

    arena play dragon-whisperer examples/lookahead greedy greedy --move-ms 1000

An argument limits its time for a decision further, in milliseconds. `bots/search` is the same idea with more
care: where playouts stop, and which of hundreds of actions are looked at first.
"""

from __future__ import annotations

import math
import sys
import time
from collections import defaultdict
from random import Random
from typing import Any

from arena import games
from protocol.bot import Bot, Decision, Match

THINK_MS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
HORIZON = 30  # decisions at the end of a try: what comes later is mostly noise
CURIOSITY = 0.2  # how much being untried counts; rewards lie between 0 and 1


class Branch:
    """An action tried at one point of the tree, how it did for the seat that chose it, and what came next."""

    def __init__(self) -> None:
        self.legal = 0  # how often it could be chosen: not every world allows it
        self.tries = 0
        self.total = 0.0
        self.next: Tree = defaultdict(Branch)

    def promise(self) -> float:
        """The mean reward, and more the less it was tried."""
        return self.total / self.tries + CURIOSITY * math.sqrt(math.log(self.legal) / self.tries)


Tree = defaultdict[games.Action, Branch]


class Lookahead(Bot):
    """Searches with the rules engine, from nothing but its view."""

    name = "lookahead"
    send = ("view",)

    def start(self, match: Match) -> None:
        """Load the game's rules before the clock runs."""
        self.game = games.get(match.game)
        self.policy = self.game.policies.get("sensible")  # None, random play, in a game that has none
        self.rng = Random(match.seed)

    def choose(self, decision: Decision) -> dict[str, Any]:
        """The action that was tried most."""
        deadline = time.monotonic() + min(decision.seconds(), THINK_MS / 1000)
        root = self.game.from_view(decision.view, decision.seat, self.rng, decision.match.components)
        root.events_on = False
        tree: Tree = defaultdict(Branch)
        while not tree or time.monotonic() < deadline:
            self.try_out(root.determinize(decision.seat, self.rng), tree)
        decision.note = {"tries": sum(branch.tries for branch in tree.values())}
        return max(tree, key=lambda action: tree[action].tries).to_data()

    def try_out(self, world: games.State, tree: Tree) -> None:
        """Play a world through, and book how it went."""
        path = self.descend(world, tree)
        world.play_on(self.rng, self.policy, HORIZON)
        rewards = games.rewards(world)
        for seat, branch in path:
            branch.tries += 1
            branch.total += rewards[seat]

    def descend(self, world: games.State, tree: Tree) -> list[tuple[int, Branch]]:
        """Play down the tree up to an action that is new there; gives the way, and who chose each branch."""
        path: list[tuple[int, Branch]] = []
        while (decision := world.decision) is not None:
            action = self.pick(world, tree)
            branch = tree[action]
            path.append((decision.seat, branch))
            world.apply(action)
            if not branch.tries:
                break
            tree = branch.next
        return path

    def pick(self, world: games.State, tree: Tree) -> games.Action:
        """The most promising action, or, if few were tried for the visits, the new one that looks best."""
        assert world.decision is not None
        legal = world.decision.legal
        for action in legal:
            tree[action].legal += 1
        tried = [action for action in legal if tree[action].tries]
        visits = sum(tree[action].tries for action in tried)
        if len(tried) == len(legal) or len(tried) ** 2 > visits:
            return max(tried, key=lambda action: tree[action].promise())
        worths = dict(zip(legal, self.game.worths(world), strict=True))
        return max((action for action in legal if not tree[action].tries), key=worths.__getitem__)


if __name__ == "__main__":
    Lookahead().run()
