"""The folders of samples, and what several tests do with what is in them."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.match.verify import verify
from arena.ratings.book import book_of, read_book
from arena.tournament import Store
from arena.tournament.tournament import Tournament

HERE = Path(__file__).parent
FOLDERS = sorted(file.parent for file in HERE.glob("*/match.trace"))


def samples(pattern: str) -> pytest.MarkDecorator:
    """The test takes each `file` of a kind, in every folder of samples."""
    found = [file for folder in FOLDERS for file in sorted(folder.glob(pattern))]
    assert found, f"there are no samples of {pattern}"
    return pytest.mark.parametrize("file", found, ids=lambda file: str(file.relative_to(HERE)))


def copied(database: Path, folder: Path) -> Path:
    """A copy of a sample, which itself is never opened: SQLite writes beside what it reads."""
    return Path(shutil.copy(database, folder))


def told_of_here(database: Path, event: Tournament) -> None:
    """Have a copied database believe that its bots' programs are those of here.

    A program's fingerprint covers its interpreter, which is another one on every machine.
    """
    here = event.description()["bots"]
    with closing(sqlite3.connect(database)) as db, db:
        for key, text in db.execute("SELECT id, description FROM events").fetchall():
            said = json.loads(text)
            for name, bot in said["bots"].items():
                bot["program"] = here[name]["program"]
            db.execute("UPDATE events SET description = ? WHERE id = ?", (json.dumps(said), key))
        for name, text in db.execute("SELECT bot, entry FROM absences WHERE entry NOT NULL").fetchall():
            entry = json.loads(text) | {"program": here[name]["program"]}
            db.execute("UPDATE absences SET entry = ? WHERE bot = ?", (json.dumps(entry), name))


def assert_proved_and_rated(database: Path, sample: Path) -> None:
    """Assert that all matches of a sample's copy are proved, and counted as when the sample was made."""
    with Store(database) as store:
        status, results = store.status(), list(store.results())
        assert status.done == len(results) > 0
        assert status.waiting == status.running == 0
        for result in results:
            record = store.replay(result.match)
            assert verify(record) == []
            assert (record.ranks, record.scores) == (result.ranks, result.scores)
            assert store.played(result).seed == record.seed
        expected = json.loads(sample.with_suffix(".json").read_text())
        for book in (read_book(store), book_of(results, store.anchors())):
            rows = {row.bot: row for row in book.rows()}
            assert len(rows) == len(expected)
            for row in expected:
                found = rows[row["bot"]]
                for name in ("matches", "wins", "ties", "losses", "mean_rank", "mean_score"):
                    assert getattr(found, name) == pytest.approx(row[name]), (row["bot"], name)
                assert found.faults_by_kind == row["faults_by_kind"]
