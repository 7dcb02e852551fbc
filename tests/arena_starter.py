"""Starts the command `arena` again and again, each time as fast as a fork: its imports are made by then.

Each is a process of its own, with its folder, arguments, environment and output, and ends by itself: with a
status, with a traceback, or by a signal. The one argument is the number of a socket. A command comes from
there as a message, with the descriptors of its output; its process id and its status are the answers.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import runpy
import socket
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

LARGEST = 1 << 17
"""The most bytes of a command with its environment."""


def main() -> None:
    """Start what is asked for, until the other end is closed."""
    requests = socket.socket(fileno=int(sys.argv[1]))
    import_all()
    gc.freeze()
    while True:
        data, output, *_ = socket.recv_fds(requests, LARGEST, 2)
        if not data:
            return
        if (pid := os.fork()) == 0:
            requests.close()
            become(json.loads(data), output)
            return
        for descriptor in output:
            os.close(descriptor)
        with suppress(BrokenPipeError):  # nobody waits any longer
            requests.send(str(pid).encode())
            requests.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())


def import_all() -> None:
    """Import what the commands import, each when it is called."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a process that forks may have no threads
    cli = import_module("arena.cli")
    for module in pkgutil.walk_packages(cli.__path__, "arena.cli."):
        import_module(module.name)
    import_module("arena.games").all()
    for optional in ("arena.ratings.verdict", "arena.report.page"):
        with suppress(ImportError):
            import_module(optional)


def become(command: dict[str, Any], output: list[int]) -> None:
    """Be what `python -m arena` is, to its end."""
    for descriptor, standard in zip(output, (1, 2), strict=True):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["environment"])
    sys.path.insert(0, command["folder"])
    sys.argv = ["arena", *command["words"]]
    status = 1  # after a traceback

    def leave() -> None:
        """End when all else is done, without taking all modules apart."""
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)

    atexit.register(leave)
    try:
        runpy.run_module("arena", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        assert isinstance(end.code, int)
        status = end.code


if __name__ == "__main__":
    main()
