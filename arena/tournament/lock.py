"""Only one run at a time: a lock beside the store, which vanishes with the process that holds it."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from arena.errors import ArenaError

PATIENCE_S = 0.5
"""A look by `is_locked` takes the lock for an instant; a run that begins just then tries again this long."""
RETRY_S = 0.01


class Locked(ArenaError):
    """Another process holds the lock."""


class Lock:
    """The right to be the only run on a store. Raises Locked, OSError.

    The kernel keeps it with the open descriptor, so no kind of death leaves it behind. Its holder deletes the
    file; whoever had opened that one before sees that the name leads to it no more, and begins anew.
    """

    def __init__(self, store: Path) -> None:
        self._file = _lock_file(store)
        give_up = time.monotonic() + PATIENCE_S
        while (descriptor := self._try()) is None:
            if time.monotonic() > give_up:
                raise Locked
            time.sleep(RETRY_S)
        self._descriptor = descriptor

    def release(self) -> None:
        """Let another run begin."""
        if self._descriptor >= 0:
            with suppress(OSError):  # a folder that has become read-only keeps it, which harms nobody
                self._file.unlink()
            os.close(self._descriptor)
            self._descriptor = -1

    def _try(self) -> int | None:
        """The descriptor with the lock; None if another holds it, or the file is gone by now."""
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o644)
        if _take(descriptor) and _is_at(descriptor, self._file):
            return descriptor
        os.close(descriptor)
        return None


def is_locked(store: Path) -> bool:
    """Whether a run holds the lock of this store now."""
    with suppress(FileNotFoundError):
        descriptor = os.open(_lock_file(store), os.O_RDONLY)
        try:
            return not _take(descriptor)
        finally:
            os.close(descriptor)
    return False


def _is_at(descriptor: int, path: Path) -> bool:
    """Whether an open file is the one that the path leads to."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), path.stat())
    return False


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_file(store: Path) -> Path:
    """One file however the store is reached."""
    real = store.resolve()
    return real.with_name(f"{real.name}.lock")
