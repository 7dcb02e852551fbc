"""What a run is for: to play all that the schedule has to give, unless another aim says otherwise."""

from __future__ import annotations

from arena.tournament.ledger import Issued, Ledger
from arena.tournament.tournament import Tournament


class Aim:
    """Chooses what a run plays next, and says when it is enough."""

    def issue(self, ledger: Ledger) -> Issued | None:
        """The next match, now issued; None if there is none."""
        return ledger.issue()

    def extend(self, ledger: Ledger, tournament: Tournament) -> int:
        """Add to the schedule when nothing is left of it; how much, 0 if there is no more."""
        return ledger.extend(tournament)

    def is_reached(self, ledger: Ledger) -> bool:
        """Whether what has been played is enough; asked at the start and after each result."""
        return False
