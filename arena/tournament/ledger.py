"""The store as the one run that may write it sees it: issue a match, fix its result, or roll it back.

Each verb is one transaction, so that at whatever instant the arena dies, every match is waiting, issued, or
fixed with its result; the next run finds those left issued, and issues them again under the same id.

A commit outlives the arena at once, and a power failure once `flush` was called, as a run does every second:
to wait for the disk at each commit could cost more than playing the match. What a power failure takes is
played again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Literal

from arena.tournament.book import Book, OpenBook
from arena.tournament.changes import check_unchanged
from arena.tournament.database import StoreError
from arena.tournament.fixtures import Field, Fixture, Table
from arena.tournament.play import Played
from arena.tournament.results import MatchResult
from arena.tournament.rows import FIXTURE_QUERY, RESULT_QUERY, fixture_of, result_of
from arena.tournament.schedules import knockout, league, next_tables, numbered
from arena.tournament.snapshot import comparable, is_bot
from arena.tournament.tournament import Tournament
from arena.tournament.versions import with_versions
from arena.tournament.writing import WritableStore

_AT_ONCE = 20
"""How many results are counted when one is fixed: what has piled up behind a late one is soon caught up."""
_IN_BULK = 1000

_KILLED = "the arena was killed or lost its power"

Meeting = tuple[str, str]
"""Two bots that meet at a table, or by playing the same deals alone."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A match that is to be played now; hand it to `fix` or `rollback`."""

    order: int
    """Its position in the schedule, as `MatchResult.order`."""
    attempt: int
    fixture: Fixture


