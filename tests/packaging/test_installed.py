"""The arena as it is given away: what wheel and source archive hold, and that it works where only they are.

Nothing is fetched: what the arena needs is copied from this environment, and no more than it says it needs.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from patience import HANGS_S

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def run(*argv: str | Path, cwd: Path) -> str:
    """Run a program as one who has nothing of this repository; returns what it wrote."""
    env = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP", "VIRTUAL"))
    }
    done = subprocess.run(
        argv, cwd=cwd, env=env, capture_output=True, text=True, timeout=HANGS_S, check=False
    )
    assert done.returncode == 0, (argv, done.stdout, done.stderr)
    return done.stdout


def needed(requirements: list[str], seen: dict[str, Distribution] | None = None) -> dict[str, Distribution]:
    """What is installed here for these requirements, and for theirs."""
    seen = {} if seen is None else seen
    for requirement in map(Requirement, requirements):
        if requirement.name not in seen and (
            requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        ):
            seen[requirement.name] = distribution(requirement.name)
            needed(seen[requirement.name].requires or [], seen)
    return seen


def environment(folder: Path, requirements: list[str]) -> Path:
    """A new virtual environment with these requirements alone; returns its folder of programs."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    [packages] = folder.glob("lib/python*/site-packages")
    for found in needed(requirements).values():
        for file in found.files or ():
            if not file.is_absolute() and ".." not in file.parts and file.suffix != ".pyc":
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), packages / file)
    return folder / "bin"


def pip_install(programs: Path, archive: Path) -> None:
    """Install an archive, and nothing else."""
    options = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    run(*pip, "install", "-q", *options, archive, cwd=programs.parent)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def source(archives: Path) -> Path:
    """The source archive."""
    [path] = archives.glob("*.tar.gz")
    return path


@pytest.fixture(scope="module")
def wheel(archives: Path) -> Path:
    """The wheel."""
    [path] = archives.glob("*.whl")
    return path


def in_source(source: Path) -> set[str]:
    """The files of the source archive, as they stand in the repository."""
    with tarfile.open(source) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def in_wheel(wheel: Path) -> set[str]:
    """The files of a wheel's packages."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name and ".data/" not in name}


def test_the_source_archive_holds_what_the_repository_holds(source: Path) -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no repository")
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    there = {name for name in listed.split("\0") if (ROOT / name).is_file()}
    assert in_source(source) - {"PKG-INFO"} == there


def test_the_wheel_holds_all_of_the_packages_and_nothing_else(source: Path, wheel: Path) -> None:
    """Code, data, pages, kits, vectors; and no tests, which `random.py` and others of theirs would shadow."""
    assert in_wheel(wheel) == {name for name in in_source(source) if name.split("/")[0] in PACKAGES}


@pytest.fixture(scope="module", params=["wheel", "source"])
def programs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment where the arena was installed."""
    folder = tmp_path_factory.mktemp(request.param) / "environment"
    builds = PROJECT["build-system"]["requires"] if request.param == "source" else []
    programs = environment(folder, PROJECT["project"]["dependencies"] + builds)
    pip_install(programs, request.getfixturevalue(request.param))
    return programs


def test_it_tells_its_version(programs: Path, tmp_path: Path) -> None:
    tree = ast.parse((ROOT / "arena/__init__.py").read_text("utf-8"))
    [version] = [ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign)]
    assert run(programs / "arena", "--version", cwd=tmp_path) == f"arena, version {version}\n"
    told = "from importlib.metadata import version; print(version('bot-arena'))"
    assert run(programs / "python", "-c", told, cwd=tmp_path).strip() == version


def test_the_man_page_is_where_man_looks(programs: Path) -> None:
    page = programs.parent / "share/man/man1/arena.1"
    assert page.read_bytes() == (ROOT / "docs/man/arena.1").read_bytes()


def test_it_comes_from_where_it_was_installed(programs: Path, tmp_path: Path) -> None:
    for package in PACKAGES:
        told = run(programs / "python", "-c", f"import {package}; print({package}.__file__)", cwd=tmp_path)
        assert Path(told).is_relative_to(programs.parent)
    [packages] = programs.parent.glob("lib/python*/site-packages")
    assert not (packages / "tests").exists()


def test_games_name_their_rules(programs: Path, tmp_path: Path) -> None:
    games = json.loads(run(programs / "arena", "games", "--format", "json", cwd=tmp_path))
    for game in games:
        shown = run(programs / "arena", "games", game["game"], cwd=tmp_path)
        [page] = re.findall(r"bot authors: (.+RULES\.md)", shown)
        assert Path(page).is_file() and Path(page).is_relative_to(programs.parent)


def test_a_first_bot_can_be_made_in_every_language(programs: Path, tmp_path: Path) -> None:
    made = {path.parent.name for path in (ROOT / "arena/kits").glob("*/kit.toml")}
    assert made
    lines = ["from arena.cli.root import arena"]
    lines += [f"arena(['new', {name!r}, '--lang', {name!r}], standalone_mode=False)" for name in sorted(made)]
    run(programs / "python", "-c", "\n".join(lines), cwd=tmp_path)
    for language in made:
        assert (tmp_path / language / "bot.toml").is_file()
        assert (tmp_path / language / "test/vectors/valid.json").is_file()


def test_a_bot_of_ones_own_plays_along(programs: Path, tmp_path: Path) -> None:
    """The demo in small: each game once, in processes; then a table, and a match and its proof."""
    arena = programs / "arena"
    run(arena, "new", "mine", "--lang", "python", cwd=tmp_path)
    games = json.loads(run(arena, "games", "--format", "json", cwd=tmp_path))
    tables = [
        f'[[game]]\nid = "{game["game"]}"\nplayers = [{max(2, min(game["players"]))}]\n' for game in games
    ]
    bots = '[[bot]]\nfolder = "mine"\n[[bot]]\nname = "greedy"\nbundled = "greedy"\n'
    bots += '[[bot]]\nname = "random"\nbundled = "random"\n'
    (tmp_path / "small.toml").write_text(f'name = "small"\nseed = 1\ndeals = 1\n{"".join(tables)}{bots}')
    run(arena, "tournament", "run", "small.toml", cwd=tmp_path)
    rows = json.loads(run(arena, "leaderboard", "--db", "small.db", "--format", "json", cwd=tmp_path))
    assert {row["bot"] for row in rows} == {"mine", "greedy", "random"}
    assert not any(row["faults"] for row in rows)
    run(arena, "play", "portals", "mine", "greedy", "--seed", "1", "--save", "one.replay", cwd=tmp_path)
    run(arena, "replay", "verify", "one.replay", cwd=tmp_path)
