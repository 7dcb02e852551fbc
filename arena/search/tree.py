"""Information set Monte Carlo tree search, for any game and any number of seats.

Over and over a world that the seat could be in is played through: down the tree, taking for whichever seat is
to decide the action that did best for that seat or was tried too little; then one action that is new there;
then by the game's policy up to where its position can be judged. How each seat stands then is booked for its
actions on the way. An action of the tree is looked at only where the world allows it, and how often that was
counts. Actions are taken up in the order of what they look worth at first sight, the first ones are trusted
more, and more come in with the square root of the visits.
"""

from __future__ import annotations

from math import sqrt

from arena import games

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from arena.search.knowledge import Knowledge

SHARED = 4
"""How many playouts begin in the same world: drawing one costs as much as a part of a playout."""
FIRST_SPREAD = 0.1
"""How far rewards are taken to differ, until some were seen."""


class Branch:
    """An action tried at one point of the tree: how it did for the seat that chose it, and what came next."""

    __slots__ = ("action", "allowed", "next", "total", "tries", "trust")

    def __init__(self, action: games.Action, trust: float) -> None:
        self.action = action
        self.trust = trust
        """How much it is looked at before anything is known of it: the less the later it was taken up."""
        self.allowed = 0
        """How often it was legal when its point was visited."""
        self.tries = 0
        self.total = 0.0
        """Of the rewards."""
        self.next = Point()

    @property
    def mean(self) -> float:
        """The mean reward."""
        return self.total / self.tries


class Point:
    """A point of the tree: what was tried there, in the order in which it was taken up."""

    __slots__ = ("branches", "visits")

    def __init__(self) -> None:
        self.branches: dict[games.Action, Branch] = {}
        self.visits = 0


class Tree:
    """A search from one state, for the seat that decides there."""

    def __init__(
        self, state: games.State, rng: Random, knowledge: Knowledge, top: Point | None = None
    ) -> None:
        assert state.decision is not None, "a bot is asked only while there is a decision"
        self.state = state
        self.seat = state.decision.seat
        self.rng = rng
        self.knowledge = knowledge
        self.top = Point()
        """Where the search begins, with what is known of it from an earlier one."""
        if top is not None:
            # Dice that fell otherwise in some worlds have left actions there that are not legal now.
            legal = state.decision.legal
            self.top.branches = {action: top.branches[action] for action in legal if action in top.branches}
            self.top.visits = sum([branch.tries for branch in self.top.branches.values()])
        self.playouts = 0
        self._game = state.game
        self._policy = self._game.policies.get("sensible")
        self._until = knowledge.stops(state) if knowledge.stops else None
        self._sum = self._squares = 0.0
        self._curiosity = knowledge.curiosity * FIRST_SPREAD
        self._world = state

    def search(self, go_on: Callable[[int], bool]) -> None:
        """Play out one world after the other for as long as `go_on`, asked with their number, says so."""
        while go_on(self.playouts):
            if self.playouts % SHARED == 0:
                self._world = self.state.determinize(self.seat, self.rng)
                self._learn_spread()
            self._try(self._world.clone())
            self.playouts += 1

    def line(self) -> list[Branch]:
        """What was tried most, and then most after that, and so on."""
        found: list[Branch] = []
        point = self.top
        while point.branches:
            found.append(max(point.branches.values(), key=lambda branch: branch.tries))
            point = found[-1].next
        return found

    def _learn_spread(self) -> None:
        """Weigh being untried by how far the rewards differ."""
        if self.playouts > 2 * SHARED:
            mean = self._sum / self.playouts
            variance = self._squares / self.playouts - mean * mean
            self._curiosity = self.knowledge.curiosity * max(sqrt(max(variance, 0.0)), 0.01)

    def _try(self, world: games.State) -> None:
        """Play a world through, and book how it went."""
        path = self._descend(world)
        world.play_on(self.rng, self._policy, self.knowledge.horizon, until=self._until)
        rewards = games.rewards(world)
        own = rewards[self.seat]
        self._sum += own
        self._squares += own * own
        for seat, branch in path:
            branch.tries += 1
            branch.total += rewards[seat]

    def _descend(self, world: games.State) -> list[tuple[int, Branch]]:
        """Play down the tree up to an action that is new there; gives the way, and who chose each branch."""
        path: list[tuple[int, Branch]] = []
        point = self.top
        until = self._until
        while (decision := world.decision) is not None:
            if path and until and until(world):
                break
            branch = self._pick(world, decision.legal, point)
            path.append((decision.seat, branch))
            world.apply(branch.action)
            if not branch.tries:
                break
            point = branch.next
        return path

    def _pick(self, world: games.State, legal: Sequence[games.Action], point: Point) -> Branch:
        """A new branch if the point was visited often enough for one more, else the most promising."""
        branches = point.branches
        known = [branches[action] for action in legal if action in branches]
        point.visits += 1
        if len(known) < len(legal) and len(known) < self.knowledge.widening * sqrt(point.visits):
            return self._new(world, legal, branches)
        chosen, most = known[0], -1.0
        curiosity = self._curiosity
        for branch in known:
            branch.allowed = allowed = branch.allowed + 1
            tries = branch.tries
            promise = branch.total / tries + curiosity * branch.trust * sqrt(allowed) / (1 + tries)
            if promise > most:
                chosen, most = branch, promise
        return chosen

    def _new(
        self, world: games.State, legal: Sequence[games.Action], branches: dict[games.Action, Branch]
    ) -> Branch:
        """The action that looks worth most of those that were never tried, taken up as a branch."""
        worths = self._game.worths(world) if len(legal) > 1 else [0.0]
        _, action = max(
            [(worth, action) for worth, action in zip(worths, legal, strict=True) if action not in branches],
            key=lambda found: found[0],
        )
        branch = branches[action] = Branch(action, 1 / (1 + len(branches)) ** self.knowledge.doubt)
        branch.allowed = 1
        return branch
