"""An arena of a later format, with two steps that lead there, and a run of it to be killed.

`later_arena.py STORE POINT` stops at a point on the way, says so, and waits to be killed; with `through` it
goes through without a stop.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from arena.tournament import migrations, schema
from arena.tournament.ledger import Ledger
from arena.tournament.migrations import Execute

FORMAT = schema.FORMAT + 2
POINTS = ("before the copy has its name", "in the first step", "in the last step", "when all is done")


def add_machines(execute: Execute) -> None:
    """The first step: a column more."""
    execute("ALTER TABLE attempts ADD COLUMN machine TEXT NOT NULL DEFAULT 'here'")
    execute("CREATE INDEX attempts_by_machine ON attempts (machine)")
    reach("in the first step")


def mark_replays(execute: Execute) -> None:
    """The last step: every record written anew, as a step may have to."""
    for key, packed in execute("SELECT place, replay FROM replays").fetchall():
        execute("UPDATE replays SET replay = ? WHERE place = ?", (packed + b"!", key))
    reach("in the last step")


STEPS = {FORMAT - 1: add_machines, FORMAT: mark_replays}
"""The steps, after which the replays' bytes have a mark at their end: they unpack as before."""


def reach(_point: str) -> None:
    """Do nothing at a point on the way; `main` puts another function here."""


def install(patch: Any) -> None:
    """Make this process a later arena; `patch` sets an attribute, or an item of a map."""
    patch(schema, "FORMAT", FORMAT)
    patch(migrations, "MIGRATIONS", STEPS)


def main(store: Path, stop: str) -> None:
    """Bring a store forward, and stop at a point."""

    def stop_there(point: str) -> None:
        if point == stop:
            print(point, flush=True)
            time.sleep(3600)

    def link(*names: Any) -> None:
        stop_there("before the copy has its name")
        original(*names)

    original = os.link
    setattr(os, "link", link)  # noqa: B010  # as a monkeypatch would
    globals()["reach"] = stop_there
    install(setattr)
    with Ledger(store):
        stop_there("when all is done")
    print("through", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
