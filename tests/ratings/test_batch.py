"""TrueSkill of all results at once: in no order, and the library's where there is but one match."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st
from ratings_samples import rank_lists, ranked, result, result_lists

from arena.ratings.batch import Evidence, rate_at_once
from arena.ratings.book import book_of
from arena.ratings.leaderboard import Row
from arena.ratings.trueskill import BETA, MU, SIGMA, Rating, Ties, draw_margin
from arena.tournament.results import MatchResult

TWO_WAYS = [(1, 2), (2, 1)]


def table(first: int, second: int, chance: random.Random | None = None) -> list[MatchResult]:
    """So many wins of a, and of b, one after the other or shuffled."""
    outcomes = [*[(1, 2)] * first, *[(2, 1)] * second]
    if chance is not None:
        chance.shuffle(outcomes)
    return [result(["a", "b"], ranks, order=order, deal=order // 2) for order, ranks in enumerate(outcomes)]


def shuffled(results: Sequence[MatchResult], chance: random.Random) -> list[MatchResult]:
    """The same results at other places in the schedule."""
    order = chance.sample(range(len(results)), len(results))
    return [each._replace(order=place) for each, place in zip(results, order, strict=True)]


@pytest.mark.parametrize("ranks", [[1, 2], [1, 1]])
def test_one_match_of_two_is_rated_as_by_the_library(ranks: list[int]) -> None:
    draws = Ties()
    draws.add(result("ab", ranks))
    library = trueskill.TrueSkill(tau=0.0, draw_probability=draws.probability)
    theirs = library.rate([(library.create_rating(),), (library.create_rating(),)], ranks)
    mine = book_of([result("ab", ranks)]).ratings()
    for bot, (rating,) in zip("ab", theirs, strict=True):
        assert mine[bot].mu == pytest.approx(rating.mu, abs=1e-5)
        assert mine[bot].sigma == pytest.approx(rating.sigma, abs=1e-5)


def test_one_match_against_an_anchor_is_rated_as_by_the_library() -> None:
    library = trueskill.TrueSkill(tau=0.0, draw_probability=0.1)
    [(theirs,), _] = library.rate([(library.create_rating(),), (library.create_rating(31.0, 1e-6),)])
    evidence = [Evidence("a", "b", draw_margin(0.1), math.inf, 1)]
    mine = rate_at_once("ab", evidence, {"b": 31.0})
    assert (mine["a"].mu, mine["a"].sigma) == pytest.approx((theirs.mu, theirs.sigma), abs=1e-6)
    assert mine["b"] == Rating(31.0, 0.0)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_one_match_of_many_is_rated_much_as_by_the_library(seats: int) -> None:
    """The library takes each seat for better than the next, which is more than all pairs of a table weigh."""
    ranks = list(range(1, seats + 1))
    draws = Ties()
    draws.add(result("abcdef"[:seats], ranks))
    library = trueskill.TrueSkill(tau=0.0, draw_probability=draws.probability)
    theirs = [rating for (rating,) in library.rate([(library.create_rating(),)] * seats)]
    mine = book_of([result("abcdef"[:seats], ranks)]).ratings()
    for bot, rating in zip("abcdef", theirs, strict=False):
        assert mine[bot].mu - MU == pytest.approx(rating.mu - MU, rel=0.3, abs=0.01)
        assert rating.sigma <= mine[bot].sigma < SIGMA


@pytest.mark.parametrize("seed", range(10))
def test_seven_to_nine_ranks_the_nine_first(seed: int) -> None:
    for first, second, best in ((7, 9, "b"), (9, 7, "a")):
        rows = book_of(table(first, second, random.Random(seed))).rows()
        assert rows[0].bot == best
        assert rows[0].mu > rows[1].mu
        assert rows[0].sigma == pytest.approx(rows[1].sigma, abs=1e-9)


def same(rows: list[Row], others: list[Row]) -> None:
    """Asserts that two tables have the same ranks, and ratings within 1e-6."""
    assert [row.bot for row in rows] == [row.bot for row in others]
    for row, other in zip(rows, others, strict=True):
        assert (row.mu, row.sigma) == pytest.approx((other.mu, other.sigma), abs=1e-6)
        assert (row.matches, row.wins, row.ties) == (other.matches, other.wins, other.ties)


@given(result_lists(), st.randoms(use_true_random=False))
def test_the_order_of_results_never_counts(results: list[MatchResult], chance: random.Random) -> None:
    """Neither that in which they arrive nor that of the schedule."""
    same(book_of(shuffled(results, chance)).rows(), book_of(results).rows())


@given(st.integers(2, 6).flatmap(rank_lists), st.randoms(use_true_random=False))
def test_seats_never_count(ranks: tuple[int, ...], chance: random.Random) -> None:
    bots = "abcdef"[: len(ranks)]
    seats = chance.sample(range(len(ranks)), len(ranks))
    moved = result([bots[seat] for seat in seats], [ranks[seat] for seat in seats])
    before, after = book_of([result(bots, ranks)]).ratings(), book_of([moved]).ratings()
    for bot in bots:
        assert after[bot].mu == pytest.approx(before[bot].mu, abs=1e-9)
        assert after[bot].sigma == pytest.approx(before[bot].sigma, abs=1e-9)


@pytest.mark.parametrize("ranks", [[1, 2, 2, 2, 2], [1, 1, 1, 1, 5], [1, 1, 3, 3, 3, 3], [1] * 6])
def test_bots_that_tie_are_equal(ranks: list[int]) -> None:
    bots = "abcdef"[: len(ranks)]
    rated = book_of([result(bots, ranks)]).ratings()
    for rank in set(ranks):
        tied = [rated[bot] for bot, own in zip(bots, ranks, strict=True) if own == rank]
        assert max(rating.mu for rating in tied) - min(rating.mu for rating in tied) < 1e-9
        assert max(rating.sigma for rating in tied) - min(rating.sigma for rating in tied) < 1e-9


def test_an_anchor_is_held_and_a_chain_of_opponents_follows_it() -> None:
    """Each is as good as the next, so all are as good as the anchor."""
    bots = "abcdef"
    results = [
        result([bot, other], ranks, order=order)
        for order in range(50)
        for bot, other in pairwise(bots)
        for ranks in TWO_WAYS
    ]
    rated = book_of(results, {"a": 40.0}).ratings()
    assert rated["a"] == Rating(40.0, 0.0)
    for bot in bots[1:]:
        assert rated[bot].mu == pytest.approx(40.0, abs=2.0)


def test_a_fault_counts_as_last_place() -> None:
    clean = [result("abc", [1, 2, 3], order=order) for order in range(20)]
    faulty = [each._replace(faults=(None, None, "crash")) for each in clean]
    rows = book_of(faulty).rows()
    assert [row.bot for row in rows] == ["a", "b", "c"]
    assert rows[-1].faults == 20


def test_the_skills_of_a_large_event_are_found_at_tables_of_all_sizes() -> None:
    """The ratings lie about the true skills as their sigmas say, whatever the size of the tables."""
    chance = random.Random(3)
    skills = {f"bot {number}": MU + 5 * chance.gauss(0, 1) for number in range(12)}
    margin = draw_margin(0.1)
    deviates: dict[int, list[float]] = {}
    for seats in (2, 4, 6):
        for _ in range(12):
            results = []
            for order in range(600 // seats):
                bots = chance.sample(sorted(skills), seats)
                performed = [chance.gauss(skills[bot], BETA) for bot in bots]
                ranks = ranked([sum(other > own + margin for other in performed) for own in performed])
                results.append(result(bots, ranks, order=order, deal=order))
            rated = book_of(results).ratings()
            level = sum(rated[bot].mu - skills[bot] for bot in skills) / len(skills)  # no result tells it
            deviates.setdefault(seats, []).extend(
                (rated[bot].mu - skills[bot] - level) / rated[bot].sigma for bot in skills
            )
    for seats, found in deviates.items():
        spread = math.sqrt(sum(deviate**2 for deviate in found) / len(found))
        assert 0.8 < spread < 1.2, (seats, spread)


@given(
    st.lists(
        st.builds(
            Evidence,
            st.sampled_from("abc"),
            st.sampled_from("def"),
            st.floats(-1, 1).map(lambda low: low - 1),
            st.floats(0.01, 1) | st.just(math.inf),
            st.floats(0, 1e6),
        ),
        max_size=12,
    ),
    st.dictionaries(st.sampled_from("abcdef"), st.floats(-1e4, 1e4), max_size=3),
)
def test_no_evidence_can_raise_or_make_less_certain(
    evidence: list[Evidence], anchors: dict[str, float]
) -> None:
    for bot, rating in rate_at_once("abcdef", evidence, anchors).items():
        assert math.isfinite(rating.mu)
        assert rating.sigma == 0 if bot in anchors else 0 < rating.sigma <= SIGMA * (1 + 1e-9)
