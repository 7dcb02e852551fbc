"""Options for the settings of how matches are played: declared in `arena.tournament.settings`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

from arena.process.limits import Sandbox
from arena.tournament.settings import SETTINGS, Setting, settings_of

F = TypeVar("F", bound=Callable[..., Any])


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
