"""The tournament file: read, checked to the last entry, and resolved to the programs that will run."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from arena import games
from arena.errors import UserError
from arena.hints import nearest
from arena.match.spec import Settings, second_secret
from arena.process.launch import BotSpec, LaunchError, ResolvedCommand, bundled, load_manifest, resolve
from arena.process.sandbox import best_sandbox
from arena.toml import Entries, read_toml
from arena.tournament.fixtures import Field, Fixture, Rotations, Table, fixtures
from arena.tournament.lots import SECRET, Lots
from arena.tournament.schedules import KINDS, first_tables
from arena.tournament.settings import FILE_KEYS, SETTINGS, read_settings

NAME_LENGTH = 40
"""A longer name of a bot would break every table."""

DRAWN_BITS = 128
"""How long a seed is that the arena draws."""

_KEYS = ("name", "schedule", "deals", "seed", "rotations", "drop_broken", "withdraw", "game", "limits", "bot")
_GAME_KEYS = ("id", "players", "options", "components")
_BOT_SOURCES = ("command", "bundled", "folder")
_BOT_KEYS = ("name", *_BOT_SOURCES, "cwd", "env", "restart", "sandbox", "rest", "show", "anchor")


class ConfigError(UserError, ValueError):
    """A tournament file that can't be used; one sentence says why, where, and what would be right."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that is played, at tables of each size in `players`.

    `options` are those given, `components` a component file's contents (None: the game's own).
    """

    id: str
    players: tuple[int, ...]
    options: Mapping[str, Any]
    components: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament file's contents, checked, its bots resolved to the programs that will run."""

    name: str
    schedule: str
    deals: int
    seed: int
    """From which every match's shuffles derive."""
    games: tuple[GameEntry, ...]
    bots: tuple[ResolvedCommand, ...]
    settings: Settings
    terms: Mapping[str, Any] = field(default_factory=dict)
    """What the kind of schedule was told: see its module."""
    anchors: Mapping[str, float] = field(default_factory=dict)
    """Bots that are held at a rating."""
    seed_is_drawn: bool = False
    """Whether the file has no seed. A new one is drawn each time that it is read: what counts is the one that
    was stored when the event began."""
    rotations: Rotations = Rotations.SAME
    drop_broken: bool = False
    """Whether bots that never start up are dropped: see `Ledger.drop`."""
    withdrawn: tuple[str, ...] = ()
    """Bots of the file that are not to play any more."""
    lots: str = SECRET
    """Whether lots are secret or open: see `arena.tournament.lots`. An event goes on as it began."""

    @property
    def field(self) -> Field:
        """What the schedule chooses from."""
        setups = tuple((game.id, players) for game in self.games for players in game.players)
        lots = Lots(self.seed if self.lots == SECRET else None)
        return Field(tuple(sorted(bot.spec.name for bot in self.bots)), setups, self.terms, lots=lots)

    @property
    def secret(self) -> str:
        """From which all that is drawn beside the shuffles derives, such as what bots are told."""
        return second_secret(self.seed)

    def on_this_machine(self) -> Tournament:
        """The same, with every sandbox decided: see `best_sandbox`. Raises LaunchError, as that does."""
        settings = replace(self.settings, sandbox=best_sandbox(self.settings.sandbox))
        return replace(self, settings=settings, bots=tuple(map(_with_best_sandbox, self.bots)))

    def fixtures(self, tables: Iterable[Table], deals: Iterable[int] | None = None) -> Iterator[Fixture]:
        """All matches that these tables play, in order: all their deals, or those named."""
        of_each = range(1, self.deals + 1) if deals is None else deals
        return fixtures(tables, of_each, self.secret, self.rotations)

    def opening(self) -> Iterator[Fixture]:
        """The matches that are known before any is played, one after the other: for most kinds, all."""
        for deal in range(1, self.deals + 1):
            yield from self.fixtures(first_tables(self.schedule, self.field), [deal])

    def description(self) -> dict[str, Any]:
        """All that decides how its matches are played, as plain data: with the bots' fingerprints."""
        return {
            "name": self.name,
            "schedule": self.schedule,
            "deals": self.deals,
            "seed": self.seed,
            **({"rotations": self.rotations} if self.rotations is not Rotations.SAME else {}),
            "lots": self.lots,
            **({"terms": dict(self.terms)} if self.terms else {}),
            "games": {game.id: _describe_game(game) for game in self.games},
            "limits": asdict(self.settings),
            "bots": {bot.spec.name: _describe_bot(bot) | self._anchor(bot.spec.name) for bot in self.bots},
        }

    def _anchor(self, bot: str) -> dict[str, float]:
        return {"anchor": self.anchors[bot]} if bot in self.anchors else {}


