import math

import pytest

from arena.ratings.normal import truncated


def closed_form(low: float, high: float) -> tuple[float, float]:
    def density(x: float) -> float:
        return math.exp(-x * x / 2) / math.sqrt(2 * math.pi) if math.isfinite(x) else 0.0

    mass = (math.erf(high / math.sqrt(2)) - math.erf(low / math.sqrt(2))) / 2
    mean = (density(low) - density(high)) / mass
    edges = sum(sign * x * density(x) for sign, x in ((1, low), (-1, high)) if math.isfinite(x))
    return mean, 1 + edges / mass - mean * mean


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, math.inf), (-1, math.inf), (1.5, math.inf), (-8, 8), (-1, 2), (-math.inf, 0.5), (0.2, 3)],
)
def test_moments_agree_with_the_closed_form_where_that_is_accurate(low: float, high: float) -> None:
    assert truncated(low, high) == pytest.approx(closed_form(low, high), abs=1e-11)


@pytest.mark.parametrize("cut", [30.0, 300.0, 3000.0])
def test_far_out_they_agree_with_the_asymptotic_series(cut: float) -> None:
    mean, variance = truncated(cut, math.inf)
    assert mean == pytest.approx(cut + 1 / cut - 2 / cut**3 + 10 / cut**5, rel=1e-9)
    assert variance == pytest.approx(1 / cut**2 - 6 / cut**4 + 50 / cut**6, rel=1e-5)


@pytest.mark.parametrize(
    ("cut", "mean", "variance"),
    [
        # Mills' ratio in its continued fraction, 1/(x + 1/(x + 2/(x + 3/...))), to 30 digits.
        (2.0, 2.3732155328228409, 0.1142791004140813),
        (5.0, 5.1865039671258421, 0.0326964346171122),
        (7.9, 8.0228172462087803, 0.0146596789843277),
        (8.1, 8.2199519010467496, 0.0140011429565994),
    ],
)
def test_in_a_tail_they_agree_with_mills_ratio(cut: float, mean: float, variance: float) -> None:
    assert truncated(cut, math.inf) == pytest.approx((mean, variance), rel=1e-9)


@pytest.mark.parametrize("low", [-3.0, 0.5, 2.0, 4.5])
@pytest.mark.parametrize("width", [1e-4, 0.01, 0.2, 0.7])
def test_in_an_interval_they_agree_with_a_sum_of_many_slices(low: float, width: float) -> None:
    """Simpson's rule, around the middle."""
    slices = 2000
    offsets = [width * (number / slices - 0.5) for number in range(slices + 1)]
    middle = low + width / 2
    densities = [
        (1 if number in (0, slices) else 2 + 2 * (number % 2)) * math.exp(-offset * (middle + offset / 2))
        for number, offset in enumerate(offsets)
    ]
    mass = math.fsum(densities)
    mean = math.fsum(d * x for d, x in zip(densities, offsets, strict=True)) / mass
    variance = math.fsum(d * (x - mean) ** 2 for d, x in zip(densities, offsets, strict=True)) / mass
    assert truncated(low, low + width) == pytest.approx((middle + mean, variance), rel=1e-9)


@pytest.mark.parametrize("half", [1e-9, 1e-3])
def test_in_a_narrow_interval_they_are_those_of_an_even_distribution(half: float) -> None:
    mean, variance = truncated(-half, half)
    assert mean == pytest.approx(0.0, abs=1e-18)
    assert variance == pytest.approx(half**2 / 3, rel=1e-5)


def test_the_mirror_image_has_the_mirrored_mean() -> None:
    mean, variance = truncated(2, 5)
    mirrored, same = truncated(-5, -2)
    assert (mirrored, same) == pytest.approx((-mean, variance), rel=1e-12)
