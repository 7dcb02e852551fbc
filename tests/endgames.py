"""Positions from which all is known: the last choice before a game's end."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

from arena import games


def before_the_end(players: int, seed: int = 0) -> Any:
    """A state of Dragon Whisperer in which a seat has a choice that ends the game and decides the scores."""
    for number in itertools.count(1000 * seed):
        state: Any = games.get("dragon-whisperer").new(players, seed=number)
        rng = Random(number)
        last = state
        while state.decision is not None:
            last = state.clone()
            state.apply(rng.choice(state.decision.legal))
        ends = []
        for action in last.decision.legal:
            copy = last.clone()
            copy.apply(action)
            ends.append((copy.over, *copy.scores()))
        if len(set(ends)) > 1 and all(over for over, *_ in ends):
            return last
    raise AssertionError("there is always one")
