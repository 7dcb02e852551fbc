"""The measures of Vault of Dragons' rules page (section 17), within generous bounds."""

from __future__ import annotations

from random import Random
from statistics import mean, median

import pytest

from vault_of_dragons.positions import GAME

# By players: decisions a game, the mean legal list, the share of decisions with one legal action.
PUBLISHED = {2: (634, 26, 0.22), 3: (920, 26, 0.23), 4: (1280, 23, 0.25)}


@pytest.mark.parametrize("players", PUBLISHED)
def test_random_games_are_as_long_and_as_wide_as_published(players: int) -> None:
    lengths: list[int] = []
    widths: list[int] = []
    for seed in range(8):
        state, rng = GAME.new(players, seed=seed), Random(seed)
        state.events_on = False
        before = len(widths)
        while (decision := state.decision) is not None:
            widths.append(len(decision.legal))
            state.apply(rng.choice(decision.legal))
        lengths.append(len(widths) - before)
        assert state.to_data()["round"] == 20
    decisions, width, single = PUBLISHED[players]
    assert median(lengths) == pytest.approx(decisions, rel=0.08)
    assert mean(widths) == pytest.approx(width, rel=0.12)
    assert widths.count(1) / len(widths) == pytest.approx(single, abs=0.04)
    assert 100 <= max(widths) <= 200
