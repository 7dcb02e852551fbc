"""Runs as processes of their own, and what is left of them afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
from patience import GONE_S, HANGS_S

ROOT = Path(__file__).parents[2]


def start_run(file: Path, store: Path, jobs: int = 2) -> subprocess.Popen[str]:
    """A run in a session of its own, as a terminal would have started it."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "driver.py"), str(file), str(store), str(jobs)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        start_new_session=True,
    )


def wait_for_line(run: subprocess.Popen[str], start: str) -> str:
    """The run's next line that starts so."""
    assert run.stdout is not None
    for line in run.stdout:
        if line.startswith(start):
            return line.strip()
    raise AssertionError(f"the run ended with status {run.wait()} and said no {start!r}")


def family(pid: int) -> list[psutil.Process]:
    """A process and all below it."""
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def is_running(process: psutil.Process) -> bool:
    """Whether it has not ended; an orphan that nobody has reaped yet has."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def bots_of(folder: Path) -> list[psutil.Process]:
    """Every process on this machine that runs in the event's folder: bots, sandboxes, supervisors."""
    found = []
    for process in psutil.process_iter():
        try:
            if str(folder) in (process.cwd(), *process.cmdline()) and is_running(process):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


def wait_until(true: Callable[[], object], within_s: float = HANGS_S) -> bool:
    """Whether it comes true within that time."""
    give_up = time.monotonic() + within_s
    while not true():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.01)
    return True


def wait_until_gone(processes: Sequence[psutil.Process], folder: Path, within_s: float = GONE_S) -> bool:
    """Whether all of them, and the event's bots, have ended within that time."""
    return wait_until(lambda: not any(map(is_running, processes)) and not bots_of(folder), within_s)


@contextmanager
def no_bots_left(folder: Path, within_s: float = GONE_S) -> Iterator[None]:
    """After this, no process of the event's folder is left."""
    yield
    assert wait_until(lambda: not bots_of(folder), within_s), bots_of(folder)
