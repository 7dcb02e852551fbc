"""The other end of `arena.tournament.pool`: a process that carries out one call after the other.

python -m arena.tournament.worker DESCRIPTOR
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

_GOODBYE = pickle.dumps(None)
_ORPHANED = 1  # exit status


def main(descriptor: int) -> None:
    """Carry out calls until the arena says goodbye; end at once when it is gone."""
    os.set_inheritable(descriptor, False)
    arena: Connection[Any, Any] = Connection(descriptor)
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(arena, calls), daemon=True).start()
    while (call := calls.get()) != _GOODBYE:
        arena.send_bytes(_carry_out(call))


def _listen(arena: Connection[Any, Any], calls: SimpleQueue[bytes]) -> None:
    """Queue what the arena sends. Its death is noticed even during a call; supervisors then end the bots."""
    try:
        while True:
            calls.put(arena.recv_bytes())
    except (EOFError, OSError):
        os._exit(_ORPHANED)


def _carry_out(call: bytes) -> bytes:
    """The answer to a call: whether it returned, and its result, or else the exception it ended in."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as error:  # it belongs to the caller, who gets it
        return pickle.dumps((False, _portable(error)))


def _portable(error: Exception) -> Exception:
    """The exception, or where it can't be pickled and read again, one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever its own code raises on the way
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    main(int(sys.argv[1]))
