"""What shells complete: commands, options, and the names of things."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from command_line import TOURNAMENT
from patience import HANGS_S

from arena.cli.root import arena
from arena.ratings.book import Book
from arena.tournament import read_tournament
from arena.tournament.ledger import Ledger

ROOT = Path(__file__).parents[2]


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a tournament's database and a bot, and we in it."""
    (tmp_path / "event.toml").write_text(TOURNAMENT)
    with Ledger(tmp_path / "event.db", Book.open) as ledger:
        ledger.enter(read_tournament(tmp_path / "event.toml"))
    (tmp_path / "mybot").mkdir()
    (tmp_path / "mybot/bot.toml").write_text('name = "m"\ncommand = ["true"]\n')
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("arena head", ["head-to-head"]),
        ("arena tournament s", ["status", "standings", "schedule"]),
        ("arena games p", ["portals"]),
        ("arena leaderboard --game d", ["dragon-whisperer"]),
        ("arena play portals g", ["greedy"]),
        ("arena play portals greedy h", ["human"]),
        ("arena play portals m", ["mybot"]),
        ("arena play portals --set m", ["magic_spells="]),
        ("arena play portals random random --set m", ["magic_spells="]),
        ("arena play portals --sandbox b", ["bubblewrap"]),
        ("arena leaderboard --columns mean", ["mean_rank", "mean_score"]),
        ("arena leaderboard --columns rank,b", ["rank,bot"]),
        ("arena scores --format m", ["markdown"]),
        ("arena matches --format p", ["parquet"]),
        ("arena new --lang py", ["python"]),
        ("arena faults --kind st", ["startup"]),
        ("arena head-to-head g", ["greedy"]),
        ("arena head-to-head greedy --db event.db o", ["other"]),
        ("arena faults --db event.db --bot r", ["random"]),
        ("arena faults --db nowhere.db --bot r", []),
        ("arena leaderboard --col", ["--columns"]),
    ],
)
def test_a_line_is_completed(line: str, completed: list[str]) -> None:
    _, *words, begun = line.split()
    items = ShellComplete(arena, {}, "arena", "_ARENA_COMPLETE").get_completions(words, begun)
    assert [item.value for item in items] == completed


def test_any_folder_may_hold_a_bot() -> None:
    shell = ShellComplete(arena, {}, "arena", "_ARENA_COMPLETE")
    assert [item.type for item in shell.get_completions(["check"], "../bots/")] == ["dir"]


def asked(shell: str, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell that knows the command."""
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PATH": folders, "PYTHONPATH": str(ROOT)}
    argv = [shell, "-c", line]
    return subprocess.run(argv, env=env, capture_output=True, text=True, timeout=HANGS_S, check=False)


def readme(shell: str) -> str:
    """The README's line for a shell."""
    block = (ROOT / "README.md").read_text("utf-8").split("_ARENA_COMPLETE")
    assert len(block) == 4, "a line for each of three shells"
    [line] = [
        line.split("#")[0].strip()
        for line in (ROOT / "README.md").read_text("utf-8").splitlines()
        if f"{shell}_source" in line
    ]
    return line


def test_bash_completes_with_the_line_of_the_readme() -> None:
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    words = "COMP_WORDS=(arena play portals gre); COMP_CWORD=3; _arena_completion arena gre portals"
    run = asked("bash", f'{readme("bash")}; {words}; printf "%s\\n" "${{COMPREPLY[@]}}"')
    assert (run.stdout, run.returncode) == ("greedy\n", 0), run.stderr


@pytest.mark.parametrize(("shell", "registers"), [("zsh", "compdef"), ("fish", "complete --no-files")])
def test_the_other_shells_are_told_how(shell: str, registers: str) -> None:
    env = {**os.environ, "_ARENA_COMPLETE": f"{shell}_source", "PYTHONPATH": str(ROOT)}
    program = Path(sys.executable).parent / "arena"
    run = subprocess.run([program], env=env, capture_output=True, text=True, timeout=HANGS_S, check=False)
    assert run.returncode == 0
    assert registers in run.stdout
    assert f"_ARENA_COMPLETE={shell}_complete" in run.stdout
    assert readme(shell)
