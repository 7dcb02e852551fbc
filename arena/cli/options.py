"""Options that several commands share, each declared once, and options that are handed on as one object."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from arena.report.tables import FORMATS

F = TypeVar("F", bound=Callable[..., Any])

PATH = click.Path(path_type=Path)


def format_option_of(*formats: str) -> Callable[[F], F]:
    """The option --format with these formats, the first of which is the default."""
    return click.option(
        "--format", type=click.Choice(formats), default=formats[0], show_default=True, help="How to print."
    )


format_option = format_option_of(*FORMATS)
show_option = click.option(
    "--show",
    metavar="PATH",
    type=PATH,
    multiple=True,
    help="What bots may read besides their own folders; may be repeated.",
)
yes_option = click.option("--yes", is_flag=True, help="Even if it comes to very many matches.")
last_option = click.option(
    "--last",
    "-n",
    type=click.IntRange(min=1),
    callback=lambda _ctx, _param, last: last and min(last, sys.maxsize),  # no list is longer
    metavar="N",
    help="Only the last N of the schedule.",
)


def gathered(name: str, make: Callable[..., object], *options: Callable[[F], F]) -> Callable[[F], F]:
    """Options that are handed on as one argument: what `make` makes of their values.

    Its parameters are called as the options are.
    """

    def decorate(function: F) -> F:
        @wraps(function)
        def command(**given: Any) -> Any:
            own = {key: given.pop(key) for key in signature(make).parameters}
            return function(**given, **{name: make(**own)})

        for option in reversed(options):
            option(cast(F, command))
        return cast(F, command)

    return decorate
