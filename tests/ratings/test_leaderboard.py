import math
import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ratings_samples import result, result_lists

from arena.ratings.batch import Outcomes, PairOutcomes
from arena.ratings.book import book_of
from arena.ratings.leaderboard import Tallies
from arena.tournament.results import MatchResult

SEASON = [
    result(["a", "b", "c"], [1, 2, 3], order=0, scores=[30, 20, 10], decisions=[2, 4, 1], ms=[5, 1, 7]),
    result(["b", "c", "a"], [1, 1, 3], order=1, scores=[15, 15, 5], decisions=[1, 1, 1], ms=[6, 1, 2]),
    result(["c", "a", "b"], [3, 2, 1], order=2, scores=[0, 9, 12], faults=["crash", None, None]),
    result(["a", "c", "b"], [1, 3, 2], order=3, scores=[8, 0, 4], faults=[None, "timeout", None]),
    result(["a", "b", "c"], [1, 2, 3], order=4, scores=[8, 4, 0], faults=[None, None, "crash"]),
]


def test_a_row_says_what_the_bot_has_done() -> None:
    rows = {row.bot: row for row in book_of(SEASON).rows()}
    a, c = rows["a"], rows["c"]
    assert (a.matches, a.wins, a.ties, a.losses) == (5, 3, 0, 2)
    assert a.mean_rank == pytest.approx((1 + 3 + 2 + 1 + 1) / 5)
    assert a.mean_score == pytest.approx((30 + 5 + 9 + 8 + 8) / 5)
    assert a.ms == pytest.approx((2 * 5 + 1 * 2 + 1 + 1 + 1) / 6)
    assert (c.wins, c.ties, c.losses) == (0, 1, 4)
    assert (c.faults, c.faults_by_kind) == (3, {"crash": 2, "timeout": 1})
    assert a.rating == pytest.approx(a.mu - 3 * a.sigma)


def test_the_best_is_first() -> None:
    rows = book_of(SEASON).rows()
    assert [row.rank for row in rows] == [1, 2, 3]
    assert [row.rating for row in rows] == sorted((row.rating for row in rows), reverse=True)
    assert rows[-1].bot == "c"


def test_equal_ratings_are_ordered_by_name() -> None:
    rows = book_of([result(["b", "a"], [1, 1])]).rows()
    assert [row.bot for row in rows] == ["a", "b"]


def test_scores_of_different_games_have_no_mean() -> None:
    results = [
        result("ab", [1, 2], order=order, game=game)
        for order, game in enumerate(["portals", "the-yawning-portal"])
    ]
    rows = book_of(results).rows()
    assert [row.mean_score for row in rows] == [None, None]


def test_a_bot_that_was_never_asked_has_no_time() -> None:
    results = [result("ab", [1, 2], decisions=[0, 3], ms=[math.nan, 2.0])]
    rows = book_of(results).rows()
    assert [row.ms for row in rows] == [None, 2.0]


def head_to_head(results: Iterable[MatchResult]) -> PairOutcomes:
    table = PairOutcomes()
    for each in results:
        table.add(each)
    return table


def test_who_finished_before_whom_is_counted_in_the_order_of_names() -> None:
    assert head_to_head(SEASON) == {
        ("a", "b"): Outcomes(wins=3, ties=0, losses=2),
        ("a", "c"): Outcomes(wins=4, ties=0, losses=1),
        ("b", "c"): Outcomes(wins=4, ties=1, losses=0),
    }


def test_a_bot_does_not_meet_itself() -> None:
    assert head_to_head([result(["a", "a", "b"], [1, 3, 2])]) == {("a", "b"): Outcomes(1, 0, 1)}


@pytest.mark.slow
@given(result_lists(), st.randoms(use_true_random=False))
def test_the_outcomes_add_up(results: list[MatchResult], chance: random.Random) -> None:
    tallies = Tallies()
    for each in chance.sample(results, len(results)):
        tallies.add(each)
    seats = sum(len(each.bots) for each in results)
    assert sum(tally.matches for tally in tallies.values()) == seats
    assert sum(tally.wins + tally.ties + tally.losses for tally in tallies.values()) == seats
    assert sum(tally.faults.total() for tally in tallies.values()) == sum(
        fault is not None for each in results for fault in each.faults
    )
    sole = sum(each.ranks.count(1) == 1 for each in results)
    assert sum(tally.wins for tally in tallies.values()) == sole
    assert sum(row.matches for row in book_of(results).rows()) == seats


@given(result_lists())
def test_every_meeting_of_two_seats_is_counted_once(results: list[MatchResult]) -> None:
    seats = [(a, b) for each in results for a, b in combinations(each.bots, 2) if a != b]
    table = head_to_head(results)
    assert {pair: outcomes.count for pair, outcomes in table.items()} == Counter(map(pair_of, seats))


def pair_of(bots: tuple[str, str]) -> tuple[str, str]:
    return min(bots), max(bots)
