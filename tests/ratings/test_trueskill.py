import math
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise, permutations
from pathlib import Path

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st
from ratings_samples import rank_lists, result, result_lists

from arena.ratings.trueskill import LEAST_DRAWS, MOST_DRAWS, Rating, Standing, Ties, rate
from arena.tournament.results import MatchResult

NEW = Rating()
PUBLISHED_DRAWS = 0.10
PUBLISHED_PRIOR = Rating(25.0, math.hypot(25 / 3, 25 / 300))
"""The published values let skills drift by tau = 25/300 before a match."""


def by_seat(
    ratings: list[Rating], ranks: list[int] | tuple[int, ...], draws: float = PUBLISHED_DRAWS
) -> list[Rating]:
    bots = [f"bot {seat}" for seat in range(len(ratings))]
    after = rate(dict(zip(bots, ratings, strict=True)), bots, ranks, draws)
    return [after[bot] for bot in bots]


def ladder(results: Iterable[MatchResult], anchors: Mapping[str, float] | None = None) -> Standing:
    """The live ladder after these results."""
    standing = Standing(anchors or {})
    for each in results:
        standing.add(each)
    return standing


@st.composite
def ratings_and_ranks(
    draw: st.DrawFn, mu: float, least_sigma: float, most_sigma: float
) -> tuple[list[Rating], tuple[int, ...]]:
    seats = draw(st.integers(2, 6))
    rating = st.builds(Rating, st.floats(-mu, mu), st.floats(least_sigma, most_sigma))
    return draw(st.lists(rating, min_size=seats, max_size=seats)), draw(rank_lists(seats))


sane = ratings_and_ranks(60.0, 0.5, 25 / 3)
absurd = ratings_and_ranks(1e4, 1e-3, 1e3)


def test_one_win_between_new_players_has_the_published_values() -> None:
    winner, loser = by_seat([PUBLISHED_PRIOR] * 2, [1, 2])
    assert (round(winner.mu, 3), round(winner.sigma, 3)) == (29.396, 7.171)
    assert (round(loser.mu, 3), round(loser.sigma, 3)) == (20.604, 7.171)


def test_four_new_players_in_a_free_for_all_have_the_published_values() -> None:
    after = by_seat([PUBLISHED_PRIOR] * 4, [1, 2, 3, 4])
    assert [round(rating.mu, 3) for rating in after] == [33.207, 27.401, 22.599, 16.793]


def test_two_new_players_who_draw_have_the_published_sigma() -> None:
    after = by_seat([PUBLISHED_PRIOR] * 2, [1, 1])
    assert [(round(rating.mu, 3), round(rating.sigma, 3)) for rating in after] == [(25.0, 6.458)] * 2


def test_without_ties_the_ratings_are_those_of_the_library() -> None:
    random.seed(1)
    library = trueskill.TrueSkill(tau=0.0, draw_probability=0.2)
    for _ in range(50):
        before = [Rating(random.gauss(25, 5), random.uniform(1, 9)) for _ in range(random.randint(2, 6))]
        groups = library.rate([(library.create_rating(old.mu, old.sigma),) for old in before], min_delta=1e-9)
        after = by_seat(before, list(range(1, len(before) + 1)), draws=0.2)
        for mine, (theirs,) in zip(after, groups, strict=True):
            assert mine.mu == pytest.approx(theirs.mu, abs=1e-4)
            assert mine.sigma == pytest.approx(theirs.sigma, abs=1e-4)


def test_what_breaks_the_library_is_rated() -> None:
    """The two faults of its version 0.4.5 for which results are not rated by it."""
    upset = [Rating(-1000, 0.1), Rating(1000, 0.1)]
    with pytest.raises(FloatingPointError):
        trueskill.TrueSkill(tau=0.0).rate([(trueskill.Rating(r.mu, r.sigma),) for r in upset])
    winner, loser = by_seat(upset, [1, 2])
    assert -1000 < winner.mu < loser.mu < 1000
    [(theirs,), _] = trueskill.TrueSkill(tau=0.0, draw_probability=0).rate(
        [(trueskill.Rating(NEW.mu, NEW.sigma),)] * 2, ranks=[0, 0]
    )
    assert theirs.sigma > NEW.sigma
    assert all(mine.sigma < NEW.sigma for mine in by_seat([NEW, NEW], [1, 1], draws=0))


