"""Sets of small numbers as bit masks."""

from __future__ import annotations

from collections.abc import Sequence, Sized


def non_empty(things: Sequence[int] | Sequence[Sized]) -> int:
    """The mask of the places of counts that are not 0, or of things that are not empty."""
    if all(things):
        return (1 << len(things)) - 1
    return sum([1 << place for place, thing in enumerate(things) if thing])
