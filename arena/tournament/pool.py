"""Worker processes behind the interface of `concurrent.futures`.

The standard library's pool breaks as a whole when one of its workers dies. Here that costs only the call that
the worker was busy with, and the next call gets a new worker. Workers have sessions of their own, so that a
terminal's Ctrl-C reaches the arena alone, and they end when the arena does, however it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from arena.errors import ArenaError
from arena.process.reach import package_root

CLOSE_S = 5.0
"""How long a worker may take to end its bots politely, before it is killed, and they with it."""
REMEMBERED = 256
"""Of so many calls it is known what each worker had to do with."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(eq=False, slots=True)
class _Call:
    """A call that waits for a worker: where its outcome goes, what is to be done, with what matter."""

    future: Future[Any]
    task: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
    matter: Hashable


class WorkerLost(ArenaError):
    """A worker process died, or could not be started: what it was to do is not done."""


class WorkerPool(Executor):
    """Runs calls in `jobs` worker processes, each started when it is first needed.

    `matter` tells by its arguments what a call is about. Of the calls that wait a worker takes the first of
    those whose matter it has had least often of late.

    `shutdown(wait=False)` ends all workers at once: whatever they were doing ends as WorkerLost.
    """

    def __init__(self, jobs: int, matter: Callable[..., Hashable] | None = None) -> None:
        self._matter = matter
        self._waiting: list[_Call] = []
        self._workers: set[_Worker] = set()
        self._closed = False
        self._killed = False
        self._lock = threading.Condition()
        """For all of these; notified of new calls and of the end."""
        self._slots = [threading.Thread(target=self._serve, daemon=True) for _ in range(jobs)]
        for slot in self._slots:
            slot.start()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Call a module's function in a worker. Arguments and result must be picklable."""
        matter = self._matter(*args, **kwargs) if self._matter else None
        call = _Call(Future(), (fn, args, kwargs), matter)
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool was shut down")
            self._waiting.append(call)
            self._lock.notify()
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more calls. Wait for those that were accepted, or end them with their workers."""
        with self._lock:
            self._closed = True
            self._lock.notify_all()
            given_up = list(self._waiting) if cancel_futures else []
        for call in given_up:
            call.future.cancel()
        if not wait:
            self._kill_all()
        for slot in self._slots:
            slot.join()

    def _kill_all(self) -> None:
        with self._lock:
            self._killed = True
            for worker in self._workers:
                worker.kill()

    def _serve(self) -> None:
        """One slot: hand calls to a worker, one after the other; replace it when it is lost."""
        worker: _Worker | None = None
        known: deque[Hashable] = deque(maxlen=REMEMBERED)
        while (call := self._take(known)) is not None:
            future = call.future
            if not future.set_running_or_notify_cancel():
                continue
            known.append(call.matter)
            try:
                worker = worker or self._start()
                done, value = worker.run(call.task)
            except WorkerLost as lost:
                self._bury(worker)
                worker = None
                known.clear()
                future.set_exception(lost)
            else:
                future.set_result(value) if done else future.set_exception(value)
        if worker is not None:
            worker.close()
            self._bury(worker)

    def _take(self, known: deque[Hashable]) -> _Call | None:
        """Wait for a call, and take the least known of those there are; None when there will be none."""
        with self._lock:
            while not self._waiting:
                if self._closed:
                    return None
                self._lock.wait()
            call = min(self._waiting, key=lambda call: known.count(call.matter))  # the first of these
            self._waiting.remove(call)
            return call

    def _start(self) -> _Worker:
        with self._lock:
            if self._killed:
                raise WorkerLost("the pool was shut down")
            worker = _Worker()
            self._workers.add(worker)
            return worker

    def _bury(self, worker: _Worker | None) -> None:
        if worker is not None:
            with self._lock:
                self._workers.remove(worker)
                worker.kill()
            worker.bury()


class _Worker:
    """The arena's end of one worker process. Raises WorkerLost if it can't be started."""

    def __init__(self) -> None:
        self._pipe, theirs = Pipe()
        command = [sys.executable, "-P", "-m", "arena.tournament.worker", str(theirs.fileno())]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(_import_path())},
                start_new_session=True,
            )
        except OSError as error:
            self._pipe.close()
            raise WorkerLost(f"no worker process could be started: {error.strerror}") from None
        finally:
            theirs.close()

    def run(self, task: object) -> tuple[bool, Any]:
        """Have it do a call: whether it returned, and its result, or else its exception."""
        try:
            self._pipe.send(task)
            answer: tuple[bool, Any] = self._pipe.recv()
        except (EOFError, OSError):
            raise WorkerLost(f"the worker process {self._process.pid} died") from None
        return answer

    def close(self) -> None:
        """Let it end in its own way."""
        try:
            self._pipe.send(None)
            self._process.wait(CLOSE_S)
        except (OSError, subprocess.TimeoutExpired):
            self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def bury(self) -> None:
        """Reap it and close the pipe."""
        self._process.wait()
        self._pipe.close()


def _import_path() -> list[str]:
    """Where a worker imports from: where this process does, but for the folder that it was called in.

    What is called random.py there, or bots, belongs to the user; a checkout of the arena may be that folder.
    """
    here, own = Path.cwd(), package_root()
    return [entry for entry in sys.path if entry and (Path(entry) != here or here == own)]
