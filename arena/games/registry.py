"""Which games there are: those that come with the arena, those of installed packages, and one's own.

A package offers a game by an entry point of the group `bot_arena.games`, called like the game's id. Packages
are looked for when a game is asked for that doesn't come with the arena, or all are; a game is imported when
it is first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from arena.games.core import Game, Policy
from arena.games.errors import BadPackage, UnknownGame
from arena.hints import nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "bot_arena.games"
"""The group of entry points."""

_MODULES = {
    "dragon-whisperer": "arena.games.dragon_whisperer",
    "yawning-portal": "arena.games.yawning_portal",
    "portals": "arena.games.portals",
    "vault-of-dragons": "arena.games.vault_of_dragons",
}
"""The games that come with the arena."""
_DECLARED = (
    *("title", "summary", "seats", "options", "actions", "hidden_information", "scoring", "endings"),
    *("folder", "state_type"),
)
"""What a game must have beside what its class can't be made without."""

_registered: dict[str, Game[Any, Any]] = {}


def ids() -> list[str]:
    """The ids of all games, without importing them: the arena's own, then all others, each by name."""
    others = {*_packaged(), *_registered}.difference(_MODULES)
    return [*sorted(_MODULES), *sorted(others)]


def get(game_id: str) -> Game[Any, Any]:
    """The game with this id.

    Raises:
        UnknownGame: there is none; the message names the one probably meant, or all.
        BadPackage: the package that has it is broken, or two have it.
    """
    if not isinstance(game_id, str):
        raise UnknownGame(f"a game's id is a string, not {game_id!r:.60}")
    if game_id in _registered:
        return _registered[game_id]
    if game_id in _MODULES:
        game: Game[Any, Any] = import_module(_MODULES[game_id]).GAME
        return _registered.setdefault(game_id, game)
    if game_id in _packaged():
        return _load(game_id)
    raise UnknownGame(f"no game is called {game_id!r}{nearest(game_id, ids())}")


def policy(game_id: str, name: str = "sensible") -> Policy:
    """A fast way to play a game, for playouts: see `Game.policy`.

    Raises:
        UnknownGame, BadPackage: as `get`.
        UnknownPolicy: the game has no policy of this name.
    """
    return get(game_id).policy(name)


def all() -> list[Game[Any, Any]]:
    """All games that can be played, in the order of `ids`; `problems` tells of those that can't."""
    found = []
    for game_id in ids():
        try:
            found.append(get(game_id))
        except BadPackage:
            continue
    return found


def problems() -> list[str]:
    """A sentence for each game of an installed package that can't be played, or has the id of another."""
    found = []
    for game_id, points in _packaged().items():
        if game_id in _MODULES:
            packages = " and ".join(map(_package, points))
            found.append(
                f"game {game_id!r} of the package {packages}: the arena's own game of this id is played"
            )
            continue
        try:
            get(game_id)
        except BadPackage as error:
            found.append(str(error))
    return found


def register(game: Game[Any, Any]) -> None:
    """Add a game of one's own, so that `get` finds it in this process.

    Raises:
        ValueError: another game has this id.
    """
    if game.id in _MODULES or _registered.get(game.id, game) is not game:
        raise ValueError(f"a game called {game.id!r} is there already")
    _registered[game.id] = game


@cache
def _packaged() -> dict[str, list[EntryPoint]]:
    """The entry points of installed packages, by the id that they give."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes as long as click; the arena's own games do without

    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=_package):
        found.setdefault(point.name, []).append(point)
    return found


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value


@cache
def _loaded(game_id: str) -> Game[Any, Any] | str:
    """A package's game, or what is wrong with it; tried once in a process."""
    first, *others = _packaged()[game_id]
    if others:
        return f"the package {_package(others[0])} has one of this id, too: uninstall one of them"
    try:
        game = first.load()
    except (Exception, SystemExit) as error:  # whatever another's package does when it is imported
        return f"{first.value} can't be loaded: {type(error).__name__}: {' '.join(str(error).split())}"
    if not isinstance(game, Game):
        return f"{first.value} is no Game but {game!r:.60}"
    if game.id != game_id:
        return f"{first.value} has the id {game.id!r}: the entry point must be called so"
    lacking = [name for name in _DECLARED if not hasattr(game, name)]
    return f"{first.value} has no {', '.join(lacking)}" if lacking else game


def _load(game_id: str) -> Game[Any, Any]:
    game = _loaded(game_id)
    if isinstance(game, str):
        package = _package(_packaged()[game_id][0])
        raise BadPackage(f"game {game_id!r} of the package {package}: {game}")
    return game
