"""Which games there are, and their options."""

from __future__ import annotations

from typing import Any

from arena import games
from arena.games import Game


def game_rows() -> list[dict[str, Any]]:
    """A row for each game, with the names of its options."""
    return [
        {
            "game": game.id,
            "title": game.title,
            "players": list(game.seats),
            "options": [option.name for option in game.options],
        }
        for game in games.all()
    ]


def option_rows(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """A row for each option of a game."""
    return [
        {"option": option.name, "default": option.default, "values": option.values, "meaning": option.help}
        for option in game.options
    ]
