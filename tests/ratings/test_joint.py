import math
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import astuple

import pytest
from ratings_samples import result
from simulation import tournament

pytest.importorskip("scipy")

from arena.ratings.joint import fit
from arena.ratings.prediction import held_out
from arena.tournament.results import MatchResult

Amount = Callable[[int, int], int]

PUDDINGS = """
    1 2 57 19 22 16   1 3 47 16 19 12   2 3 48 19 19 10   1 4 54 18 23 13   2 4 51 23 19 9
    3 4 54 19 20 15   1 5 50 13 19 18   2 5 48 16 20 12   3 5 48 16 15 17   4 5 47 17 14 16
    1 6 51 18 21 12   2 6 54 22 20 12   3 6 41 13 18 10   4 6 51 14 19 18   5 6 44 11 21 12
"""
"""Davidson (1970): i, j, comparisons, i preferred, j preferred, no preference."""

STRENGTHS = {"a": -1.0, "b": -0.5, "c": -0.1, "d": 0.2, "e": 0.5, "f": 0.9}
EFFECTS = [0.4, 0.0, -0.1, -0.3]


def puddings() -> list[MatchResult]:
    numbers = PUDDINGS.split()
    results: list[MatchResult] = []
    for row in range(0, len(numbers), 6):
        first, second, _, *counts = numbers[row : row + 6]
        for ranks, count in zip([(1, 2), (2, 1), (1, 1)], counts, strict=True):
            for _ in range(int(count)):
                each = result([first, second], ranks, order=len(results), deal=len(results))
                results.append(each._replace(players=1))
    return results


def test_the_estimates_of_davidsons_puddings_are_the_published_ones() -> None:
    fitted = fit(puddings(), prior=1e-6)
    worth = [math.exp(fitted.strength(str(brand)).value) for brand in range(1, 7)]
    published = [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855]
    assert [each / sum(worth) for each in worth] == pytest.approx(published, abs=3e-5)
    assert math.exp(fitted.tie("portals", 2).value) == pytest.approx(0.7468147, abs=3e-5)
    assert -2 * fitted.log_likelihood == pytest.approx(1619.4, abs=0.05)


def test_the_errors_of_davidsons_puddings_are_near_the_published_ones() -> None:
    fitted = fit(puddings(), prior=1e-6)
    published = {"2": 0.1872168, "3": 0.1935181, "4": 0.1882110, "5": 0.1927043, "6": 0.1924059}
    for brand, error in published.items():
        assert fitted.difference(brand, "1").error == pytest.approx(error, rel=0.03)
    assert fitted.tie("portals", 2).error == pytest.approx(0.0825, rel=0.01)


def test_the_parameters_of_a_large_tournament_are_found() -> None:
    results = tournament(STRENGTHS, EFFECTS, 1500, random.Random(1), tie=-0.7)
    fitted = fit(results)
    for bot, strength in STRENGTHS.items():
        assert fitted.strength(bot).value == pytest.approx(strength, abs=0.1)
    for seat, effect in zip(fitted.seat_effects("portals", 4), EFFECTS, strict=True):
        assert seat.value == pytest.approx(effect, abs=0.08)
    assert fitted.tie("portals", 2).value == pytest.approx(-0.7, abs=0.1)
    assert fitted.bots == ["f", "e", "d", "c", "b", "a"]


