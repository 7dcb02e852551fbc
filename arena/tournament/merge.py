"""Joining two stores: of one event that was played in two places, or of two events of the same bots.

Of one event, each match is there once. Of two, the second's tables follow the first's under numbers and
rounds of their own, and their shuffles are told apart by the second's number in front (`2|t0001/d001`).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from arena.tournament.database import StoreError
from arena.tournament.fixtures import table_id
from arena.tournament.snapshot import comparable
from arena.tournament.store import Store

_ONE_EVENT = ("seed", "schedule", "terms", "rotations")
"""What two descriptions must agree in to be of one event."""
_MOST_NAMED = 3
_Row = tuple[Any, ...]


class Merged(NamedTuple):
    """What came of a merge, in matches that have a result."""

    first: int
    second: int
    both: int
    """Of one event: those that both had, with the same result."""


def merge(first: Path, second: Path, output: Path) -> Merged:
    """Write a store with the results of both; neither is changed. No run goes on with one of two events.

    Raises StoreError where one can't be read, bots or games of one name differ, the two have different
    results of one match, or the output is there already.
    """
    if output.exists():
        raise StoreError(f"{output} is there already; name a new file")
    with Store(first) as one, Store(second) as other:
        told = one.description(), other.description()
        _refuse(_differences(*told))
        is_one_event = all(told[0].get(key) == told[1].get(key) for key in _ONE_EVENT)
        counts = one.status().done, other.status().done
        try:
            with TemporaryDirectory(prefix=".merge-", dir=output.parent) as folder:
                draft, theirs = Path(folder) / output.name, Path(folder) / "other.db"
                with closing(sqlite3.connect(theirs)) as copy:
                    other.copy_to(copy)  # of this arena's format, and at rest
                with closing(sqlite3.connect(draft, isolation_level=None)) as into:
                    one.copy_to(into)
                    into.execute("ATTACH ? AS other", (str(theirs),))
                    into.execute("BEGIN IMMEDIATE")
                    both = _Joining(into, None if is_one_event else told).join()
                    into.execute("COMMIT")
                    into.execute("DETACH other")
                os.link(draft, output)  # whole or not at all, and never over another file
        except sqlite3.Error as error:
            raise StoreError(f"{first} and {second} can't be merged: {error}") from error
        except OSError as error:
            raise StoreError(f"{output} can't be written: {error.strerror}") from None
    return Merged(*counts, both)


def _differences(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    """What stands between two events, one sentence each."""
    for name in sorted(one["bots"].keys() & other["bots"].keys()):
        if one["bots"][name].get("program") != other["bots"][name].get("program"):
            yield f"bot {name!r} is another program in each"
    mine, theirs = comparable(one)["games"], comparable(other)["games"]
    for game in sorted(mine.keys() & theirs.keys()):
        for what in ("options", "components"):
            if mine[game].get(what) != theirs[game].get(what):
                yield f"{game} has other {what} in each"


def _refuse(conflicts: Iterator[str] | list[str]) -> None:
    found = list(conflicts)
    if found:
        more = f", and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        raise StoreError(f"these can't be merged: {'; '.join(found[:_MOST_NAMED])}{more}")


class _Joining:
    """Joins the attached store `other` to the main one, of the same event unless `events` are given."""

    def __init__(self, db: sqlite3.Connection, events: tuple[dict[str, Any], dict[str, Any]] | None) -> None:
        self.db = db
        self.events = events
        self.conflicts: list[str] = []
        self.prefix = (
            "" if events is None else f"{self._one('SELECT count(DISTINCT seed) FROM', _SEEDS) + 1}|"
        )

    def join(self) -> int:
        """Add the other's tables, snapshots, matches with their results and attempts, and absences, in that
        order; how many results both had."""
        tables = self._join_tables()
        event = self._join_events()
        both = sum([self._join_match(row, tables, event) for row in self._rows(_MATCHES)])
        _refuse(self.conflicts)
        self.db.execute(
            "INSERT INTO absences SELECT * FROM other.absences WHERE bot NOT IN (SELECT bot FROM absences)"
        )
        self.db.execute("DELETE FROM book")  # it is counted anew
        return both

    def _join_tables(self) -> dict[int, tuple[int, str]]:
        """The ids here of the other's tables, with their names."""
        found: dict[int, tuple[int, str]] = {}
        last = {(game, players): number for game, players, number in self._rows(_LAST_NUMBERS)}
        rounds = self._one("SELECT coalesce(max(round), 0) FROM", "tables")
        for key, game, players, old, was, bots, stopped in self._rows(
            "SELECT * FROM other.tables ORDER BY id"
        ):
            is_new = self.events is not None
            number = old + last.get((game, players), 0) if is_new else old
            round = was + rounds + 1 if is_new and (was or players == 1) else was
            name = table_id(game, players, number)
            here = "SELECT id, bots FROM tables WHERE (game, players, number) = (?, ?, ?)"
            row = self.db.execute(here, (game, players, number)).fetchone()
            if row is None:
                values = (game, players, number, round, bots, stopped)
                insert = "INSERT INTO tables VALUES (NULL, ?, ?, ?, ?, ?, ?)"
                row = self.db.execute(insert, values).lastrowid, bots
            elif row[1] != bots:
                self.conflicts.append(f"{name} has other bots in each")
            found[key] = row[0], name
        return found

    def _join_events(self) -> dict[int, int]:
        """The ids here of the other's events; of two events the last one describes both."""
        ids: dict[int, int] = {}
        last = "SELECT began, description FROM main.events ORDER BY id DESC LIMIT 1"
        began_here, mine = self.db.execute(last).fetchone()
        insert = "INSERT INTO events (began, description) VALUES (?, ?)"
        for key, began, description in self._rows("SELECT * FROM other.events ORDER BY id"):
            ids[key] = self.db.execute(insert, (began, description)).lastrowid or 0
        said = mine if self.events is None else json.dumps(_both(*self.events), sort_keys=True)
        self.db.execute(insert, (began_here, said))
        return ids

    def _join_match(self, row: _Row, tables: dict[int, tuple[int, str]], events: dict[int, int]) -> int:
        """Take a match over; 1 if both have the same result of it."""
        order, match, table, deal, rotation, bots, shuffle, state = row
        if self.events is not None and state != "fixed":
            return 0
        key, name = tables[table]
        here = match if self.events is None else f"{name}/d{deal:03}/r{rotation}"
        found = self.db.execute("SELECT place, state FROM main.matches WHERE id = ?", (here,)).fetchone()
        if found is None:
            values = (
                here,
                key,
                deal,
                rotation,
                bots,
                self.prefix + shuffle,
                "waiting" if state in ("fixed", "issued") else state,
            )
            insert = (
                "INSERT INTO main.matches (id, table_id, deal, rotation, bots, shuffle, state) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)"
            )
            found = self.db.execute(insert, values).lastrowid, "waiting"
        if state != "fixed":
            return 0
        if found[1] == "fixed":
            mine, theirs = (
                self.db.execute(
                    f"SELECT ranks, scores, faults FROM {of}.results WHERE place = ?", (at,)
                ).fetchone()
                for of, at in (("main", found[0]), ("other", order))
            )
            if mine != theirs:
                self.conflicts.append(f"{here} has another result in each")
            return 1
        self.db.execute("UPDATE main.matches SET state = 'fixed' WHERE place = ?", (found[0],))
        for of in ("results", "replays"):
            columns = [name for _, name, *_ in self.db.execute(f"PRAGMA other.table_info({of})")][1:]
            self.db.execute(
                f"INSERT INTO main.{of} SELECT ?, {', '.join(columns)} FROM other.{of} WHERE place = ?",
                (found[0], order),
            )
        for event, *rest in self._rows(_ATTEMPTS, match):
            self.db.execute(
                "INSERT INTO main.attempts (match, event, began, ended, outcome, reason, processes) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (here, events[event], *rest),
            )
        return 0

    def _rows(self, query: str, *values: Any) -> list[_Row]:
        return self.db.execute(query, values).fetchall()

    def _one(self, query: str, source: str) -> int:
        return int(self.db.execute(f"{query} {source}").fetchone()[0])


def _both(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The description of two events together."""
    games = dict(one["games"])
    for game, entry in other["games"].items():
        mine = games.setdefault(game, entry)
        games[game] = {**mine, "players": sorted({*mine["players"], *entry["players"]})}
    return {
        **one,
        "name": f"{one['name']} + {other['name']}",
        "deals": max(one["deals"], other["deals"]),
        "games": games,
        "bots": {**other["bots"], **one["bots"]},
    }


_MATCHES = "SELECT * FROM other.matches ORDER BY place"
_LAST_NUMBERS = "SELECT game, players, max(number) FROM main.tables GROUP BY game, players"
_ATTEMPTS = """
    SELECT event, began, ended, outcome, reason, processes FROM other.attempts WHERE match = ? ORDER BY id"""
_SEEDS = "(SELECT json_extract(description, '$.seed') AS seed FROM main.events)"
