"""The man page says what the helps say."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from pages import ROOT
from patience import HANGS_S

from arena.cli.root import arena

PAGE = ROOT / "docs/man/arena.1"


def commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            child = command.get_command(click.Context(command), name)
            assert child is not None
            yield from commands(child)


def line() -> list[str]:
    """The command of CONTRIBUTING that makes it."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    [found] = re.findall(r"^\.venv/bin/(sphinx-build .*? -b man .*?) #", text, re.MULTILINE)
    return shlex.split(found)


def test_every_command_and_option_is_in_it() -> None:
    """Make it anew, as CONTRIBUTING says, if one is not."""
    text = PAGE.read_text("utf-8").replace("\\-", "-")
    for command in commands(arena):
        assert re.search(rf"^\.S[HS] \"?{command.name}\"?$", text, re.MULTILINE | re.IGNORECASE), command.name
        for option in command.params:
            if isinstance(option, click.Option):
                assert re.search(rf"^\.B .*{option.opts[-1]}\b", text, re.MULTILINE), (
                    command.name,
                    option.opts,
                )


@pytest.mark.slow
def test_it_is_as_it_would_be_made_anew(tmp_path: Path) -> None:
    program, *options, _ = line()
    made = [*options, str(tmp_path)]
    made[made.index("-d") + 1] = str(tmp_path / "trees")
    argv = [str(Path(sys.executable).parent / program), *made]
    run = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=HANGS_S, check=False)
    assert run.returncode == 0, run.stderr
    assert told(tmp_path / "arena.1") == told(PAGE)


def told(page: Path) -> list[str]:
    """The lines of a man page, less the date and who made it."""
    return [line for line in page.read_text("utf-8").splitlines() if not line.startswith((".TH", '.\\"'))]
