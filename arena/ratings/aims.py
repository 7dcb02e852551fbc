"""What a run can be for: a verdict on two bots; `arena.ratings.settled` has a settled table.

Both look at all results whenever these have grown by some percent, so that all looks together cost no more
than a few dozen times the last one.
"""

from __future__ import annotations

from arena.ratings.compare import SequentialTest, Verdict, paired_deals
from arena.tournament.aim import Aim
from arena.tournament.ledger import Issued, Ledger
from arena.tournament.tournament import Tournament


class Looks:
    """When to look again."""

    def __init__(self, growth: float) -> None:
        self._growth = growth
        self._results = -1
        self._next = 1.0

    def is_due(self, ledger: Ledger) -> bool:
        """Asked at the start and after each result."""
        self._results = self._results + 1 if self._results >= 0 else ledger.status().done
        if self._results < self._next:
            return False
        self._next = max(self._results + 1, self._results * self._growth)
        return True


class Comparing(Aim):
    """A verdict on two bots: plays only matches in which they meet, and more deals of these for as long as
    it takes."""

    def __init__(self, first: str, second: str, game: str | None, worth: float, error: float) -> None:
        self.meeting = first, second
        self.game = game
        self.worth, self.error = worth, error
        self._looks = Looks(1.02)

    def issue(self, ledger: Ledger) -> Issued | None:
        """The next match in which they meet."""
        return ledger.issue(self.meeting, self.game)

    def extend(self, ledger: Ledger, tournament: Tournament) -> int:
        """One more deal of each table."""
        return ledger.add_deal(tournament, self.meeting, self.game)

    def is_reached(self, ledger: Ledger) -> bool:
        """Whether the sequential test has a verdict."""
        if not self._looks.is_due(ledger):
            return False
        test = SequentialTest(self.worth, self.error)
        results = ledger.results(self.game, meeting=self.meeting, by_deal=True)
        for deal in paired_deals(results, *self.meeting):
            test.add(deal.points)
        return test.verdict is not Verdict.OPEN
