"""The rules engines: games as a library, to play and to search ahead with.

    from arena import games

    game = games.get("dragon-whisperer")
    state = game.new(players=4, seed=7)
    while (decision := state.decision) is not None:
        state.apply(decision.legal[0])
    state.scores(), state.ranks()

A new game is a folder beside the others and a line in `_MODULES`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from arena.games.core import (
    Action,
    ActionForm,
    ActionTable,
    Data,
    Decision,
    Event,
    Game,
    Outcome,
    Scoring,
    State,
    rank,
    shuffled,
    visible,
)
from arena.games.errors import (
    BadChance,
    BadComponents,
    BadOption,
    BadSeat,
    BadSetup,
    BadState,
    GameError,
    IllegalAction,
    MalformedAction,
    UnknownGame,
)
from arena.hints import nearest

__all__ = [
    "Action",
    "ActionForm",
    "ActionTable",
    "BadChance",
    "BadComponents",
    "BadOption",
    "BadSeat",
    "BadSetup",
    "BadState",
    "Data",
    "Decision",
    "Event",
    "Game",
    "GameError",
    "IllegalAction",
    "MalformedAction",
    "Outcome",
    "Scoring",
    "State",
    "UnknownGame",
    "all",
    "get",
    "rank",
    "register",
    "shuffled",
    "visible",
]

_MODULES = {
    "dragon-whisperer": "arena.games.dragon_whisperer",
    "yawning-portal": "arena.games.yawning_portal",
    "portals": "arena.games.portals",
    "vault-of-dragons": "arena.games.vault_of_dragons",
}
"""The built-in games; imported when first asked for."""

_registered: dict[str, Game[Any, Any]] = {}


def get(game_id: str) -> Game[Any, Any]:
    """The game with this id.

    Raises:
        UnknownGame: there is none; the message names the one probably meant, or all.
    """
    if not isinstance(game_id, str):
        raise UnknownGame(f"a game's id is a string, not {game_id!r:.60}")
    if game_id in _MODULES and game_id not in _registered:
        _registered[game_id] = import_module(_MODULES[game_id]).GAME
    if game_id not in _registered:
        ids = sorted({*_MODULES, *_registered})
        raise UnknownGame(f"no game is called {game_id!r}{nearest(game_id, ids)}")
    return _registered[game_id]


def all() -> list[Game[Any, Any]]:
    """All games, by id."""
    return [get(game_id) for game_id in sorted({*_MODULES, *_registered})]


def register(game: Game[Any, Any]) -> None:
    """Add a game of one's own, so that `get` finds it in this process.

    Raises:
        ValueError: another game has this id.
    """
    if game.id in _MODULES or _registered.get(game.id, game) is not game:
        raise ValueError(f"a game called {game.id!r} is there already")
    _registered[game.id] = game