@pytest.mark.parametrize("ranks", [[1, 2, 2, 2, 2], [1, 1, 1, 1, 5], [1, 1, 3, 3, 3, 3], [1] * 6])
def test_equal_bots_that_tie_stay_equal(ranks: list[int]) -> None:
    after = by_seat([NEW] * len(ranks), ranks)
    for rank in set(ranks):
        tied = [rating for rating, own in zip(after, ranks, strict=True) if own == rank]
        assert max(rating.mu for rating in tied) - min(rating.mu for rating in tied) < 1e-9
        assert max(rating.sigma for rating in tied) - min(rating.sigma for rating in tied) < 1e-9


def test_every_permutation_of_seats_gives_every_bot_the_same_rating() -> None:
    before = [NEW, NEW, Rating(20, 3), Rating(31, 1.5), NEW]
    ranks = [1, 2, 2, 2, 2]
    expected = by_seat(before, ranks)
    for seats in permutations(range(5)):
        after = by_seat([before[seat] for seat in seats], [ranks[seat] for seat in seats])
        for seat, rating in zip(seats, after, strict=True):
            assert rating.mu == pytest.approx(expected[seat].mu, abs=1e-9)
            assert rating.sigma == pytest.approx(expected[seat].sigma, abs=1e-9)


@given(sane, st.randoms(use_true_random=False), st.floats(LEAST_DRAWS, MOST_DRAWS))
def test_seats_do_not_matter(
    match: tuple[list[Rating], tuple[int, ...]], chance: random.Random, draws: float
) -> None:
    before, ranks = match
    seats = list(range(len(before)))
    chance.shuffle(seats)
    expected = by_seat(before, ranks, draws)
    after = by_seat([before[seat] for seat in seats], [ranks[seat] for seat in seats], draws)
    for seat, rating in zip(seats, after, strict=True):
        assert rating.mu == pytest.approx(expected[seat].mu, abs=1e-9)
        assert rating.sigma == pytest.approx(expected[seat].sigma, abs=1e-9)


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        (Rating(-323, 3.0), Rating(-48, 2.2)),
        (Rating(0, 1), Rating(500, 1)),
        (Rating(-1e4, 1e-3), Rating(1e4, 1e-3)),
    ],
)
def test_upsets_that_break_the_library_are_rated(winner: Rating, loser: Rating) -> None:
    up, down = by_seat([winner, loser], [1, 2])
    assert winner.mu < up.mu < loser.mu
    assert winner.mu < down.mu < loser.mu


@pytest.mark.slow
@settings(max_examples=100)
@given(absurd, st.floats(LEAST_DRAWS, MOST_DRAWS))
def test_no_result_can_raise_or_make_less_certain(
    match: tuple[list[Rating], tuple[int, ...]], draws: float
) -> None:
    before, ranks = match
    for old, new in zip(before, by_seat(before, ranks, draws), strict=True):
        assert math.isfinite(new.mu)
        assert 0 < new.sigma <= old.sigma
        assert abs(new.mu) <= 3e4


@given(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4), st.floats(1e-3, 1e3), st.floats(1e-3, 1e3))
def test_of_two_the_winner_never_falls_and_the_loser_never_rises(
    mu: float, other_mu: float, sigma: float, other_sigma: float
) -> None:
    winner, loser = by_seat([Rating(mu, sigma), Rating(other_mu, other_sigma)], [1, 2])
    assert winner.mu >= mu
    assert loser.mu <= other_mu


@pytest.mark.parametrize("sigma", [0.1, 1.0, 25 / 3, 100.0])
def test_the_greater_the_upset_the_greater_the_change(sigma: float) -> None:
    gains = [by_seat([Rating(0, sigma), Rating(gap, sigma)], [1, 2])[0].mu for gap in range(-200, 2000, 20)]
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(gains))


