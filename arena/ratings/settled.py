"""A run until the table is settled: until the joint fit knows every bot's strength well enough.

Needs numpy and scipy: the extra `stats`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from arena.ratings.aims import Looks
from arena.ratings.choices import Matches
from arena.ratings.joint import fit_model
from arena.ratings.likelihood import Model
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
        return largest_error(ledger.results(by_deal=True), set(ledger.field().bots)) < self.error


def largest_error(results: Iterable[MatchResult], bots: set[str]) -> float:
    """Of all these bots' strengths in the joint fit; infinite while one has not met another, or has won or
    lost everything: nothing says how strong it is."""
    model = Model(Matches(comparable(results)))
    if not bots <= set(model.bots):
        return math.inf
    fitted = fit_model(model)
    return max(fitted.strength(bot).error for bot in bots)


def parse_until(text: str) -> float:
    """X in "error < X". Raises ValueError, in one sentence, for anything else."""
    match = _CONDITION.fullmatch(text)
    if match is None or not float(match[1]):
        raise ValueError(f'must be "error < X" with a number X above 0, such as "error < 0.2", not {text!r}')
    return float(match[1])
