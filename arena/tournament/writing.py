"""A store opened for a run: created or brought forward, locked, and written in transactions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.tournament import migrations, schema
from arena.tournament.database import StoreError, is_writable
from arena.tournament.lock import Lock, Locked
from arena.tournament.store import Store

FLUSH_S = 1.0
"""How old a result may grow before it is on the disk itself."""


class WritableStore(Store):
    """A store that one run may write to; created where there is none. A context manager.

    Raises StoreError, also where another run is at work on it, or the file may not be written.
    """

    def __init__(self, path: Path) -> None:
        self.named = path
        self.path = path.absolute()
        self.kept: Path | None = None
        """Where the store is kept as it was, if it was of an older format."""
        if self.path.exists() and not is_writable(self.path):
            raise StoreError(f"{path} is read-only, and a run has to write to it")
        self._lock: Lock | None = None
        self._connect("rwc")
        try:
            if self._execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self._check_ours()
            self._lock = self._take_lock()
            self._prepare()
            self._check_ours()  # once more, now that nobody else can bring it forward
            self._bring_forward()
        except StoreError:
            self.close()
            raise
        self._identity = self._identify()
        self._flushed = time.monotonic()

    def close(self) -> None:
        """Let go of the file and of the lock."""
        super().close()
        if self._lock is not None:
            self._lock.release()

    def flush(self) -> None:
        """See to it that what was committed is on the disk, if it has not been for a while."""
        if time.monotonic() - self._flushed >= FLUSH_S:
            self._execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._flushed = time.monotonic()

    def _take_lock(self) -> Lock:
        try:
            return Lock(self.path)
        except Locked:
            raise StoreError(
                f"another run is at work on {self.path}; wait for it, or stop it first"
            ) from None
        except OSError as error:
            raise StoreError(f"{self.path} can't be locked for a run: {error.strerror}") from None

    def _prepare(self) -> None:
        """Make an empty file a store."""
        self._execute("PRAGMA journal_mode = WAL")
        self._execute("PRAGMA synchronous = NORMAL")
        if not self._execute("PRAGMA user_version").fetchone()[0]:
            marks = f"PRAGMA application_id = {schema.APPLICATION_ID}; PRAGMA user_version = {schema.FORMAT};"
            with self._guard():
                self._db.executescript(f"BEGIN IMMEDIATE; {schema.SCHEMA} {marks} COMMIT;")

    def _bring_forward(self) -> None:
        """Have a store of an older format come to be of this one, and keep a copy of it as it was."""
        with self._guard():
            if not migrations.is_old(self._db):
                return
            try:
                self.kept = migrations.bring_forward(self._db, self.path.resolve())
            except OSError as error:
                raise StoreError(
                    f"{self.path} is of an older format, and no copy of it could be put beside it:"
                    f" {error.strerror}"
                ) from None

    def _identify(self) -> tuple[int, int] | None:
        """Which file the path leads to."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing. Raises StoreError, also for a deleted file: SQLite would write on into nowhere."""
        if self._identify() != self._identity:
            raise StoreError(f"{self.path} was deleted or replaced while a run was at work on it")
        with self._guard():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
