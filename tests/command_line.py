"""Runs the command line as a user does: a process of its own."""

from __future__ import annotations

import atexit
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from patience import HANGS_S

PYTHON = shlex.quote(sys.executable)
"""This Python, in a command line."""

TOURNAMENT = """
name = "test night"
schedule = "round-robin"
deals = 1
seed = 3

[[game]]
id = "dragon-whisperer"
players = [3]

[[bot]]
name = "greedy"
bundled = "greedy"
[[bot]]
name = "random"
bundled = "random"
[[bot]]
name = "other"
bundled = "random"
"""


def arena(*words: str | int | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `arena WORDS` to its end, started by arena_starter.py, which is faster than a Python of its own."""
    argv = list(map(str, words))
    command = {"words": argv, "folder": str(cwd or Path.cwd()), "environment": dict(os.environ)}
    requests = starter()
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        written = [output.fileno(), errors.fileno()]
        socket.send_fds(requests, [json.dumps(command).encode()], written)
        pid = int(requests.recv(100))
        try:
            status = int(requests.recv(100))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            requests.recv(100)
            raise
        for file in (output, errors):
            file.seek(0)
        return subprocess.CompletedProcess(["arena", *argv], status, output.read(), errors.read())


@cache
def starter() -> socket.socket:
    """The way to this process's arena_starter.py, which ends when this process does."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    program = Path(__file__).parent / "arena_starter.py"
    with its:
        process = subprocess.Popen(
            [sys.executable, str(program), str(its.fileno())],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(program.parents[1])},
            pass_fds=[its.fileno()],
        )
    ours.settimeout(HANGS_S)

    @atexit.register
    def end() -> None:
        ours.close()
        process.wait()

    return ours


def in_shell(line: str, cwd: Path | None = None, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell to its end; `more` is for `subprocess.run`."""
    argv = ["sh", "-c", line]
    return subprocess.run(argv, capture_output=True, text=True, cwd=cwd, timeout=HANGS_S, check=False, **more)


def fails_in_one_line(run: subprocess.CompletedProcess[str], status: int = 2) -> str:
    """Assert that a run ended with a status and one line on standard error; returns the line."""
    assert run.returncode == status, (run.stdout, run.stderr)
    lines = run.stderr.strip().splitlines()
    assert len(lines) == 1, run.stderr
    assert "Traceback" not in run.stderr
    return lines[0]
