"""What there is: games with their options, languages with what they need, and what is enforced here."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena import games
from arena.games import Game
from arena.kits import survey
from arena.process.capabilities import capabilities


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


def language_rows() -> list[dict[str, Any]]:
    """A row for each language that bots can be made in, with what this machine lacks for it."""
    return [
        {
            "language": kit.title,
            "ready": not missing,
            "missing": [f"{need.what}: {need.install}" for need in missing],
        }
        for kit, missing in survey()
    ]


def kit_rows() -> list[dict[str, Any]]:
    """A row for each language's kit, with what it needs, and what of that this machine lacks."""
    return [
        {
            "language": kit.language,
            "title": kit.title,
            "messages by": kit.codec,
            "needs": [need.what for need in kit.needs],
            "missing here": [f"{need.what}: {need.install}" for need in missing],
        }
        for kit, missing in survey()
    ]


def capability_rows() -> list[dict[str, Any]]:
    """A row for each thing that bots are kept from: how far that is enforced here, and how."""
    return [asdict(capability) for capability in capabilities()]
