"""The README's way from an empty folder to a bot of one's own on a leaderboard, as it stands there."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import HANGS_S

pytestmark = pytest.mark.slow

README = Path(__file__).parents[2] / "README.md"
"""Nobody waits longer, on any machine."""


def transcript() -> list[str]:
    text = README.read_text("utf-8")
    block = text[text.index("## A bot of your own") :].split("```console\n")[1].split("```")[0]
    return [line.removeprefix("$ ").split("#")[0].strip() for line in block.splitlines()]


def test_three_commands_lead_from_an_empty_folder_to_a_leaderboard(tmp_path: Path) -> None:
    commands = transcript()
    assert len(commands) == 3
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    shown = []
    for command in commands:
        began = time.monotonic()
        run = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=HANGS_S,
            check=False,
        )
        assert run.returncode == 0, (command, run.stdout, run.stderr)
        print(f"{command}: {time.monotonic() - began:.1f} s")
        shown.append(run.stdout)
    made, demo, leaderboard = shown
    assert "arena demo --bot mybot" in made, "the next command"
    for bot in ("mybot", "novice"):
        for tables in (demo, leaderboard):
            rows = [line for line in tables.splitlines() if f" {bot} " in line]
            assert len(rows) >= 4, "one row for each game"
