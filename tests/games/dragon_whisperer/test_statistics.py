"""Random games of Dragon Whisperer end in time, and come out as the rules page has measured them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import mean
from typing import Any

import pytest

from arena.games import Action
from dragon_whisperer.positions import GAME


@dataclass
class Played:
    """What one game came to."""

    decisions: int
    forced: int
    legal: int
    longest_list: int
    by_kind: dict[str, int]
    rounds: int
    raged: int
    won: int
    scores: list[int]

    @property
    def tricks(self) -> int:
        return self.raged + self.won


Row = tuple[int, bool]
Choice = Callable[[Sequence[Action]], Action]


def play(players: int, short_deck: bool, seed: int, choose: Choice) -> Played:
    state = GAME.new(players, {"short_deck": short_deck}, seed)
    played = Played(0, 0, 0, 0, {}, 1, 0, 0, [])
    while (decision := state.decision) is not None:
        played.decisions += 1
        played.forced += len(decision.legal) == 1
        played.legal += len(decision.legal)
        played.longest_list = max(played.longest_list, len(decision.legal))
        played.by_kind[decision.kind] = played.by_kind.get(decision.kind, 0) + 1
        for event in state.apply(choose(decision.legal)):
            played.rounds += event["type"] == "round"
            played.raged += event["type"] == "trick_raged"
            played.won += event["type"] == "trick_won"
    played.scores = state.scores()
    return played


@cache
def random_games(row: Row) -> list[Played]:
    return [play(*row, seed, Random(seed).choice) for seed in range(120)]


# Section 14: row -> quests, and bounds of rounds, tricks and decisions
BOUNDS: dict[Row, tuple[int, int, int, int]] = {
    (3, False): (35, 6, 59, 278),
    (4, False): (35, 9, 71, 418),
    (5, False): (35, 9, 71, 489),
    (6, False): (35, 12, 83, 665),
    (3, True): (25, 4, 37, 168),
    (4, True): (25, 5, 40, 225),
}


def first(legal: Sequence[Action]) -> Action:
    return legal[0]


def last(legal: Sequence[Action]) -> Action:
    """Rages as early as it can, and keeps the trump."""
    return legal[-1]


def raging(legal: Sequence[Action]) -> Action:
    """Rages as early as it can, else draws and plays low."""
    return legal[-1] if legal[-1].to_data().get("card") == "rage" else legal[0]


@pytest.mark.slow
@pytest.mark.parametrize("row", BOUNDS)
def test_every_game_ends_within_the_bounds(row: Row) -> None:
    quests, rounds, tricks, decisions = BOUNDS[row]
    stubborn = [play(*row, seed, choose) for choose in (first, last, raging) for seed in range(15)]
    for game in random_games(row) + stubborn:
        assert game.won == quests
        assert game.rounds <= rounds
        assert game.tricks <= tricks
        assert game.decisions <= decisions
        assert game.longest_list <= {3: 10, 4: 8, 5: 8, 6: 7}[row[0]]


# Section 15: row -> means: decisions, forced share, legal list, rounds, tricks, raged tricks, score, best
MEASURED: dict[Row, tuple[float, ...]] = {
    (3, False): (198, 0.19, 4.0, 5.0, 45, 10, 36.9, 46.3),
    (4, False): (274, 0.23, 3.5, 6.6, 50, 15, 29.2, 39.1),
    (5, False): (360, 0.25, 3.4, 7.1, 54, 19, 24.7, 35.0),
    (6, False): (461, 0.27, 3.2, 8.8, 59, 24, 21.8, 32.1),
    (3, True): (145, 0.19, 3.6, 3.9, 33, 8, 27.3, 35.1),
    (4, True): (200, 0.23, 3.2, 5.0, 36, 11, 21.6, 30.5),
}


@pytest.mark.parametrize("row", MEASURED)
def test_random_games_come_out_as_measured(row: Row) -> None:
    games = random_games(row)
    decisions, forced, legal, rounds, tricks, raged, score, best = MEASURED[row]
    all_decisions = sum(game.decisions for game in games)
    found: list[tuple[Any, Any, float]] = [
        (mean(game.decisions for game in games), decisions, 0.03 * decisions),
        (sum(game.forced for game in games) / all_decisions, forced, 0.015),
        (sum(game.legal for game in games) / all_decisions, legal, 0.15),
        (mean(game.rounds for game in games), rounds, 0.25),
        (mean(game.tricks for game in games), tricks, 2),
        (mean(game.raged for game in games), raged, 1.5),
        (mean(mean(game.scores) for game in games), score, 1),
        (mean(max(game.scores) for game in games), best, 2.5),
    ]
    for value, expected, tolerance in found:
        assert value == pytest.approx(expected, abs=tolerance)


def test_the_kinds_of_decisions_come_as_often_as_measured() -> None:
    games = random_games((4, False))
    total = sum(game.decisions for game in games)
    shares = {kind: sum(game.by_kind[kind] for game in games) / total for kind in games[0].by_kind}
    expected = {"play_card": 0.73, "place_dragon": 0.18, "draw_trump": 0.09}
    assert shares == pytest.approx(expected, abs=0.01)
