"""What is done in a process of its own meanwhile: of two things that take seconds, each has a core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


@contextmanager
def aside(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Iterator[Callable[[], _T]]:
    """Call a module's function in another process while the block runs; what is handed to the block waits
    for its result, or raises what it has raised.

    Arguments and result must be picklable. The process is gone when the block is left, however that is.
    """
    from arena.tournament.pool import WorkerPool  # noqa: PLC0415 - most tables are made without it

    pool = WorkerPool(1)
    try:
        yield pool.submit(function, *args, **kwargs).result
    finally:
        pool.shutdown(wait=False)
