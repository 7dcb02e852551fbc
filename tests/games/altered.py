"""Plain data with one entry changed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

Change: TypeAlias = Callable[[dict[str, Any]], object]
"""Changes data in place."""


def alter(data: Any, path: str, value: Any) -> None:
    """Set the entry of `data` at a path such as `hands.0.2`; `...` deletes it, and a list may grow by it."""
    *way, last = [int(key) if key.lstrip("-").isdigit() else key for key in path.split(".")]
    for key in way:
        data = data[key]
    if value is ...:
        del data[last]
    elif isinstance(data, list) and last == len(data):
        data.append(value)
    else:
        data[last] = value


def altered(data: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of `data` that was altered so."""
    changed = dict(copy.deepcopy(data))
    alter(changed, path, value)
    return changed


def put(path: str, value: Any) -> Change:
    """What alters data so."""
    return partial(alter, path=path, value=value)
