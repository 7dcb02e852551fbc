"""A run until the table is settled: until the joint fit knows every bot's strength well enough.

Needs numpy and scipy: the extra `stats`.
"""

from __future__ import annotations

import re

from arena.ratings.aims import Looks
from arena.ratings.joint import fit
from arena.ratings.results import comparable
from arena.tournament.aim import Aim
from arena.tournament.ledger import Ledger
from arena.tournament.results import MatchResult

_CONDITION = re.compile(r"\s*error\s*<\s*(\d+(?:\.\d*)?|\.\d+)\s*")


class SettledTable(Aim):
    """Every bot's strength in the joint fit has a standard error below `error`."""

    def __init__(self, error: float) -> None:
        self.error = error
        self._looks = Looks(1.1)

    def is_reached(self, ledger: Ledger) -> bool:
        """Whether the fit of all results so far says so."""
        if not self._looks.is_due(ledger):
            return False
        matches = [match for match in comparable(ledger.results()) if len(match.bots) > 1]
        return bool(matches) and largest_error(matches) < self.error


def largest_error(matches: list[MatchResult]) -> float:
    """Of all bots' strengths in the joint fit."""
    fitted = fit(matches)
    return max(fitted.strength(bot).error for bot in fitted.bots)


def parse_until(text: str) -> float:
    """X in "error < X". Raises ValueError, in one sentence, for anything else."""
    match = _CONDITION.fullmatch(text)
    if match is None or not float(match[1]):
        raise ValueError(f'must be "error < X" with a number X above 0, such as "error < 0.2", not {text!r}')
    return float(match[1])
