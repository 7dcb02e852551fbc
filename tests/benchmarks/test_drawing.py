"""What a frame of a game's picture takes, and how large it is."""

from __future__ import annotations

import time
import zlib
from random import Random
from statistics import median
from typing import Any

import pytest

from arena import games

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("dragon-whisperer", 3, {}),
    ("dragon-whisperer", 6, {}),
    ("portals", 2, {}),
    ("portals", 4, {"magic_spells": True, "secret_signs": True}),
    ("yawning-portal", 2, {}),
    ("yawning-portal", 4, {}),
    ("vault-of-dragons", 2, {}),
    ("vault-of-dragons", 4, {}),
]


@pytest.mark.parametrize(("id", "players", "options"), TABLES)
def test_a_frame_is_drawn_within_15_ms(id: str, players: int, options: dict[str, Any]) -> None:
    game = games.get(id)
    state = game.new(players, options, seed=1)
    rng = Random(1)
    taken: list[float] = []
    frames: list[str] = []
    while (decision := state.decision) is not None:
        view = state.view(decision.seat)
        began = time.process_time()
        frames.append(game.picture(view, decision.seat))
        taken.append((time.process_time() - began) * 1000)
        state.apply(rng.choice(decision.legal))
    lines = {line for frame in frames for line in frame.splitlines()}
    packed = zlib.compress("\n".join(sorted(lines)).encode())
    print(
        f"\n{id} for {players}: {median(taken):.1f} ms a frame, {max(map(len, frames)) >> 10} KiB at most;"
        f" the different lines of {len(frames)} frames: {sum(map(len, lines)) >> 10} KiB,"
        f" compressed {len(packed) >> 10} KiB"
    )
    assert median(taken) < 15
