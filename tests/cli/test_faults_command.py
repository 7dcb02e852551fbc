"""`arena faults` and `arena doctor`: what went wrong, and what is enforced."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import TOURNAMENT, arena

QUITTER = """
import sys
from protocol.bot import run
def choose(decision):
    print("first line of many", file=sys.stderr)
    print("I \\x1b[31mquit", file=sys.stderr)
    sys.exit(7)
run(choose, name="quitter", send=[])
"""
EXTRA = """
[[bot]]
name = "quitter"
command = ["python3", "quitter.py"]
[[bot]]
name = "stillborn"
command = ["python3", "-c", "raise SystemExit('no book')"]
"""


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tournament's results."""
    folder = tmp_path_factory.mktemp("event")
    (folder / "quitter.py").write_text(QUITTER)
    (folder / "event.toml").write_text(TOURNAMENT + EXTRA)
    run = arena("tournament", "run", "event.toml", cwd=folder)
    assert run.returncode == 0, run.stderr
    assert (
        "bot 'stillborn' failed to start in its first match: startup: exited with status 1 | no book"
        in run.stderr
    )
    return folder


def faults(event: Path, *words: str) -> list[dict[str, Any]]:
    run = arena("faults", *words, "--format", "json", cwd=event)
    assert run.returncode == 0, run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("last", [1, 2, 3])
def test_the_last_faults_are_the_end_of_all(event: Path, last: int) -> None:
    every = faults(event)
    assert len(every) > 3
    assert faults(event, "--last", str(last)) == every[-last:]
    assert faults(event, "--last", "9" * 30) == every


@pytest.mark.slow
def test_every_fault_has_its_evidence(event: Path) -> None:
    fault = faults(event, "--bot", "quitter", "--last", "1")[0]
    assert (fault["kind"], fault["phase"], fault["exit_code"], fault["signal"]) == (
        "crash",
        "decide",
        7,
        None,
    )
    assert fault["detail"] == "exited with status 7"
    assert fault["limit_ms"] == 10_000
    assert 0 <= fault["wall_ms"] < 10_000
    assert fault["cpu_ms"] >= 0
    assert fault["stderr"].startswith("first line of many\nI \\x1b[31mquit")
    assert bytes.fromhex(fault["received"]).endswith(b"\xa5ready")
    show = subprocess.run(
        [sys.executable, "-m", *shlex.split(fault["replay"])],
        capture_output=True,
        text=True,
        cwd=event,
        check=True,
    )
    pages = [line for line in show.stdout.splitlines() if line.startswith("--- ")]
    assert len(pages) == fault["decision"] + 1, "the match is shown up to the fault"


@pytest.mark.slow
def test_the_list_is_complete_and_can_be_narrowed(event: Path) -> None:
    found = faults(event)
    kinds = {(fault["bot"], fault["kind"], fault["phase"]) for fault in found}
    assert kinds == {("quitter", "crash", "decide"), ("stillborn", "startup", "hello")}
    assert len(found) == 2 * 6 * 3, "each bot sits at six of the ten tables of three"
    assert {fault["bot"] for fault in faults(event, "--kind", "startup")} == {"stillborn"}
    status = json.loads(arena("tournament", "status", "--format", "json", cwd=event).stdout)
    assert status["faults"] == {"crash": 18, "startup": 18}


@pytest.mark.slow
def test_people_can_read_it(event: Path) -> None:
    text = arena("faults", "--bot", "stillborn", "-n", "1", cwd=event).stdout
    first, *_ = text.splitlines()
    assert first.startswith("startup: stillborn (seat ")
    assert first.endswith("before hello")
    assert "    | no book" in text
    assert "arena replay show event.db --match " in text
    assert "10000 ms were allowed" in text
    assert "\x1b" not in arena("faults", cwd=event).stdout
    assert arena("faults", "--bot", "random", cwd=event).stdout == "no faults\n"
    assert arena("faults", "--format", "markdown", cwd=event).stdout.startswith("| match")


@pytest.mark.slow
def test_doctor_lists_what_is_enforced() -> None:
    run = arena("doctor", "--format", "json")
    found = json.loads(run.stdout)
    assert run.returncode == (1 if "no" in [c["enforced"] for c in found["capabilities"]] else 0)
    assert found["sandbox"] in ("bubblewrap", "limits")
    named = {capability["what"] for capability in found["capabilities"]}
    assert {"no network", "a limit on the memory of the whole tree", "stopped between its turns"} <= named
    assert f'sandbox = "auto" means {found["sandbox"]} here' in arena("doctor").stdout


@pytest.mark.slow
def test_doctor_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    run = arena("doctor")
    assert run.returncode == 1
    assert "install the package 'bubblewrap'" in run.stdout
    play = arena("play", "dragon-whisperer", "random", "random", "random")
    assert play.returncode == 0
    assert play.stderr.count("not enforced on this machine: no network") == 1
    refused = arena("play", "dragon-whisperer", "random", "random", "random", "--sandbox", "bubblewrap")
    assert refused.returncode == 2
    assert "install the package 'bubblewrap'" in refused.stderr
    assert arena("play", "dragon-whisperer", *["random"] * 3, "--sandbox", "limits").stderr == ""
