"""What tables and ratings need of a finished match: a plain row, derived from its record."""

from __future__ import annotations

from typing import NamedTuple


class MatchResult(NamedTuple):
    """One finished match. Tuples run by seat; a void match never becomes a result.

    Results with equal `game`, `players` and `deal` were played on the same shuffles.
    """

    match: str
    order: int
    """Position in the schedule."""
    game: str
    players: int
    table: int
    deal: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    """1 is best; equal ranks are ties."""
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]
    """The kind of each seat's fault; None for a seat without one."""
    decisions: tuple[int, ...]
    """How many decisions the seat's bot was asked for."""
    ms: tuple[float, ...]
    """Mean thinking time a decision; 0 where there were none."""
