"""Options that several commands share, each declared once, and options that are handed on as one object."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from arena.cli.databases import open_database, the_database
from arena.process.limits import Sandbox
from arena.report.tables import FORMATS
from arena.tournament.settings import SETTINGS, Setting, settings_of

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
_db: dict[str, Any] = {
    "metavar": "FILE",
    "help": "The tournament's database; if not given, the only *.db in this folder.",
}
db_option = click.option("--db", type=PATH, callback=lambda _ctx, _param, db: the_database(db), **_db)
"""The path of a tournament's database."""
store_option = click.option("--db", "store", type=PATH, callback=open_database, **_db)
"""A tournament's database, opened for as long as the command runs."""
yes_option = click.option("--yes", is_flag=True, help="Even if it comes to very many matches.")
last_option = click.option(
    "--last", "-n", type=click.IntRange(min=1), metavar="N", help="Only the last N of the schedule."
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


def settings_options(*keys: str) -> Callable[[F], F]:
    """The options of these settings, handed on as `settings`, in which every other has its default."""

    def decorate(function: F) -> F:
        @wraps(function)
        def command(**given: Any) -> Any:
            values = {key: given.pop(key) for key in keys}
            return function(**given, settings=settings_of(values))

        for key in reversed(keys):
            _setting_option(SETTINGS[key])(command)
        return cast(F, command)

    return decorate


def _setting_option(setting: Setting) -> Callable[[F], F]:
    name = setting.key.replace("_", "-")
    more: dict[str, Any] = {}
    if setting.is_choice:
        more = {"type": click.Choice([kind.value for kind in Sandbox]), "callback": _sandbox}
    elif not setting.is_flag:
        more = {"type": click.IntRange(setting.option_low or setting.low, setting.high)}
    flags = f"--{name}/--no-{name}" if setting.is_flag else f"--{name}"
    default = setting.default.value if setting.is_choice else setting.default
    return click.option(flags, default=default, show_default=True, help=setting.help, **more)


def _sandbox(_ctx: click.Context, _param: click.Parameter, word: str) -> Sandbox:
    return Sandbox(word)


sandbox_option = _setting_option(SETTINGS["sandbox"])
"""The setting `sandbox` alone."""
