"""Dragon Whisperer keeps the promises of all games, with each of its options, in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from arena.games.testing import conformance
from dragon_whisperer.positions import GAME

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {"first_dealer": 1}),
    (4, {}),
    (5, {"secret_quests": True}),
    (6, {}),
    (3, {"short_deck": True, "secret_quests": True}),
    (4, {"short_deck": True, "removed_suits": ["blue", "red"]}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_conforms(players: int, options: dict[str, Any]) -> None:
    conformance.check(GAME, players=players, options=options, seeds=range(2))


@pytest.mark.slow
def test_one_seed_gives_one_game_in_every_process() -> None:
    program = (
        "from arena import games; from arena.games.testing.conformance import fingerprint\n"
        "game = games.get('dragon-whisperer')\n"
        "print([fingerprint(game, players=n, seed=n) for n in game.seats])"
    )
    prints = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    ]
    assert prints[0] == prints[1] == prints[2]
    assert prints[0].strip() == str([conformance.fingerprint(GAME, players=n, seed=n) for n in GAME.seats])
