"""A match for those who watch: on one screen where there is a terminal, else printed page after page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from arena.cli.streams import fitted, is_screen, use_color
from arena.match.narration import Film, Page
from arena.match.record import Step
from arena.match.referee import Listener


@contextmanager
def watching(film: Film, delay_s: float | None, *, on_stderr: bool) -> Iterator[Listener | None]:
    """What shows each decision to whoever watches, for so many seconds on a screen; None: nobody watches.

    On standard error it is printed, as a script reads the result.
    """
    if delay_s is None:
        yield None
    elif on_stderr or not is_screen():
        yield _Printing(film, on_stderr)
    else:
        from arena.cli.leafing import Watching
        from arena.cli.screen import Screen

        with Screen() as screen:
            yield Watching(screen, film, delay_s, color=use_color())


class _Printing:
    """Prints what each decision has led to, with nothing hidden."""

    def __init__(self, film: Film, on_stderr: bool) -> None:
        self._film = film
        self._on_stderr = on_stderr

    def __call__(self, step: Step) -> None:
        self._film.add(step)
        color = use_color(sys.stderr if self._on_stderr else sys.stdout)
        print_page(self._film.page(step.number, color=color), on_stderr=self._on_stderr)


def print_page(page: Page, on_stderr: bool = False) -> None:
    """Print a page: what was decided, what happened, and the table afterwards."""
    note = [] if page.note is None else [f"note: {page.note}"]
    sentences = [f"    {sentence}" for sentence in page.sentences]
    text = "\n".join([f"--- {page.number}: {page.text}", *note, *sentences, page.drawing, ""])
    click.echo(fitted(text, sys.stderr if on_stderr else sys.stdout), err=on_stderr)
