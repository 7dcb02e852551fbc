"""The Yawning Portal keeps the promises of every game, for all table sizes, options and other components."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from arena.games.testing import conformance
from yawning_portal.positions import GAME, made_up_components


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (1, {"best_score": 30, "red_front_play": False}),
        (2, {}),
        (2, {"red_front_play": False}),
        (3, {"red_front_play": False}),
        (4, {}),
    ],
)
def test_yawning_portal_conforms(players: int, options: dict[str, Any]) -> None:
    conformance.check(GAME, players=players, options=options, seeds=range(2))


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 3])
def test_yawning_portal_conforms_with_made_up_components(players: int) -> None:
    components = made_up_components(Random(players))
    conformance.check(GAME, players=players, components=components, seeds=[7], share=0.03)


@pytest.mark.slow
def test_one_seed_gives_one_game_in_every_process() -> None:
    program = (
        "from arena import games; from arena.games.testing.conformance import fingerprint\n"
        "game = games.get('yawning-portal')\n"
        "print([fingerprint(game, players=n, seed=n) for n in game.seats])"
    )
    here = str([conformance.fingerprint(GAME, players=n, seed=n) for n in GAME.seats])
    for hash_seed in ("0", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == here
