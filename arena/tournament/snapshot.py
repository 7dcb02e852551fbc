"""The snapshot: all that decides how an event's matches are played, as its store keeps it.

`Tournament.description` makes it, and a store has a new one each time that it has changed. It may grow: a
limit or a bot's setting that a snapshot does not have is read as its default, since before there was one
matches were played so; and an option of a game that is not named has the game's own. What is added besides is
left out of a snapshot where the tournament file does not say it, as `terms` are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arena import safe_json
from arena.match.spec import Settings
from arena.tournament.lots import OPEN

if TYPE_CHECKING:
    from arena.games import Data

_EVENT: Data = {"rotations": "same", "terms": {}, "lots": OPEN}
_BOT: Data = {"env": {}, "restart": False, "sandbox": None, "rest": None, "show": [], "engine": False}


def read_snapshot(text: Any) -> Data:
    """The snapshot in a column of a store, with the defaults of what it does not say, options aside.

    Raises ValueError for anything else.
    """
    try:
        said = dict(safe_json.loads(text))
    except TypeError as error:
        raise ValueError(str(error)) from None
    if not _is_sound(said):
        raise ValueError("it lacks what tables and reports read of it")
    return with_defaults(said)


def with_defaults(said: Mapping[str, Any]) -> Data:
    """A snapshot with the defaults of what it does not say, options aside."""
    bots = {name: {**_BOT, **bot} for name, bot in said["bots"].items()}
    limits = _filled(said["limits"], json.loads(json.dumps(asdict(Settings()))))
    return {**_EVENT, **said, "bots": bots, "limits": limits}


def is_bot(text: str, entry: Mapping[str, Any]) -> bool:
    """Whether an entry about a bot, in a column of its own, says the same of it as another."""
    try:
        return {**_BOT, **safe_json.loads(text)} == {**_BOT, **entry}
    except (ValueError, TypeError):
        return False


def comparable(said: Mapping[str, Any]) -> Data:
    """A snapshot with all defaults, those of the games' options included: equal where the same is played."""
    full = with_defaults(said)
    played = {name: {**entry, "options": _all_options(name, entry)} for name, entry in full["games"].items()}
    return {**full, "games": played}


def master_seed(text: Any) -> int | None:
    """The event's seed in a column with a snapshot; None where there is none."""
    try:
        seed = safe_json.loads(text)["seed"]
    except (ValueError, TypeError, KeyError):
        return None
    return seed if type(seed) is int else None


def _all_options(name: str, entry: Mapping[str, Any]) -> Data:
    """All options of a game; those given alone where there is no such game here."""
    from arena import games  # noqa: PLC0415 - tables are made of a store without the games

    try:
        declared = games.get(name).options
    except games.GameError:
        return dict(entry["options"])
    return {**{option.name: option.default for option in declared}, **entry["options"]}


def _filled(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> Data:
    """What is given, and the defaults of what is not, also in the maps inside."""
    filled = {**defaults, **given}
    for name, default in defaults.items():
        if isinstance(default, dict) and isinstance(filled[name], Mapping):
            filled[name] = _filled(filled[name], default)
    return filled


def _is_sound(said: Data) -> bool:
    """Whether a snapshot has what tables and reports read of it."""
    played, bots, limits = said.get("games"), said.get("bots"), said.get("limits")
    return (
        isinstance(said.get("name"), str)
        and isinstance(said.get("schedule"), str)
        and isinstance(said.get("deals"), int)
        and isinstance(bots, dict)
        and all(isinstance(bot, dict) for bot in bots.values())
        and isinstance(limits, dict)
        and isinstance(limits.get("clock"), dict)
        and isinstance(played, dict)
        and all(isinstance(game, dict) and isinstance(game.get("players"), list) for game in played.values())
        and all(isinstance(game.get("options"), dict) for game in played.values())
    )
