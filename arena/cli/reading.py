"""How far a command is that reads many results."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator

from arena.cli.streams import tell
from arena.tournament import MatchResult

LINE_S = 10.0
"""How often a line is written where there is no terminal, in seconds."""
TERMINAL_S = 1.0
"""How often the line on a terminal changes."""
_WIDTH = 60  # of such a line


def reading(results: Iterable[MatchResult], about: int) -> Iterator[MatchResult]:
    """The same results, about so many; what takes long says on standard error how far it is.

    That is a line that changes on a terminal, once a second has gone, and now and then a line elsewhere.
    """
    terminal, shown = sys.stderr.isatty(), False
    due = time.monotonic() + (TERMINAL_S if terminal else LINE_S)
    for number, result in enumerate(results):
        if number % 1000 == 0 and time.monotonic() >= due:
            due = time.monotonic() + (TERMINAL_S if terminal else LINE_S)
            shown = terminal
            line = f"reading results: {number} of {about}"
            tell(f"\r{line}" if terminal else line, end="" if terminal else "\n")
        yield result
    if shown:
        tell("\r" + " " * _WIDTH + "\r", end="")
