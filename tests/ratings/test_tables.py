import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ratings_samples import result, result_lists

from arena.ratings.book import book_of
from arena.ratings.tables import Encounters, crosstable, tally_all
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


def test_the_crosstable_counts_who_beat_whom() -> None:
    table = crosstable(SEASON)
    assert table["a", "b"] == Encounters(wins=3, ties=0, losses=2)
    assert table["b", "a"] == Encounters(wins=2, ties=0, losses=3)
    assert table["b", "c"] == Encounters(wins=4, ties=1, losses=0)


def test_a_bot_does_not_meet_itself() -> None:
    table = crosstable([result(["a", "a", "b"], [1, 3, 2])])
    assert table == {("a", "b"): Encounters(1, 0, 1), ("b", "a"): Encounters(1, 0, 1)}


@pytest.mark.slow
@given(result_lists(), st.randoms(use_true_random=False))
def test_the_outcomes_add_up(results: list[MatchResult], chance: random.Random) -> None:
    tallies = tally_all(chance.sample(results, len(results)))
    seats = sum(len(each.bots) for each in results)
    assert sum(tally.matches for tally in tallies.values()) == seats
    assert sum(tally.wins + tally.ties + tally.losses for tally in tallies.values()) == seats
    assert sum(tally.faults.total() for tally in tallies.values()) == sum(
        fault is not None for each in results for fault in each.faults
    )
    sole = sum(each.ranks.count(1) == 1 for each in results)
    assert sum(tally.wins for tally in tallies.values()) == sole
    assert sum(row.matches for row in book_of(results).rows()) == seats


@pytest.mark.slow
@given(result_lists())
def test_what_one_bot_wins_the_other_loses(results: list[MatchResult]) -> None:
    table = crosstable(results)
    for (bot, other), encounters in table.items():
        back = table[other, bot]
        assert (encounters.wins, encounters.ties, encounters.losses) == (back.losses, back.ties, back.wins)
