"""The result store: one SQLite file with an event's schedule, every attempt at a match, and all results.

A `Store` reads, also while a run writes; `arena.tournament.ledger.Ledger` is the one that writes. The file is
in write-ahead mode: readers and the writer don't wait for each other, and what was committed outlives a
SIGKILL of the arena at any instant.
"""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from math import inf
from pathlib import Path
from types import NoneType, TracebackType, UnionType
from typing import Any, NamedTuple, NoReturn, Self

from arena.errors import ArenaError, UserError
from arena.hints import nearest
from arena.match.record import BadRecord, MatchRecord
from arena.process.faults import shown
from arena.tournament.fixtures import Absence, Field, Fixture, Table, block, match_id, match_seed, table_id
from arena.tournament.lock import is_locked
from arena.tournament.lots import SECRET, Lots
from arena.tournament.packing import unpack_record
from arena.tournament.results import MatchResult
from arena.tournament.snapshot import master_seed, read_snapshot

APPLICATION_ID = int.from_bytes(b"ARNA", "big")
"""Marks a SQLite file as ours; `file` and other tools can show it."""
FORMAT = 4
"""Raised with every change of the schema, and where the same seeds or the rules come to give other games."""
LATEST = 4e9
"""No match begins after this time, which is in the year 2096."""
MOST = 1e15
"""No rank, score, count or time in ms is larger; floats are exact below."""
BUSY_S = 10.0
"""How long another program may hold the file before that is an error."""

SCHEMA = """
CREATE TABLE events (            -- what the tournament file said; a new row each time that it changed
    id INTEGER PRIMARY KEY,
    began REAL NOT NULL,         -- seconds since 1970, as all times here
    description TEXT NOT NULL    -- JSON
);
CREATE TABLE tables (            -- bots that meet at one game
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,      -- 0 in kinds of schedule without rounds
    bots TEXT NOT NULL,          -- JSON
    stopped TEXT,                -- why its matches are not issued any more; NULL for a sound table
    UNIQUE (game, players, number)
);
CREATE INDEX tables_by_round ON tables (game, players, round);
CREATE TABLE matches (           -- the schedule, in its order
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    table_id INTEGER NOT NULL REFERENCES tables,
    deal INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    bots TEXT NOT NULL,          -- JSON, by seat
    shuffle TEXT NOT NULL,       -- equal, at one game and size of table, where the cards fall alike
    state TEXT NOT NULL CHECK (state IN ('waiting', 'issued', 'fixed', 'stopped', 'cancelled'))
);
CREATE INDEX matches_by_state ON matches (state);    -- and so by place
CREATE INDEX matches_by_table ON matches (table_id, deal);
CREATE TABLE absences (          -- bots that were dropped or withdrawn: they are paired no more
    bot TEXT NOT NULL,
    since INTEGER NOT NULL,      -- how many tables had been scheduled
    until INTEGER,               -- the same when it was back; NULL while it is out
    reason TEXT NOT NULL,
    entry TEXT                   -- JSON: what was dropped, as the description has it; NULL if withdrawn
);
CREATE INDEX absences_by_end ON absences (until);
CREATE TABLE attempts (          -- each time that a match was issued
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    event INTEGER NOT NULL REFERENCES events,
    began REAL NOT NULL,
    ended REAL,
    outcome TEXT CHECK (outcome IN ('fixed', 'void', 'interrupted')),    -- NULL while it is played
    reason TEXT,                 -- for what has no result
    processes TEXT               -- JSON by seat, what names each bot's process in its whole life; NULL where
                                 -- that is not known, because the worker died, and they with it
);
CREATE INDEX attempts_by_match ON attempts (match);
CREATE INDEX attempts_by_outcome ON attempts (outcome);
CREATE TABLE results (           -- derived from the record of each fixed match; JSON lists run by seat
    place INTEGER PRIMARY KEY REFERENCES matches,
    ranks TEXT NOT NULL,
    scores TEXT NOT NULL,
    faults TEXT NOT NULL,
    decisions TEXT NOT NULL,
    ms TEXT NOT NULL
);
CREATE TABLE replays (           -- the records themselves
    place INTEGER PRIMARY KEY REFERENCES matches,
    replay BLOB NOT NULL
);
CREATE TABLE book (              -- what a book has made of the results so far, entry by entry
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL          -- JSON
) WITHOUT ROWID;
"""

