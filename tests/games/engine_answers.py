"""Asking an engine what RULES.md is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arena.games import State


def each(players: range, of: Callable[[State], Any], game: Any) -> list[Any]:
    """An answer for each number of players."""
    return [of(game.new(number, seed=1)) for number in players]


def whole(state: State) -> dict[str, Any]:
    return state.to_data()
