"""A tournament: what its file says, checked, with its bots resolved to the programs that will run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from arena.match.spec import Settings, second_secret
from arena.process.launch import ResolvedCommand
from arena.process.sandbox import best_sandbox
from arena.tournament.fixtures import Field, Fixture, Rotations, Table, fixtures
from arena.tournament.lots import SECRET, Lots
from arena.tournament.schedules import first_tables


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


def _with_best_sandbox(bot: ResolvedCommand) -> ResolvedCommand:
    wanted = bot.spec.sandbox
    return bot if wanted is None else replace(bot, spec=replace(bot.spec, sandbox=best_sandbox(wanted)))


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
        **({"engine": True} if bot.spec.engine else {}),
    }
