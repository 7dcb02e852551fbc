"""A store's file: opening it for reading or for a run, and telling in a sentence what is wrong with it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arena.errors import UserError
from arena.tournament import migrations
from arena.tournament.rows import DamagedRow
from arena.tournament.schema import APPLICATION_ID

BUSY_S = 10.0
"""How long another program may hold the file before that is an error."""


class StoreError(UserError):
    """The store can't be used, or no longer; one sentence says why. What was fixed before is safe."""


class Database:
    """A connection to a store's file. A context manager; methods raise StoreError where the file fails."""

    path: Path
    """The file, absolute."""
    _db: sqlite3.Connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _connect(self, mode: str) -> None:
        """Open the file; `mode` is SQLite's."""
        with self._guard():
            self._db = sqlite3.connect(
                f"{self.path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_S, isolation_level=None
            )

    def _check_ours(self) -> None:
        """Refuse what is no store, or one of a format that can't be read here."""
        owner = self._execute("PRAGMA application_id").fetchone()[0]
        if owner != APPLICATION_ID:
            raise StoreError(f"{self.path} is the database of another program; name another file")
        with self._guard():
            problem = migrations.problem(migrations.format_of(self._db))
        if problem is not None:
            raise StoreError(f"{self.path} {problem}")

    def _execute(self, query: str, *values: object) -> sqlite3.Cursor:
        with self._guard():
            return self._db.execute(query, values)

    def _one(self, query: str, *values: object) -> Any:
        """The first row."""
        with self._guard():
            row = self._db.execute(query, values).fetchone()
        if row is None:
            raise StoreError(f"{self.path} holds nothing about {' '.join(map(str, values)) or 'any event'}")
        return row

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Tell SQLite's errors, and rows that don't hold what they should, in a sentence."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError(_sentence(self.path, error)) from error
        except DamagedRow as damage:
            raise StoreError(f"{self.path} is damaged: {damage}") from damage


def reading_mode(path: Path) -> str:
    """How to open a store for reading, in the words of an SQLite address.

    Even a reader has to write beside a file in write-ahead mode, so it needs a folder that it may write to;
    where it may not, nobody else is writing either, and the file can be read as it stands.
    """
    if is_writable(path) and os.access(path.parent, os.W_OK):
        return "rw"
    return "ro" if path.with_name(f"{path.name}-wal").exists() else "ro&immutable=1"


def holds_something(path: Path) -> bool:
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
