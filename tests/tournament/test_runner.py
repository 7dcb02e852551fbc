"""A run: everything is played once, voids are played again, changes of heart by Ctrl-C are heard."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import psutil
import pytest
from arena_processes import bots_of, no_bots_left, start_run, wait_for_line, wait_until
from miniature_events import Here, bot, synthetic, tournament, write

from arena.match.verify import verify
from arena.tournament import (
    Fixed,
    Outcome,
    RolledBack,
    Stopping,
    Store,
    StoreError,
    TableStopped,
    Tick,
    Tournament,
    read_tournament,
    run_tournament,
    runner,
)
from arena.tournament.events import Event
from arena.tournament.ledger import Ledger
from arena.tournament.play import Job, Played, Voided
from arena.tournament.runner import run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "event.db"


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "RETRY_PAUSE_S", 0.1)


def run_here(event: Tournament, path: Path, executor: Here) -> tuple[Outcome, list[Event]]:
    heard: list[Event] = []
    with Ledger(path) as ledger:
        ledger.enter(event)
        return run(event, ledger, executor, 3, heard.append), heard


# -------------------------------------------------------------------------------- a whole tournament


@pytest.mark.slow
def test_a_tournament_of_real_bots(tmp_path: Path, path: Path) -> None:
    bots = [bot(name, "first.py") for name in "abc"] + [bot("quitter", "quitter.py")]
    event = tournament(tmp_path / "event", deals=2, bots=bots)
    heard: list[Event] = []
    with no_bots_left(tmp_path / "event"):
        assert run_tournament(event, path, jobs=2, listener=heard.append) is Outcome.FINISHED
    fixed = [e for e in heard if isinstance(e, Fixed)]
    assert [e.progress.done for e in fixed] == list(range(1, 25))
    assert fixed[-1].progress.seconds_left == 0
    assert {type(e) for e in heard} <= {Fixed, Tick}
    with Store(path) as store:
        results = list(store.results())
        assert sorted(e.result for e in fixed) == sorted(results)
        assert [r.match for r in results] == [f.id for f in event.opening()]
        assert Counter(b for r in results for b in r.bots) == dict.fromkeys(["a", "b", "c", "quitter"], 18)
        for result, fixture in zip(results, event.opening(), strict=True):
            record = store.replay(result.match)
            assert verify(record) == []
            assert record.seed == fixture.seed(event.seed)
            assert tuple(b.name for b in record.bots) == result.bots == fixture.bots
            assert tuple(record.ranks) == result.ranks
            expected = ["crash" if name == "quitter" else None for name in result.bots]
            assert list(result.faults) == expected
            if "quitter" in result.bots:
                assert result.ranks[result.bots.index("quitter")] == 3
    assert run_tournament(event, path, jobs=1) is Outcome.FINISHED, "nothing is left to do"


@pytest.mark.slow
def test_bots_stay_alive_between_matches(tmp_path: Path, path: Path) -> None:
    """A bot that logs its starts starts once a worker and rotation, however many matches there are."""
    folder = tmp_path / "event"
    write(folder)
    log = tmp_path / "starts"
    (folder / "counted.py").write_text(
        f"import os\nwith open({str(log)!r}, 'a') as log: log.write(f'{{os.getpid()}}\\n')\n"
        + (folder / "first.py").read_text()
    )
    unconfined = '[limits]\nsandbox = "limits"\n'  # the log lies outside of the sandbox
    event = tournament(folder, deals=4, bots=[*(bot(name, "counted.py") for name in "abc"), unconfined])
    run_tournament(event, path, jobs=1)
    assert len(log.read_text().splitlines()) == 3 * 3


def test_rotations_share_their_cards_and_nothing_that_bots_are_told(tmp_path: Path, path: Path) -> None:
    event = tournament(tmp_path / "event", deals=2, bots=[bot(name, "first.py") for name in "abc"])
    executor = Here()
    run_here(event, path, executor)
    specs = [job.spec for job in executor.jobs]
    assert [len(set(seeds)) for seeds in ([s.seed for s in specs[:3]], [s.seed for s in specs])] == [1, 2]
    told = [number for spec in specs for number in (spec.token, *map(spec.bot_seed, range(3)))]
    assert len(set(told)) == len(told) == 6 * 4
    again = Here()
    run_here(event, tmp_path / "again.db", again)
    assert [job.spec for job in again.jobs] == specs, "the same file, the same event"


# -------------------------------------------------------------------------------- void matches


def test_a_void_match_is_played_again(tmp_path: Path, path: Path) -> None:
    voided: list[str] = []

    def void_each_once(job: Job) -> Played | Voided:
        if job.spec.id in voided:
            return synthetic(job)
        voided.append(job.spec.id)
        return Voided("out of descriptors")

    event = tournament(tmp_path / "event")
    outcome, heard = run_here(event, path, Here(void_each_once))
    assert outcome is Outcome.FINISHED
    assert [e.reason for e in heard if isinstance(e, RolledBack)] == ["out of descriptors"] * 12
    with Store(path) as store:
        assert [r.match for r in store.results()] == [f.id for f in event.opening()]
        assert store.status().void == len(store.voids()) == 12


def test_two_voids_in_a_row_stop_the_table_and_no_other(tmp_path: Path, path: Path) -> None:
    def break_table_2(job: Job) -> Played | Voided:
        if "/t0002/" in job.spec.id:
            raise OSError("no processes left")
        return synthetic(job)

    event = tournament(tmp_path / "event", deals=2)
    outcome, heard = run_here(event, path, Here(break_table_2))
    assert outcome is Outcome.STOPPED
    stopped = [e for e in heard if isinstance(e, TableStopped)]
    assert stopped
    assert {e.match.split("/")[1] for e in stopped} == {"t0002"}
    assert stopped[0].reason == "OSError: no processes left"
    with Store(path) as store:
        status = store.status()
        assert (status.done, status.stopped, status.waiting, status.running) == (18, 6, 0, 0)
        assert list(status.stopped_tables) == ["dragon-whisperer-3/t0002"]
        (reason,) = status.stopped_tables.values()
        assert "void twice in a row: OSError: no processes left" in reason
        per_match = Counter(attempt.match for attempt in store.voids())
        assert max(per_match.values()) == 2
    assert run_here(event, path, Here())[0] is Outcome.FINISHED, "the next run tries again"


def test_a_short_shortage_stops_no_table(tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the matches first issued can be played; none is tried again before that may be over."""
    pause_s = 0.3
    monkeypatch.setattr(runner, "RETRY_PAUSE_S", pause_s)
    tried: list[float] = []

    def play(job: Job) -> Played | Voided:
        tried.append(time.monotonic())
        return Voided("no processes left") if len(tried) <= 3 else synthetic(job)

    outcome, heard = run_here(tournament(tmp_path / "event"), path, Here(play))
    assert outcome is Outcome.FINISHED
    assert sum(isinstance(event, RolledBack) for event in heard) == 3, "those that had been issued"
    assert tried[3] - tried[2] >= pause_s
    assert not any(isinstance(event, TableStopped) for event in heard)


