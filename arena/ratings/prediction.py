"""How well the joint fit predicts: each part of the deals from a fit of all others.

Needs numpy and scipy: the extra `stats`.
"""

from __future__ import annotations

from dataclasses import dataclass

from arena.ratings.joint import Fit
from arena.ratings.maximum import maximum
from arena.ratings.numerics import np

_FAR = 0.2
"""A Newton step up to this size leaves too little to matter in a prediction."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Seats whose predicted share of first place was between `low` and `high`, and what became of them."""

    low: float
    high: float
    seats: int
    predicted: float
    actual: float


def held_out(fitted: Fit, bins: int = 10) -> list[Bin]:
    """Predicted against actual shares of first place, each deal predicted from a fit without its fold.

    `fitted` is the fit of all, from which the others start. There must be at least two deals.
    """
    model, values = fitted.model, fitted.values
    prior = np.diag(model.prior_curvature(values))
    all_curvatures = np.sum([curvature for _, curvature in fitted.folds], axis=0)
    found = []
    for number, (slope, curvature) in enumerate(fitted.folds[: model.deals]):
        in_fold = np.arange(model.deals) % len(fitted.folds) == number
        step = np.linalg.solve(all_curvatures - curvature + prior, -slope)
        rest = values + step
        if np.abs(step).max() > _FAR:
            rest = maximum(model.of_deals(~in_fold), rest, settled=_FAR)
        found.append(model.of_deals(in_fold).first_places(rest))
    predicted, actual = (np.concatenate(columns) for columns in zip(*found, strict=True))
    bin_of = np.minimum((predicted * bins).astype(np.intp), bins - 1)
    seats, expected, real = (
        np.bincount(bin_of, weights, minlength=bins) for weights in (None, predicted, actual)
    )
    return [
        Bin(
            low=number / bins,
            high=(number + 1) / bins,
            seats=int(seats[number]),
            predicted=float(expected[number] / seats[number]),
            actual=float(real[number] / seats[number]),
        )
        for number in np.flatnonzero(seats)
    ]
