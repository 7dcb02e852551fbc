"""Engine speed through the public interface, interpreted, against the yardstick H in the same run."""

from __future__ import annotations

from statistics import median
from typing import Any, NamedTuple

import pytest
from yardstick import H_REFERENCE, hearts_rate, load_hearts

from arena import games
from arena.bench.engines import WARM_UP, engine_speed, playout_rate

SLICES = 9


class Goal(NamedTuple):
    """Playouts as a share of H; times in microseconds where H is H_REFERENCE."""

    game: str
    players: int
    options: dict[str, Any]
    playouts: float
    clone: float
    determinize: float
    view: float


BOTH_MODULES = {"magic_spells": True, "secret_signs": True}

GOALS = [
    Goal("dragon-whisperer", 4, {}, playouts=0.8, clone=5, determinize=40, view=15),
    Goal("portals", 2, {}, playouts=0.6, clone=5, determinize=30, view=30),
    Goal("portals", 4, {}, playouts=0.6, clone=5, determinize=30, view=30),
    Goal("portals", 3, BOTH_MODULES, playouts=0.5, clone=5, determinize=30, view=30),
    Goal("portals", 1, {}, playouts=0.35, clone=5, determinize=30, view=30),
    Goal("yawning-portal", 2, {}, playouts=0.5, clone=5, determinize=40, view=30),
    Goal("yawning-portal", 4, {}, playouts=0.5, clone=5, determinize=40, view=30),
    Goal("vault-of-dragons", 3, {}, playouts=0.2, clone=15, determinize=100, view=60),
]


def test_every_game_has_a_goal() -> None:
    assert {goal.game for goal in GOALS} == set(games.ids())


@pytest.mark.parametrize(
    "goal", GOALS, ids=lambda goal: f"{goal.game}-{goal.players}-{'+'.join(goal.options)}"
)
def test_engine_speed(goal: Goal) -> None:
    hearts = load_hearts()
    game = games.get(goal.game)
    yardstick: list[float] = []
    quiet: list[float] = []
    telling: list[float] = []
    playout_rate(game, goal.players, goal.options, SLICES, least=WARM_UP)
    for seed in range(SLICES):
        yardstick.append(hearts_rate(hearts, seed))
        quiet.append(playout_rate(game, goal.players, goal.options, seed, least=5_000))
        telling.append(playout_rate(game, goal.players, goal.options, seed, least=5_000, events=True))
    ratio = median(ours / h for ours, h in zip(quiet, yardstick, strict=True))
    with_events = median(ours / h for ours, h in zip(telling, yardstick, strict=True))
    speed = engine_speed(game, goal.players, goal.options, seconds=0.3)
    scale = median(yardstick) / H_REFERENCE
    clone, determinize, view = (us * scale for us in (speed.clone_us, speed.determinize_us, speed.view_us))
    print(
        f"\n{goal.game}, {goal.players} players {goal.options or ''}:"
        f" {ratio:.2f} H ({with_events:.2f} with events),"
        f" H {median(yardstick):.0f}/s; at H {H_REFERENCE}/s: clone {clone:.1f} µs,"
        f" determinize {determinize:.1f} µs, view {view:.1f} µs"
    )
    assert min(ratio, with_events) >= goal.playouts
    assert clone <= goal.clone
    assert determinize <= goal.determinize
    assert view <= goal.view
