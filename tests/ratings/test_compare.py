import random
from collections import Counter
from collections.abc import Callable

import pytest
from ratings_samples import result
from simulation import tournament

from arena.ratings.compare import PairedDeal, SequentialTest, Verdict, compare, paired_deals

pytestmark = pytest.mark.slow

Amount = Callable[[int, int], int]

WORTH = 0.1
LONGEST = 2000


def two_rotations(chance: random.Random, mean: float) -> float:
    """A deal of two matches without ties."""
    return sum(chance.random() < mean for _ in range(2)) / 2


def many_ties(chance: random.Random, mean: float) -> float:
    """A deal of four matches, half of the points from ties."""
    return (
        sum(0.5 if chance.random() < 0.5 else float(chance.random() < 2 * mean - 0.5) for _ in range(4)) / 4
    )


def outcomes(
    deal: Callable[[random.Random, float], float], mean: float, runs: int
) -> tuple[Counter[Verdict], float]:
    """The verdicts of tests that stop at the first one, looked for after each deal, and the mean length."""
    verdicts: Counter[Verdict] = Counter()
    lengths = 0
    for seed in range(runs):
        chance, test = random.Random(seed), SequentialTest(WORTH)
        while test.verdict is Verdict.OPEN and test.points.total() < LONGEST:
            test.add(deal(chance, mean))
        verdicts[test.verdict] += 1
        lengths += test.points.total()
    return verdicts, lengths / runs


def fixed_size(variance: float) -> float:
    """Deals of a two-sided test of fixed size at 5 % that finds a difference of WORTH in 95 %."""
    return (1.960 + 1.645) ** 2 * variance / WORTH**2


@pytest.mark.parametrize("deal", [two_rotations, many_ties])
def test_equal_bots_are_called_different_in_at_most_5_percent(
    deal: Callable[[random.Random, float], float], amount: Amount
) -> None:
    verdicts, _ = outcomes(deal, 0.5, amount(150, 300))
    assert verdicts[Verdict.FIRST] + verdicts[Verdict.SECOND] <= 0.05 * verdicts.total()
    assert verdicts[Verdict.OPEN] == 0


@pytest.mark.parametrize("deal", [two_rotations, many_ties])
@pytest.mark.parametrize(
    ("mean", "right"), [(0.5 + WORTH, Verdict.FIRST), (0.5 - WORTH, Verdict.SECOND), (0.75, Verdict.FIRST)]
)
def test_a_difference_worth_it_is_missed_in_at_most_5_percent(
    deal: Callable[[random.Random, float], float], mean: float, right: Verdict, amount: Amount
) -> None:
    verdicts, _ = outcomes(deal, mean, amount(150, 300))
    assert verdicts[right] >= 0.95 * verdicts.total()


@pytest.mark.parametrize("mean", [0.5, 0.5 + WORTH, 0.5 + 2 * WORTH])
def test_it_stops_earlier_than_a_test_of_fixed_size(mean: float, amount: Amount) -> None:
    _, length = outcomes(two_rotations, mean, amount(150, 300))
    assert length < fixed_size(variance=0.25 / 2)


@pytest.mark.slow
def test_intervals_hold_at_all_times() -> None:
    missed = 0
    for seed in range(100):
        chance, test = random.Random(seed), SequentialTest(WORTH)
        for deal in range(1, 201):
            test.add(two_rotations(chance, 0.65))
            if deal in (5, 10, 20, 50, 100, 200):
                low, high = test.interval()
                if not low <= 0.65 <= high:
                    missed += 1
                    break
    assert missed <= 5


def test_more_evidence_narrows_the_interval() -> None:
    chance, test = random.Random(1), SequentialTest(WORTH)
    assert test.interval() == pytest.approx((0.0, 1.0), abs=1e-6)
    widths = []
    for deal in range(400):
        test.add(two_rotations(chance, 0.6))
        if deal in (30, 100, 399):
            low, high = test.interval()
            widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.2


def test_the_order_of_deals_does_not_matter() -> None:
    chance = random.Random(2)
    deals = [two_rotations(chance, 0.55) for _ in range(80)]
    forth, back = SequentialTest(WORTH), SequentialTest(WORTH)
    for deal in deals:
        forth.add(deal)
    for deal in reversed(deals):
        back.add(deal)
    assert (forth.verdict, forth.more_deals()) == (back.verdict, back.more_deals())


def test_the_forecast_is_about_right() -> None:
    ratios = []
    for seed in range(60):
        chance, test = random.Random(seed), SequentialTest(WORTH)
        for _ in range(40):
            test.add(two_rotations(chance, 0.6))
        forecast = test.more_deals()
        assert forecast is not None
        while test.verdict is Verdict.OPEN:
            test.add(two_rotations(chance, 0.6))
        ratios.append((forecast + 40) / test.points.total())
    assert 0.5 < sorted(ratios)[30] < 2.0


def test_without_a_deal_there_is_no_forecast() -> None:
    comparison = compare([], "a", "b")
    assert comparison.verdict is Verdict.OPEN
    assert (comparison.mean_points, comparison.more_matches) == (None, None)


def test_identical_bots_are_soon_of_no_difference() -> None:
    results = [result(["a", "b"], [1, 1], order=order, deal=order // 2) for order in range(400)]
    swapped = [each._replace(bots=each.bots[:: 1 - 2 * (each.order % 2)]) for each in results]
    comparison = compare(swapped, "a", "b", worth=WORTH)
    assert (comparison.deals, comparison.matches) == (200, 400)
    assert comparison.verdict is Verdict.NO_DIFFERENCE


def test_a_deal_counts_once_both_have_sat_in_the_same_seats() -> None:
    rotations = [
        result(["a", "b", "c"], [1, 2, 3], order=0),
        result(["b", "c", "a"], [1, 2, 2], order=1),
        result(["c", "a", "b"], [3, 1, 1], order=2),
    ]
    assert paired_deals(rotations[:2], "a", "b") == []
    assert paired_deals(rotations, "a", "b") == [PairedDeal(points=0.5, matches=3)]
    assert paired_deals(rotations, "a", "c") == [PairedDeal(points=2.5 / 3, matches=3)]


def test_compared_solos_count_at_once() -> None:
    solos = result(["a", "b", "c"], [1, 2, 3])._replace(players=1)
    assert paired_deals([solos], "a", "c") == [PairedDeal(points=1.0, matches=1)]


def test_the_better_bot_is_found_at_tables_of_four() -> None:
    strengths = {"a": 1.0, "b": 0.0, "c": 0.3, "d": -0.5}
    results = tournament(strengths, [0.6, 0.1, -0.2, -0.5], 150, random.Random(3), luck=1.0)
    assert compare(results, "a", "d").verdict is Verdict.FIRST
    assert compare(results, "d", "a").verdict is Verdict.SECOND
    few = compare(results[:20], "b", "c")
    assert few.verdict is Verdict.OPEN
    assert few.deals == 5
    assert few.more_matches is not None and few.more_matches > 0


@pytest.mark.parametrize(("worth", "error"), [(0.0, 0.05), (0.5, 0.05), (0.1, 0.0), (0.1, 1.0)])
def test_impossible_demands_are_refused(worth: float, error: float) -> None:
    with pytest.raises(ValueError, match=r"must lie between 0 and 0\.5"):
        compare([], "a", "b", worth=worth, error=error)
