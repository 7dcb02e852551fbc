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


@pytest.mark.parametrize("half", [1e-9, 1e-3])
def test_in_a_narrow_interval_they_are_those_of_an_even_distribution(half: float) -> None:
    mean, variance = truncated(-half, half)
    assert mean == pytest.approx(0.0, abs=1e-18)
    assert variance == pytest.approx(half**2 / 3, rel=1e-5)


def test_the_mirror_image_has_the_mirrored_mean() -> None:
    mean, variance = truncated(2, 5)
    mirrored, same = truncated(-5, -2)
    assert (mirrored, same) == pytest.approx((-mean, variance), rel=1e-12)
