"""Moments of a truncated normal distribution, accurate however far out it is cut."""

import math

_LEGENDRE_DEGREE = 40
_NEGLIGIBLE = 72.0  # where the squared deviate has grown by this much, the density has fallen to e^-36


def truncated(low: float, high: float) -> tuple[float, float]:
    """Mean and variance of a standard normal deviate known to lie between `low` and `high`.

    The density is integrated from its peak outwards, so nothing cancels: `truncated(3000, inf)` has a
    relative error below 1e-9, as has `truncated(-1e-6, 1e-6)`.
    """
    peak = min(max(0.0, low), high)
    reach = math.sqrt(peak * peak + _NEGLIGIBLE) - abs(peak)
    if peak == 0.0:
        start, end = max(low, -reach), min(high, reach)
    elif peak > 0.0:
        start, end = 0.0, min(high - peak, reach)
    else:
        start, end = max(low - peak, -reach), 0.0
    middle, half = (start + end) / 2, (end - start) / 2
    mass = first = second = 0.0
    for node, weight in _NODES:
        step = half * node
        offset = middle + step
        density = weight * math.exp(-offset * (peak + offset / 2))
        mass += density
        first += density * step
        second += density * step * step
    mean = first / mass
    return peak + middle + mean, second / mass - mean * mean


def _legendre(degree: int, x: float) -> tuple[float, float]:
    """The Legendre polynomial of that degree and its slope, at `x`."""
    before, value = 1.0, x
    for n in range(2, degree + 1):
        before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
    return value, degree * (x * value - before) / (x * x - 1)


def _gauss_legendre(degree: int) -> tuple[tuple[float, float], ...]:
    """Nodes and weights for integrals over [-1, 1], by Newton's method on the polynomial's roots."""
    rule = []
    for k in range(1, degree + 1):
        x = math.cos(math.pi * (k - 0.25) / (degree + 0.5))
        for _ in range(6):
            value, slope = _legendre(degree, x)
            x -= value / slope
        slope = _legendre(degree, x)[1]
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return tuple(rule)


_NODES = _gauss_legendre(_LEGENDRE_DEGREE)
