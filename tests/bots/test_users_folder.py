"""What lies in the folder that the arena is called in takes the place of nothing that the arena starts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from command_line import TOURNAMENT, arena

from arena.bench.pipe import pipe_speed
from arena.process.launch import bundled, bundled_names, resolve
from arena.process.limits import Sandbox
from arena.process.reach import package_root
from arena.process.sandbox import best_sandbox
from arena.tournament.pool import WorkerPool

TRAP = """
import pathlib
pathlib.Path(__file__).with_suffix(".imported").touch()
raise SystemExit(f"{__name__} of the user's folder was imported")
"""
NAMES = (
    *("random", "msgpack", "statistics", "bots/__init__", "bots/random", "bots/greedy"),
    *("protocol/__init__", "protocol/bot", "numpy/__init__"),
)


@pytest.fixture(autouse=True)
def this_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    """Called from elsewhere, it is the arena under test that runs."""
    monkeypatch.setenv("PYTHONPATH", str(package_root()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's folder with modules that are called as others are."""
    for name in NAMES:
        trap = tmp_path / f"{name}.py"
        trap.parent.mkdir(exist_ok=True)
        trap.write_text(TRAP)
    return tmp_path


def imported(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.imported"))


def sandboxes() -> list[Sandbox]:
    return [Sandbox.LIMITS, Sandbox.OFF, *{best_sandbox(Sandbox.AUTO)} - {Sandbox.LIMITS}]


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", sandboxes())
def test_a_match_of_bundled_bots_is_theirs(folder: Path, sandbox: Sandbox) -> None:
    line = f"play dragon-whisperer random greedy random --seed 4 --sandbox {sandbox} --format json".split()
    here = arena(*line, cwd=folder)
    assert here.returncode == 0, here.stderr
    assert json.loads(here.stdout)["faults"] == []
    assert here.stdout == arena(*line, cwd=package_root()).stdout
    assert not imported(folder)


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_bot_is_known_as_the_same_one_everywhere(name: str, folder: Path) -> None:
    here = resolve(bundled(name), folder)
    assert here.fingerprint == resolve(bundled(name), package_root()).fingerprint
    sources = [file.path for file in here.files[1:]]
    assert sources
    assert all(path.is_relative_to(package_root() / "bots") for path in sources)


@pytest.mark.slow
def test_a_tournament_runs_and_resumes_there(folder: Path) -> None:
    (folder / "night.toml").write_text(TOURNAMENT)
    for _ in range(2):
        run = arena("tournament", "run", "night.toml", "--db", "night.db", cwd=folder)
        assert run.returncode == 0, run.stderr
    faults = json.loads(arena("faults", "--db", "night.db", "--format", "json", cwd=folder).stdout)
    assert faults == []
    assert not imported(folder)


def test_workers_import_the_same_whatever_lies_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for first in ("", str(folder)):  # as `python -c` and `python -m` begin it
        monkeypatch.setattr(sys, "path", [first, *sys.path])
        with WorkerPool(1) as pool:
            assert str(folder) not in pool.submit(import_path).result()
    assert not imported(folder)


def test_the_benchmark_measures_its_own_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert pipe_speed("dragon-whisperer", 3, rounds=1).ratio > 0
    assert not imported(folder)


def import_path() -> list[str]:
    return [str(Path(entry).absolute()) for entry in sys.path]
