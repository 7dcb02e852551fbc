"""The tournament file: read, checked to the last entry, its bots resolved to the programs that will run."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from arena import games
from arena.entries import Entry
from arena.errors import UserError
from arena.process.launch import BotSpec, LaunchError, ResolvedCommand, bundled, load_manifest, resolve
from arena.toml import read_toml
from arena.tournament.fixtures import Rotations
from arena.tournament.schedules import KINDS
from arena.tournament.settings import FILE_KEYS, SETTINGS, read_settings
from arena.tournament.tournament import GameEntry, Tournament

NAME_LENGTH = 40
"""A longer name of a bot would break every table."""
DRAWN_BITS = 128
"""How long a seed is that the arena draws."""
MOST_DEALS = 100_000
"""More than anyone can play, and few enough to be written down at once."""

_KEYS = ("name", "schedule", "deals", "seed", "rotations", "drop_broken", "withdraw", "game", "limits", "bot")
_GAME_KEYS = ("id", "players", "options", "components")
_BOT_SOURCES = ("command", "bundled", "folder")
_BOT_KEYS = ("name", *_BOT_SOURCES, "cwd", "env", "restart", "engine", "sandbox", "rest", "show", "anchor")
_COMMAND = '["python3", "bot.py"]'
"""What a command may look like."""


class ConfigError(UserError, ValueError):
    """A tournament file that can't be used; one sentence says why, where, and what would be right."""


def read_tournament(path: Path) -> Tournament:
    """The tournament that a file describes; paths in it are relative to its folder.

    Raises ConfigError, in one sentence, for anything in it that can't be used.
    """
    top = Entry(read_toml(path, ConfigError), ConfigError, place=str(path))
    schedule = _read_schedule(top)
    name = _read_name(top.get("name", path.stem))
    deals = top.get("deals", 1).integer(low=1)
    if deals > MOST_DEALS:
        top["deals"].refuse(f"must be at most {MOST_DEALS}, not {deals}")
    bots, anchors = _read_bots(top, path.parent)
    tournament = Tournament(
        name=name,
        schedule=schedule,
        deals=deals,
        seed=top["seed"].integer() if "seed" in top else secrets.randbits(DRAWN_BITS),
        seed_is_drawn="seed" not in top,
        rotations=Rotations(top.get("rotations", "same").known([*map(str, Rotations)], "kind of rotations")),
        games=_read_games(top, path.parent),
        bots=bots,
        anchors=anchors,
        settings=read_settings(_table(top, "[limits]", top.get("limits", {}).as_map(), FILE_KEYS)),
        drop_broken=top.get("drop_broken", False).boolean(),
        withdrawn=_read_withdrawn(top, bots),
    )
    _check_fit(top, tournament)
    return replace(tournament, terms=KINDS[schedule].read_terms(top, tournament.field))


def _read_schedule(top: Entry) -> str:
    """The kind of schedule, which decides what keys there may be."""
    every = {key for kind in KINDS.values() for key in kind.KEYS}
    top.has_only(optional=(*_KEYS, *every))
    schedule = top.get("schedule", "round-robin").known(KINDS, "kind of schedule")
    for key in top.as_map():
        if key in every and key not in KINDS[schedule].KEYS:
            kinds = " or ".join(name for name, kind in KINDS.items() if key in kind.KEYS)
            top[key].refuse(f"goes with schedule = {kinds}, not with {schedule}")
    return schedule


def _read_withdrawn(top: Entry, bots: Sequence[ResolvedCommand]) -> tuple[str, ...]:
    names = [bot.spec.name for bot in bots]
    return tuple(top["withdraw"].choices(names, "bot of this file")) if "withdraw" in top else ()


def _tables(top: Entry, name: str, keys: Sequence[str]) -> list[Entry]:
    """The tables that are written as [[name]], of which there must be one; they may have these keys."""
    above = top.get(name)
    if type(above.value) is not list or not all(type(table) is dict for table in above.value or [0]):
        above.must_be(f"one or more tables, each under [[{name}]]")
    return [_table(top, f"[[{name}]] {number}", table, keys) for number, table in enumerate(above.value, 1)]


def _table(top: Entry, place: str, table: object, keys: Sequence[str]) -> Entry:
    """A table of the file, which may have these keys."""
    entry = Entry(table, ConfigError, place=f"{top.place}: {place}")
    entry.has_only(optional=keys)
    return entry


# ------------------------------------------------------------------------------------------ games


def _read_games(top: Entry, folder: Path) -> tuple[GameEntry, ...]:
    found: dict[str, GameEntry] = {}
    for entry in _tables(top, "game", _GAME_KEYS):
        game = _read_game(entry, folder)
        if game.id in found:
            entry["id"].refuse(
                f"{game.id!r} is there already; list all table sizes in one entry, "
                "and give each variant of a game a tournament of its own",
            )
        found[game.id] = game
    return tuple(found.values())