class Ledger(WritableStore):
    """A store as the scheduler of a run has it. A context manager.

    With `open_book` it keeps a book of the results: each is counted as soon as no match before it in the
    schedule is still to be played.

    Raises StoreError, also where another run is at work on it, or the file may not be written.
    """

    def __init__(self, path: Path, open_book: OpenBook | None = None) -> None:
        super().__init__(path)
        self._open_book = open_book
        self._book: Book | None = None
        self._event = 0
        """The row of the snapshot that holds now."""

    # ------------------------------------------------------------------------------------ the schedule

    def enter(self, tournament: Tournament, accept_changes: bool = False) -> Tournament:
        """Begin or resume this tournament: afterwards what comes next is scheduled, and nothing is issued.

        Returns it with the seed that was drawn when it began, where the file has none, and its bots under the
        names that they have here: see `arena.tournament.versions`.
        Raises TournamentChanged if the file or a bot is not as it was, unless that is accepted.
        """
        with self._transaction():
            rows = self._db.execute("SELECT id, description FROM events ORDER BY id").fetchall()
            before = [self._description(text) for _, text in rows]
            if before and tournament.seed_is_drawn:
                tournament = replace(tournament, seed=before[-1]["seed"])
            if before:
                tournament = replace(tournament, lots=before[-1]["lots"])
            if tournament.schedule == league.KIND:
                tournament = with_versions(tournament, before)
            new = json.dumps(tournament.description(), sort_keys=True)
            changed = not before or comparable(before[-1]) != comparable(json.loads(new))
            if rows:
                self._event = rows[-1][0]
                check_unchanged(before[-1], json.loads(new), accept_changes)
                self._take_back_all()
                extra = "DELETE FROM matches WHERE state = 'waiting' AND deal > ?"
                self._db.execute(extra, (tournament.deals,))  # what a comparison has left
            known = {bot for table in self.tables() for bot in table.bots}
            self._note_absences(tournament, known)
            if changed:
                insert = "INSERT INTO events (began, description) VALUES (?, ?)"
                self._event = self._db.execute(insert, (time.time(), new)).lastrowid or 0
                self._reschedule(tournament)
            self._cancel()
            self._take_up_book()
        if self._execute("SELECT 1 FROM matches WHERE state = 'waiting'").fetchone() is None:
            self.extend(tournament)
        return tournament

    def extend(self, tournament: Tournament) -> int:
        """Add the tables that come next, once all are played; how many these are, 0 if the event is over."""
        past = self.tables()
        field = self._field(tournament)
        if self._book is not None:
            self._count_all()
            field = replace(field, quality=self._book.quality)
        tables = next_tables(tournament.schedule, field, past, self.results())
        solos = {(table.game, table.round) for table in past if table.players == 1}
        with self._transaction():
            if any(table.players == 1 and (table.game, table.round) in solos for table in tables):
                self._begin_book()  # deals that were compared without the newcomers
            self._add_tables(tables)
            self._add(tables, tournament.fixtures(tables))
        return len(tables)

    def add_deal(self, tournament: Tournament, meeting: Meeting, game: str | None = None) -> int:
        """Add the next deal, beyond those of the tournament, of each table (of that game) where they meet.

        Where there is none, one of each game and size is added. How many matches that is; 0 if these bots do
        not play.
        """
        field = self._field(tournament)
        if not set(meeting) <= set(field.bots):
            return 0
        past = self.tables()
        tables = [table for table in past if game in (None, table.game) and field.can_play(table)]
        tables = [table for table in tables if len(set(meeting) & set(table.bots)) == min(table.players, 2)]
        deal, added = tournament.deals, 0
        with self._transaction():
            if not tables:
                tables = list(numbered(_where_they_meet(field, meeting, game), past))
                self._add_tables(tables)
            while tables and not added:
                deal += 1
                added = self._add(tables, tournament.fixtures(tables, [deal]))
        return added

    def _add_tables(self, tables: Iterable[Table]) -> None:
        self._db.executemany(
            "INSERT INTO tables (game, players, number, round, bots) VALUES (?, ?, ?, ?, ?)",
            ((t.game, t.players, t.number, t.round, json.dumps(t.bots)) for t in tables),
        )

    def _reschedule(self, tournament: Tournament) -> None:
        """Forget what was not played, and schedule the tables so far as the tournament is now."""
        self._cancel()
        self._db.execute("DELETE FROM matches WHERE state NOT IN ('fixed', 'cancelled')")
        tables = [table for table in self.tables() if tournament.field.can_play(table)]
        if any(table.players == 1 for table in tables):
            self._begin_book()  # a bot may be back whose deals were compared without it
        self._add(tables, tournament.fixtures(tables))

    def _field(self, tournament: Tournament) -> Field:
        """What the schedule chooses from: the bots that are not out."""
        return tournament.field.without_absent(self.absences())

    def _note_absences(self, tournament: Tournament, known: Collection[str]) -> None:
        """Note who is out from now on and who is back, as the tournament is now; `known` are those that were
        at a table.

        Withdrawn bots are back when the file says so, dropped ones when their entry or program has changed
        or bots are dropped no more. In a knockout nobody comes back.
        """
        entries = json.loads(json.dumps(tournament.description()["bots"]))
        playing = entries.keys() - set(tournament.withdrawn)
        tables = self._execute("SELECT count(*) FROM tables").fetchone()[0]
        absent = dict(self._db.execute(_ABSENT))
        back = [
            bot
            for bot in playing & absent.keys()
            if absent[bot] is None or not is_bot(absent[bot], entries[bot]) or not tournament.drop_broken
        ]
        if back and tournament.schedule != knockout.KIND:
            self._db.executemany(
                "UPDATE absences SET until = ? WHERE until IS NULL AND bot = ?",
                [(tables, bot) for bot in back],
            )
            revived = self._db.execute(_REVIVE).rowcount
            if revived:
                self._begin_book()  # whose matches come before results that were counted
        for bot in sorted({*known, *tournament.withdrawn} - playing - absent.keys()):
            self._note_absence(bot, f"bot {bot!r} was withdrawn", None)

    def _note_absence(self, bot: str, reason: str, entry: str | None) -> None:
        self._db.execute(
            "INSERT INTO absences SELECT ?, count(*), NULL, ?, ? FROM tables", (bot, reason, entry)
        )

    def _cancel(self) -> int:
        """Cancel the matches that can't be played because a bot is out, unless they run; how many."""
        return self._db.execute(_CANCEL).rowcount

    def _add(self, tables: Iterable[Table], matches: Iterable[Fixture]) -> int:
        """Schedule these matches, but for those that are there; how many are new."""
        ids = {(game, players, number): key for key, game, players, number in self._db.execute(_TABLE_IDS)}
        return self._db.executemany(
            "INSERT OR IGNORE INTO matches (id, table_id, deal, rotation, bots, shuffle, state) "
            "VALUES (?, ?, ?, ?, ?, ?, 'waiting')",
            (
                (f.id, ids[f.game, f.players, f.table], f.deal, f.rotation, json.dumps(f.bots), f.shuffle)
                for f in matches
            ),
        ).rowcount

    def _take_back_all(self) -> None:
        """Roll back what a run that was killed had issued, and give stopped tables another chance."""
        self._db.execute(
            "UPDATE attempts SET ended = ?, outcome = 'interrupted', reason = ? WHERE outcome IS NULL",
            (time.time(), _KILLED),
        )
        self._db.execute("UPDATE matches SET state = 'waiting' WHERE state IN ('issued', 'stopped')")
        if self._db.execute("UPDATE tables SET stopped = NULL WHERE stopped NOT NULL").rowcount:
            self._begin_book()  # whose matches come before results that were counted

    # ------------------------------------------------------------------------------------ the three verbs

    def issue(self, meeting: Meeting | None = None, game: str | None = None) -> Issued | None:
        """The next match in the schedule that is waiting, now issued; None if there is none.

        With `meeting`, only one where these two meet, at that game if it is named.
        """
        with self._transaction():
            if meeting is None:
                row = self._db.execute(_NEXT).fetchone()
            else:
                first, second = meeting
                asked = {"first": first, "second": second, "game": game}
                row = self._db.execute(_NEXT_MEETING, asked).fetchone()
            if row is None:
                return None
            order, fixture = row[0], fixture_of(row)
            self._db.execute("UPDATE matches SET state = 'issued' WHERE place = ?", (order,))
            attempt = self._db.execute(
                "INSERT INTO attempts (match, event, began) VALUES (?, ?, ?)",
                (fixture.id, self._event, time.time()),
            ).lastrowid
        return Issued(order, attempt or 0, fixture)

    def fix(self, issued: Issued, played: Played) -> MatchResult:
        """Store the result of an issued match. Raises StoreError for a second result of the same match."""
        columns = tuple(json.dumps(column) for column in played.columns)
        with self._transaction():
            self._end(issued, "fixed", "fixed", None, played.processes)
            self._db.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)", (issued.order, *columns))
            self._db.execute("INSERT INTO replays VALUES (?, ?)", (issued.order, played.replay))
            self._count(_AT_ONCE)
            row = self._db.execute(f"{RESULT_QUERY} WHERE m.place = ?", (issued.order,)).fetchone()
        return result_of(row)

    def rollback(
        self,
        issued: Issued,
        outcome: Literal["void", "interrupted"],
        reason: str,
        processes: Sequence[str | None] = (),
    ) -> str:
        """Take an issued match back: it was void by the arena's own failure, or interrupted on purpose.

        `processes` are those that had begun to play it, as far as that is known.
        What it is now: waiting to be issued again, stopped with its table, or cancelled, as a bot is out.
        """
        with self._transaction():
            (stopped,) = self._db.execute(_TABLE_STOPPED, (issued.order,)).fetchone()
            out = {bot for (bot,) in self._db.execute(_OUT)}
            cancelled = not out.isdisjoint(issued.fixture.bots)
            state = "cancelled" if cancelled else "stopped" if stopped else "waiting"
            self._end(issued, state, outcome, reason, processes)
        return state

    def stop(self, fixture: Fixture, reason: str) -> int:
        """Issue no more matches of this one's table in this run; how many that leaves unplayed."""
        with self._transaction():
            (table,) = self._db.execute("SELECT table_id FROM matches WHERE id = ?", (fixture.id,)).fetchone()
            self._db.execute("UPDATE tables SET stopped = ? WHERE id = ?", (reason, table))
            return self._db.execute(
                "UPDATE matches SET state = 'stopped' WHERE table_id = ? AND state = 'waiting'", (table,)
            ).rowcount

    def drop(self, bot: str, reason: str) -> int:
        """Pair this bot no more, and cancel its matches that have not begun; how many these are.

        That holds over rounds and runs: see `_note_absences`.
        """
        with self._transaction():
            entry = json.dumps(self.description()["bots"][bot], sort_keys=True)
            self._note_absence(bot, reason, entry)
            return self._cancel()

    def _end(
        self, issued: Issued, state: str, outcome: str, reason: str | None, processes: Sequence[str | None]
    ) -> None:
        """Note how an attempt ended. Raises StoreError if it is not the one that is being played."""
        ended = self._db.execute(
            "UPDATE attempts SET ended = ?, outcome = ?, reason = ?, processes = ? "
            "WHERE id = ? AND outcome IS NULL",
            (time.time(), outcome, reason, json.dumps(processes) if processes else None, issued.attempt),
        )
        if ended.rowcount != 1:
            raise StoreError(f"{self.path}: this attempt at {issued.fixture.id} has ended already")
        self._db.execute("UPDATE matches SET state = ? WHERE place = ?", (state, issued.order))

    # ------------------------------------------------------------------------------------ the book

    def rebuild(self) -> None:
        """Have the book count all results anew."""
        with self._transaction():
            self._begin_book()
            self._take_up_book()
        self._count_all()

    def _begin_book(self) -> None:
        """Forget what was counted; the results are counted again as others are fixed."""
        self._db.execute("DELETE FROM book")
        if self._book is not None:
            self._take_up_book()

    def _take_up_book(self) -> None:
        """Go on with the book where it was left."""
        if self._open_book is not None:
            self._book = self._open_book(self.book_entries(), self.anchors())
            if not self._book.counted_to:
                self._db.execute("DELETE FROM book")

    def _count_all(self) -> None:
        """Have the book count all results whose turn has come."""
        counted = 1
        while counted:
            with self._transaction():
                counted = self._count(_IN_BULK)

    def _count(self, most: int) -> int:
        """Have the book count results whose turn has come; how many did."""
        if self._book is None:
            return 0
        in_turn = list(islice(self.in_turn(self._book.counted_to), most))
        for result, more in in_turn:
            self._book.add(result, more)
        if in_turn:
            changes = self._book.take_changes().items()
            self._db.executemany(
                "DELETE FROM book WHERE key = ?", [(key,) for key, value in changes if value is None]
            )
            self._db.executemany(
                "INSERT OR REPLACE INTO book VALUES (?, ?)", [item for item in changes if item[1] is not None]
            )
        return len(in_turn)


