"""A real terminal, with somebody at its keys: tmux, which draws what a program writes as terminals do."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
from patience import GONE_S, HANGS_S

IN_CI = os.environ.get("CI") == "true"
PROGRAM = shutil.which("tmux")
ROOT = Path(__file__).parents[1]
SCROLLED = 50_000
"""How many lines are kept of what has scrolled away."""


def need_tmux() -> str:
    """The program; skips the test where there is none, but for CI, which installs it."""
    if PROGRAM is None and not IN_CI:
        pytest.skip("needs a terminal: apt install tmux")
    assert PROGRAM is not None
    return PROGRAM


class Tmux:
    """`arena WORDS` at a terminal of so many columns and rows. A context manager."""

    def __init__(self, *words: str | Path, cwd: Path, columns: int = 80, rows: int = 24) -> None:
        tmux = need_tmux()
        self._folder = tempfile.TemporaryDirectory(prefix="tmux-")
        socket = str(Path(self._folder.name) / "socket")
        self._tmux = [tmux, "-u", "-S", socket, "-f", "/dev/null"]
        program = shlex.join([sys.executable, "-m", "arena", *map(str, words)])
        kept = ["set-option", "-g", "history-limit", str(SCROLLED)]
        size = ["-x", str(columns), "-y", str(rows)]
        line = f"trap : INT; {program}; echo ended with $?; stty -echo; exec cat >/dev/null"
        env = {**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
        command = [*self._tmux, *kept, ";", "new-session", "-d", *size, "-c", str(cwd), "sh", "-c", line]
        subprocess.run(command, env=env, check=True, timeout=HANGS_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, timeout=HANGS_S, capture_output=True)
        self._folder.cleanup()

    def press(self, *keys: str) -> None:
        """Press keys by their names in tmux, one after the other."""
        self._do("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text, and Enter."""
        self._do("send-keys", "-l", text)
        self.press("Enter")

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self._do("resize-window", "-x", str(columns), "-y", str(rows))

    def screen(self) -> list[str]:
        """The lines that are to be seen."""
        return self._do("capture-pane", "-p").splitlines()

    def scrolled(self) -> str:
        """All that was written, what has scrolled away included, with folded lines joined."""
        return self._do("capture-pane", "-p", "-J", "-S", "-")

    def until(self, *texts: str) -> str:
        """Wait until all these texts are on the screen; returns what is on it."""
        began = time.monotonic()
        while True:
            seen = "\n".join(self.screen())
            if all(text in seen for text in texts):
                return seen
            assert time.monotonic() - began < GONE_S, f"{texts} do not come:\n{seen}"
            time.sleep(0.02)

    def _do(self, *words: str) -> str:
        done: Sequence[str] = [*self._tmux, *words]
        run = subprocess.run(done, check=True, timeout=HANGS_S, capture_output=True, text=True)
        return run.stdout
