"""Stores of an older format, and how they come to be of this one.

A run brings its store forward in place. First a copy is put beside it, whole, as `NAME.db.before-FORMAT`;
then all steps are taken in one transaction, the new format's number with them. At whatever instant the arena
dies, the store is of the old format or of the new one, and whole; a copy may be there once more than needed.

Commands that only read never write to an older store: each reads a copy of its own that has been brought
forward, in a temporary file that SQLite deletes with it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from arena.tournament import schema

Execute = Callable[..., Any]
"""`Connection.execute`: a step has nothing else, since `executescript` would end the transaction."""

MIGRATIONS: Mapping[int, Callable[[Execute], None]] = {}
"""The one list of steps: by the format that each makes, what it does to a store of the format before.

A step may change tables and rewrite what is in them, also records (their own version tells how to read them);
but no result may come to mean anything else. It is never changed again: the samples of the format before must
go through it for good. `arena.tournament.schema` has the format that the last one makes.
"""

_TOO_OLD = "the rules of Vault of Dragons and The Yawning Portal have changed"
"""Why no step leads on from formats before those in the list: no result of theirs could be proved."""


def problem(version: int) -> str | None:
    """Why a store of a format can be neither read nor brought forward, to follow its name; None if it can."""
    newest = schema.FORMAT
    if version > newest:
        return f"was written by a newer arena: its format is {version}, this one knows {newest}"
    if version < min(MIGRATIONS, default=newest + 1) - 1:
        return (
            f"was written by an older arena: its format is {version}, not {newest}, and {_TOO_OLD};"
            " name another file"
        )
    return None


def is_old(db: sqlite3.Connection) -> bool:
    """Whether an open store has to be brought forward."""
    return format_of(db) < schema.FORMAT


def format_of(db: sqlite3.Connection) -> int:
    """The format of an open store."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def forward_copy(db: sqlite3.Connection) -> sqlite3.Connection:
    """A copy of a store, of this arena's format, which is gone when it is closed. Raises sqlite3.Error."""
    copy = sqlite3.connect("", isolation_level=None)  # a temporary file of SQLite's own
    try:
        db.backup(copy)
        _bring_forward(copy)
    except sqlite3.Error:
        copy.close()
        raise
    return copy


def bring_forward(db: sqlite3.Connection, path: Path) -> Path:
    """Bring a store forward in place, and return the copy of it as it was.

    Nobody else may be about to write to it: a run holds its lock. Raises OSError, sqlite3.Error; then the
    store is as it was.
    """
    kept = _keep_copy(db, path)
    _bring_forward(db)
    return kept


def _bring_forward(db: sqlite3.Connection) -> None:
    """Take all steps from a store's format to this arena's: all or none."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for version in range(format_of(db) + 1, schema.FORMAT + 1):
            MIGRATIONS[version](db.execute)
            db.execute(f"PRAGMA user_version = {version}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _keep_copy(db: sqlite3.Connection, path: Path) -> Path:
    """Put a copy beside a store, whole or not at all, and never in place of another file."""
    name = f"{path.name}.before-{schema.FORMAT}"
    part = path.with_name(f"{name}.part")
    part.unlink(missing_ok=True)  # from a run that was killed
    part.touch(mode=0o600)
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = OFF")  # one that a killed run left would spoil the next copy
        db.backup(copy)
    shutil.copymode(path, part)
    for number in count(1):
        kept = path.with_name(name if number == 1 else f"{name}.{number}")
        try:
            os.link(part, kept)
        except FileExistsError:
            continue
        part.unlink()
        _sync(path.parent)
        return kept
    raise AssertionError("unreachable: one of all numbers is free")


def _sync(folder: Path) -> None:
    """Have the names in a folder outlive a power failure."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
