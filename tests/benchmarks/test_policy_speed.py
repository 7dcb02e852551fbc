"""How long policies take for a decision, in playouts as a search makes them."""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

import pytest

from arena import games

PLAYOUTS = 200
SLICES = 5
HORIZON = 30
MOST_US = 25
"""What a decision may take, on average; forced ones are counted, as they are played, too."""


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_a_policys_decision_takes_microseconds(game: games.Game[games.State, object]) -> None:
    policy = game.policy("sensible")
    spent: list[float] = []
    for seed in range(SLICES):
        state = game.new(game.seats[-1], seed=seed)
        rng = Random(seed)
        state.play_on(rng, policy, 40)
        seat = 0 if state.decision is None else state.decision.seat
        taken, time = 0, 0.0

        def timed(now: games.State, rng: Random) -> games.Action:
            nonlocal taken, time
            begun = perf_counter()
            action = policy(now, rng)
            time += perf_counter() - begun
            taken += 1
            return action

        for _ in range(PLAYOUTS):
            state.determinize(seat, rng).play_on(rng, timed, HORIZON)
        spent.append(time / taken * 1e6)
    print(f"{game.id}: {median(spent):.1f} us a decision")
    assert median(spent) <= MOST_US
