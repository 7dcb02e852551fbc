"""What bots write to their stderr: shown while they play, kept, and in traces."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import PYTHON, arena, fails_in_one_line

from arena.match.logs import LogError, LogFolder

pytestmark = pytest.mark.slow
TALKS = """
import sys
from protocol.bot import run

def choose(decision):
    sys.stderr.write(f"decision {decision.id}\\r\\n\\x1b[31mred\\nno end")
    sys.stderr.flush()
    return 0

run(choose, name="talks", send=["legal"])
"""
FLOODS = """
import sys
from protocol.bot import run

def choose(decision):
    sys.stderr.write("x" * (1 << 20) + "\\n")
    sys.stderr.flush()
    return 0

run(choose, name="floods", send=["legal"])
"""
EVENT = """
name = "event"
seed = 3
deals = 2
[[game]]
id = "portals"
players = [2]
[[bot]]
name = "a/b"
command = ["python3", "talks.py"]
cwd = "."
[[bot]]
name = "floods"
command = ["python3", "floods.py"]
cwd = "."
"""
BOUND = 4 << 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "talks.py").write_text(TALKS)
    (tmp_path / "floods.py").write_text(FLOODS)
    (tmp_path / "event.toml").write_text(EVENT)
    return tmp_path


def asked(lines: list[str]) -> list[int]:
    """The decisions that the bot wrote of, in their order."""
    return [int(found[1]) for line in lines if (found := re.search(r"decision (\d+)$", line))]


def test_each_line_is_shown_with_the_bots_name_and_harmless(folder: Path) -> None:
    run = arena(
        "play",
        "portals",
        f"{PYTHON} talks.py",
        "random",
        "--seed",
        1,
        "--log",
        "--sandbox",
        "limits",
        cwd=folder,
    )
    assert run.returncode == 0, run.stderr
    first, second, third, *more, last = run.stderr.splitlines()
    assert [first, second, third] == ["talks| decision 1", "talks| \\x1b[31mred", "talks| no enddecision 2"]
    assert last == "talks| no end"
    assert asked([first, third, *more]) == list(range(1, len(asked([first, third, *more])) + 1))
    assert "talks|" not in run.stdout


def test_in_several_matches_too(folder: Path) -> None:
    run = arena("play", "portals", f"{PYTHON} talks.py", "random", "-n", 2, "--seed", 1, "--log", cwd=folder)
    assert run.returncode == 0, run.stderr
    assert asked(run.stderr.splitlines()).count(1) == 2


def test_a_trace_has_it_between_the_messages(folder: Path) -> None:
    words = ("play", "portals", "random", f"{PYTHON} talks.py", "--seed", 1, "--trace", "m.trace")
    assert arena(*words, "--sandbox", "limits", cwd=folder).stderr == ""
    said = json.loads(arena("trace", "m.trace", "--format", "json", cwd=folder).stdout)["said"]
    logged = [item for item in said if "stderr" in item]
    assert {item["seat"] for item in logged} == {1}
    acts = [item for item in said if item.get("from") == "bot" and item["messages"][0]["type"] == "act"]
    of_bot = [item["messages"][0]["id"] for item in acts if item["seat"] == 1]
    assert asked([item["stderr"] for item in logged]) == of_bot
    assert said == sorted(said, key=lambda item: item["ms"])
    text = arena("trace", "m.trace", "--seat", 1, cwd=folder).stdout
    assert " | 1 talks  decision 1\n" in text
    assert " | " not in arena("trace", "m.trace", "--seat", 0, cwd=folder).stdout.replace(" |  ", "")


def test_a_tournament_keeps_it_by_bot_and_match_up_to_a_bound(folder: Path) -> None:
    run = arena("tournament", "run", "event.toml", "--log", "logs/here", "-j", 1, cwd=folder)
    assert run.returncode == 0, run.stderr
    talks, floods = sorted((folder / "logs/here").iterdir())
    assert re.fullmatch(r"a%2Fb\.\d+\.log", talks.name)
    assert re.fullmatch(r"floods\.\d+\.log", floods.name)
    parts = talks.read_text().split("--- ")[1:]
    assert sorted(part.split("\n")[0] for part in parts) == [
        "portals-2/t0001/d001/r1, seat 0",
        "portals-2/t0001/d001/r2, seat 1",
        "portals-2/t0001/d002/r1, seat 1",
        "portals-2/t0001/d002/r2, seat 0",
    ]
    for part in parts:
        decisions = asked(part.splitlines())
        assert len(decisions) > 10
        assert decisions == list(range(1, len(decisions) + 1))
    full = floods.read_bytes()
    assert BOUND <= len(full) < BOUND + 1000
    assert full.endswith(b"\n[... the log is full: the rest is left out ...]\n")


def test_a_folder_that_can_not_be_is_refused(folder: Path) -> None:
    run = arena("tournament", "run", "event.toml", "--log", "talks.py", cwd=folder)
    assert "--log: talks.py can't be a folder" in fails_in_one_line(run)
    words = ("--log", "logs", "--executor", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert "--log goes with --executor local" in fails_in_one_line(
        arena("tournament", "run", "event.toml", *words, cwd=folder)
    )
    with pytest.raises(LogError, match="can't be written: No such file"):
        LogFolder(folder / "nowhere").log_of("bot")
