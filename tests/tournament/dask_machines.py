"""A Dask cluster on this machine: a scheduler and workers, each a process that may be killed."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil
from arena_processes import ROOT, family

QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical", "DASK_LOGGING__DISTRIBUTED": "critical"}


class Machines:
    """One scheduler and some workers, of which each plays one match at once. A context manager.

    Workers are started again when they end, as CLUSTER.md says that they should be: one without its scheduler
    ends.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{_free_port()}"
        self.scheduler = self._start_scheduler()
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Machines:
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self.workers, self.scheduler]:
            end(process)

    def restart_scheduler(self) -> None:
        """End the scheduler as a power failure does, and start another one at its address."""
        end(self.scheduler)
        self.scheduler = self._start_scheduler()

    def start_worker(self) -> None:
        words = self._words("worker", self.address, "--nthreads", "1", "--no-nanny")
        loop = f"while :; do {shlex.join(words)}; sleep 0.2; done"
        self.workers.append(self._start("worker", ["sh", "-c", loop]))

    def kill_worker(self) -> None:
        """As the kernel does that is out of memory."""
        _kill(family(self.workers[0].pid)[1:])

    def _start_scheduler(self) -> subprocess.Popen[bytes]:
        port = self.address.rpartition(":")[2]
        return self._start("scheduler", self._words("scheduler", "--host", "127.0.0.1", "--port", port))

    def _words(self, what: str, *options: str) -> list[str]:
        return [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *options]

    def _start(self, what: str, words: list[str]) -> subprocess.Popen[bytes]:
        with (self.folder / f"{what}.log").open("ab") as log:
            env = {**os.environ, **QUIET, "PYTHONPATH": str(ROOT)}
            return subprocess.Popen(words, env=env, stdout=log, stderr=log, cwd=self.folder)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all below it, which have no time to say goodbye."""
    _kill(family(process.pid))
    process.wait()


def _kill(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):  # it died of its parent's death
            process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
