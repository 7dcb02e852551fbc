"""Modules that need an extra, and what is said where it is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


def from_extra(module: str) -> Any:
    """A module that needs an extra. Raises click.ClickException, saying which, where it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise click.ClickException(str(error)) from None
