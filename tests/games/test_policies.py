"""What all policies keep to, and playing on from a state."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import pytest
from endgames import before_the_end

from arena import games
from arena.games import BadSeat, IllegalAction, UnknownPolicy

GAMES = games.all()
by_id = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@by_id
def test_a_policy_takes_legal_actions_to_the_end_with_any_number_of_players(
    game: games.Game[Any, Any],
) -> None:
    for players in game.seats:
        state = game.new(players, seed=players)
        rng = Random(1)
        for policy in ("random", "sensible") if game.policies else ("random",):
            copy = state.clone()
            assert copy.play_on(rng, game.policy(policy)) > 0
            assert copy.over


@by_id
def test_the_same_random_numbers_make_the_same_playout(game: games.Game[Any, Any]) -> None:
    state = game.new(game.seats[-1], seed=3)
    policy = game.policy("sensible") if game.policies else None
    assert state.playout(Random(5), policy) == state.playout(Random(5), policy)


@by_id
def test_worths_are_of_the_legal_actions_and_values_of_the_seats(game: games.Game[Any, Any]) -> None:
    state = game.new(game.seats[-1], seed=4)
    rng = Random(4)
    while (decision := state.decision) is not None:
        assert len(game.worths(state)) == len(decision.legal)
        assert len(game.value(state)) == state.players
        state.apply(rng.choice(decision.legal))
    assert game.worths(state) == []


@by_id
def test_worths_and_values_follow_from_what_the_seat_knows(game: games.Game[Any, Any]) -> None:
    """They are the same in every world that the seat could be in: a player can't peek."""
    rng = Random(6)
    state = game.new(game.seats[-1], seed=6)
    checked = 0
    while (decision := state.decision) is not None:
        if rng.random() < 0.2:
            world = state.determinize(decision.seat, rng)
            assert list(game.worths(world)) == pytest.approx(list(game.worths(state)))
            checked += 1
        state.apply(rng.choice(decision.legal))
    assert checked > 5


@by_id
def test_a_playout_leaves_the_state_as_it_was_and_makes_no_events(game: games.Game[Any, Any]) -> None:
    state = game.new(game.seats[-1], seed=1)
    before = state.to_data()
    assert len(state.playout(Random(1))) == state.players
    assert state.to_data() == before
    assert state.events_on


def test_playing_on_stops_at_the_horizon_where_it_is_told_to_and_at_the_end() -> None:
    state = games.get("dragon-whisperer").new(3, seed=1)
    assert state.play_on(Random(1), horizon=0) == 0
    assert state.play_on(Random(1), horizon=5) == 5
    assert not state.over
    state.play_on(Random(1), until=lambda now: now.round == 2)
    assert state.round == 2
    assert state.phase == "place_dragon"
    state.play_on(Random(1))
    assert state.over
    assert state.play_on(Random(1)) == 0


def test_an_action_that_a_policy_makes_up_is_refused_and_the_state_stays() -> None:
    game = games.get("dragon-whisperer")
    state = game.new(3, seed=1)
    stale = state.decision.legal[0]
    state.apply(stale)
    before = state.to_data()
    with pytest.raises(IllegalAction, match="place_dragon is not legal for seat"):
        state.play_on(Random(1), lambda state, rng: stale)
    assert state.to_data() == before


def test_an_unknown_policy_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UnknownPolicy, match="dragon-whisperer has no policy 'wise'; it has random, sensible"):
        games.policy("dragon-whisperer", "wise")


@by_id
def test_playouts_try_the_legal_actions_in_turn(game: games.Game[Any, Any]) -> None:
    state = game.new(game.seats[-1], seed=2)
    before = state.to_data()
    legal = state.decision.legal
    found = games.playouts(state, state.decision.seat, len(legal) + 1, Random(1), horizon=3)
    assert [tried.action for tried in found] == list(legal)
    assert [tried.tries for tried in found] == [2] + [1] * (len(legal) - 1)
    assert all(0 <= tried.mean <= 1 for tried in found)
    assert state.to_data() == before


def test_playouts_are_for_the_seat_that_decides() -> None:
    state = games.get("dragon-whisperer").new(3, {"first_dealer": 1}, seed=2)
    with pytest.raises(BadSeat, match="not of 0: the decision is that of seat 1"):
        games.playouts(state, 0, 1, Random(1))
    state.play_on(Random(1))
    with pytest.raises(BadSeat, match="the game is over"):
        games.playouts(state, 0, 1, Random(1))


def test_playouts_of_a_games_last_decision_give_what_comes_of_each_action() -> None:
    state = before_the_end(3)
    legal = state.decision.legal
    seat = state.decision.seat
    expected = []
    for action in legal:
        copy = state.clone()
        copy.apply(action)
        assert copy.over
        expected.append(games.rewards(copy)[seat])
    assert len(set(expected)) > 1
    found = games.playouts(state, seat, 2 * len(legal), Random(1))
    assert [tried.mean for tried in found] == pytest.approx(expected)


def test_rewards_go_by_ranks_and_leads_at_the_end() -> None:
    state = games.get("dragon-whisperer").new(3, seed=1)
    state.play_on(Random(1))
    scores, ranks = state.scores(), state.ranks()
    spread = state.game.scoring.spread
    for seat, reward in enumerate(games.rewards(state)):
        rivals = [rival for rival in range(3) if rival != seat]
        behind = sum((ranks[rival] > ranks[seat]) + (ranks[rival] == ranks[seat]) / 2 for rival in rivals) / 2
        leads = sum(1 / (1 + exp((scores[rival] - scores[seat]) / spread)) for rival in rivals) / 2
        assert reward == pytest.approx((behind + leads) / 2)
    assert sum(games.rewards(state)) == pytest.approx(1.5)


def test_rewards_before_the_end_go_by_the_value_of_the_position() -> None:
    state = games.get("dragon-whisperer").new(3, seed=1)
    state.play_on(Random(1), horizon=30)
    values = state.game.value(state)
    by_value = sorted(range(3), key=values.__getitem__)
    by_reward = sorted(range(3), key=games.rewards(state).__getitem__)
    assert by_value == by_reward


@by_id
def test_alone_a_usual_score_is_half_of_what_there_is_to_win(game: games.Game[Any, Any]) -> None:
    if 1 not in game.seats:
        assert game.scoring.usual == 0
        return
    state = game.new(1, seed=1)
    state.play_on(Random(1))
    [reward], [score] = games.rewards(state), state.scores()
    assert (reward > 0.5) == (score > game.scoring.usual)
