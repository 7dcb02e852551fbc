"""A line of news that changes where it stands, for whoever sits at a terminal."""

from __future__ import annotations

import sys

from arena.cli.streams import tell


class ChangingLine:
    """One line on standard error, where that is a terminal; nothing elsewhere."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        """Whether there is a terminal to show it."""
        self._width = 0

    def show(self, text: str) -> None:
        """Put this in the place of what the line said."""
        if self.shown:
            tell(f"\r{text:<{self._width}}", end="")
            self._width = len(text)

    def clear(self) -> None:
        """Take away what the line says; the next text begins where it stood."""
        if self._width:
            tell(f"\r{'':<{self._width}}\r", end="")
            self._width = 0

    def close(self) -> None:
        """Leave what the line says where it is, and go on below."""
        if self._width:
            tell()
            self._width = 0
