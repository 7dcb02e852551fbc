"""The rules pages' worked cases, for every game."""

from __future__ import annotations

import pytest
import worked_cases

from arena import games


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{game_id}/{case['name']}")
        for game_id in games.ids()
        for case in worked_cases.load(game_id)
    ],
)
def test_worked_case(case: worked_cases.Case) -> None:
    worked_cases.play(case)