MOST_DEALS = 100_000
"""More than anyone can play, and few enough to be written down at once."""


def read_tournament(path: Path) -> Tournament:
    """The tournament that a file describes; paths in it are relative to its folder.

    Raises ConfigError, in one sentence, for anything in it that can't be used.
    """
    top, schedule = _read_top(path)
    name = top.text("name", path.stem)
    if problem := _name_problem(name):
        top.refuse("name", problem)
    if top.integer("deals", 1, low=1) > MOST_DEALS:
        top.refuse("deals", f"must be at most {MOST_DEALS}, not {top.integer('deals')}")
    bots, anchors = _read_bots(path, top.tables("bot"))
    tournament = Tournament(
        name=name,
        schedule=schedule,
        deals=top.integer("deals", 1, low=1),
        seed=top.integer("seed") if "seed" in top else secrets.randbits(DRAWN_BITS),
        seed_is_drawn="seed" not in top,
        rotations=_read_rotations(top) if "rotations" in top else Rotations.SAME,
        games=_read_games(path, top.tables("game")),
        bots=bots,
        anchors=anchors,
        settings=read_settings(Entries(f"{path}: [limits]", top.table("limits"), FILE_KEYS, ConfigError)),
        drop_broken=top.flag("drop_broken", False),
        withdrawn=_read_withdrawn(top, bots),
    )
    _check_fit(path, tournament)
    return replace(tournament, terms=KINDS[schedule].read_terms(top, tournament.field))


def _read_withdrawn(top: Entries, bots: Sequence[ResolvedCommand]) -> tuple[str, ...]:
    return tuple(top.choices("withdraw", [bot.spec.name for bot in bots])) if "withdraw" in top else ()


def _read_top(path: Path) -> tuple[Entries, str]:
    """The file's entries, and its kind of schedule, which decides what keys there may be."""
    table = read_toml(path, ConfigError)
    every = {key: name for name, kind in KINDS.items() for key in kind.KEYS}
    top = Entries(str(path), table, (*_KEYS, *every), ConfigError)
    schedule = top.text("schedule", "round-robin")
    if schedule not in KINDS:
        top.refuse("schedule", f"{schedule!r} is no kind of schedule{nearest(schedule, KINDS)}")
    for key in table:
        if key in every and key not in KINDS[schedule].KEYS:
            kinds = " or ".join(name for name, kind in KINDS.items() if key in kind.KEYS)
            top.refuse(key, f"goes with schedule = {kinds}, not with {schedule}")
    return top, schedule


def _read_rotations(entries: Entries) -> Rotations:
    return Rotations(_one_of(entries, "rotations", [*map(str, Rotations)], "kind of rotations"))


def _one_of(entries: Entries, key: str, words: Collection[str], what: str) -> str:
    word = entries.text(key)
    if word not in words:
        entries.refuse(key, f"{word!r} is no {what}{nearest(word, words)}")
    return word


# ------------------------------------------------------------------------------------------ games


def _read_games(path: Path, tables: Sequence[object]) -> tuple[GameEntry, ...]:
    found: dict[str, GameEntry] = {}
    for number, table in enumerate(tables, 1):
        entries = Entries(f"{path}: [[game]] {number}", table, _GAME_KEYS, ConfigError)
        game = _read_game(entries, path.parent)
        if game.id in found:
            entries.refuse(
                "id",
                f"{game.id!r} is there already; list all table sizes in one entry, "
                "and give each variant of a game a tournament of its own",
            )
        found[game.id] = game
    return tuple(found.values())


def _read_game(entries: Entries, folder: Path) -> GameEntry:
    players = tuple(entries.integers("players"))
    options = entries.table("options")
    components = _read_components(entries, folder)
    try:
        game = games.get(entries.text("id"))
        for size in players:
            game.check_players(size)
            game.check_options(options, size, components)
    except games.GameError as error:
        raise ConfigError(f"{entries.place}: {error}") from None
    if len(set(players)) < len(players):
        entries.refuse("players", f"names a table size twice: {list(players)}")
    return GameEntry(game.id, players, options, components)


def _read_components(entries: Entries, folder: Path) -> dict[str, Any] | None:
    if "components" not in entries:
        return None
    try:
        return read_toml(folder / entries.text("components"), ConfigError)
    except ConfigError as error:
        raise ConfigError(f"{entries.place}: components: {error}") from None


# ------------------------------------------------------------------------------------------ bots


