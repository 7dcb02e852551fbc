"""What has changed in a tournament since its store last saw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arena.errors import UserError
from arena.tournament.snapshot import comparable

_FOR_GOOD = ("seed", "schedule", "rotations")
_OPEN_TO_ALL = "league"  # bots come and go in it, and a changed one is a new one
_CLOSED = "knockout"  # who is out follows from who began, and from its terms
_FOR_GOOD_IN_A_GAME = ("options", "components")
_ABSENT = object()
_Path = tuple[str, ...]
"""Where in a snapshot something is: `("bots", "ann", "program")`."""


class TournamentChanged(UserError):
    """The file or a bot is not what it was when the store was begun.

    `changes` are one sentence each. They may be accepted unless they are `fatal`: then results from before
    and after could not be told apart, and only a new store will do.
    """

    def __init__(self, changes: list[str], fatal: bool) -> None:
        super().__init__("; ".join(changes))
        self.changes = changes
        self.fatal = fatal


def check_unchanged(old: Mapping[str, Any], new: Mapping[str, Any], accept: bool) -> None:
    """Compare two snapshots of a tournament, each with the defaults of what it does not say.

    Raises TournamentChanged if they differ, unless the changes are accepted and can be.
    """
    found = list(_changes(comparable(old), comparable(new), ()))
    if new["schedule"] == _OPEN_TO_ALL:
        found = [(path, words) for path, words in found if path[0] != "bots"]
    closed = new["schedule"] == _CLOSED
    fatal = any(_is_fatal(path) or (closed and _is_closed(path)) for path, _ in found)
    if found and (fatal or not accept):
        raise TournamentChanged([words for _, words in found], fatal)


def _changes(old: Any, new: Any, path: _Path) -> Iterator[tuple[_Path, str]]:
    """Where the two differ, with a sentence about each difference."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in {**old, **new}:
            yield from _changes(old.get(key, _ABSENT), new.get(key, _ABSENT), (*path, key))
    elif old != new:
        yield path, _words(old, new, path)


def _words(old: object, new: object, path: _Path) -> str:
    """A difference in a sentence."""
    what = " ".join(path)
    match path:
        case ("bots", name):
            what = f"bot {name!r}"
        case ("bots", name, "program"):
            return f"bot {name!r}: its program is another one than before"
        case ("terms", key):
            what = key
        case ("limits", *_, key):
            what = f"limits: {key}"
        case ("games", game, *part):
            what = f"game {game!r}" + "".join(f": {word}" for word in part)
        case ("bots", name, part):
            what = f"bot {name!r}: its {part}"
    if old is _ABSENT:
        return f"{what} is new"
    if new is _ABSENT:
        return f"{what} is gone"
    return f"{what} was {old!r} and is {new!r}"


def _is_closed(path: _Path) -> bool:
    """Whether this is one of the bots as a whole, or of the terms of a schedule."""
    return path[0] == "terms" or (path[0] == "bots" and len(path) == 2)


def _is_fatal(path: _Path) -> bool:
    """Whether results from before and after such a change could not be told apart."""
    match path:
        case ("games", _, part, *_):
            return part in _FOR_GOOD_IN_A_GAME
        case (part, *_):
            return part in _FOR_GOOD
    return False
