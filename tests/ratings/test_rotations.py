"""Rotations of the same shuffles, and such that are shuffled anew: statistics are right for both."""

import random
from collections.abc import Callable

import pytest
from ratings_samples import result
from simulation import tournament

from arena.ratings.compare import Verdict, compare, paired_deals
from arena.ratings.joint import fit
from arena.ratings.pairs import fares
from arena.ratings.prediction import held_out
from arena.ratings.results import compare_solos
from arena.ratings.verdict import joint_verdict

Amount = Callable[[int, int], int]

COPIES = dict.fromkeys("abcd", 0.0)
EFFECTS = [1.2, 0.3, -0.5, -1.0]
both = pytest.mark.parametrize("fresh", [False, True])


@both
def test_what_was_shuffled_anew_tells_independently(fresh: bool) -> None:
    """To the joint fit each such match is a deal, and rotations gain nothing."""
    results = tournament(COPIES, EFFECTS, 60, random.Random(1), luck=1.5, fresh=fresh)
    verdict = joint_verdict(results)
    assert (verdict.matches, verdict.deals) == (240, 240 if fresh else 60)
    assert verdict.rotation_gain == pytest.approx(1.0, abs=1e-9) if fresh else verdict.rotation_gain > 1.2
    fitted = fit(results)
    assert sum(bin.seats for bin in held_out(fitted)) == 960


@both
def test_seats_even_out_in_a_deal_in_either_way(fresh: bool) -> None:
    results = tournament({"a": 0.0, "b": 0.0}, [2.0, -2.0], 50, random.Random(1), luck=1.0, fresh=fresh)
    assert len(paired_deals(results, "a", "b")) == 50
    assert len(paired_deals(results[:-1], "a", "b")) == 49
    by_deals = fares(results)["a", "b"].points
    shuffled = [match._replace(deal=match.match) for match in results]
    by_matches = fares(shuffled)["a", "b"].points
    assert by_deals.value == pytest.approx(by_matches.value)
    assert by_deals.error is not None and by_matches.error is not None
    assert by_deals.error < 0.7 * by_matches.error, "the luck of the seat is in none of the deals"


@both
def test_compared_solos_stand_or_fall_together(fresh: bool) -> None:
    solos = [
        result([bot], [1], order=order, deal=1, shuffle=f"t{order}" if fresh else None, scores=[order])
        for order, bot in enumerate("abc")
    ]
    match = compare_solos(solos)
    assert (match.bots, match.ranks, match.shuffle) == (("a", "b", "c"), (3, 2, 1), "1")
    assert fit([match, match._replace(match="other", deal="2", shuffle="2")]).model.deals == 2


@pytest.mark.slow
@both
def test_errors_are_as_large_as_they_are_said_to_be(fresh: bool) -> None:
    """Copies of one bot, with much luck of seats and cards: the standard scores deviate by 1."""
    strengths, points = [], []
    for seed in range(100):
        results = tournament(COPIES, EFFECTS, 30, random.Random(seed), luck=1.5, fresh=fresh)
        fitted = fit(results)
        estimates = [fitted.strength(bot) for bot in COPIES]
        strengths += [(estimate.value / estimate.error) ** 2 for estimate in estimates]
        mean = fares(results)["a", "b"].points
        assert mean.error is not None
        points.append(((mean.value - 0.5) / mean.error) ** 2)
    assert 0.8 < sum(strengths) / len(strengths) < 1.25
    assert 0.7 < sum(points) / len(points) < 1.4


@pytest.mark.slow
@both
def test_equal_bots_are_called_different_in_at_most_5_percent(fresh: bool, amount: Amount) -> None:
    """However long one looks, and however much seats and cards are worth."""
    wrong, runs = 0, amount(100, 200)
    for seed in range(runs):
        results = tournament(
            {"a": 0.0, "b": 0.0}, [1.5, -1.5], 100, random.Random(seed), luck=2.0, fresh=fresh
        )
        found = [compare(results[:count], "a", "b").verdict for count in (20, 50, 100, 200)]
        wrong += bool({Verdict.FIRST, Verdict.SECOND} & set(found))
    assert wrong <= 0.05 * runs
