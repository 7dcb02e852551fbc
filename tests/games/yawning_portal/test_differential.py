"""The engine against the naive one, step for step, over random games, options and other components."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arena.games import Action, State
from yawning_portal import naive
from yawning_portal.positions import GAME, made_up_components

SETUPS: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"best_score": 30, "red_front_play": False}),
    (2, {}),
    (2, {"red_front_play": False}),
    (3, {}),
    (4, {}),
]


@pytest.mark.parametrize(("players", "options"), SETUPS)
@pytest.mark.parametrize("seed", range(8))
def test_engine_agrees_with_the_naive_one(players: int, options: dict[str, Any], seed: int) -> None:
    agree(GAME.new(players, options, seed), Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_engine_agrees_with_the_naive_one_on_made_up_components(players: int, seed: int) -> None:
    components = made_up_components(Random(f"{players} {seed}"))
    agree(GAME.new(players, {}, seed, components), Random(seed))


def agree(state: State, rng: Random) -> None:
    """Play at random and compare everything at every decision."""
    expected = state.to_data()
    fields = list(expected)
    while True:
        data = state.to_data()
        assert data == expected
        assert list(data) == fields
        assert state.scores() == naive.scores(expected)
        assert state.ranks() == naive.ranks(expected)
        observer = rng.choice([None, *range(state.players)])
        assert state.view(observer) == naive.view(expected, observer)
        decision = state.decision
        if decision is None:
            assert naive.question(expected) is None
            break
        assert [action.to_data() for action in decision.legal] == naive.legal(expected)
        assert (decision.seat, decision.kind) == naive.question(expected)
        action = pick(state, rng)
        assert state.apply(action) == naive.apply(expected, action.to_data())


def pick(state: State, rng: Random) -> Action:
    """Random; in some games rather without filling the ends of the row, which makes them long."""
    decision = state.decision
    assert decision is not None
    if state.to_data()["options"]["red_front_play"]:
        last = len(state.to_data()["row"]) - 1
        inner = [a for a in decision.legal if a.to_data().get("slot") not in (0, last)]
        return rng.choice(inner or decision.legal)
    return rng.choice(decision.legal)
