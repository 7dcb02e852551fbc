"""How far a tournament is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arena.ratings.book import read_book
from arena.report.standings import winners
from arena.tournament import Store


def status_row(store: Store) -> dict[str, Any]:
    """How far a tournament is: one row of counts, faults by kind, and who has won.

    Raises StoreError where the store can't be read.
    """
    status = store.status()
    faults = sum((tally.faults for tally in read_book(store).tally().values()), Counter[str]())
    won = winners(store)
    return {
        "name": status.name,
        "scheduled": status.scheduled,
        "done": status.done,
        "running": status.running,
        "void": status.void,
        "waiting": status.waiting,
        "stopped": status.stopped,
        "cancelled": status.cancelled,
        "active": status.active,
        "faults": dict(faults),
        "stopped_tables": dict(status.stopped_tables),
        "out": dict(status.out),
        **({"winners": won} if won else {}),
    }
