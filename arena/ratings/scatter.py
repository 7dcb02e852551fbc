"""How far the results of matches and of deals scatter, in the slopes that they give the joint fit."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.choices import Choices
from arena.ratings.likelihood import Model, with_none
from arena.ratings.numerics import Array, Indices, np

_DEALS_AT_ONCE = 2048
_MOST_ROUNDS = 12
_ROUND_SETTLED = 1e-3


def scatter(model: Model, values: Array, inverse: Array) -> tuple[Array, Array, Array]:
    """How the slopes of units scatter (sums of outer products): of matches, of deals, and of deals as they
    are when the fit leaves them out. `inverse` is that of the curvature with the prior.

    Left out, a deal's slope grows by what the fit had bent to it: u = g + A C u, where g is its slope, A its
    curvature and C the inverse of all.
    """
    by_match, by_deal, left_out = (np.zeros((model.size, model.size)) for _ in range(3))
    values = with_none(values)
    for start in range(0, model.deals, _DEALS_AT_ONCE):
        end = min(start + _DEALS_AT_ONCE, model.deals)
        parts = [part for some in model.choices if len(part := some.of_deals(start, end))]
        odds = [part.probabilities(values) for part in parts]
        slopes = [part.slopes(chances) for part, chances in zip(parts, odds, strict=True)]
        matches = np.concatenate([part.matches for part in parts]) if parts else np.zeros(0, np.intp)
        _, number = np.unique(matches, return_inverse=True)
        numbers = np.split(number, np.cumsum([len(part) for part in parts])[:-1])
        of_matches = _sums(model, parts, numbers, slopes, int(number.max(initial=-1)) + 1)
        by_match += of_matches.T @ of_matches
        deals = [part.deals - start for part in parts]
        of_deals = _sums(model, parts, deals, slopes, end - start)
        by_deal += of_deals.T @ of_deals
        alone = of_deals
        for _ in range(_MOST_ROUNDS):
            moves = np.hstack([alone @ inverse, np.zeros((len(alone), 1))])
            bent = [
                part.bent(chances, part.gathered(moves[of_part, part.parameters]))
                for part, chances, of_part in zip(parts, odds, deals, strict=True)
            ]
            before, alone = alone, of_deals + _sums(model, parts, deals, bent, end - start)
            if np.abs(alone - before).max() < _ROUND_SETTLED * np.abs(alone).max():
                break
        left_out += alone.T @ alone
    return by_match, by_deal, left_out * max(model.deals - 1, 1) / model.deals


def _sums(
    model: Model, parts: Sequence[Choices], units: Sequence[Indices], numbers: Sequence[Array], count: int
) -> Array:
    """Numbers by feature and choice, added up by unit and parameter."""
    side = model.size + 1
    total = np.zeros(count * side)
    for part, unit, found in zip(parts, units, numbers, strict=True):
        places = unit.astype(np.intp) * side + part.parameters
        total += np.bincount(places.ravel(), part.spread(found).ravel(), minlength=count * side)
    return total.reshape(count, side)[:, :-1]
