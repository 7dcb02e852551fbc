"""When a table is settled: never on no information."""

from __future__ import annotations

import math
import random

import pytest
from ratings_samples import result
from simulation import tournament

pytest.importorskip("scipy")

from arena.ratings.settled import largest_error, parse_until
from arena.tournament.results import MatchResult

BOTS = {"a": 0.5, "b": 0.0, "c": -0.5}


def with_a_perfect_one(deals: int) -> list[MatchResult]:
    """Three bots that beat each other now and then, and one that beats them all."""
    results = tournament(BOTS, [0.1, -0.1], deals, random.Random(1))
    for deal in range(deals):
        for ranks in ((1, 2), (1, 2)):
            order = len(results)
            results.append(result(["perfect", "abc"[deal % 3]], ranks, order=order, deal=deals + deal))
    return results


@pytest.mark.parametrize("deals", [21, 300])
def test_who_has_won_everything_is_not_settled_by_any_number_of_matches(deals: int) -> None:
    results = with_a_perfect_one(deals)
    assert largest_error(results, {*BOTS, "perfect"}) == math.inf
    assert largest_error(results, set(BOTS)) < 1.0
    last = results[-1]._replace(ranks=(2, 1))
    assert 0.5 < largest_error([*results[:-1], last], {*BOTS, "perfect"}) < math.inf


def test_groups_of_which_one_beats_the_other_every_time_are_not_settled() -> None:
    """Each bot has won and lost, but nothing tells how far the groups are apart."""
    results: list[MatchResult] = []
    for deal in range(200):
        for bots in (["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]):
            upset = bots in (["a", "b"], ["c", "d"]) and deal % 2
            order = len(results)
            results.append(result(bots, (2, 1) if upset else (1, 2), order=order, deal=order))
    assert largest_error(results, set("abcd")) > 0.6


def test_who_has_not_played_is_not_settled() -> None:
    results = tournament(BOTS, [0.1, -0.1], 200, random.Random(1))
    assert largest_error(results, set(BOTS)) < 0.3
    assert largest_error(results, {*BOTS, "newcomer"}) == math.inf
    assert largest_error([], set(BOTS)) == math.inf


def test_the_condition_is_read() -> None:
    assert parse_until(" error<0.6") == 0.6
    with pytest.raises(ValueError, match="error < X"):
        parse_until("error > 1")
