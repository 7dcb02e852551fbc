"""The result store: one SQLite file with an event's schedule, every attempt at a match, and all results.

A `Store` reads, also while a run writes; `arena.tournament.ledger.Ledger` is the one that writes. The file is
in write-ahead mode: readers and the writer don't wait for each other, and what was committed outlives a
SIGKILL of the arena at any instant. `schema` has its tables, `rows` what is read from them, `snapshot` what
it keeps of the tournament file, `packing` the records, `migrations` the ways from older formats.
"""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.hints import nearest
from arena.process.faults import shown
from arena.tournament import migrations
from arena.tournament.database import Database, StoreError, holds_something, reading_mode
from arena.tournament.fixtures import Absence, Field, Fixture, Table, match_seed, table_id
from arena.tournament.lock import is_locked
from arena.tournament.lots import SECRET, Lots
from arena.tournament.results import MatchResult
from arena.tournament.rows import (
    ATTEMPT_QUERY,
    FIXTURE_QUERY,
    RESULT_QUERY,
    TABLE_QUERY,
    Attempt,
    DamagedRow,
    absence_of,
    attempt_of,
    fixture_of,
    result_of,
    table_of,
    times_of,
)
from arena.tournament.snapshot import master_seed, read_snapshot

if TYPE_CHECKING:
    from arena.match.record import MatchRecord

_MEETING = """
    min(tables.players, 2) = (SELECT count(*) FROM json_each(tables.bots) WHERE value IN (:first, :second))"""
"""Of a table: whether two bots meet at it, or one of them plays alone."""

_seed_of = lru_cache(maxsize=16)(master_seed)
_BY_DEAL = "t.game, t.players, iif(t.players = 1, t.round, t.id), m.deal, m.place"
_FIRST_OPEN = """
    SELECT min(first) FROM (
        SELECT min(place) AS first FROM matches WHERE state = 'waiting' UNION ALL
        SELECT min(place) FROM matches WHERE state = 'issued')"""
_LATER_SOLOS = """
    SELECT 1 FROM matches m JOIN tables t ON t.id = m.table_id
    JOIN tables other ON (other.game, other.players, other.round) = (t.game, t.players, t.round)
    JOIN matches later ON (later.table_id, later.deal) = (other.id, m.deal)
    WHERE m.place = ? AND later.place > m.place AND later.state NOT IN ('stopped', 'cancelled') LIMIT 1"""


@dataclass(frozen=True, slots=True)
class Status:
    """How far an event has come, in matches; `void` counts attempts that had no result.

    `stopped` are the matches that this run does not try again, because their table failed twice in a row;
    `cancelled` those that are not played, because a bot was dropped or withdrawn.
    """

    name: str
    scheduled: int
    done: int
    running: int
    stopped: int
    void: int
    stopped_tables: dict[str, str]
    """Why each table was stopped, by its id."""
    cancelled: int
    out: dict[str, str]
    """Why each bot is out that was dropped or withdrawn."""
    active: bool
    """Whether a run is at work on it."""

    @property
    def waiting(self) -> int:
        """Matches that are still to be played, and don't run."""
        return self.scheduled - self.done - self.running - self.stopped - self.cancelled


class MatchRun(NamedTuple):
    """How a match came to its result; times are in seconds since 1970."""

    began: float
    ended: float
    seed: int


