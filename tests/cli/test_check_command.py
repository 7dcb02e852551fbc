"""`arena check` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from shlex import quote

import pytest
from command_line import PYTHON, arena, fails_in_one_line
from tmux import Tmux

MISTAKES = Path(__file__).parents[1] / "check" / "mistakes"
GAME = "dragon-whisperer"


@pytest.mark.slow
def test_a_good_bot_passes() -> None:
    run = arena("check", "random", GAME, "--matches", 1, "--startup-ms", 60_000, "--exit-ms", 10_000)
    assert run.returncode == 0, run.stdout
    lines = run.stdout.splitlines()
    assert lines[0].startswith("  1 pass  starts: ")
    assert lines[-1] in ("25 pass", "24 pass, 1 skip")


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


@pytest.mark.slow
def test_a_terminal_sees_how_far_it_is_and_ctrl_c_ends_with_what_was_found(tmp_path: Path) -> None:
    words = ("check", "random", GAME, "--matches", "10000", "--startup-ms", "60000")
    with Tmux(*words, cwd=tmp_path, columns=250) as terminal:
        terminal.until("of 10000; about ", "min left")
        terminal.press("C-c")
        page = terminal.until("ended with 130")
    assert "4 pass  uses its time: " in page
    assert "\n4 pass\n" in page
    assert "interrupted: these are the steps that were done" in page


def test_no_news_elsewhere() -> None:
    bot = f"{PYTHON} {quote(str(MISTAKES / 'index_from_1.py'))}"
    run = arena("check", bot, GAME, "--startup-ms", 60_000, "--sandbox", "limits")
    assert run.stderr == ""
