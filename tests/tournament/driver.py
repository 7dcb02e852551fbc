"""A run as a process of its own, to be killed or interrupted: `driver.py FILE STORE JOBS`.

Prints a line for each event, and at the end the outcome.
"""

from __future__ import annotations

import sys
from pathlib import Path

from arena.tournament import Fixed, Tick, read_tournament, run_tournament
from arena.tournament.events import Event


def say(event: Event) -> None:
    if isinstance(event, Fixed):
        print("Fixed", event.result.match, flush=True)
    elif not isinstance(event, Tick):
        print(type(event).__name__, flush=True)


if __name__ == "__main__":
    file, store, jobs = sys.argv[1:]
    print(run_tournament(read_tournament(Path(file)), Path(store), int(jobs), say).name, flush=True)
