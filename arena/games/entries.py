"""Component files, read entry by entry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.entries import Entry, same
from arena.games.errors import BadComponents
from arena.toml import read_toml

__all__ = ["SOURCES", "Entry", "component_entries", "same"]


def component_entries(source: Mapping[str, Any] | str | Path) -> Entry:
    """A component file, or its contents, as the root entry.

    Raises:
        BadComponents: the file can't be read or is no TOML.
    """
    if isinstance(source, Mapping):
        return Entry(source, BadComponents)
    if not isinstance(source, str | Path):
        raise BadComponents(f"components: must be a map or a file's path, not {source!r:.60}")
    return Entry(read_toml(source, BadComponents), BadComponents)


SOURCES = ("rulebook", "public", "reconstructed")
"""Where a component entry's facts come from."""
