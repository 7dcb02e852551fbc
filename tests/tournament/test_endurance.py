"""Long runs: nothing grows, nothing is left, and instant bots are never too slow."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from statistics import median

import psutil
import pytest
from arena_processes import ROOT, no_bots_left
from miniature_events import bot, synthetic, tournament, write

from arena.process.sandbox import bubblewrap_trouble
from arena.tournament import Fixed, Outcome, run_tournament
from arena.tournament.events import Event
from arena.tournament.ledger import Ledger

pytestmark = pytest.mark.slow

GROWTH_MB = 20


class Footprint:
    """What the arena and its workers hold, looked at now and then during a run."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.seen: list[dict[str, float]] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, Fixed) and event.progress.done % self.every == 0:
            arena = psutil.Process()
            workers = [p for p in arena.children() if "arena.tournament.worker" in p.cmdline()]
            family = [arena, *arena.children(recursive=True)]
            self.seen.append(
                {
                    "arena_mb": arena.memory_info().rss / 2**20,
                    "workers_mb": sum(p.memory_info().rss for p in workers) / 2**20,
                    "descriptors": sum(p.num_fds() for p in (arena, *workers)),
                    "zombies": sum(_is_zombie(p) for p in family),
                    "processes": len(family),
                }
            )


def _is_zombie(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_nothing_grows_in_a_long_run(tmp_path: Path, amount: Callable[[int, int], int]) -> None:
    """Among its bots are one that is started anew for each match, and one that faults in each."""
    matches = amount(60, 2000)
    bots = [bot("a", "first.py"), bot("b", "first.py") + "restart = true\n", bot("quitter", "quitter.py")]
    event = tournament(tmp_path / "event", deals=(matches + 2) // 3, bots=bots)
    footprint = Footprint(every=matches // 6)
    with no_bots_left(tmp_path / "event"):
        assert run_tournament(event, tmp_path / "event.db", jobs=2, listener=footprint) is Outcome.FINISHED
    early, late = footprint.seen[1], footprint.seen[-1]
    assert late["arena_mb"] - early["arena_mb"] < GROWTH_MB
    assert late["workers_mb"] - early["workers_mb"] < GROWTH_MB
    assert late["descriptors"] <= early["descriptors"] + 10, "those of a match's bots come and go"
    assert max(seen["processes"] for seen in footprint.seen) < 40
    assert max(seen["zombies"] for seen in footprint.seen) <= 2, "what has just ended and is being reaped"


def test_a_result_takes_as_long_to_add_at_the_end_as_at_the_beginning(
    tmp_path: Path, amount: Callable[[int, int], int]
) -> None:
    matches = amount(3_000, 100_002)
    event = tournament(tmp_path / "event", deals=matches // 3, bots=[bot(name, "first.py") for name in "abc"])
    times: list[float] = []  # of the processor: what else the machine does is not counted
    with Ledger(tmp_path / "event.db") as ledger:
        ledger.enter(event)
        while True:
            began = time.process_time()
            issued = ledger.issue()
            if issued is None:
                break
            ledger.fix(issued, synthetic(issued.fixture))
            times.append(time.process_time() - began)
    assert len(times) == matches
    size = matches // 10
    early, late = median(times[10:size]), median(times[-size:])
    print(f"{early * 1e6:.0f} us a result at the beginning, {late * 1e6:.0f} us at match {matches}")
    assert late < 3 * early


@pytest.mark.skipif(bubblewrap_trouble() is not None, reason="a small disk is made with bubblewrap")
def test_a_disk_that_fills_up(tmp_path: Path) -> None:
    """A real one, of 1.5 MB: the run says so in one line, and what was fixed can be read."""
    file = write(tmp_path / "event", deals=100, bots=[*(bot(n, "first.py") for n in "abc"), NO_SANDBOX])
    arena = f"{quote(sys.executable)} -m arena tournament"
    here = quote(str(tmp_path))
    run_it = f"{arena} run {quote(str(file))} --db /mnt/event.db -j 1 >/dev/null 2>{here}/words"
    status = f"{arena} status --db /mnt/event.db --format json"
    script = f"{run_it}; echo $? >{here}/status; rm /mnt/filler; {status}; {run_it}; echo $?"
    small_disk = ["--size", "1500000", "--tmpfs", "/mnt", "--file", "0", "/mnt/filler"]
    run = subprocess.run(
        [shutil.which("bwrap") or "", "--dev-bind", "/", "/", *small_disk, "sh", "-c", script],
        input=bytes(400_000),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert (tmp_path / "status").read_text() == "2\n"
    *_, words = (tmp_path / "words").read_text().splitlines()
    assert words.endswith("could not be written: the disk is full")
    before, _, again = run.stdout.decode().rpartition("}\n")
    found = json.loads(before + "}")
    assert 0 < found["done"] < found["scheduled"]
    assert again == "2\n", "the next run goes on, until this disk is full again"


NO_SANDBOX = '[limits]\nsandbox = "limits"\n'