def test_a_tie_never_makes_less_certain_however_rare_ties_are() -> None:
    for draws in (LEAST_DRAWS, PUBLISHED_DRAWS, MOST_DRAWS):
        assert all(rating.sigma < NEW.sigma for rating in by_seat([NEW] * 2, [1, 1], draws))


def test_the_seats_of_one_bot_say_nothing_about_it() -> None:
    after = rate({"a": NEW}, ["a"] * 4, [1, 2, 2, 4], PUBLISHED_DRAWS)["a"]
    assert after.mu == pytest.approx(NEW.mu, abs=1e-9)
    assert after.sigma == pytest.approx(NEW.sigma, abs=1e-9)


def test_a_bot_in_two_seats_learns_from_both() -> None:
    once = rate({"a": NEW, "b": NEW}, ["a", "b"], [1, 2], PUBLISHED_DRAWS)
    twice = rate({"a": NEW, "b": NEW}, ["a", "a", "b"], [1, 1, 3], PUBLISHED_DRAWS)
    torn = rate({"a": NEW, "b": NEW}, ["a", "b", "a"], [1, 2, 3], PUBLISHED_DRAWS)
    assert twice["a"].mu > once["a"].mu
    assert torn["a"].mu == pytest.approx(NEW.mu, abs=1e-9)
    assert torn["a"].sigma < NEW.sigma


def test_a_lone_seat_learns_nothing() -> None:
    assert rate({"a": NEW}, ["a"], [1], PUBLISHED_DRAWS)["a"] == NEW


def test_an_anchor_is_held_and_its_opponents_follow_it() -> None:
    results = [result(["a", "b"], [1, 1], order=order) for order in range(200)]
    standing = ladder(results, anchors={"a": 40.0})
    assert standing["a"] == Rating(40.0, 0.0)
    assert standing["b"].mu == pytest.approx(40.0, abs=1.0)


@settings(max_examples=30)
@given(result_lists())
def test_sigma_never_grows_in_a_tournament(results: list[MatchResult]) -> None:
    standing = Standing()
    for each in results:
        before = {bot: standing[bot].sigma for bot in each.bots}
        standing.add(each)
        assert all(standing[bot].sigma <= sigma for bot, sigma in before.items())


def test_the_draw_probability_is_taken_from_the_data_and_bounded() -> None:
    ties = Ties()
    assert ties.probability == pytest.approx(0.1)
    for order in range(300):
        ties.add(result(["a", "b"], [1, 1] if order % 4 == 0 else [1, 2], order=order))
    assert ties.probability == pytest.approx(0.25, abs=0.01)
    assert Ties(pairs=10**6, tied=0).probability == LEAST_DRAWS
    assert Ties(pairs=10**6, tied=10**6).probability == MOST_DRAWS


def test_pairs_with_a_fault_say_nothing_about_ties() -> None:
    ties = Ties()
    ties.add(result(["a", "b", "c"], [1, 2, 2], faults=[None, "crash", "crash"]))
    assert ties == Ties(pairs=0, tied=0)


def test_the_better_bot_ends_up_better() -> None:
    random.seed(2)
    skill = {"a": 30.0, "b": 25.0, "c": 20.0}
    results = []
    for order in range(300):
        bots = random.sample(sorted(skill), 3)
        performance = {bot: random.gauss(skill[bot], 25 / 6) for bot in bots}
        places = sorted(bots, key=lambda bot: -performance[bot])
        results.append(result(bots, [1 + places.index(bot) for bot in bots], order=order))
    standing = ladder(results)
    for bot, mu in skill.items():
        assert abs(standing[bot].mu - mu) < 4 * standing[bot].sigma


def test_the_library_warns_nobody_where_no_bytecode_is_kept(tmp_path: Path) -> None:
    """Its text has escapes that are none, which Python says each time that it compiles it."""
    nowhere = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    argv = [sys.executable, "-W", "always", "-c", "import arena.ratings.trueskill"]
    run = subprocess.run(argv, env=os.environ | nowhere, capture_output=True, text=True, check=True)
    assert run.stderr == ""