_seed_of = lru_cache(maxsize=16)(master_seed)

FIXTURE_QUERY = """
    SELECT m.place, t.game, t.number, m.deal, m.rotation, m.bots, m.shuffle, t.round
    FROM matches m JOIN tables t ON t.id = m.table_id"""
"""The rows that `fixture_of` reads."""
RESULT_QUERY = """
    SELECT m.place, t.game, t.number, m.deal, m.rotation, m.bots, m.shuffle, t.round,
        ranks, scores, faults, decisions, ms
    FROM results r JOIN matches m USING (place) JOIN tables t ON t.id = m.table_id"""
"""The rows that `result_of` reads."""

_ATTEMPT = "match, began, ended, outcome, reason, processes"
MEETING = """
    min(tables.players, 2) = (SELECT count(*) FROM json_each(tables.bots) WHERE value IN (:first, :second))"""
"""Of a table: whether two bots meet at it, or one of them plays alone."""

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


class StoreError(UserError):
    """The store can't be used, or no longer; one sentence says why. What was fixed before is safe."""


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


@dataclass(frozen=True, slots=True)
class Attempt:
    """One time that a match was issued; `outcome` is fixed, void or interrupted, None while it is played."""

    match: str
    began: float
    ended: float | None
    outcome: str | None
    reason: str | None
    processes: tuple[str | None, ...]
    """What names each bot's process, by seat, None where none had started; empty where that is not known."""


class MatchRun(NamedTuple):
    """How a match came to its result; times are in seconds since 1970."""

    began: float
    ended: float
    seed: int


class Store:
    """A store opened for reading. A context manager; all methods raise StoreError where the file fails."""

    def __init__(self, path: Path) -> None:
        self.named = path
        """Its path as it was given."""
        self.path = path.absolute()
        if not self.path.exists():
            raise StoreError(f"{path} does not exist; a tournament's run creates it")
        if not _holds_something(self.path):
            raise StoreError(
                f"{path} is an empty file, with no tournament in it; name the database that a run has"
                " written, or fill this one with a run: arena tournament run FILE.toml --db "
                + shlex.quote(str(path))
            )
        self._connect(_reading_mode(self.path))
        try:
            self._check_ours()
            self._execute("PRAGMA query_only = 1")
        except StoreError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

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
            return tuple(Absence(*row) for row in rows)

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
        if not all(isinstance(time, int | float) and 0 <= time < LATEST for time in (began, ended)):
            raise StoreError(f"{self.path} is damaged: the times of its matches")
        return began, ended

    def tables(self) -> list[Table]:
        """All tables of the schedule so far."""
        with self._guard():
            rows = self._db.execute("SELECT game, bots, number, round FROM tables ORDER BY id")
            return [
                Table(shown(game), _items(bots, str, f"the bots of table {numbers[0]}"), *numbers)
                for game, bots, *numbers in rows
            ]

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

        `after` and `before` bound their places in the schedule, `since` when they were fixed (seconds since
        1970). With `meeting`, only those of tables where these two meet, or where one of them plays alone.
        With `faulty`, only those with a fault. With `by_deal` the results of each deal come one after
        another, those of bots alone at their tables too.
        """
        query = f"""{RESULT_QUERY} WHERE m.place > :after AND m.place < :before
            AND (:game IS NULL OR t.game = :game) AND (:players IS NULL OR t.players = :players)
            AND (NOT :faulty OR r.faults LIKE '%"%')
            AND (:first IS NULL OR t.id IN (SELECT id FROM tables WHERE {MEETING}))
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
        """The results after a place in the schedule, in its order, up to the first match still to be played.

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
        began, ended, description = row
        if not all(isinstance(time, int | float) and 0 <= time < LATEST for time in (began, ended)):
            raise StoreError(f"{self.path} is damaged: the times of {result.match}")
        master = _seed_of(description)
        if master is None:
            raise StoreError(f"{self.path} is damaged: the seed of {result.match}")
        shuffle = result.shuffle.rpartition("|")[2]  # a merged store tells its events apart in front
        return MatchRun(began, ended, match_seed(master, result.game, result.players, shuffle))

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
        query = f"SELECT {_ATTEMPT} FROM attempts WHERE {condition} ORDER BY id"
        with self._guard():
            return [_attempt(row, processes) for *row, processes in self._db.execute(query, values)]

    def _one(self, query: str, *values: object) -> Any:
        """The first row."""
        with self._guard():
            row = self._db.execute(query, values).fetchone()
        if row is None:
            raise StoreError(f"{self.path} holds nothing about {' '.join(map(str, values)) or 'any event'}")
        return row

    def _execute(self, query: str, *values: object) -> sqlite3.Cursor:
        with self._guard():
            return self._db.execute(query, values)

    def _connect(self, mode: str) -> None:
        """Open the file; `mode` is SQLite's."""
        with self._guard():
            self._db = sqlite3.connect(
                f"{self.path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_S, isolation_level=None
            )

    def _check_ours(self) -> None:
        """Refuse what is no store, or one that a newer arena wrote."""
        owner = self._execute("PRAGMA application_id").fetchone()[0]
        version = self._execute("PRAGMA user_version").fetchone()[0]
        if owner != APPLICATION_ID:
            raise StoreError(f"{self.path} is the database of another program; name another file")
        if version > FORMAT:
            raise StoreError(
                f"{self.path} was written by a newer arena: its format is {version}, this one knows {FORMAT}"
            )
        if version < FORMAT:
            raise StoreError(
                f"{self.path} was written by an older arena: its format is {version}, not {FORMAT}, and "
                "the rules of Vault of Dragons and The Yawning Portal have changed; name another file"
            )

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Tell SQLite's errors, and rows that don't hold what they should, in a sentence."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError(_sentence(self.path, error)) from error
        except _DamagedRow as damage:
            raise StoreError(f"{self.path} is damaged: {damage}") from damage


