"""How far a command is that reads many results, or makes many pages."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from arena.cli.streams import tell
from arena.tournament import MatchResult

T = TypeVar("T")

LINE_S = 10.0
"""How often a line is written where there is no terminal, in seconds."""
TERMINAL_S = 1.0
"""How often the line on a terminal changes."""
_WIDTH = 60  # of such a line


def reading(results: Iterable[MatchResult], about: int) -> Iterator[MatchResult]:
    """The same results, about so many; what takes long says on standard error how far it is."""
    return following(results, about, "reading results", every=1000)


def following(things: Iterable[T], about: int, what: str, every: int = 1) -> Iterator[T]:
    """The same things, about so many; what takes long says on standard error what is done and how far it is,
    which is looked at once `every` so many.

    That is a line that changes on a terminal, once a second has gone, and now and then a line elsewhere.
    """
    terminal, shown = sys.stderr.isatty(), False
    due = time.monotonic() + (TERMINAL_S if terminal else LINE_S)
    for number, thing in enumerate(things):
        if number % every == 0 and time.monotonic() >= due:
            due = time.monotonic() + (TERMINAL_S if terminal else LINE_S)
            shown = terminal
            line = f"{what}: {number} of {about}"
            tell(f"\r{line}" if terminal else line, end="" if terminal else "\n")
        yield thing
    if shown:
        tell("\r" + " " * _WIDTH + "\r", end="")
