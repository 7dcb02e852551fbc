"""The terminal at which people play."""

from __future__ import annotations

import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

import click

from arena.cli.common import use_color

CLEAR = "\033[2J\033[3J\033[H"
"""Wipes a terminal, with what has scrolled away."""


class Terminal:
    """Shows people what they may know, and reads what they type.

    With several people it is handed from one to the next, who don't see each other's secrets. Its methods
    raise KeyboardInterrupt when nobody is there any more, or it can't be read or written.
    """

    def __init__(self, people: int, output: TextIO | None) -> None:
        self.color = use_color()
        self._handed_on = people > 1
        self._output = output
        self._seat: int | None = None
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def show(self, text: str) -> None:
        """Write lines."""
        self._write(f"{text}\n")

    def ask(self, prompt: str) -> str:
        """The line typed in answer."""
        self._write(prompt)
        with _somebody_there():
            line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise KeyboardInterrupt
        return line

    def turn_to(self, name: str, seat: int) -> None:
        """Hand the terminal to whoever has this seat, and wait until they have it."""
        if self._handed_on and seat != self._seat:
            if self.color:
                self._write(CLEAR)
            if sys.stdin is not None and sys.stdin.isatty():
                termios.tcflush(sys.stdin, termios.TCIFLUSH)  # what the one before has typed too many
            self.ask(f"{name}, at seat {seat}: press Enter when nobody else looks ")
        self._seat = seat

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
