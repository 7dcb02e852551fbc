"""What games say of their end in words."""

from __future__ import annotations

import pytest

from arena import games
from arena.games import State


def played_out(state: State) -> State:
    while (decision := state.decision) is not None:
        assert state.remark() is None
        state.apply(decision.legal[0])
    return state


def test_a_solo_game_of_portals_tells_its_achievement() -> None:
    state = played_out(games.get("portals").new(1, seed=1))
    assert state.remark() == f"achievement: {state.to_data()['achievement']}"


@pytest.mark.parametrize(("best", "words"), [(1000, "not beaten"), (0, "is beaten")])
def test_a_solo_game_of_the_yawning_portal_tells_whether_the_best_score_is_beaten(
    best: int, words: str
) -> None:
    state = played_out(games.get("yawning-portal").new(1, {"best_score": best}, seed=1))
    remark = state.remark()
    assert remark is not None
    assert words in remark


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_where_several_play_scores_and_ranks_say_it_all(game: games.Game[State, object]) -> None:
    assert played_out(game.new(game.seats[-1], seed=1)).remark() is None
