"""Commands start fast, since they import little, and Ctrl-C ends them in one line from their first moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from patience import HANGS_S

from arena.cli.root import arena

ROOT = Path(__file__).parents[2]
HEAVY = {
    *("arena.games", "arena.match.referee", "arena.process.launch", "arena.tournament.tournament"),
    *("concurrent.futures", "importlib.metadata", "jinja2", "msgpack", "multiprocessing", "networkx"),
    *("numpy", "pyarrow", "scipy", "sqlite3", "subprocess", "tabulate", "trueskill"),
}
"""What takes long to import."""
OF_RESULTS = {"arena.tournament.store", "sqlite3", "trueskill"}
"""What the commands that print tables of results may import before they are asked for any: it is little."""
MODULES = "import sys; {run}; print(*sys.modules, file=sys.stderr)"
RUN = "sys.argv[1:] = {words!r}; from arena.cli.entry import run; run()"
INTERRUPTED = """
import os, signal, sys

class Interrupt:
    left = {imports}

    def find_spec(self, name, path=None, target=None):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

import arena.cli
sys.meta_path.insert(0, Interrupt())
sys.argv[1:] = {words!r}
arena.cli.main()
"""


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    """The words of every command."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None, name
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)


def python(code: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(argv, env=env, capture_output=True, text=True, timeout=HANGS_S, check=False)


def imported(*words: str) -> set[str]:
    """The modules that a command has imported in the end."""
    run = python(MODULES.format(run=RUN.format(words=words)))
    assert run.returncode == 0, run.stderr
    return set(run.stderr.split())


def test_the_list_of_commands_takes_click_and_little_else() -> None:
    modules = imported("--help")
    assert "click" in modules
    assert not HEAVY & modules
    own = {name for name in modules if name.partition(".")[0] in ("arena", "protocol", "bots")}
    assert len(own) <= 10, own


@pytest.mark.parametrize("words", [*commands(arena)], ids=" ".join)
def test_the_help_of_a_command_takes_nothing_heavy(words: tuple[str, ...]) -> None:
    assert imported(*words, "--help") & HEAVY <= OF_RESULTS


def test_a_table_of_results_takes_no_games_and_no_processes(tmp_path: Path) -> None:
    from synthetic_events import play

    db = str(play(tmp_path, deals=1))
    for words in (["leaderboard"], ["crosstable"], ["matches", "--last", "1"], ["tournament", "status"]):
        assert imported(*words, "--db", db) & HEAVY <= OF_RESULTS, words


@pytest.mark.parametrize("words", [["play", "portals", "nobody", "random"], ["check", "nobody"]])
def test_a_bot_that_is_not_there_is_named_before_anything_to_play_with_is_imported(words: list[str]) -> None:
    run = python(MODULES.format(run=RUN.format(words=words)))
    assert "no bot is called" in run.stderr
    assert not {"arena.match.referee", "arena.process.bot_process"} & set(run.stderr.split())


@pytest.mark.parametrize("words", [["doctor"], ["new", "--list"]], ids=" ".join)
def test_the_first_line_comes_before_any_compiler_is_asked(tmp_path: Path, words: list[str]) -> None:
    compiler = tmp_path / "go"
    os.mkfifo(tmp_path / "gate")
    compiler.write_text(f"#!/bin/sh\nread _ < {tmp_path / 'gate'}\n")
    compiler.chmod(0o755)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    argv = [sys.executable, "-m", "arena", *words]
    with subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert "bots" in run.stdout.readline()
        with (tmp_path / "gate").open("w") as gate:  # opens when the compiler waits there
            gate.write("go\n")
        assert "Rust" in run.stdout.read()


@pytest.mark.parametrize("words", [["--help"], ["leaderboard", "--help"], ["play", "--help"]], ids=" ".join)
@pytest.mark.parametrize("imports", [1, 5, 20, 50])
def test_ctrl_c_ends_in_one_line_while_the_command_starts(words: list[str], imports: int) -> None:
    ends_in_one_line(words, imports)


@pytest.mark.slow
def test_ctrl_c_ends_in_one_line_at_every_import() -> None:
    imports = 1
    while ends_in_one_line(["--help"], imports):
        imports += 1
    assert imports > 50


def ends_in_one_line(words: list[str], imports: int) -> bool:
    """Whether there are so many imports for Ctrl-C to come at. Asserts how that ends."""
    run = python(INTERRUPTED.format(words=words, imports=imports))
    if run.returncode == 0 and not run.stderr:
        return False
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "arena: interrupted\n"), imports
    return True


def test_ctrl_c_is_left_to_the_system_once_all_is_said() -> None:
    """What Python does at its exit is cut short by a signal, not by a traceback."""
    late = "import atexit, os, signal; atexit.register(os.kill, os.getpid(), signal.SIGINT)"
    run = python(f"{late}; import sys; sys.argv[1:] = ['--version']; import arena.cli; arena.cli.main()")
    assert run.stdout.startswith("arena, version ")
    assert (run.returncode, run.stderr) == (-signal.SIGINT, "")
