"""Searches ahead in worlds that it could be in, in any game; `arena/search` says how.

It takes all the time that a decision may have. A level takes less: `search:100ms` so much for a decision,
`search:500` so many playouts, and then it plays the same on every machine that has the time for them.
"""

from __future__ import annotations

import time
from importlib import import_module
from random import Random

from protocol.bot import Bot, Decision, Match

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from arena import games, search

UNLIMITED_S = 1.0
"""What it takes for a decision where neither the clock nor its level limits it."""
FORGOTTEN = 0.7
"""How much of the longest playout's time is kept in mind at the next decision."""
TOLD = 5
"""How many branches, and how much of the line, a note tells."""


class SearchBot(Bot):
    """Same `bot_seed` and playouts, same choices."""

    name = "search"
    send = ("view",)

    def __init__(self, level: str = "") -> None:
        """`level`: so many playouts; with `ms` after it milliseconds; empty: all the time there is.

        Raises:
            ValueError: it is none of them.
        """
        timed = level.endswith("ms")
        number = int(level.removesuffix("ms")) if level else 0
        self.playouts = None if timed or not level else number
        """How many for a decision; None: as many as there is time for."""
        self.level_s = number / 1000 if timed else None
        """What it may take for a decision, in seconds; None: whatever the clock allows."""

    def start(self, match: Match) -> None:
        """Load the game's rules before the clock runs."""
        self.game: games.Game[Any, Any] = import_module("arena.games").get(match.game)
        searching = import_module("arena.search")
        self.knowledge = searching.knowledge_of(match.game)
        self.tree_type = searching.Tree
        self.rng = Random(match.seed)
        self.foreseen: tuple[games.State, search.Point] | None = None
        self.longest_s = 0.0
        """How long the longest playout took of late."""

    def choose(self, decision: Decision) -> dict[str, Any]:
        """The action that was tried most."""
        state = self.game.from_view(decision.view, decision.seat, self.rng, decision.match.components)
        state.events_on = False
        tree: search.Tree = self.tree_type(state, self.rng, self.knowledge, self._kept(decision))
        tree.search(self._has_room(decision))
        line = tree.line()
        decision.note = note_of(tree, line)
        self.foreseen = foreseen(state, line[0])
        return line[0].action.to_data()

    def _has_room(self, decision: Decision) -> Callable[[int], bool]:
        """Whether one more playout may be made after so many; a first one always is.

        It must fit in, should it take as long as the longest: on a busy machine some take many times as long.
        """
        now = time.monotonic
        seconds = decision.seconds()
        if self.level_s is not None:
            seconds = min(seconds, self.level_s)
        elif self.playouts is None:
            seconds = min(seconds, UNLIMITED_S) if seconds == float("inf") else seconds
        last = now()
        deadline = last + seconds
        most = self.playouts
        self.longest_s *= FORGOTTEN

        def has_room(made: int) -> bool:
            nonlocal last
            at = now()
            self.longest_s = max(self.longest_s, at - last)
            last = at
            return made == 0 or ((most is None or made < most) and at + self.longest_s < deadline)

        return has_room

    def _kept(self, decision: Decision) -> search.Point | None:
        """What is known of this decision from the last search, if all came as it was foreseen there."""
        if self.foreseen is None:
            return None
        state, point = self.foreseen
        seen = state.decision is not None and state.decision.seat == decision.seat
        return point if seen and state.view(decision.seat) == decision.view else None


def foreseen(state: games.State, branch: search.Branch) -> tuple[games.State, search.Point]:
    """The state after an action and what is forced then, as far as is known, and its point of the tree."""
    state.apply(branch.action)
    point = branch.next
    while (decision := state.decision) is not None and len(decision.legal) == 1:
        [action] = decision.legal
        state.apply(action)
        if action not in point.branches:
            return state, type(point)()
        point = point.branches[action].next
    return state, point


def note_of(tree: search.Tree, line: Sequence[search.Branch]) -> dict[str, Any]:
    """What the search came to: playouts, the actions tried most with their values, and what it expects then.

    A value is the mean reward of the seat that chooses: 0.5 is as good as its rivals.
    """
    branches = sorted(tree.top.branches.values(), key=lambda branch: -branch.tries)
    return {
        "playouts": tree.playouts,
        "values": [told(branch) for branch in branches[:TOLD]],
        "line": [told(branch) for branch in line[:TOLD]],
    }


def told(branch: search.Branch) -> dict[str, Any]:
    """A branch as plain data."""
    return {"action": branch.action.to_data(), "tries": branch.tries, "value": round(branch.mean, 3)}


BOT = SearchBot
