"""From tables to matches: each deal of a table in all rotations of its seats, each with id and seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SEED_BITS = 63
"""A seed fits in a signed 64-bit integer, so that every store and every language can hold it."""


Quality = Callable[[str, str, str], float]
"""How even a match of two bots at a game would be: from 0, decided beforehand, to 1."""


def all_even(_game: str, _bot: str, _other: str) -> float:
    """What is believed of every match as long as nobody rates bots."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Field:
    """What a schedule chooses from: the bots, by name, and each game with each of its sizes of table.

    `terms` are the settings of the kind of schedule, as it reads them from the tournament file.
    """

    bots: tuple[str, ...]
    setups: tuple[tuple[str, int], ...]
    terms: Mapping[str, Any] = field(default_factory=dict, hash=False)
    quality: Quality = field(default=all_even, compare=False)

    def can_play(self, table: Table) -> bool:
        """Whether this table's game, size and bots are all in the field."""
        return (table.game, table.players) in self.setups and set(table.bots) <= set(self.bots)


@dataclass(frozen=True, slots=True)
class Table:
    """Bots that meet at one game. The order of `bots` has no meaning: each deal seats them anew.

    `number` tells the tables of one game and size apart; it is given when the table enters the schedule.
    `round` counts from 1 in kinds of schedule that know rounds.
    """

    game: str
    bots: tuple[str, ...]
    number: int = field(default=0, compare=False)
    round: int = field(default=0, compare=False)

    @property
    def players(self) -> int:
        """The size of the table."""
        return len(self.bots)

    @property
    def id(self) -> str:
        """The table's name, unique in its event."""
        return table_id(self.game, self.players, self.number)


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match that is to be played, `bots` by seat; numbers count from 1."""

    game: str
    table: int
    deal: int
    rotation: int
    bots: tuple[str, ...]
    round: int = 0
    """The table's."""

    @property
    def players(self) -> int:
        """The size of the table."""
        return len(self.bots)

    @property
    def id(self) -> str:
        """The match's name, unique in its event; it stays the same when the event grows."""
        return f"{table_id(self.game, self.players, self.table)}/d{self.deal:03}/r{self.rotation}"

    @property
    def shuffle(self) -> str:
        """Which shuffles are played, unique in its game and size: a deal of a table.

        Bots alone at their tables are compared with each other, so those of a round all play the same deals.
        """
        if self.players > 1:
            return f"t{self.table:04}/d{self.deal:03}"
        return f"round {self.round}/d{self.deal:03}" if self.round else f"d{self.deal:03}"

    def seed(self, master: int) -> int:
        """The match's seed, from its event's master seed: the same in all rotations of one deal only."""
        return int(_hash(master, self.game, self.players, self.shuffle), 16) >> (256 - SEED_BITS)


def fixtures(tables: Sequence[Table], deals: Iterable[int], master: int) -> Iterator[Fixture]:
    """All matches of these tables, deal by deal, so that an unfinished event is as balanced as can be."""
    for deal in deals:
        for table in tables:
            yield from _rotations(table, deal, master)


def _rotations(table: Table, deal: int, master: int) -> Iterator[Fixture]:
    """One deal of a table, with each bot once in each seat.

    Rotations alone would leave every bot the same neighbours for ever, so each deal has its own circle.
    """
    circle = tuple(sorted(table.bots, key=lambda bot: _hash(master, table.game, table.number, deal, bot)))
    for shift in range(table.players):
        yield Fixture(table.game, table.number, deal, shift + 1, circle[shift:] + circle[:shift], table.round)


def table_id(game: str, players: int, number: int) -> str:
    """How a table is called."""
    return f"{game}-{players}/t{number:04}"


def _hash(*parts: object) -> str:
    """SHA-256 in hexadecimal of these parts, none of which runs into the next."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()
