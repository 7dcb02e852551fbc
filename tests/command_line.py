"""Runs the command line as a user does: a process of its own."""

from __future__ import annotations

import shlex
import subprocess
import sys
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
    """Run `arena WORDS` to its end."""
    argv = [sys.executable, "-m", "arena", *map(str, words)]
    return subprocess.run(argv, capture_output=True, text=True, cwd=cwd, timeout=HANGS_S, check=False)


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
