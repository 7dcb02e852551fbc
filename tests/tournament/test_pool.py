"""The pool: calls in worker processes, where a lost worker costs one call."""

from __future__ import annotations

import os
import time
from concurrent.futures import wait
from pathlib import Path

import psutil
import pytest
from arena_processes import wait_until

from arena.tournament.pool import WorkerLost, WorkerPool


def die(status: int) -> None:
    os._exit(status)


def fail(words: str) -> None:
    raise ValueError(words)


class Unpicklable(Exception):
    def __init__(self) -> None:
        super().__init__("made of ", object())
        self.lambda_ = lambda: None


def fail_oddly() -> None:
    raise Unpicklable


def touch_and_sleep(path: Path) -> None:
    path.write_text(str(os.getpid()))
    time.sleep(60)


def wait_for_go(go: Path, _: str) -> None:
    while not go.exists():
        time.sleep(0.001)


def write_down(log: Path, word: str) -> None:
    with log.open("a") as file:
        file.write(word + "\n")


def test_calls_are_carried_out_in_other_processes() -> None:
    with WorkerPool(2) as pool:
        futures = [pool.submit(pow, n, 2) for n in range(20)]
        assert [future.result() for future in futures] == [n * n for n in range(20)]
        pids = {pool.submit(os.getpid).result() for _ in range(5)}
        assert os.getpid() not in pids
        assert len(pids) <= 2
    with pytest.raises(RuntimeError, match="was shut down"):
        pool.submit(os.getpid)
    assert not any(psutil.pid_exists(pid) for pid in pids)


def test_a_worker_takes_first_what_it_has_least_had_to_do_with(tmp_path: Path) -> None:
    """But it takes whatever there is before it idles, in the order of calling."""
    log = tmp_path / "log"
    with WorkerPool(1, matter=lambda _, word: word[0]) as pool:
        pool.submit(wait_for_go, tmp_path / "go", "a")
        for word in ("a1", "a2", "b1", "b2", "c1"):
            pool.submit(write_down, log, word)
        (tmp_path / "go").touch()
    assert log.read_text().split() == ["b1", "c1", "a1", "b2", "a2"]


@pytest.mark.slow
def test_a_worker_that_dies_costs_its_own_call_only() -> None:
    with WorkerPool(1) as pool:
        first = pool.submit(os.getpid)
        lost = pool.submit(die, 3)
        after = pool.submit(os.getpid)
        with pytest.raises(WorkerLost, match=f"the worker process {first.result()} died"):
            lost.result()
        assert after.result() != first.result()


def test_an_error_in_a_call_is_raised_here() -> None:
    with WorkerPool(1) as pool:
        with pytest.raises(ValueError, match="no good"):
            pool.submit(fail, "no good").result()
        with pytest.raises(RuntimeError, match="Unpicklable: "):
            pool.submit(fail_oddly).result()
        assert pool.submit(pow, 2, 3).result() == 8


def test_workers_are_out_of_reach_of_the_terminal() -> None:
    with WorkerPool(1) as pool:
        assert pool.submit(os.getsid, 0).result() != os.getsid(0)
        assert pool.submit(os.getpgid, 0).result() != os.getpgid(0)


def test_shutting_down_at_once_ends_what_runs(tmp_path: Path) -> None:
    pool = WorkerPool(1)
    running = pool.submit(touch_and_sleep, tmp_path / "began")
    waiting = pool.submit(os.getpid)
    assert wait_until((tmp_path / "began").exists)
    pool.shutdown(wait=False, cancel_futures=True)
    wait([running])
    assert isinstance(running.exception(), WorkerLost)
    assert waiting.cancelled()


def test_a_program_that_can_not_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    with WorkerPool(1) as pool:
        with monkeypatch.context() as patch:
            patch.setattr("sys.executable", "/nowhere/python")
            with pytest.raises(WorkerLost, match="no worker process could be started: No such file"):
                pool.submit(os.getpid).result()
        assert pool.submit(pow, 2, 2).result() == 4
