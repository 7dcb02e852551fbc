"""Drawings in text at a terminal of 80 columns: what is drawn side by side is not torn apart."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from arena import games
from arena.columns import folded, width

SIDE_BY_SIDE = {
    "dragon-whisperer": r"  \S.*\(\w+\) .*Quest",
    "portals": r"Board \d|seats \d|    0  1|\d   ",
    "vault-of-dragons": r"\d+ \S.*   +\d+ |  \S.*   +\S",
    "yawning-portal": r"\|",
}
"""How lines begin that stand in columns."""


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_what_stands_in_columns_fits_80(game: games.Game[Any, Any]) -> None:
    players = game.seats[-1]
    state, chance, found = game.new(players, seed=4), Random(4), 0
    while state.decision is not None:
        lines = game.draw(state.to_data()).split("\n")
        if game.id == "vault-of-dragons":
            lines = lines[: next(n for n, line in enumerate(lines) if line.startswith("Dungeon"))]
        for line in lines:
            if re.match(SIDE_BY_SIDE[game.id], line) and not line.startswith("12 The Yawning Portal"):
                found += 1
                assert width(line) <= 80, line
        for _ in range(20):
            if state.decision is not None:
                state.apply(chance.choice(state.decision.legal))
    assert found > 50


@pytest.mark.parametrize("columns", [80, 40])
def test_no_line_is_longer_and_no_word_is_torn(columns: int) -> None:
    for game in games.all():
        state = game.new(game.seats[-1], seed=4)
        drawn = game.draw(state.to_data(), color=True)
        lines = folded(drawn, columns)
        plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
        assert max(map(len, plain)) <= columns
        assert " ".join(plain).split() == re.sub(r"\x1b\[[\d;]*m", "", drawn).split()
