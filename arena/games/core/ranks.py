"""Ranks of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def rank(keys: Sequence[Any]) -> list[int]:
    """Ranks of the seats by their keys, higher is better: equal keys share a rank, the next skips."""
    ordered = sorted(keys, reverse=True)
    return [ordered.index(key) + 1 for key in keys]