@pytest.mark.slow
def test_a_killed_worker_costs_its_own_match(tmp_path: Path, path: Path) -> None:
    bots = [bot(name, "slow.py", "2") for name in "abc"]
    event = tournament(tmp_path / "event", deals=2, bots=bots)
    heard: list[Event] = []

    def kill_a_worker(event: Event) -> None:
        heard.append(event)
        if sum(isinstance(e, Fixed) for e in heard) == 1 and isinstance(event, Fixed):
            workers = [p for p in psutil.Process().children() if "arena.tournament.worker" in p.cmdline()]
            assert len(workers) == 2
            workers[0].kill()

    with no_bots_left(tmp_path / "event"):
        assert run_tournament(event, path, jobs=2, listener=kill_a_worker) is Outcome.FINISHED
    voids = [e for e in heard if isinstance(e, RolledBack)]
    assert len(voids) == 1
    assert voids[0].reason.startswith("the worker process")
    with Store(path) as store:
        assert [r.match for r in store.results()] == [f.id for f in event.opening()]
        assert [a.outcome for a in store.attempts(voids[0].match)] == ["void", "fixed"]


# -------------------------------------------------------------------------------- results in any order


class Backwards(Here):
    """Holds every job until as many as the window allows are there, and then finishes the last first."""

    def __init__(self, window: int) -> None:
        super().__init__()
        self.window = window
        self.held: list[tuple[Future[Any], Job]] = []

    def submit(self, _: Any, /, job: Any) -> Future[Any]:  # type: ignore[override]  # one function, one argument
        future: Future[Any] = Future()
        self.held.append((future, job))
        if len(self.held) == self.window:
            later, job = self.held.pop()
            later.set_result(synthetic(job))
        return future


