"""How a game ended, as data, and what a game says of its scores and its length."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arena import games
from arena.games import Game, Outcome, State


def played_out(state: State, choose: Any) -> State:
    while (decision := state.decision) is not None:
        assert state.outcome() is None
        state.apply(choose(decision.legal))
    return state


@pytest.mark.parametrize(
    ("game_id", "players", "options", "reason"),
    [
        ("dragon-whisperer", 3, {}, "quests_taken"),
        ("portals", 2, {}, "last_round"),
        ("portals", 1, {}, "last_turn"),
        ("yawning-portal", 2, {}, "row_filled"),
        ("vault-of-dragons", 2, {"max_rounds": 1}, "last_round"),
    ],
)
def test_an_outcome_names_the_ending_and_repeats_scores_and_ranks(
    game_id: str, players: int, options: dict[str, Any], reason: str
) -> None:
    game = games.get(game_id)
    state = played_out(game.new(players, options, seed=3), Random(3).choice)
    assert state.outcome() == Outcome(reason, state.remark(), state.scores(), state.ranks())
    assert reason in game.endings


def test_the_yawning_portal_may_end_by_passes() -> None:
    game = games.get("yawning-portal")
    data = played_out(game.new(2, seed=3), Random(3).choice).to_data()
    outcome = game.from_data({**data, "passes": 2}).outcome()
    assert outcome is not None
    assert outcome.reason == "all_passed"


def test_the_vault_may_be_claimed() -> None:
    game = games.get("vault-of-dragons")
    data = played_out(game.new(2, {"max_rounds": 1}, seed=3), Random(3).choice).to_data()
    outcome = game.from_data({**data, "winner": 1}).outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.ranks) == ("vault_claimed", [2, 1])


@pytest.mark.parametrize(("players", "longest"), [(3, 278), (4, 418), (5, 489), (6, 665)])
def test_dragon_whisperer_is_no_longer_than_its_page_says(players: int, longest: int) -> None:
    assert games.get("dragon-whisperer").longest(players) == longest


def test_a_short_deck_makes_a_short_game() -> None:
    game = games.get("dragon-whisperer")
    assert [game.longest(players, {"short_deck": True}) for players in (3, 4)] == [168, 225]


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_a_game_says_what_a_searcher_must_know(game: Game[Any, Any]) -> None:
    assert game.hidden_information
    assert game.scoring.least == 0 < game.scoring.most
    assert (game.scoring.solo is not None) == (game.seats[0] == 1)
    for sentence in game.endings.values():
        assert sentence.endswith(".")
    with pytest.raises(games.BadSetup):
        game.longest(9)
