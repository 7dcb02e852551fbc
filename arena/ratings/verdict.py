"""The verdict beside TrueSkill: what one fit of all results says of bots and seats, and how far to trust it.

Needs numpy and scipy: the extra `stats`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf

from arena.ratings.joint import Estimate, Fit, fit
from arena.ratings.prediction import Bin, held_out
from arena.ratings.results import comparable
from arena.tournament.results import MatchResult

LEAST_DEALS = 10
"""With fewer, nothing is held out to be predicted."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A bot's strength: the log of its odds to be ranked before an average bot. `error` is a standard error,
    `low` and `high` are the 95 % interval's bounds; None where there is none. Who has won everything has no
    `high` and no `error`, who has lost everything no `low` and no `error`, and a single deal says neither."""

    rank: int
    bot: str
    strength: float
    error: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a seat is worth at a game and size of table, on the scale of strengths."""

    game: str
    players: int
    seat: int
    effect: float
    error: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class JointVerdict:
    """What all results say at once."""

    deals: int
    matches: int
    strengths: list[Strength]
    """Strongest first."""
    seats: list[SeatEffect]
    held_out: list[Bin]
    """Predicted against actual shares of first place in matches that the prediction had not seen."""
    rotation_gain: float
    """How many times as many matches it would have taken without the rotations of deals."""

    @property
    def largest_error(self) -> float | None:
        """Of all strengths."""
        errors = [strength.error for strength in self.strengths if strength.error is not None]
        return max(errors, default=None)


def strengths(results: Iterable[MatchResult]) -> list[Strength]:
    """Of all bots, strongest first. Raises NothingToCompare."""
    return _strengths(fit(comparable(results)))


def joint_verdict(results: Iterable[MatchResult]) -> JointVerdict:
    """The verdict of all results at once. Raises NothingToCompare."""
    fitted = fit(comparable(results))
    model = fitted.model
    return JointVerdict(
        deals=model.deals,
        matches=model.matches,
        strengths=_strengths(fitted),
        seats=[
            SeatEffect(game, players, seat, *_numbers(estimate))
            for game, players in model.setups
            for seat, estimate in enumerate(fitted.seat_effects(game, players))
        ],
        held_out=held_out(fitted) if model.deals >= LEAST_DEALS else [],
        rotation_gain=fitted.rotation_gain,
    )


def _strengths(fitted: Fit) -> list[Strength]:
    return [Strength(rank, bot, *_numbers(fitted.strength(bot))) for rank, bot in enumerate(fitted.bots, 1)]


def _numbers(estimate: Estimate) -> tuple[float, float | None, float | None, float | None]:
    """Value, error and bounds; None for what is infinite."""
    error, low, high = (
        None if isinf(number) else number for number in (estimate.error, estimate.low, estimate.high)
    )
    return estimate.value, error, low, high
