"""Comparing what is told now with what an older page, sample or case says."""

from __future__ import annotations


def says(told: object, said: object) -> bool:
    """Whether one says all that the other does: maps may have more keys, as later versions add some."""
    if isinstance(told, dict) and isinstance(said, dict):
        return all(key in told and says(told[key], said[key]) for key in said)
    if isinstance(told, list) and isinstance(said, list):
        return len(told) == len(said) and all(map(says, told, said))
    return type(told) is type(said) and told == said
