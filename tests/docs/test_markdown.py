"""What pages name is there: where links lead, files, names, commands; and their samples of code work."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from pages import FOLDERS, ROOT, Block, Page, pages
from patience import HANGS_S
from shell_lines import check_arguments, words

from arena.process.launch import load_manifest
from arena.tournament import read_tournament
from arena.tournament.ledger import Ledger

PAGES = pages()
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)

FILE = re.compile(rf"(?:{'|'.join(FOLDERS)})(?:/[\w.-]+)*/?")
NAME = re.compile(r"((?:arena|bots|protocol)(?:\.[a-z_A-Z]+)+)(?:\(.*\))?")
EXTRAS = re.compile(r"'(?:bot-arena|\.)\[([\w,]+)\]'")
SHELL = {".", "do", "done", "eval", "source", "while"}
"""Words of the shell that a line of a page may begin with."""
SHOWN = {"", "markdown", "text"}
"""The languages of blocks that only people read; `indented` ones may hold commands."""
LANGUAGES = SHOWN | {"console", "indented", "json", "python", "sh", "sql", "toml", "{eval-rst}"}
SOME_BOTS = "".join(f'[[bot]]\nname = "{name}"\nbundled = "random"\n' for name in "abcdefghi")
SOME_GAME = '[[game]]\nid = "portals"\nplayers = [2]\n'


def blocks(*languages: str) -> list[object]:
    """The blocks of these languages on all pages, as parameters."""
    return [
        pytest.param(block, id=f"{page.name}:{block.line}")
        for page in PAGES
        for block in page.blocks
        if block.language in languages
    ]


@every_page
def test_the_site_lists_the_page(page: Page) -> None:
    listed = page.name.removesuffix(".md")
    assert listed == "README" or f'"{listed}"' in (ROOT / "docs/conf.py").read_text("utf-8"), (
        "add it to PAGES"
    )


@every_page
def test_links_lead_somewhere(page: Page) -> None:
    for link in page.links:
        if re.match(r"https://[\w.-]+\.\w+(/|$)", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.path.parent / path).resolve() if path else page.path
        assert target.exists() and target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in Page(target).anchors, link


@every_page
def test_files_that_are_named_are_there(page: Page) -> None:
    lines = [
        line for block in page.blocks if block.language in ("sh", "console") for line in words(block.text)
    ]
    for code in [*page.codes, *(word for line in lines for word in line)]:
        if "/" in code and FILE.fullmatch(code):
            assert (ROOT / code).exists(), code


@every_page
def test_names_of_modules_and_what_is_in_them_are_right(page: Page) -> None:
    if page.name == "CHANGELOG.md":
        return  # it names also what is gone
    for block in page.blocks:
        for module in re.findall(r"automodule:: (\S+)", block.text):
            importlib.import_module(module)
    for code in page.codes:
        if (match := NAME.fullmatch(code)) and not (page.path.parent / code).exists():
            assert is_importable(match[1]), code


def is_importable(name: str) -> bool:
    """Whether a dotted name is a module's, or leads from one to an attribute."""
    parts = name.split(".")
    for number in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:number]))
        except ModuleNotFoundError:
            continue
        for part in parts[number:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@every_page
def test_extras_that_are_named_are_there(page: Page) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for named in EXTRAS.findall(page.text):
        assert set(named.split(",")) <= set(extras)


@every_page
def test_blocks_are_in_languages_that_are_checked(page: Page) -> None:
    assert {block.language for block in page.blocks} <= LANGUAGES


@every_page
def test_commands_and_their_options_are_those_that_there_are(page: Page) -> None:
    lines = [code for code in page.codes if code.startswith("arena ")]
    lines += [line for block in page.blocks for line in block.text.splitlines() if is_command(block, line)]
    for line in lines:
        for argv in words(line):
            if argv[0] == "arena":
                check_arguments(argv[1:])


def is_command(block: Block, line: str) -> bool:
    """Whether a line is one for the shell; in blocks of no language those of the arena are."""
    return block.language in ("sh", "console") or (block.language == "indented" and line.startswith("arena "))


@pytest.mark.parametrize("block", blocks("sh", "console"))
def test_lines_for_the_shell_begin_with_a_program(block: Block) -> None:
    for argv in words(block.text):
        program = argv[0].removeprefix(".venv/bin/")
        beside = Path(sys.executable).parent / program
        assert program in SHELL or beside.exists() or shutil.which(program) or (ROOT / program).exists(), argv


@pytest.mark.parametrize("block", blocks("python"))
def test_python_runs(block: Block, tmp_path: Path) -> None:
    """A bot is told at once that nobody plays, by the end of its input; an event has not begun."""
    if "club.db" in block.text:
        enter_event(tmp_path, "club")
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", block.text],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS_S,
        check=False,
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("block", blocks("toml"))
def test_toml_is_what_the_arena_reads(block: Block, tmp_path: Path) -> None:
    """A manifest, or a part of a tournament file: the rest is added."""
    keys = tomllib.loads(block.text)
    if "command" in keys:
        (tmp_path / "bot.toml").write_text(block.text, "utf-8")
        assert load_manifest(tmp_path).name == keys["name"]
        return
    top = "" if "name" in keys else 'name = "sample"\n'
    rest = "".join(text for key, text in (("game", SOME_GAME), ("bot", SOME_BOTS)) if key not in keys)
    file = tmp_path / "sample.toml"
    file.write_text(top + block.text + rest, "utf-8")
    read_tournament(file)


def enter_event(folder: Path, name: str) -> Path:
    """The database of an event of which nothing has been played."""
    event = folder / f"{name}.toml"
    event.write_text(f'name = "{name}"\nseed = 1\ndeals = 1\n' + SOME_GAME + SOME_BOTS, "utf-8")
    with Ledger(folder / f"{name}.db") as ledger:
        ledger.enter(read_tournament(event))
    return folder / f"{name}.db"


@pytest.mark.parametrize("block", blocks("json"))
def test_json_can_be_read(block: Block) -> None:
    json.loads(block.text)


@pytest.mark.parametrize("block", blocks("sql"))
def test_sql_can_be_asked_of_a_store(block: Block, tmp_path: Path) -> None:
    with closing(sqlite3.connect(enter_event(tmp_path, "sample"))) as store:
        assert store.execute(block.text).fetchall() == []
