"""What a frame of a game's picture takes, and what a page of a match does: time and size."""

from __future__ import annotations

import time
import zlib
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest
from browser import Browser
from films import READY, match

from arena import games
from arena.report.viewer import viewer

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("dragon-whisperer", 3, {}),
    ("dragon-whisperer", 6, {}),
    ("portals", 2, {}),
    ("portals", 4, {"magic_spells": True, "secret_signs": True}),
    ("vault-of-dragons", 2, {}),
    ("vault-of-dragons", 4, {"rumors_spread": True, "action_packed": True}),
    ("yawning-portal", 2, {}),
    ("yawning-portal", 4, {}),
]
DECISIONS = 400
"""Of a match whose page is to have no more than so many bytes, and to open within a second."""
BYTES = 1_500_000


def test_every_game_is_measured() -> None:
    assert {id for id, _, _ in TABLES} == set(games.ids())


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


@pytest.mark.parametrize(("id", "players", "options"), TABLES)
def test_a_page_opens_within_a_second(id: str, players: int, options: dict[str, Any], tmp_path: Path) -> None:
    record = match(id, players, **options)
    began = time.perf_counter()
    page = viewer(record)
    made = time.perf_counter() - began
    path = tmp_path / "match.html"
    path.write_text(page, "utf-8")
    share = DECISIONS / len(record.decisions)
    opened: list[float] = []
    with Browser() as browser:
        for _ in range(5):
            began = time.perf_counter()
            browser.open(path)
            browser.wait(READY)
            opened.append(time.perf_counter() - began)
    size = path.stat().st_size
    print(
        f"\n{id} for {players}, {len(record.decisions)} decisions: {size / 1e6:.2f} MB, which is"
        f" {size * share / 1e6:.2f} MB for {DECISIONS}; made in {made:.1f} s, open in {median(opened):.2f} s"
    )
    assert size * share < BYTES
    assert median(opened) < 1
