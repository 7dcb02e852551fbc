"""Modules that need an extra of the distribution, such as bot-arena[stats]."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from arena.errors import UserError


class MissingExtra(UserError):
    """What an extra brings is not installed; the message says how to install it."""


def from_extra(module: str) -> Any:
    """A module of the arena that needs an extra. Raises MissingExtra where that is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(str(error)) from None