def _where_they_meet(field: Field, meeting: Meeting, game: str | None) -> Iterator[Table]:
    """A table of each game (or that one) and size for two bots that never met."""
    others = [bot for bot in field.bots if bot not in meeting]
    for of, players in field.setups:
        if game in (None, of) and players > 1:
            yield Table(of, tuple(sorted((*meeting, *others[: players - 2]))))


_NEXT = f"{FIXTURE_QUERY} WHERE m.state = 'waiting' ORDER BY m.place LIMIT 1"
_NEXT_MEETING = f"""{FIXTURE_QUERY} WHERE m.state = 'waiting' AND min(t.players, 2) = (
    SELECT count(*) FROM json_each(m.bots) WHERE value IN (:first, :second))
    AND (:game IS NULL OR t.game = :game) ORDER BY m.place LIMIT 1"""
_TABLE_STOPPED = (
    "SELECT t.stopped NOT NULL FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.place = ?"
)
_ABSENT = "SELECT bot, entry FROM absences WHERE until IS NULL"
_OUT = "SELECT bot FROM absences WHERE until IS NULL"
_CANCEL = """
    UPDATE matches SET state = 'cancelled' WHERE state IN ('waiting', 'stopped') AND EXISTS (
        SELECT 1 FROM absences a, json_each(matches.bots) b WHERE a.until IS NULL AND a.bot = b.value)"""
_REVIVE = """
    UPDATE matches SET state = 'waiting' WHERE state = 'cancelled'
    AND table_id IN (SELECT id FROM tables WHERE round = 0)"""  # a round that is over stays as it was
_TABLE_IDS = "SELECT id, game, players, number FROM tables"