def _read_game(entry: Entry, folder: Path) -> GameEntry:
    players = tuple(entry.get("players").some(Entry.integer, such_as="[3, 4]"))
    options = dict(entry.get("options", {}).as_map())
    components = _read_components(entry, folder)
    try:
        game = games.get(entry.get("id").text())
        for size in players:
            game.check_players(size)
            game.check_options(options, size, components)
    except games.GameError as error:
        entry.refuse(str(error))
    if len(set(players)) < len(players):
        entry["players"].refuse(f"names a table size twice: {list(players)}")
    return GameEntry(game.id, players, options, components)


def _read_components(entry: Entry, folder: Path) -> dict[str, Any] | None:
    if "components" not in entry:
        return None
    try:
        return read_toml(folder / entry["components"].text(), ConfigError)
    except ConfigError as error:
        return entry["components"].refuse(str(error))


# ------------------------------------------------------------------------------------------ bots


def _read_bots(top: Entry, folder: Path) -> tuple[tuple[ResolvedCommand, ...], dict[str, float]]:
    """The bots, and the ratings at which some are held."""
    found: dict[str, ResolvedCommand] = {}
    anchors: dict[str, float] = {}
    for entry in _tables(top, "bot", _BOT_KEYS):
        try:
            bot = resolve(_read_bot(entry, folder), base=folder)
        except LaunchError as error:
            entry.refuse(str(error))
        name = bot.spec.name
        if name in found:
            entry.get("name").refuse(f"{name!r} is taken by another bot; give each its own")
        found[name] = bot
        if "anchor" in entry:
            anchors[name] = entry["anchor"].number()
    return tuple(found.values()), anchors


def _read_bot(entry: Entry, folder: Path) -> BotSpec:
    """The bot that an entry describes. Raises LaunchError where it names what is not there."""
    sources = [key for key in _BOT_SOURCES if key in entry]
    if len(sources) != 1:
        given = f"it has {' and '.join(sources)}" if sources else "it has none"
        entry.refuse(f"a bot needs one of {', '.join(_BOT_SOURCES)}; {given}")
    if "cwd" in entry and "command" not in entry:
        entry["cwd"].refuse("goes with command only: other bots have a folder already")
    if "bundled" in entry:
        spec = bundled(entry["bundled"].text())
    elif "folder" in entry:
        spec = load_manifest(folder / entry["folder"].text())
    else:
        cwd = (folder / entry["cwd"].text()).absolute() if "cwd" in entry else None
        command = entry["command"].some(Entry.text, such_as=_COMMAND)
        spec = BotSpec(entry.get("name").text(), tuple(command), cwd)
    shown = entry["show"].some(Entry.text, such_as='["../weights"]') if "show" in entry else []
    return replace(
        spec,
        name=_read_name(entry.get("name", spec.name)),
        restart=entry.get("restart", spec.restart).boolean(),
        engine=entry.get("engine", spec.engine).boolean(),
        env=_read_env(entry) or spec.env,
        sandbox=SETTINGS["sandbox"].read(entry) if "sandbox" in entry else None,
        rest=entry["rest"].boolean() if "rest" in entry else None,
        show=tuple((folder / path).absolute() for path in shown),
    )


def _read_name(entry: Entry) -> str:
    """A name that can stand in a table."""
    name = entry.text()
    if not name.isprintable():
        entry.refuse(f"{name!r} holds control characters; use what can be printed on one line")
    if name != name.strip():
        entry.refuse(f"{name!r} begins or ends with a space")
    if len(name) > NAME_LENGTH:
        entry.refuse(f"{name[:NAME_LENGTH]!r}... is longer than {NAME_LENGTH} characters")
    return name


def _read_env(entry: Entry) -> dict[str, str]:
    env = entry.get("env", {})
    for key, value in env.as_map().items():
        if type(value) is not str:
            env[key].must_be("text")
    return dict(env.as_map())


# ------------------------------------------------------------------------------------------ the whole


def _check_fit(top: Entry, tournament: Tournament) -> None:
    """Refuse games that the bots can't fill a table for, and bots that don't play a game."""
    for number, game in enumerate(tournament.games, 1):
        entry = Entry(None, ConfigError, place=f"{top.place}: [[game]] {number}")
        for players in game.players:
            if players > len(tournament.bots):
                entry.refuse(
                    f"players: a table of {players} at {game.id} needs {players} bots, and there are only "
                    f"{len(tournament.bots)}"
                )
        for bot in tournament.bots:
            if bot.spec.games is not None and game.id not in bot.spec.games:
                entry.refuse(
                    f"bot {bot.spec.name!r} does not play {game.id}; "
                    f"its manifest lists {', '.join(bot.spec.games)}"
                )
