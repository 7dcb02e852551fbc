"""The terminal at which people play."""

from __future__ import annotations

import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

import click

from arena.cli.streams import fitted, knows_codes, use_color
from arena.match.human import Console

CLEAR = "\033[2J\033[3J\033[H"
"""Wipes a terminal, with what has scrolled away."""
PUSH_AWAY = "\n" * 200
"""The same for one that knows no codes."""


class Terminal(Console):
    """Standard input, and the output given, as a console that is handed from one person to the next.

    Nobody is there any more when the input ends, or either can't be used.
    """

    def __init__(self, people: int, output: TextIO | None) -> None:
        self.color = use_color(output)
        self._handed_on = people > 1
        self._output = output
        self._seat: int | None = None
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def show(self, text: str) -> None:
        """See `Console.show`."""
        self._write(f"{fitted(text, self._output)}\n")

    def ask(self, prompt: str) -> str:
        """See `Console.ask`."""
        self._write(prompt)
        with _somebody_there():
            line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise KeyboardInterrupt
        return line

    def turn_to(self, name: str, seat: int) -> None:
        """See `Console.turn_to`: what the last one saw is wiped, and the next one asked to sit down."""
        if self._handed_on and seat != self._seat:
            if self._output is not None and self._output.isatty():
                self._write(CLEAR if knows_codes() else PUSH_AWAY)
            if sys.stdin is not None and sys.stdin.isatty():
                termios.tcflush(sys.stdin, termios.TCIFLUSH)  # what the one before has typed too many
            self.ask(f"{name}, at seat {seat}: press Enter when nobody else looks ")
        self._seat = seat

    def is_with(self, seat: int) -> bool:
        """See `Console.is_with`."""
        return seat == self._seat

    def _write(self, text: str) -> None:
        if self._output is None:
            raise KeyboardInterrupt
        with _somebody_there():
            click.echo(text, file=self._output, nl=False)


@contextmanager
def _somebody_there() -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # a pipe or terminal that is gone, a full disk, a closed file
        raise KeyboardInterrupt from error
