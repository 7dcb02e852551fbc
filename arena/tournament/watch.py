"""Telling whoever waits how far a search is, without the search knowing who that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watcher = Callable[[str, int, int], None]
"""Told what is counted, how many of these are done, and of how many."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Within this, every search tells the watcher how far it is."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def at_work(what: str, done: int, of: int) -> None:
    """Called by a search, often: so many of these are done."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, of)
