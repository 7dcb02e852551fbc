"""Only one run at a time: a lock beside the store, which vanishes with the process that holds it."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

PATIENCE_S = 0.5
"""A look by `is_locked` takes the lock for an instant; a run that begins just then tries again this long."""
RETRY_S = 0.01


class Locked(Exception):
    """Another process holds the lock."""


class Lock:
    """The right to be the only run on a store. Raises Locked, OSError.

    The kernel keeps it with the open descriptor, so no kind of death leaves it behind. The lock's file stays:
    deleting it could let two runs each lock a file of the same name.
    """

    def __init__(self, store: Path) -> None:
        self._descriptor = os.open(_lock_file(store), os.O_RDWR | os.O_CREAT, 0o644)
        give_up = time.monotonic() + PATIENCE_S
        while not _take(self._descriptor):
            if time.monotonic() > give_up:
                os.close(self._descriptor)
                raise Locked
            time.sleep(RETRY_S)

    def release(self) -> None:
        """Let another run begin."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def is_locked(store: Path) -> bool:
    """Whether a run holds the lock of this store now."""
    with suppress(FileNotFoundError):
        descriptor = os.open(_lock_file(store), os.O_RDONLY)
        try:
            return not _take(descriptor)
        finally:
            os.close(descriptor)
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