def _attempt(row: list[Any], processes: Any) -> Attempt:
    """The attempt in a row of match, began, ended, outcome, reason, and its processes in JSON, if known."""
    match, began, ended, outcome, reason = row
    played = _items(processes or "[]", str | NoneType, f"the processes of {match}")
    return Attempt(match, began, ended, outcome, reason, played)


class _DamagedRow(ArenaError):
    """A row that does not hold what it should; it says which."""


def _items(text: Any, kinds: UnionType | type, what: str) -> tuple[Any, ...]:
    """The list in a column, whose items are of some kinds."""
    found = _lists([text])
    if found is None or not all(isinstance(item, kinds) for item in found[0]):
        raise _DamagedRow(what)
    return _clean(found[0]) if kinds in (str, str | NoneType) else found[0]


def _lists(texts: list[Any]) -> list[tuple[Any, ...]] | None:
    """The lists in some columns; None where one holds something else."""
    try:
        text = f"[{','.join(texts)}]"
        found, end = _DECODER.raw_decode(text)
    except (ValueError, TypeError, RecursionError):
        return None
    if end != len(text) or len(found) != len(texts) or {*map(type, found)} != {list}:
        return None
    return [*map(tuple, found)]


def _clean(texts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Names and the like, safe for a terminal; None stays."""
    if all(text is None or text.isprintable() for text in texts):
        return texts
    return tuple(text and shown(text) for text in texts)


def _refuse(word: str) -> NoReturn:
    """NaN and infinities, which json would read."""
    raise ValueError(word)


# Faster than `safe_json`, for lists whose items are checked one by one: a store has a million of them.
_DECODER = json.JSONDecoder(parse_constant=_refuse)


_NAMES, _TEXTS = frozenset({str}), frozenset({str, NoneType})
_COUNTS, _NUMBERS = frozenset({int}), frozenset({int, float})


def _columns(kinds: frozenset[type], *texts: Any) -> list[tuple[Any, ...]]:
    """The lists in some columns of a result, by seat: texts that are safe for a terminal, or numbers of a
    size that can be (JSON has 1e999). A list is empty where its column holds something else."""
    return [
        () if not {*map(type, items)} <= kinds
        else _clean(items) if str in kinds
        else items if max(map(abs, items), default=0) < MOST
        else ()
        for items in _lists([*texts]) or [()] * len(texts)
    ]  # fmt: skip


@lru_cache(maxsize=1 << 16)
def _column(kinds: frozenset[type], text: Any) -> tuple[Any, ...]:
    """The same of one that holds the same in many results."""
    return _columns(kinds, text)[0]


def _is_placed(
    place: Any, game: Any, table: Any, deal: Any, rotation: Any, bots: Any, shuffle: Any, round: Any
) -> bool:
    """Whether the columns of a fixture hold texts and integers, as they should."""
    return {type(game), type(shuffle)} == {str} and {*map(type, (place, table, deal, rotation, round))} == {
        int
    }


def fixture_of(row: tuple[Any, ...]) -> Fixture:
    """The fixture in a row of place, game, table, deal, rotation, bots, shuffle, round."""
    place, game, table, deal, rotation, bots, shuffle, round = row
    if not _is_placed(*row):
        raise _DamagedRow(f"match {place}")
    seated = _items(bots, str, f"the bots of match {place}")
    return Fixture(shown(game), table, deal, rotation, seated, shuffle, round)


def result_of(row: tuple[Any, ...]) -> MatchResult:
    """The result in a row of a fixture and, in JSON by seat, ranks, scores, faults, decisions, ms."""
    place, game, table, deal, rotation, bots, shuffle, round, ranks, scores, faults, decisions, ms = row
    seated = _column(_NAMES, bots)
    columns = (
        _column(_COUNTS, ranks),
        *_columns(_NUMBERS, scores, ms),
        _column(_TEXTS, faults),
        _column(_COUNTS, decisions),
    )
    if not seated or {*map(len, columns)} != {len(seated)} or not _is_placed(*row[:8]):
        raise _DamagedRow(f"the result of {fixture_of(row[:8]).id}")
    game, players = shown(game), len(seated)
    return MatchResult(
        match=match_id(game, players, table, deal, rotation),
        order=place,
        game=game,
        players=players,
        table=table,
        deal=block(players, table, round, deal),
        shuffle=shuffle,
        bots=seated,
        ranks=columns[0],
        scores=columns[1],
        ms=columns[2],
        faults=columns[3],
        decisions=columns[4],
    )


def _reading_mode(path: Path) -> str:
    """How to open a store for reading, in the words of an SQLite address.

    Even a reader has to write beside a file in write-ahead mode, so it needs a folder that it may write to;
    where it may not, nobody else is writing either, and the file can be read as it stands.
    """
    if is_writable(path) and os.access(path.parent, os.W_OK):
        return "rw"
    return "ro" if path.with_name(f"{path.name}-wal").exists() else "ro&immutable=1"


def _holds_something(path: Path) -> bool:
    """Whether there is a byte in a database: of a new one, all may still lie in the log beside it."""
    log = path.with_name(f"{path.name}-wal")
    return any(file.exists() and file.stat().st_size for file in (path, log))


def is_writable(path: Path) -> bool:
    """Whether a file may be written: its permission bits count even for a root who could ignore them."""
    anyone = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & anyone)


_REASONS = {
    "SQLITE_NOTADB": "is no SQLite database; name another file",
    "SQLITE_CORRUPT": "is damaged: SQLite finds its pages malformed",
    "SQLITE_FULL": "could not be written: the disk is full",
    "SQLITE_BUSY": "is held by another program",
    "SQLITE_READONLY": "is read-only",
}


def _sentence(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError) or "Could not decode" in str(error):
        return f"{path} is damaged: a text in it is not UTF-8"
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_CANTOPEN"):
        return f"{path} {_why_closed(path)}"
    for known, reason in _REASONS.items():
        if name.startswith(known):
            return f"{path} {reason}"
    return f"{path} can't be used: {error}"


def _why_closed(path: Path) -> str:
    """Why SQLite can't open or create a file, and what would be right."""
    if path.is_dir():
        return "can't be opened: it is a folder; name the database's file"
    if not path.parent.is_dir():
        return f"can't be opened: there is no folder {path.parent}"
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        return "can't be opened: it or its folder may not be written"
    return "can't be opened"
