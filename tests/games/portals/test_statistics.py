"""Random games of Portals end in time, and come out as the rules page has measured them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import mean, pstdev
from typing import Any

import pytest

from portals.positions import GAME

BOTH = {"magic_spells": True, "secret_signs": True}


@dataclass
class Played:
    """What one game came to."""

    decisions: int
    lists: dict[str, list[int]]
    scores: list[int]
    activations: int
    turns: int
    by_seat: Counter[int]

    @property
    def legal(self) -> list[int]:
        return [length for lengths in self.lists.values() for length in lengths]


def play(players: int, options: dict[str, Any], seed: int) -> Played:
    rng = Random(seed)
    state = GAME.new(players, options, seed)
    played = Played(0, {}, [], 0, 0, Counter())
    while (decision := state.decision) is not None:
        played.decisions += 1
        played.by_seat[decision.seat] += 1
        played.lists.setdefault(decision.kind, []).append(len(decision.legal))
        action = rng.choice(decision.legal)
        played.activations += action.type == "activate"
        played.turns += action.type in ("place_stone", "cast", "return_stone")
        state.apply(action)
    played.scores = state.scores()
    return played


Row = tuple[int, bool]


@cache
def random_games(row: Row) -> list[Played]:
    players, modules = row
    return [play(players, BOTH if modules else {}, seed) for seed in range(80)]


# Section 15: players and modules -> means: decisions, legal list, score, best less worst, activations
MEASURED: dict[Row, tuple[float, float, float, float, float]] = {
    (1, True): (49, 12.9, 1.0, 0, 6.4),
    (2, False): (130, 14.8, 7.2, 3.7, 13.8),
    (2, True): (142, 14.1, 3.7, 4.0, 12.4),
    (3, False): (195, 14.6, 6.6, 4.8, 20.5),
    (3, True): (213, 14.6, 4.0, 6.3, 19.1),
    (4, False): (259, 14.6, 6.6, 5.2, 27.2),
    (4, True): (282, 14.9, 4.6, 7.6, 25.6),
}


@pytest.mark.slow
@pytest.mark.parametrize("row", MEASURED)
def test_random_games_come_out_as_measured(row: Row) -> None:
    games = random_games(row)
    decisions, legal, score, spread, activations = MEASURED[row]
    lengths = [length for game in games for length in game.legal]
    found = [
        (mean(game.decisions for game in games), decisions, 0.02 * decisions),
        (mean(lengths), legal, 0.06 * legal),
        (mean(mean(game.scores) for game in games), score, 0.9),
        (mean(max(game.scores) - min(game.scores) for game in games), spread, 1.5),
        (mean(game.activations for game in games), activations, 0.06 * activations),
    ]
    for value, expected, tolerance in found:
        assert value == pytest.approx(expected, abs=tolerance)


@pytest.mark.parametrize("row", MEASURED)
def test_every_game_ends_after_its_turns_and_within_the_bounds(row: Row) -> None:
    players, _ = row
    for game in random_games(row):
        assert game.turns == (25 if players == 1 else 24 * players)
        assert max(game.by_seat.values()) <= (125 if players == 1 else 137)


# Section 5, "No list is longer than"
LONGEST = {
    "keep_signs": 7, "take_card": 7, "take_stone": 10, "place_stone": 20, "activate": 160,
    "shift_from": 100, "shift_to": 100, "unlock": 4, "banish": 50, "recall": 48,
}  # fmt: skip
# Section 15, "List sizes by kind": means
MEANS = {
    "take_card": 6.9, "take_stone": 4.2, "place_stone": 6.4, "activate": 91, "shift_from": 12,
    "shift_to": 63, "unlock": 2.6, "banish": 8.9, "recall": 11, "keep_signs": 7,
}  # fmt: skip


def test_legal_lists_are_as_long_as_measured_and_never_longer() -> None:
    lengths: dict[str, list[int]] = {}
    for row in MEASURED:
        for game in random_games(row):
            for kind, found in game.lists.items():
                lengths.setdefault(kind, []).extend(found)
    assert set(lengths) == set(LONGEST)
    for kind, found in lengths.items():
        assert max(found) <= LONGEST[kind]
        assert mean(found) == pytest.approx(MEANS[kind], rel=0.2), kind
    assert max(lengths["activate"]) == 160


def test_scores_spread_as_measured() -> None:
    scores = [score for game in random_games((2, False)) for score in game.scores]
    assert pstdev(scores) == pytest.approx(3.0, abs=0.7)
    assert min(scores) >= 0
