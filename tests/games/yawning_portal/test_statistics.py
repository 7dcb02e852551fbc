"""Random games of The Yawning Portal end in time, and come out as the rules page has measured them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import mean, stdev

import pytest

from arena.games import Action
from yawning_portal.positions import GAME


@dataclass
class Played:
    """What one game came to."""

    lists: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    turns: int = 0
    passes: int = 0
    objectives: int = 0
    bonuses: int = 0
    seated: int = 0

    @property
    def decisions(self) -> int:
        return len(self.lists)


Choice = Callable[[Sequence[Action]], Action]


def play(players: int, seed: int, choose: Choice) -> Played:
    state = GAME.new(players, seed=seed)
    played = Played()
    while (decision := state.decision) is not None:
        played.lists.append(len(decision.legal))
        for event in state.apply(choose(decision.legal)):
            played.passes += event["type"] == "pass"
            played.objectives += event["type"] == "objective"
            played.bonuses += event["type"] == "bonus"
            played.seated += event["type"] == "seat"
    played.turns = state.to_data()["turn_number"]
    played.scores, played.ranks = state.scores(), state.ranks()
    return played


@cache
def random_games(players: int) -> list[Played]:
    return [play(players, seed, Random(seed).choice) for seed in range(150)]


# Section 15: players -> means: decisions, turns, legal list, share of one action, score, its deviation,
# objectives, bonuses, heroes seated; and the longest list
MEASURED: dict[int, tuple[float, ...]] = {
    1: (109, 24.2, 3.6, 0.26, 40, 14, 0.9, 3.0, 10.7, 16),
    2: (147, 32.0, 4.5, 0.07, 34, 16, 1.8, 3.7, 14.1, 24),
    3: (158, 34.4, 5.0, 0.07, 23, 14, 1.0, 3.9, 14.8, 24),
    4: (170, 37.1, 5.5, 0.07, 18, 12, 0.6, 3.8, 15.6, 28),
}


@pytest.mark.parametrize("players", MEASURED)
def test_random_games_come_out_as_measured(players: int) -> None:
    games = random_games(players)
    decisions, turns, legal, forced, score, deviation, objectives, bonuses, seated, longest = MEASURED[
        players
    ]
    lists = [size for game in games for size in game.lists]
    scores = [score for game in games for score in game.scores]
    found = [
        (mean(game.decisions for game in games), decisions, 0.06 * decisions),
        (mean(game.turns for game in games), turns, 0.06 * turns),
        (mean(lists), legal, 0.2),
        (lists.count(1) / len(lists), forced, 0.015),
        (mean(scores), score, 4),
        (stdev(scores), deviation, 3),
        (mean(game.objectives for game in games), objectives, 0.3),
        (mean(game.bonuses for game in games), bonuses, 0.6),
        (mean(game.seated for game in games), seated, 0.8),
    ]
    for value, expected, tolerance in found:
        assert value == pytest.approx(expected, abs=tolerance)
    assert max(lists) <= longest + 6


def test_the_first_seat_wins_as_often_as_measured() -> None:
    for players, share in ((2, 0.54), (3, 0.40), (4, 0.32)):
        first = mean(game.ranks[0] == 1 for game in random_games(players))
        assert first == pytest.approx(share, abs=0.14)


# Section 14


def shunning_the_ends(legal: Sequence[Action]) -> Action:
    """Opens gaps, and places tokens in them."""
    inner = [action for action in legal if action.to_data().get("slot") not in (0, 15, 19, 23, 27)]
    wanted = [action for action in inner if action.type == "remove_token"]
    return (wanted or inner or legal)[0]


def first(legal: Sequence[Action]) -> Action:
    return legal[0]


def last(legal: Sequence[Action]) -> Action:
    return legal[-1]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_game_ends_within_the_bounds(players: int) -> None:
    stubborn = [
        play(players, seed, choose) for choose in (shunning_the_ends, first, last) for seed in range(10)
    ]
    for game in random_games(players) + stubborn:
        assert game.decisions < 2000
        assert game.turns - game.passes <= 200 + 3 * players
    assert all(game.passes == 0 or game.decisions for game in random_games(players))
