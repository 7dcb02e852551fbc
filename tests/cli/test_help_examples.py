"""Every example in a help text, and the README's tour, as a user would paste it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_line import arena as run_arena
from command_line import in_shell

from arena.cli.root import arena
from arena.games import all as all_games

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CLUB = """
name = "club"
seed = 3
deals = 1
[[game]]
id = "dragon-whisperer"
players = [3, 4]
[[game]]
id = "portals"
players = [2]
[[bot]]
name = "mine"
folder = "mybot"
[[bot]]
name = "other"
bundled = "random"
[[bot]]
name = "random"
bundled = "random"
[[bot]]
name = "greedy"
bundled = "greedy"
"""
LEAGUE = """
name = "league"
seed = 3
deals = 2
schedule = "league"
rounds = {rounds}
[[game]]
id = "portals"
players = [2]
[[bot]]
name = "greedy"
bundled = "greedy"
[[bot]]
name = "mine"
command = ["python3", "mybot.py"]
cwd = "."
"""
SHORTER = {
    "arena bench": "arena bench --seconds 0.01",
    "arena check": "arena check --matches 1",
}
"""What is run in place of what a line begins with, as it takes long and is the same thing."""
ELSEWHERE = {
    "arena demo": "test_readme_transcript.py, where a bot plays along",
    "arena demo --save demo": "test_readme_transcript.py",
    "arena tournament run examples/club_night.toml": "the tour of the README, which names a --db",
}
"""The examples that take long and are run by other tests; so are those that are lines of the tour."""
MYBOT = "import bots\n\nbots.policy({name!r}).run()\n"


def examples() -> Iterator[str]:
    """The lines of all help texts that run `arena`, or pipe something to it, without what they say of it."""

    def walk(command: click.Command, context: click.Context) -> Iterator[str]:
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                child = command.get_command(context, name)
                assert child is not None
                yield from walk(child, click.Context(child, parent=context, info_name=name))
        block = (command.help or "").split("\b\n")[1:]
        for line in (line.strip() for part in block for line in part.split("\n\n")[0].splitlines()):
            if line.startswith(("arena ", "echo ")):
                yield line.split("   ")[0]

    yield from dict.fromkeys(walk(arena, click.Context(arena, info_name="arena")))


def tour() -> list[str]:
    """The commands of the README's tour, in an activated environment."""
    text = (ROOT / "README.md").read_text("utf-8")
    block = text.split("## A tour\n\n```sh\n")[1].split("```")[0]
    first, *lines = [line.split("#")[0].strip() for line in block.splitlines()]
    assert first == ". .venv/bin/activate"
    return lines


def pasted(line: str, folder: Path, typed: str = "\n" * 1000) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell; Enter is pressed as often as it takes, or this is typed; then the input ends."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    env = {**os.environ, "PATH": path, "HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return in_shell(shorter(line), folder, env=env, input=typed)


def shorter(line: str) -> str:
    for start, short in SHORTER.items():
        if line == start or line.startswith(f"{start} "):
            return short + line.removeprefix(start)
    return line


def done(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line, in a shell if it wants one, or Enter, a home or `arena` on the PATH."""
    if any(sign in line for sign in ("|", "~", "arena engine", "human", "--resume", "--step", "--wait")):
        return pasted(line, folder)
    return run_arena(*shlex.split(shorter(line))[1:], cwd=folder)


def statuses(line: str) -> tuple[int, ...]:
    """What the line may end with: who leaves a match interrupts it, and a machine may lack something."""
    if "human" in line or "--resume" in line:
        return (130,)
    return (0, 1) if line.startswith("arena doctor") else (0,)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all files that examples name."""
    folder = tmp_path_factory.mktemp("examples")
    shutil.copytree(ROOT / "examples", folder / "examples")
    night = folder / "examples/club_night.toml"
    text = night.read_text()
    for long, short in (("deals    = 5", "deals    = 1"), ('"lookahead.py", "20"', '"lookahead.py", "1"')):
        assert long in text
        text = text.replace(long, short)
    night.write_text(text)
    (folder / "club.toml").write_text(CLUB)
    (folder / "mybots").mkdir()
    (folder / ".npmrc").touch()
    for line in (
        "arena new mybot --lang python",
        "arena new mybots/dragon --lang python",
        "arena tournament run club.toml",
        "arena play dragon-whisperer mybot random random --seed 1 --save match.replay --trace match.trace",
    ):
        run = done(line, folder)
        assert run.returncode == 0, (line, run.stdout, run.stderr)
    left = pasted("arena play portals human greedy --seed 7", folder, typed="save\n")
    assert left.returncode == 0, left.stderr
    shutil.copy(folder / "mybot/bot.py", folder / "other.py")
    for rounds, name in enumerate(("random", "greedy"), 1):  # mine, then mine@2, which is better
        (folder / "league.toml").write_text(LEAGUE.format(rounds=rounds))
        (folder / "mybot.py").write_text(MYBOT.format(name=name))
        run = done("arena tournament run league.toml --accept-changes", folder)
        assert run.returncode == 0, run.stderr
    return folder


@pytest.mark.parametrize("line", [line for line in examples() if line not in (*ELSEWHERE, *tour())])
def test_an_example_of_a_help_text_does_what_it_says(prepared: Path, tmp_path: Path, line: str) -> None:
    if not line.startswith("arena new"):
        shutil.copytree(prepared, tmp_path, dirs_exist_ok=True, symlinks=True)
    if "demo/demo.db" in line or "demo/demo.toml" in line:
        (tmp_path / "demo").mkdir()
        shutil.copytree(prepared / "mybot", tmp_path / "demo/mybot")
        shutil.copy(prepared / "club.db", tmp_path / "demo/demo.db")
        shutil.copy(prepared / "club.toml", tmp_path / "demo/demo.toml")
    if "monday.db" in line:
        shutil.copy(prepared / "club.db", tmp_path / "monday.db")
        shutil.copy(prepared / "club.db", tmp_path / "tuesday.db")
    if line.startswith("arena build"):  # Python has nothing to build
        with (tmp_path / "mybot/bot.toml").open("a") as manifest:
            manifest.write('build = ["true"]\n')
    run = done(line, tmp_path)
    assert run.returncode in statuses(line), (run.stdout, run.stderr)
    assert "Traceback" not in run.stderr


def test_what_is_run_elsewhere_is_an_example() -> None:
    assert set(ELSEWHERE) <= set(examples())


def test_every_command_has_an_example() -> None:
    commands = {line.partition("arena ")[2].split()[0] for line in examples()}
    assert commands == set(arena.list_commands(click.Context(arena)))


def test_the_tour_of_the_readme(prepared: Path, tmp_path: Path) -> None:
    shutil.copytree(prepared / "examples", tmp_path / "examples")
    for line in tour():
        run = pasted(line, tmp_path)
        assert run.returncode in statuses(line), (line, run.stdout, run.stderr)
        assert "Traceback" not in run.stderr


def test_each_games_rules_are_named_by_its_page() -> None:
    for game in all_games():
        assert str(game.folder / "RULES.md") in run_arena("games", game.id).stdout