class Store(Database):
    """A store opened for reading. A context manager; all methods raise StoreError where the file fails.

    Of a store of an older format a copy is read that has been brought forward: it stays as it was when it was
    opened, also while an older arena's run goes on writing.
    """

    def __init__(self, path: Path) -> None:
        self.named = path
        """Its path as it was given."""
        self.path = path.absolute()
        if not self.path.exists():
            raise StoreError(f"{path} does not exist; a tournament's run creates it")
        if not holds_something(self.path):
            raise StoreError(
                f"{path} is an empty file, with no tournament in it; name the database that a run has"
                " written, or fill this one with a run: arena tournament run FILE.toml --db "
                + shlex.quote(str(path))
            )
        self._connect(reading_mode(self.path))
        try:
            self._check_ours()
            self._bring_copy_forward()
            self._execute("PRAGMA query_only = 1")
        except StoreError:
            self.close()
            raise

    def _bring_copy_forward(self) -> None:
        """Go on with a copy of this arena's format, if the store is of an older one."""
        with self._guard():
            if not migrations.is_old(self._db):
                return
            try:
                with closing(self._db) as old:
                    self._db = migrations.forward_copy(old)
            except sqlite3.Error as error:
                raise StoreError(
                    f"{self.path} is of an older format, and no copy of it could be brought forward"
                    f" to be read: {error}"
                ) from error

    # ------------------------------------------------------------------------------------ reading

    def description(self) -> dict[str, Any]:
        """What the tournament file last said: see `arena.tournament.snapshot`."""
        return self._description(*self._one("SELECT description FROM events ORDER BY id DESC LIMIT 1"))

    def field(self) -> Field:
        """What the schedule chooses from."""
        said = self.description()
        setups = tuple((game, k) for game, entry in said["games"].items() for k in entry["players"])
        seed = said.get("seed")
        lots = Lots(seed if type(seed) is int and said["lots"] == SECRET else None)
        everyone = Field(tuple(sorted(said["bots"])), setups, said.get("terms", {}), lots=lots)
        return everyone.without_absent(self.absences())

    def absences(self) -> tuple[Absence, ...]:
        """The bots that are out, or were, in the order in which they went."""
        with self._guard():
            rows = self._db.execute("SELECT bot, since, until FROM absences ORDER BY rowid")
            return tuple(map(absence_of, rows))

    def status(self) -> Status:
        """How far the event has come."""
        with self._guard():
            counts = dict(self._db.execute("SELECT state, count(*) FROM matches GROUP BY state"))
            stopped = self._db.execute(
                "SELECT game, players, number, stopped FROM tables WHERE stopped NOT NULL"
            )
            gone = self._db.execute("SELECT bot, reason FROM absences WHERE until IS NULL ORDER BY rowid")
            out = {shown(bot): shown(reason) for bot, reason in gone}
            reasons = {shown(table_id(*names)): shown(why) for *names, why in stopped}
            void = self._db.execute("SELECT count(*) FROM attempts WHERE outcome IN ('void', 'interrupted')")
            voids = int(void.fetchone()[0])
        active, issued = is_locked(self.path), counts.get("issued", 0)
        return Status(
            name=shown(self.description()["name"]),
            scheduled=sum(counts.values()),
            done=counts.get("fixed", 0),
            running=issued if active else 0,
            stopped=counts.get("stopped", 0),
            void=voids if active else voids + issued,
            stopped_tables=reasons,
            cancelled=counts.get("cancelled", 0),
            out=out,
            active=active,
        )

    def span(self) -> tuple[float, float] | None:
        """When the first match that has a result began, and the last one ended; None if there are none."""
        began, ended = self._one(
            "SELECT min(began), coalesce(max(ended), max(began)) FROM attempts WHERE outcome = 'fixed'"
        )
        if began is None:
            return None
        with self._guard():
            return times_of((began, ended), "its matches")

    def tables(self) -> list[Table]:
        """All tables of the schedule so far."""
        with self._guard():
            return [table_of(row) for row in self._db.execute(f"{TABLE_QUERY} ORDER BY id")]

    def setups_played(self) -> list[tuple[str, int]]:
        """The games and sizes of table that have results."""
        played = (
            "SELECT DISTINCT game, players FROM tables t WHERE EXISTS "
            "(SELECT 1 FROM matches m WHERE m.table_id = t.id AND m.state = 'fixed') ORDER BY game, players"
        )
        with self._guard():
            return [(str(game), int(players)) for game, players in self._db.execute(played)]

    def bots(self) -> list[str]:
        """All bots of the schedule so far, by name."""
        return sorted({bot for table in self.tables() for bot in table.bots})

    def fixtures(self) -> Iterator[Fixture]:
        """All matches of the schedule so far, in its order."""
        with self._guard():
            for row in self._db.execute(f"{FIXTURE_QUERY} ORDER BY m.place"):
                yield fixture_of(row)

    def results(
        self,
        game: str | None = None,
        players: int | None = None,
        after: int = 0,
        before: float = inf,
        since: float | None = None,
        meeting: tuple[str, str] | None = None,
        faulty: bool = False,
        by_deal: bool = False,
    ) -> Iterator[MatchResult]:
        """The results so far, in the order of the schedule; of one game or size of table only if it is named.

        `after` and `before` bound their `order`, `since` when they were fixed (seconds since
        1970). With `meeting`, only those of tables where these two meet, or where one of them plays alone.
        With `faulty`, only those with a fault. With `by_deal` the results of each deal come one after
        another, those of bots alone at their tables too.
        """
        query = f"""{RESULT_QUERY} WHERE m.place > :after AND m.place < :before
            AND (:game IS NULL OR t.game = :game) AND (:players IS NULL OR t.players = :players)
            AND (NOT :faulty OR r.faults LIKE '%"%')
            AND (:first IS NULL OR t.id IN (SELECT id FROM tables WHERE {_MEETING}))
            AND (:since IS NULL OR EXISTS (
                SELECT 1 FROM attempts a WHERE a.match = m.id AND +a.outcome = 'fixed' AND a.ended >= :since
            )) ORDER BY {_BY_DEAL if by_deal else "m.place"}"""
        terms = {"game": game, "players": players, "after": after, "before": before, "since": since}
        terms["faulty"] = faulty
        first, second = meeting or (None, None)
        with self._guard():
            for row in self._db.execute(query, terms | {"first": first, "second": second}):
                yield result_of(row)

    def in_turn(self, after: int = 0) -> Iterator[tuple[MatchResult, bool]]:
        """The results after an `order`, in that order, up to the first match still to be played.

        With each, whether others of its deal come later in the schedule.
        """
        (first_open,) = self._one(_FIRST_OPEN)
        for result in self.results(after=after, before=inf if first_open is None else first_open):
            yield result, result.players == 1 and self._goes_on(result)

    def book_entries(self) -> dict[str, str]:
        """What the run's book has made of the results so far."""
        with self._guard():
            return dict(self._db.execute("SELECT key, value FROM book"))

    def version_began(self, bot: str) -> float:
        """When a bot's present program was first in the tournament, in seconds since 1970.

        Raises StoreError for a bot that is not there.
        """
        with self._guard():
            rows = self._db.execute("SELECT began, description FROM events ORDER BY id DESC").fetchall()
        events = [(began, self._description(text)["bots"]) for began, text in rows]
        now = events[0][1]
        if bot not in now:
            raise StoreError(f"{self.path} has no bot {bot!r}{nearest(bot, now)}")
        same = takewhile(lambda event: event[1].get(bot, {}).get("program") == now[bot]["program"], events)
        return float(min(began for began, _ in same))

    def anchors(self) -> dict[str, float]:
        """The bots that are held at a rating."""
        bots = self.description()["bots"]
        return {name: float(bot["anchor"]) for name, bot in bots.items() if "anchor" in bot}

    def replay(self, match: str) -> MatchRecord:
        """The record of a finished match."""
        from arena.match.record import BadRecord  # noqa: PLC0415 - tables are made without it, and the games
        from arena.tournament.packing import unpack_record  # noqa: PLC0415

        row = self._one("SELECT replay FROM replays JOIN matches USING (place) WHERE id = ?", match)
        try:
            return unpack_record(row[0])
        except BadRecord as error:
            raise StoreError(f"{self.path}: the replay of {match}: {error}") from None

    def attempts(self, match: str) -> list[Attempt]:
        """Every time that a match was issued, in order."""
        return self._attempts("match = ?", match)

    def voids(self) -> list[Attempt]:
        """All attempts that ended without a result, in order."""
        return self._attempts("outcome IN ('void', 'interrupted')")

    def played(self, result: MatchResult) -> MatchRun:
        """When the match of a result was played, and on which seed."""
        row = self._one(
            "SELECT a.began, a.ended, e.description FROM attempts a JOIN events e ON e.id = a.event "
            "WHERE a.match = ? AND a.outcome = 'fixed'",
            result.match,
        )
        *times, description = row
        with self._guard():
            began, ended = times_of(tuple(times), result.match)
            master = _seed_of(description)
            if master is None:
                raise DamagedRow(f"the seed of {result.match}")
        shuffle = result.shuffle.rpartition("|")[2]  # a merged store tells its events apart in front
        return MatchRun(began, ended, match_seed(master, result.game, result.players, shuffle))

    def ends(self) -> dict[str, float]:
        """When each match that has a result ended, by its id, in seconds since 1970."""
        with self._guard():
            rows = self._db.execute("SELECT match, began, ended FROM attempts WHERE outcome = 'fixed'")
            return {match: times_of((began, ended), match)[1] for match, began, ended in rows}

    def copy_to(self, empty: sqlite3.Connection) -> None:
        """Fill an empty database with all that is here."""
        with self._guard():
            self._db.backup(empty)

    # ------------------------------------------------------------------------------------ within

    def _description(self, text: Any) -> dict[str, Any]:
        try:
            return read_snapshot(text)
        except ValueError:
            raise StoreError(f"{self.path} is damaged: the event's description") from None

    def _goes_on(self, solo: MatchResult) -> bool:
        """Whether others play the deal of a bot alone at its table after it."""
        return self._execute(_LATER_SOLOS, solo.order).fetchone() is not None

    def _attempts(self, condition: str, *values: object) -> list[Attempt]:
        query = f"{ATTEMPT_QUERY} WHERE {condition} ORDER BY id"
        with self._guard():
            return [attempt_of(row) for row in self._db.execute(query, values)]
