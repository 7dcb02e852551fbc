"""How far a search for a schedule is."""

from __future__ import annotations

import time

from arena.cli.streams import tell

SEARCH_S = 1.0
"""How long a search takes before it is told how far it is, and how often, in seconds."""


class Patience:
    """A watcher of searches: after a second it says what takes so long, and how far that is."""

    def __init__(self) -> None:
        self._last = self._began = time.monotonic()
        self._said = self._began

    def __call__(self, what: str, done: int, of: int) -> None:
        """Show it, unless that was shown a moment ago or the search has only begun."""
        now = time.monotonic()
        if now - self._last > SEARCH_S:
            self._began = now  # another search
        self._last = now
        if now - max(self._began, self._said) >= SEARCH_S:
            self._said = now
            tell(f"making the schedule: {done} of {of} {what}")
