"""`arena check` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from shlex import quote

import pytest
from command_line import PYTHON, arena, fails_in_one_line

MISTAKES = Path(__file__).parents[1] / "check" / "mistakes"
GAME = "dragon-whisperer"


@pytest.mark.slow
def test_a_good_bot_passes() -> None:
    run = arena("check", "random", GAME, "--matches", 1, "--startup-ms", 60_000, "--exit-ms", 10_000)
    assert run.returncode == 0, run.stdout
    lines = run.stdout.splitlines()
    assert lines[0].startswith("  1 pass  starts: ")
    assert lines[-1] in ("24 pass", "23 pass, 1 skip")


def test_a_bad_bot_is_told_what_to_mend() -> None:
    run = arena("check", f"{PYTHON} {quote(str(MISTAKES / 'index_from_1.py'))}", GAME, "--startup-ms", 60_000)
    assert run.returncode == 1
    assert "illegal: index" in run.stdout
    assert 'received {"type": "act"' in run.stdout
    assert "83 a4 74 79 70 65 a3 61 63 74" in run.stdout
    assert "mend     indexes count from 0" in run.stdout
    assert "(SPEC.md, P-27)" in run.stdout


def test_json_names_the_mistake() -> None:
    bot = f"{PYTHON} {quote(str(MISTAKES / 'answers_over.py'))}"
    run = arena("check", bot, GAME, "--startup-ms", 60_000, "--format", "json")
    assert run.returncode == 1
    steps = json.loads(run.stdout)["steps"]
    failed = [step for step in steps if step["status"] == "fail"]
    assert [step["mistake"] for step in failed] == ["answers-over"] * len(failed)
    assert failed[0]["spec"] == "P-46"


def test_an_unknown_game_is_refused_in_one_line() -> None:
    assert "no game is called" in fails_in_one_line(arena("check", "random", "chess"))


def test_an_unknown_bot_is_refused_in_one_line() -> None:
    assert "no bot is called" in fails_in_one_line(arena("check", "nobody"))