def test_results_are_stored_as_they_come(tmp_path: Path, path: Path) -> None:
    """The first match never ends before all others are stored; then the store fails and the run with it."""
    event = tournament(tmp_path / "event")
    backwards = Backwards(window=3)
    stored: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, Fixed):
            stored.append(event.result.match)
        if len(stored) == 10:
            for future, job in backwards.held:
                future.set_result(synthetic(job))

    with Ledger(path) as ledger:
        ledger.enter(event)
        assert run(event, ledger, backwards, 3, note) is Outcome.FINISHED
        schedule = [fixture.id for fixture in event.opening()]
        assert stored[:10] == schedule[2:12]
        assert [r.match for r in ledger.results()] == schedule


def test_a_store_that_fails_ends_the_run_and_its_bots(tmp_path: Path, path: Path) -> None:
    event = tournament(tmp_path / "event", deals=20)

    def delete_the_store(event: Event) -> None:
        if isinstance(event, Fixed):
            path.unlink(missing_ok=True)

    with no_bots_left(tmp_path / "event"), pytest.raises(StoreError, match="was deleted or replaced"):
        run_tournament(event, path, jobs=2, listener=delete_the_store)


# -------------------------------------------------------------------------------- Ctrl-C


@pytest.fixture
def slow_run(tmp_path: Path, path: Path) -> Iterator[tuple[subprocess.Popen[str], Tournament]]:
    """A run whose matches take about half a second; its bots' moves take 5 ms each."""
    file = write(tmp_path / "event", deals=50, bots=[bot(name, "slow.py", "5") for name in "abc"])
    with start_run(file, path) as process:
        wait_for_line(process, "Fixed")
        yield process, read_tournament(file)
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_interrupt_finishes_what_runs(
    tmp_path: Path, path: Path, slow_run: tuple[subprocess.Popen[str], Tournament], number: signal.Signals
) -> None:
    process, _ = slow_run
    with no_bots_left(tmp_path / "event"):
        os.killpg(process.pid, number)  # as a terminal does: to the whole foreground group
        assert process.stdout is not None
        lines = process.stdout.read().split("\n")
        assert process.wait() == 0
    assert "INTERRUPTED" in lines
    after = lines[lines.index("Stopping") :]
    finished = sum(line.startswith("Fixed") for line in after)
    assert finished in (2, 3), "those that ran, one a worker, and perhaps one that had just been played"
    with Store(path) as store:
        assert {a.reason for a in store.voids()} <= {"the run was interrupted before it began"}
        status = store.status()
        assert status.running == 0
        assert status.waiting == status.scheduled - status.done > 0


@pytest.mark.slow
def test_the_second_interrupt_abandons_what_runs(tmp_path: Path, path: Path) -> None:
    file = write(tmp_path / "event", bots=[bot(name, "slow.py", "60000") for name in "abc"])
    file.write_text(file.read_text() + "[limits]\nmove_ms = 100000\n")
    with start_run(file, path) as process, no_bots_left(tmp_path / "event"):
        assert wait_until(lambda: len(bots_of(tmp_path / "event")) >= 6)
        os.killpg(process.pid, signal.SIGINT)
        wait_for_line(process, "Stopping")
        os.killpg(process.pid, signal.SIGINT)
        wait_for_line(process, "ABANDONED")
        assert process.wait() == 0
    with Store(path) as store:
        status = store.status()
        assert (status.done, status.running, status.waiting) == (0, 0, 3)
        assert {a.outcome for a in store.voids()} == {"interrupted"}
        assert "the run was interrupted twice" in {a.reason for a in store.voids()}


def test_interrupts_are_the_callers_own_again_afterwards(tmp_path: Path, path: Path) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    heard: list[Event] = []

    def interrupt(event: Event) -> None:
        heard.append(event)
        if isinstance(event, Fixed) and event.progress.done == 5:
            signal.raise_signal(signal.SIGINT)

    event = tournament(tmp_path / "event")
    with Ledger(path) as ledger:
        ledger.enter(event)
        assert run(event, ledger, Here(), 1, interrupt) is Outcome.INTERRUPTED
    assert isinstance(heard[-1], Stopping)
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    outcome, _ = run_here(event, path, Here())
    assert outcome is Outcome.FINISHED
