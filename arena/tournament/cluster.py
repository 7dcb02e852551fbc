"""Matches on the workers of a Dask cluster, behind the interface of `concurrent.futures`.

Needs distributed: the extra `cluster`. CLUSTER.md says how to start one. A lost worker costs the matches it
was playing, which others then play; a lost scheduler costs all that were under way, and these are handed in
again as soon as one answers at its address. Whatever is played twice, each call has one outcome here.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import cache
from typing import Any, ParamSpec, TypeVar

from arena.errors import UserError
from arena.process.launch import LaunchError, ResolvedCommand, resolve
from arena.tournament.play import Job, Played, Voided, play
from arena.tournament.pool import WorkerLost, WorkerPool

try:
    from distributed import Client, get_worker
    from distributed.scheduler import KilledWorker
except ImportError as error:
    raise ImportError("a cluster needs distributed: pip install 'bot-arena[cluster]'") from error

CONNECT_S = 10
"""How long a scheduler may take to answer at first; once it has been lost, it is waited for without end."""
LOOK_S = 0.2
"""How often the connection is looked at."""

_P = ParamSpec("_P")
_T = TypeVar("_T")
_Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class ClusterError(UserError):
    """The cluster can't be used; one sentence says why."""


class Cluster(Executor):
    """Runs calls on a cluster's workers. `play` is played there by processes of their own, as it is here.

    Raises ClusterError if no scheduler answers at that address.
    """

    def __init__(self, scheduler: str) -> None:
        self._address = scheduler
        self._lock = threading.Lock()
        self._calls: dict[Future[Any], _Call] = {}
        self._client = self._connect()
        self._closed = threading.Event()
        self._lost = threading.Event()
        self._watch = threading.Thread(target=self._keep_connected, daemon=True)
        self._watch.start()

    @property
    def slots(self) -> int:
        """How many matches the workers play at once, now. Raises ClusterError where there is no worker."""
        slots = sum(self._client.nthreads().values())
        if not slots:
            raise ClusterError(
                f"the cluster at {self._address} has no worker; start one: dask worker ADDRESS"
            )
        return int(slots)

    def check(self, bots: Sequence[ResolvedCommand]) -> None:
        """Raises ClusterError if a worker does not have these very bots."""
        for worker, lacking in self._client.run(lacking_bots, tuple(bots)).items():
            if lacking:
                raise ClusterError(f"worker {worker}: {lacking[0]}")

    # ------------------------------------------------------------------------------------ an executor

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Call a module's function on a worker. Arguments and result must be picklable."""
        if self._closed.is_set():
            raise RuntimeError("the cluster was let go")
        future: Future[_T] = Future()
        future.set_running_or_notify_cancel()
        call: _Call = (play_there if fn is play else fn, args, kwargs)
        with self._lock:
            self._calls[future] = call
            self._hand_in(future, call)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the cluster go; what is under way there is given up, unless it is waited for."""
        while wait and self._calls and not cancel_futures and not self._closed.wait(LOOK_S):
            pass
        self._closed.set()
        self._calls.clear()
        self._watch.join()
        self._leave()

    # ------------------------------------------------------------------------------------ the connection

    def _connect(self) -> Any:
        client: Any = Client
        try:
            return client(self._address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no Dask scheduler answers at {self._address}: {error}") from None

    def _leave(self) -> None:
        with suppress(Exception):  # it may be the connection that is broken
            self._client.close(timeout=1)

    def _keep_connected(self) -> None:
        """When the scheduler is lost, wait for the next one and hand in again what had no outcome."""
        while not self._closed.wait(LOOK_S):
            if self._client.status == "running" and not self._lost.is_set():
                continue
            with self._lock:
                self._leave()
                while not self._closed.is_set():
                    with suppress(ClusterError):
                        self._client = self._connect()
                        break
                self._lost.clear()
                if not self._closed.is_set():
                    for future, call in self._calls.items():
                        self._hand_in(future, call)

    def _hand_in(self, future: Future[Any], call: _Call) -> None:
        function, args, kwargs = call
        client = self._client
        try:
            task = client.submit(function, *args, **kwargs, pure=False)
        except Exception:  # the connection broke just now, whatever that is called
            self._lost.set()
        else:
            task.add_done_callback(lambda done: self._settle(client, future, done))

    def _settle(self, client: Any, future: Future[Any], task: Any) -> None:
        """Pass a task's outcome on, if it has one: what went with the scheduler is handed in again."""
        try:
            error = task.exception() if task.status == "error" else None
            value = task.result() if task.status == "finished" else None
        except Exception:  # the connection broke just now, whatever that is called
            self._lost.set()
            return
        if task.status not in ("finished", "error"):
            if client is self._client:
                self._lost.set()
        elif self._calls.pop(future, None) is not None:  # no other task of the same call was faster
            if isinstance(error, KilledWorker):
                error = WorkerLost(f"several workers died of it or beside it, {error.last_worker} the last")
            future.set_result(value) if error is None else future.set_exception(error)


# ---------------------------------------------------------------------------------------- on a worker


def play_there(job: Job) -> Played | Voided:
    """Play one match on a worker, if it has these very bots, in a process of the worker's own."""
    lacking = lacking_bots(job.bots)
    if lacking:
        return Voided(f"{get_worker().address}: {lacking[0]}")
    here = Job(job.spec, tuple(map(_found_here, job.bots)))
    return _pool(get_worker().state.nthreads).submit(play, here).result()


def lacking_bots(bots: Sequence[ResolvedCommand]) -> list[str]:
    """What this machine lacks of these bots, a sentence each; their files must have the same content."""
    lacking = []
    for bot in bots:
        try:
            here = {file.path.name: file.sha256 for file in _found_here(bot).files}
        except LaunchError as error:
            lacking.append(str(error))
            continue
        lacking += (
            f"bot {bot.spec.name!r}: {file.path} is another file than where the tournament runs"
            for file in bot.files
            if here.get(file.path.name) != file.sha256
        )
    return lacking


def _found_here(bot: ResolvedCommand) -> ResolvedCommand:
    """The same bot on this machine; one without a folder of its own can do without the tournament's."""
    return resolve(bot.spec, bot.cwd if bot.cwd.is_dir() else None)


@cache
def _pool(slots: int) -> WorkerPool:
    """This worker's own processes, which end with it."""
    pool = WorkerPool(slots)
    atexit.register(pool.shutdown, wait=False)
    return pool