def _read_bots(path: Path, tables: Sequence[object]) -> tuple[tuple[ResolvedCommand, ...], dict[str, float]]:
    """The bots, and the ratings at which some are held."""
    found: dict[str, ResolvedCommand] = {}
    anchors: dict[str, float] = {}
    for number, table in enumerate(tables, 1):
        entries = Entries(f"{path}: [[bot]] {number}", table, _BOT_KEYS, ConfigError)
        try:
            bot = resolve(_read_bot(entries, path.parent), base=path.parent)
        except LaunchError as error:
            raise ConfigError(f"{entries.place}: {error}") from None
        name = bot.spec.name
        if name in found:
            entries.refuse("name", f"{name!r} is taken by another bot; give each its own")
        found[name] = bot
        if "anchor" in entries:
            anchors[name] = entries.number("anchor")
    return tuple(found.values()), anchors


def _read_bot(entries: Entries, folder: Path) -> BotSpec:
    """The bot that an entry describes. Raises LaunchError where it names what is not there."""
    sources = [key for key in _BOT_SOURCES if key in entries]
    if len(sources) != 1:
        given = f"it has {' and '.join(sources)}" if sources else "it has none"
        raise ConfigError(f"{entries.place}: a bot needs one of {', '.join(_BOT_SOURCES)}; {given}")
    if "cwd" in entries and "command" not in entries:
        entries.refuse("cwd", "goes with command only: other bots have a folder already")
    if "bundled" in entries:
        spec = bundled(entries.text("bundled"))
    elif "folder" in entries:
        spec = load_manifest(folder / entries.text("folder"))
    else:
        cwd = (folder / entries.text("cwd")).absolute() if "cwd" in entries else None
        spec = BotSpec(entries.text("name"), tuple(entries.texts("command")), cwd)
    name = entries.text("name", spec.name)
    if problem := _name_problem(name):
        entries.refuse("name", problem)
    return replace(
        spec,
        name=name,
        restart=entries.flag("restart", spec.restart),
        env=_read_env(entries) or spec.env,
        sandbox=SETTINGS["sandbox"].read(entries) if "sandbox" in entries else None,
        rest=entries.flag("rest") if "rest" in entries else None,
        show=tuple((folder / path).absolute() for path in entries.texts("show")) if "show" in entries else (),
    )


def _with_best_sandbox(bot: ResolvedCommand) -> ResolvedCommand:
    wanted = bot.spec.sandbox
    return bot if wanted is None else replace(bot, spec=replace(bot.spec, sandbox=best_sandbox(wanted)))


def _name_problem(name: str) -> str | None:
    if not name.isprintable():
        return f"{name!r} holds control characters; use what can be printed on one line"
    if name != name.strip():
        return f"{name!r} begins or ends with a space"
    if len(name) > NAME_LENGTH:
        return f"{name[:NAME_LENGTH]!r}... is longer than {NAME_LENGTH} characters"
    return None


def _read_env(entries: Entries) -> dict[str, str]:
    env = entries.table("env")
    for key, value in env.items():
        if type(value) is not str:
            entries.refuse(f"env.{key}", f"must be text, not {value!r:.60}")
    return env


# ------------------------------------------------------------------------------------------ the whole


def _check_fit(path: Path, tournament: Tournament) -> None:
    """Refuse games that the bots can't fill a table for, and bots that don't play a game."""
    for number, game in enumerate(tournament.games, 1):
        for players in game.players:
            if players > len(tournament.bots):
                raise ConfigError(
                    f"{path}: [[game]] {number}: players: a table of {players} at {game.id} needs "
                    f"{players} bots, and there are only {len(tournament.bots)}"
                )
        for bot in tournament.bots:
            if bot.spec.games is not None and game.id not in bot.spec.games:
                raise ConfigError(
                    f"{path}: [[game]] {number}: bot {bot.spec.name!r} does not play {game.id}; "
                    f"its manifest lists {', '.join(bot.spec.games)}"
                )


def _describe_game(game: GameEntry) -> dict[str, Any]:
    components = json.dumps(game.components, sort_keys=True, default=str).encode()
    return {
        "players": list(game.players),
        "options": dict(game.options),
        "components": hashlib.sha256(components).hexdigest() if game.components is not None else None,
    }


def _describe_bot(bot: ResolvedCommand) -> dict[str, Any]:
    return {
        "command": list(bot.argv),
        "env": dict(bot.spec.env or {}),
        "restart": bot.spec.restart,
        "sandbox": bot.spec.sandbox,
        "rest": bot.spec.rest,
        "program": bot.fingerprint,
        **({"show": list(map(str, bot.spec.show))} if bot.spec.show else {}),
    }
