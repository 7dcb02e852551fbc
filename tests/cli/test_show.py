"""What a bot's manifest may name, and what its owner shows, on the command line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from shlex import quote

import pytest
from command_line import arena, fails_in_one_line

from arena.cli.bots import bot_from_word
from arena.cli.demo_file import tournament_text
from arena.process.launch import BotSpec

pytestmark = pytest.mark.slow

GAME = "dragon-whisperer"
BOT = "from helper import run\nrun(lambda decision: 0, name='shown', send=[])\n"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A folder whose manifest names a file beside it."""
    for folder in ("bot", "common"):
        (tmp_path / folder).mkdir()
    (tmp_path / "common" / "main.py").write_text(BOT)
    (tmp_path / "common" / "helper.py").write_text("from protocol.bot import run\n")
    (tmp_path / "bot" / "bot.toml").write_text('name = "b"\ncommand = ["python3", "../common/main.py"]\n')
    return tmp_path


COMMANDS = {
    "play": ("play", GAME, "bot", "random", "random", "--startup-ms", 60_000),
    "check": ("check", "bot", GAME, "--matches", 1, "--startup-ms", 60_000, "--exit-ms", 10_000),
    "demo": ("demo", "--bot", "bot"),
    "replay": ("replay", "bot", "m.replay", "bot", "--seat", 0),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_manifest_names_outside_its_folder_is_refused(bot: Path, name: str) -> None:
    if name == "replay":
        arena("play", GAME, "random", "random", "random", "--save", "m.replay", cwd=bot)
    line = fails_in_one_line(arena(*COMMANDS[name], cwd=bot))
    assert f"its bot.toml leads to '{bot}/common/main.py', out of its folder '{bot}/bot'" in line
    assert f"--show {quote(f'{bot}/common/main.py')} " in line


@pytest.mark.parametrize("name", ["play", "check", "replay"])
def test_unless_the_owner_shows_it(bot: Path, name: str) -> None:
    if name == "replay":
        arena("play", GAME, "random", "random", "random", "--save", "m.replay", cwd=bot)
    run = arena(*COMMANDS[name], "--show", "common", cwd=bot)
    assert run.returncode == 0, (run.stdout, run.stderr)


def test_the_demos_tournament_names_a_folder_by_its_manifest(bot: Path) -> None:
    spec = bot_from_word(str(bot / "bot"), [bot / "common"])
    line = BotSpec("line", ("python3", "x.py"), cwd=bot, restart=True)
    *_, written, other = tomllib.loads(tournament_text([spec, line]))["bot"]
    assert written == {"name": "b", "folder": str(bot / "bot"), "show": [str(bot / "common")]}
    assert other == {"name": "line", "command": ["python3", "x.py"], "cwd": str(bot), "restart": True}
