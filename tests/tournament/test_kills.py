"""Kills at any instant: every scheduled match is stored exactly once, and no bot outlives the arena."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import psutil
import pytest
from arena_processes import ROOT, family, no_bots_left, start_run, wait_for_line, wait_until_gone
from miniature_events import bot, tournament, write
from patience import HANGS_S

from arena.match.verify import verify
from arena.tournament import Fixed, Outcome, Store, Tournament, read_tournament, run_tournament, runner
from arena.tournament.events import Event

pytestmark = pytest.mark.slow

LONGEST_S = 0.5
"""How long a run may live at most, from its start or its first result on: some never come to have a store."""


def check_exactly_once(event: Tournament, store: Path) -> None:
    """The store holds the whole schedule, and nothing twice."""
    schedule = [fixture.id for fixture in event.opening()]
    with Store(store) as reader:
        assert [result.match for result in reader.results()] == schedule
        fixed = Counter(a.match for match in schedule for a in reader.attempts(match) if a.outcome == "fixed")
        assert fixed == Counter(schedule)
        assert all(verify(reader.replay(match)) == [] for match in schedule[:10])
        assert reader.status().stopped == 0


def test_a_run_killed_at_any_instant_goes_on(tmp_path: Path, amount: Callable[[int, int], int]) -> None:
    rng = Random(20)
    folder, store = tmp_path / "event", tmp_path / "event.db"
    kills = amount(8, 100)
    file = write(folder, deals=kills)
    for number in range(kills):
        with start_run(file, store) as run:
            if number % 2:
                wait_for_line(run, "Fixed")
            time.sleep(rng.uniform(0, LONGEST_S))  # any instant will do: there is nothing to wait for
            processes = family(run.pid)
            run.kill()
        assert wait_until_gone(processes, folder), "workers and bots end with the arena"
    with Store(store) as reader:
        killed_at = reader.status()
    assert 0 < killed_at.done < killed_at.scheduled, "the kills hit a tournament in full swing"
    assert killed_at.void > 0, "and matches being played"
    event = read_tournament(file)
    assert run_tournament(event, store, jobs=2) is Outcome.FINISHED
    check_exactly_once(event, store)


def test_workers_killed_at_any_instant_cost_their_own_match(
    tmp_path: Path, amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "RETRY_PAUSE_S", 0.05)
    monkeypatch.setattr(runner, "TOLERATED_VOIDS", 1000)  # the same match may well be hit twice in a row
    rng = Random(21)
    kills = amount(6, 100)
    folder, store = tmp_path / "event", tmp_path / "event.db"
    event = tournament(folder, deals=kills, bots=[bot(name, "slow.py", "1") for name in "abc"])
    killed = 0
    next_kill = time.monotonic()

    def kill_now_and_then(event: Event) -> None:
        nonlocal killed, next_kill
        if killed < kills and isinstance(event, Fixed) and time.monotonic() >= next_kill:
            workers = [p for p in psutil.Process().children() if "arena.tournament.worker" in p.cmdline()]
            if workers:
                rng.choice(workers).kill()
                killed += 1
            next_kill = time.monotonic() + rng.uniform(0, 0.5)

    with no_bots_left(folder):
        assert run_tournament(event, store, jobs=2, listener=kill_now_and_then) is Outcome.FINISHED
    assert killed >= kills // 2
    check_exactly_once(event, store)
    with Store(store) as reader:
        assert all("the worker process" in (attempt.reason or "") for attempt in reader.voids())
        assert 0 < reader.status().void <= killed, "one match a kill, and none for a worker that was idle"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_ends_cleanly_at_any_instant_also_when_nobody_reads(
    tmp_path: Path, amount: Callable[[int, int], int], number: signal.Signals
) -> None:
    """Its stdout is a pipe that nobody reads any more."""
    rng = Random(number)
    folder, store = tmp_path / "event", tmp_path / "event.db"
    times = amount(2, 25)
    file = write(folder, deals=6 * times)
    for _ in range(times):
        with started(file, store, stderr=subprocess.DEVNULL) as run:
            assert run.stdout is not None
            run.stdout.close()
            time.sleep(rng.uniform(0, 1))
            processes = family(run.pid)
            os.killpg(run.pid, number)
            status = run.wait(HANGS_S)
        assert status in (130, -number), "interrupted, or before it could listen to signals"
        assert wait_until_gone(processes, folder)
    event = read_tournament(file)
    assert run_tournament(event, store, jobs=1) is Outcome.FINISHED
    check_exactly_once(event, store)


def test_a_run_goes_on_when_nobody_reads(tmp_path: Path) -> None:
    folder, store = tmp_path / "event", tmp_path / "event.db"
    file = write(folder, bots=[bot(name, "first.py") for name in "ab"] + [bot("quitter", "quitter.py")])
    with started(file, store, stderr=subprocess.PIPE) as run:
        for pipe in (run.stdout, run.stderr):
            assert pipe is not None
            pipe.close()
        assert run.wait(HANGS_S) == 0
    check_exactly_once(read_tournament(file), store)


def started(file: Path, store: Path, stderr: int) -> subprocess.Popen[bytes]:
    """`arena tournament run`, in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "arena", "tournament", "run", str(file), "--db", str(store), "-j", "2"],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
