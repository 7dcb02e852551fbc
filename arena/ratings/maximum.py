"""The parameters of the joint fit that maximise likelihood and prior, by Newton's method."""

from __future__ import annotations

import math

from arena.ratings.likelihood import Model
from arena.ratings.numerics import Array, np

_MOST_STEPS = 100
_SETTLED = 1e-7  # a step this small in every parameter is the last
_KEPT = 4  # a curvature serves again after a step with it that was so many times shorter than the one before
_ROUNDING = 1e-13  # relative error of a log likelihood
_SHORT = 1e-2  # a step up to this size is taken at its word
_ENOUGH_TO_SAMPLE = 50_000  # choices
_SAMPLE = 10  # every so many deals are one


def maximum(model: Model, start: Array | None = None, settled: float = _SETTLED) -> Array:
    """The values at the maximum, up to a last step of the size `settled`.

    A curvature serves for as long as steps shrink quickly with it: a slope alone costs a tenth as much. Where
    there are many choices, a sample of the deals gives the values to start from, and the first curvature.
    """
    values, curvature = np.zeros(model.size) if start is None else start, None
    if start is None and len(model) > _ENOUGH_TO_SAMPLE:
        sample = model.of_deals(np.arange(model.deals) % _SAMPLE == 0)
        values = maximum(sample, values, 1e-3)
        curvature = sample.slope_and_curvature(values)[1] * (len(model) / len(sample))
        curvature += np.diag(model.prior_curvature(values))
    before = math.inf
    for _ in range(_MOST_STEPS):
        if curvature is None:
            slope, curvature = model.slope_and_curvature(values)
            curvature += np.diag(model.prior_curvature(values))
        else:
            slope = model.slope(values)
        step = np.asarray(np.linalg.solve(curvature, slope + model.prior_slope(values)))
        values = _advance(model, values, step)
        size = float(np.abs(step).max())
        if size < settled:
            break
        if size * _KEPT > before:
            curvature = None
        before = size
    return values


def _advance(model: Model, values: Array, step: Array) -> Array:
    """The values after the step, halved until it climbs."""
    if np.abs(step).max() < _SHORT:
        return values + step
    start = model.height(values)
    start -= _ROUNDING * abs(start)
    for _ in range(30):
        if model.height(values + step) >= start:
            return values + step
        step = step / 2
    return values
