"""The terminal at which people play."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from arena.cli.common import use_color

CLEAR = "\033[2J\033[3J\033[H"
"""Wipes a terminal, with what has scrolled away."""


class Terminal:
    """Shows people what they may know, and reads what they type.

    With several people it is handed from one to the next, who don't see each other's secrets.
    """

    def __init__(self, people: int, output: TextIO) -> None:
        self.color = use_color()
        self._handed_on = people > 1
        self._output = output
        self._seat: int | None = None

    def show(self, text: str) -> None:
        """Write lines."""
        click.echo(text, file=self._output)

    def ask(self, prompt: str) -> str:
        """The line typed in answer. Raises KeyboardInterrupt at the end of the input: the person has left."""
        click.echo(prompt, file=self._output, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise KeyboardInterrupt
        return line

    def turn_to(self, name: str, seat: int) -> None:
        """Hand the terminal to whoever has this seat, and wait until they have it."""
        if self._handed_on and seat != self._seat:
            if self._output.isatty():
                click.echo(CLEAR, file=self._output, nl=False)
            self.ask(f"{name}, at seat {seat}: press Enter when nobody else looks ")
        self._seat = seat
