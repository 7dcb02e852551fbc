"""The end of a game as data, and what the numbers mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    """How a game ended."""

    reason: str
    """Why: one of the words of `Game.endings`."""
    remark: str | None
    """What the game says of its end beside scores and ranks, in words."""
    scores: list[int]
    """By seat; `Game.scoring` says what they are."""
    ranks: list[int]
    """By seat: 1 is best, tied seats share one and the next skips."""


class Scoring(NamedTuple):
    """What scores are: from `least` to `most` at the end of a game, whatever its options and components."""

    least: int
    most: int
    unit: str
    """What is counted, in the plural."""
    solo: str | None = None
    """What the score of a game of one seat is worth, where there are such games: its rank is always 1."""
    midgame: str = "the points won so far"
    """What `scores()` says before the end."""
    spread: float = 0.0
    """How far apart the scores of two able players usually are; 0: a tenth of the range."""
    usual: float = 0.0
    """A usual score of one player alone, where there are such games."""


def rank(keys: Sequence[Any]) -> list[int]:
    """Ranks of the seats by their keys, higher is better: equal keys share a rank, the next skips."""
    ordered = sorted(keys, reverse=True)
    return [ordered.index(key) + 1 for key in keys]