def test_strengths_and_seat_effects_are_centred() -> None:
    fitted = fit(tournament(STRENGTHS, EFFECTS, 30, random.Random(1)))
    assert sum(fitted.strength(bot).value for bot in STRENGTHS) == pytest.approx(0.0, abs=1e-6)
    assert sum(seat.value for seat in fitted.seat_effects("portals", 4)) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("effects", "deals", "simulations"),
    [([0.3, -0.3], 40, 120), (EFFECTS, 40, 100), ([0.5, 0.2, 0.0, -0.1, -0.2, -0.4], 30, 40)],
)
def test_95_percent_intervals_cover_the_truth_in_93_to_97_percent(
    effects: list[float], deals: int, simulations: int, amount: Amount
) -> None:
    covered = []
    for seed in range(amount(simulations // 2, simulations)):
        fitted = fit(tournament(STRENGTHS, effects, deals, random.Random(seed)))
        truths = [(fitted.strength(bot), strength) for bot, strength in STRENGTHS.items()]
        truths += zip(fitted.seat_effects("portals", len(effects)), effects, strict=True)
        covered += [estimate.low <= truth <= estimate.high for estimate, truth in truths]
    assert 0.93 <= sum(covered) / len(covered) <= 0.97


@pytest.mark.slow
def test_copies_of_one_bot_come_out_equal_whatever_the_seats_are_worth(amount: Amount) -> None:
    copies = dict.fromkeys("abcd", 0.0)
    apart = []
    for seed in range(amount(50, 100)):
        fitted = fit(tournament(copies, [0.8, 0.2, -0.3, -0.7], 30, random.Random(seed), luck=0.5))
        strengths = [fitted.strength(bot) for bot in copies]
        apart += [not estimate.low <= 0.0 <= estimate.high for estimate in strengths]
    assert sum(apart) / len(apart) <= 0.08


def test_rotating_unequal_deals_gains_precision() -> None:
    even = fit(tournament(STRENGTHS, EFFECTS, 400, random.Random(3)))
    uneven = fit(tournament(STRENGTHS, EFFECTS, 400, random.Random(3), luck=1.5))
    assert even.rotation_gain == pytest.approx(1.0, abs=0.1)
    assert uneven.rotation_gain > 1.3


def test_the_order_of_results_does_not_matter() -> None:
    results = tournament(STRENGTHS, EFFECTS, 20, random.Random(4))
    once, again = fit(results), fit(random.Random(5).sample(results, len(results)))
    for bot in STRENGTHS:
        assert astuple(again.strength(bot)) == pytest.approx(astuple(once.strength(bot)), abs=1e-6)


def wins(matches: int) -> list[MatchResult]:
    """A bot's matches against another, from both seats, all of which it has won."""
    return [
        result(bots, ranks, order=order, deal=order // 2)
        for order in range(matches)
        for bots, ranks in [[("ab", (1, 2)), ("ba", (2, 1))][order % 2]]
    ]


def test_who_won_or_lost_everything_has_a_finite_strength_and_one_bound() -> None:
    """By the rule of three, who has won 40 of 40 loses less than 3 in 40, with 95 % confidence."""
    fitted = fit(wins(40))
    winner, loser = fitted.strength("a"), fitted.strength("b")
    assert 1.0 < winner.value < 5.0
    assert (winner.error, winner.high) == (math.inf, math.inf)
    assert (loser.error, loser.low) == (math.inf, -math.inf)
    assert winner.low == pytest.approx(math.log(37 / 3) / 2, abs=0.3)
    assert loser.high == pytest.approx(-winner.low)


def test_one_surprise_gives_both_bounds_and_an_error_that_is_no_small_one() -> None:
    results = wins(40)
    results[7] = results[7]._replace(bots=results[7].bots[::-1])
    estimate = fit(results).strength("a")
    assert math.isfinite(estimate.low) and math.isfinite(estimate.high)
    assert estimate.error > 0.3, "as of a share of 1 in 40: 1 / sqrt(40 * 1/40 * 39/40), half of it for each"
    assert estimate.high - estimate.value > estimate.value - estimate.low, (
        "most of what is unknown lies above"
    )


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_intervals_of_the_best_and_the_last_cover_the_truth_too(seats: int, amount: Amount) -> None:
    """Bots that win nearly everything, or all of it, and bots that lose as much."""
    effects = [0.2, 0.1, 0.0, -0.3][:seats]
    covered, one_sided = [], 0
    for extreme in (1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0):
        truth = {"best": extreme, "a": 0.5, "b": 0.0, "c": -0.5, "last": -extreme}
        for seed in range(amount(8, 150)):
            fitted = fit(tournament(truth, effects, 50 // seats, random.Random(f"{extreme} {seed}")))
            for bot in ("best", "last"):
                estimate = fitted.strength(bot)
                covered.append(estimate.low <= truth[bot] <= estimate.high)
                one_sided += math.isinf(estimate.error)
    assert one_sided > 0
    share, few = sum(covered) / len(covered), 2 * math.sqrt(0.05 * 0.95 / len(covered))
    assert 0.93 - few <= share <= 0.97 + few


def test_one_deal_says_nothing_about_the_error() -> None:
    fitted = fit([result(["a", "b"], [1, 2]), result(["b", "a"], [2, 1], order=1)])
    assert fitted.difference("a", "b").error == math.inf


def test_large_fields_of_solos_are_compared() -> None:
    bots = "abcdefghij"
    results = []
    for deal in range(30):
        chance = random.Random(deal)
        scores = [place + chance.gauss(0, 4) for place in range(len(bots))]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        results.append(result(bots, ranks, order=deal, deal=deal)._replace(players=1))
    fitted = fit(results)
    assert fitted.difference("j", "a").low > 0
    assert fitted.seat_effects("portals", 10) == []


def test_predictions_hold_for_matches_that_were_held_out() -> None:
    fitted = fit(tournament(STRENGTHS, EFFECTS, 400, random.Random(7)))
    bins = held_out(fitted)
    assert sum(each.seats for each in bins) == 400 * 4 * 4
    for each in bins:
        error = math.sqrt(each.predicted * (1 - each.predicted) / each.seats)
        assert each.low <= each.predicted <= each.high
        assert abs(each.actual - each.predicted) < 4 * error


def test_nothing_to_compare_is_an_error() -> None:
    with pytest.raises(ValueError, match="no result has two seats"):
        fit([result(["a"], [1])])


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['scipy'] = None; import arena.ratings.joint"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.stderr.splitlines()[-1] == (
        "ImportError: the joint fit needs numpy and scipy: pip install 'bot-arena[stats]'"
    )
