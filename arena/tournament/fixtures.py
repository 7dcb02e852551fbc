"""From tables to matches: each deal of a table in all rotations of its seats, each with id and seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Any

from arena.match.spec import SEED_BITS, derived
from arena.tournament.lots import Lots


class Rotations(StrEnum):
    """What the rotations of a deal have in common."""

    SAME = "same"
    """The shuffles: the luck of the cards cancels in a deal, also between bots alone at their tables."""
    FRESH = "fresh"
    """Nothing: no two matches have the same shuffles. What was seen of one helps nobody in another."""


Setup = tuple[str, int]
"""A game, and how many bots play at a table."""

Quality = Callable[[str, str, str], float]
"""How even a match of two bots at a game would be: from 0, decided beforehand, to 1."""


def all_even(_game: str, _bot: str, _other: str) -> float:
    """What is believed of every match as long as nobody rates bots."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Absence:
    """A bot that was dropped or withdrawn: it is paired no more, as long as it is out.

    Times are numbers of tables that had been scheduled; `until` is None where it is out still.
    """

    bot: str
    since: int
    until: int | None = None

    def covers(self, place: int) -> bool:
        """Whether it was out when the table at that place in the schedule, counted from 0, was made."""
        return self.since <= place and not self.is_over_by(place)

    def is_over_by(self, place: int) -> bool:
        """Whether it was back when that table was made."""
        return self.until is not None and self.until <= place


@dataclass(frozen=True, slots=True)
class Field:
    """What a schedule chooses from: the bots, by name, and each game with each of its sizes of table.

    `terms` are the settings of the kind of schedule, as it reads them from the tournament file. Bots that are
    out are not among its `bots`; `absences` tell of them, and of those that are back.
    """

    bots: tuple[str, ...]
    setups: tuple[Setup, ...]
    terms: Mapping[str, Any] = field(default_factory=dict, hash=False)
    quality: Quality = field(default=all_even, compare=False)
    absences: tuple[Absence, ...] = ()
    lots: Lots = field(default=Lots(), compare=False)

    def without_absent(self, absences: tuple[Absence, ...]) -> Field:
        """The same, with these absences, without the bots that are out."""
        out = {each.bot for each in absences if each.until is None}
        return replace(self, bots=tuple(bot for bot in self.bots if bot not in out), absences=absences)

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
    shuffle: str
    """Which shuffles are played, unique in its game and size."""
    round: int = 0
    """The table's."""

    @property
    def players(self) -> int:
        """The size of the table."""
        return len(self.bots)

    @property
    def id(self) -> str:
        """The match's name, unique in its event; it stays the same when the event grows."""
        return match_id(self.game, self.players, self.table, self.deal, self.rotation)

    @property
    def block(self) -> str:
        """Which matches it belongs to: see `block`."""
        return block(self.players, self.table, self.round, self.deal)

    def seed(self, master: int) -> int:
        """The match's seed, from its event's master seed: the same for the same shuffles only."""
        return match_seed(master, self.game, self.players, self.shuffle)


def match_seed(master: int, game: str, players: int, shuffle: str) -> int:
    """The seed of matches with this shuffle, from their event's master seed."""
    return int(derived(master, game, players, shuffle), 16) >> (256 - SEED_BITS)


def fixtures(
    tables: Iterable[Table], deals: Iterable[int], secret: str, rotations: Rotations = Rotations.SAME
) -> Iterator[Fixture]:
    """All matches of these tables, deal by deal, so that an unfinished event is as balanced as can be.

    Who sits beside whom is drawn from `secret`.
    """
    for deal in deals:
        for table in tables:
            yield from _rotations(table, deal, secret, rotations)


def _rotations(table: Table, deal: int, secret: str, rotations: Rotations) -> Iterator[Fixture]:
    """One deal of a table, with each bot once in each seat.

    Rotations alone would leave every bot the same neighbours for ever, so each deal has its own circle: see
    `circles`. Which bots stand where in these is drawn by lot, anew whenever all have been used.
    """
    ways = circles(table.players)
    lap, way = divmod(deal - 1, len(ways))
    drawn = sorted(table.bots, key=lambda bot: derived(secret, table.game, table.number, lap, bot))
    circle = tuple(drawn[place] for place in ways[way])
    of_block = block(table.players, table.number, table.round, deal)
    for shift in range(table.players):
        seated = circle[shift:] + circle[:shift]
        of_its_own = f"t{table.number:04}/d{deal:03}/r{shift + 1}"
        shuffle = of_block if rotations is Rotations.SAME else of_its_own
        yield Fixture(table.game, table.number, deal, shift + 1, seated, shuffle, table.round)


def block(players: int, table: int, round: int, deal: int) -> str:
    """Which matches belong together, unique in their game and size: the rotations of a table's deal.

    Bots alone at their tables are compared with each other, so all those of a round belong together.
    """
    if players > 1:
        return f"t{table:04}/d{deal:03}"
    return f"round {round}/d{deal:03}" if round else f"d{deal:03}"


@cache
def circles(size: int) -> tuple[tuple[int, ...], ...]:
    """Circles of 0, 1, ... size - 1 in which each number comes after each other equally often, once or twice.

    One number stays outside and the others zigzag: 0, 1, -1, 2, -2, ... around a smaller circle, which is
    turned (W. Walecki's construction of 1892, for odd and doubled even numbers). After each comes the same
    the other way round, so that two deals already show each bot both of its neighbours on both sides.
    """
    around = max(size - 1, 1)
    zigzag = [(step + 1) // 2 * (1 if step % 2 else -1) for step in range(size - 1)]
    turns = around // 2 if size % 2 else around
    ways = [(around, *((place + turn) % around for place in zigzag)) for turn in range(max(turns, 1))]
    return tuple(way for one in ways for way in (one, one[::-1])) if size > 1 else ((0,),)


def match_id(game: str, players: int, table: int, deal: int, rotation: int) -> str:
    """How a match is called."""
    return f"{table_id(game, players, table)}/d{deal:03}/r{rotation}"


def table_id(game: str, players: int, number: int) -> str:
    """How a table is called."""
    return f"{game}-{players}/t{number:04}"
