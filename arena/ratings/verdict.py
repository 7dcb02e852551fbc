"""The verdict beside TrueSkill: what one fit of all results says of bots and seats, and how far to trust it.

Needs numpy and scipy: the extra `stats`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf

from arena.ratings.joint import Bin, Estimate, Fit, fit, held_out
from arena.ratings.results import comparable, shuffle_key
from arena.tournament.results import MatchResult

LEAST_DEALS = 10
"""With fewer, nothing is held out to be predicted."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A bot's strength: the log of its odds to be ranked before an average bot. `error` is a standard error,
    None where there is but one deal; `low` and `high` are the 95 % interval's bounds."""

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
    """Of all bots, strongest first. Raises ValueError where nothing can be compared."""
    return _strengths(fit(_comparable(results)))


def joint_verdict(results: Iterable[MatchResult]) -> JointVerdict:
    """The verdict of all results at once. Raises ValueError where nothing can be compared."""
    matches = _comparable(results)
    fitted = fit(matches)
    return JointVerdict(
        deals=fitted.deals,
        matches=len(matches),
        strengths=_strengths(fitted),
        seats=[
            SeatEffect(game, players, seat, *_numbers(estimate))
            for game, players in sorted({(match.game, match.players) for match in matches})
            for seat, estimate in enumerate(fitted.seat_effects(game, players))
        ],
        held_out=held_out(matches) if len(set(map(shuffle_key, matches))) >= LEAST_DEALS else [],
        rotation_gain=fitted.rotation_gain,
    )


def _comparable(results: Iterable[MatchResult]) -> list[MatchResult]:
    return [match for match in comparable(results) if len(match.bots) > 1]


def _strengths(fitted: Fit) -> list[Strength]:
    return [Strength(rank, bot, *_numbers(fitted.strength(bot))) for rank, bot in enumerate(fitted.bots, 1)]


def _numbers(estimate: Estimate) -> tuple[float, float | None, float | None, float | None]:
    """Value, error and bounds; nothing for what is infinite, as one deal leaves it."""
    if isinf(estimate.error):
        return estimate.value, None, None, None
    return estimate.value, estimate.error, estimate.low, estimate.high
