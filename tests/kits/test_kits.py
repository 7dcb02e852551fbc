"""Every kit, with its real toolchain: made, built, put to its own test, checked, and in a tournament of all.

A kit whose toolchain is missing is skipped, saying what to install; so are those that fetch packages, unless
ARENA_KITS or CI is set. Under CI nothing is skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from arena import games
from arena.kits import VECTORS, Kit, kits
from arena.process.launch import environment, load_manifest

IN_CI = os.environ.get("CI") == "true"
FETCHES = IN_CI or "ARENA_KITS" in os.environ
FETCHING = ("npm", "go", "cargo", "mvn")
"""Tools that fetch packages."""
AT_ONCE = 2
EVERY = kits()
NAME = "wrong on purpose"
_ONE = {"name": NAME, "from": None, "hex": "81a17601"}
WRONG = {
    "valid.json": {**_ONE, "value": {"v": 2}, "canonical": True},
    "invalid.json": {**_ONE, "kind": "garbage", "path": "", "words": ""},
}
"""Entries that no test which goes through the vectors can pass."""

Run: TypeAlias = subprocess.CompletedProcess[str]


class Outcome(NamedTuple):
    """What became of a kit: its folder, each step, and its own test with a wrong entry among the vectors."""

    folder: Path
    steps: dict[str, Run]
    with_wrong: dict[str, Run]


def arena(*words: str | Path | int, cwd: Path) -> Run:
    argv = [sys.executable, "-m", "arena", *map(str, words)]
    return subprocess.run(argv, capture_output=True, text=True, cwd=cwd, timeout=900, check=False)


def why_not(kit: Kit) -> str | None:
    """Why a kit is not tried here."""
    if kit.missing and not IN_CI:
        return "; ".join(f"{tool.program}: {tool.install}" for tool in kit.missing)
    if not FETCHES and any(tool.program in FETCHING for tool in kit.tools):
        return "fetches packages: set ARENA_KITS=1 to try it"
    return None


def outcome_of(kit: Kit, outcomes: dict[str, Future[Outcome]]) -> Outcome:
    reason = why_not(kit)
    if reason is not None:
        pytest.skip(reason)
    return outcomes[kit.language].result()


def tried(kit: Kit, around: Path) -> Outcome:
    folder = around / f"my-{kit.language}"
    steps = {"new": arena("new", folder.name, "--lang", kit.language, cwd=around)}
    if kit.build:
        steps["build"] = arena("build", folder.name, cwd=around)
    steps["own test"] = own_test(kit, folder)
    steps["check"] = arena(
        "check", folder.name, games.all()[0].id, "--matches", 1, "--startup-ms", 60_000, "--exit-ms", 5_000,
        cwd=around,
    )  # fmt: skip
    with_wrong = {}
    for name, entry in WRONG.items():
        vectors = folder / VECTORS / name
        right = vectors.read_text("utf-8")
        vectors.write_text(right.removesuffix("\n]\n") + f",\n {json.dumps(entry)}\n]\n", "utf-8")
        with_wrong[name] = own_test(kit, folder)
        vectors.write_text(right, "utf-8")
    return Outcome(folder, steps, with_wrong)


def own_test(kit: Kit, folder: Path) -> Run:
    return subprocess.run(
        kit.test, capture_output=True, text=True, cwd=folder, timeout=900, check=False, env=environment()
    )


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[Outcome]]]:
    around = tmp_path_factory.mktemp("kits")
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {kit.language: pool.submit(tried, kit, around) for kit in EVERY if why_not(kit) is None}


@pytest.mark.parametrize("kit", EVERY, ids=lambda kit: kit.language)
def test_a_kit_is_made_built_tested_and_checked(kit: Kit, outcomes: dict[str, Future[Outcome]]) -> None:
    for step, run in outcome_of(kit, outcomes).steps.items():
        assert run.returncode == 0, f"{kit.language}, {step}:\n{run.stdout}\n{run.stderr}"


@pytest.mark.parametrize("kit", EVERY, ids=lambda kit: kit.language)
def test_a_kits_own_test_goes_through_all_vectors(kit: Kit, outcomes: dict[str, Future[Outcome]]) -> None:
    for name, run in outcome_of(kit, outcomes).with_wrong.items():
        assert run.returncode != 0, f"{kit.language} takes whatever stands in {name}"
        assert NAME in run.stdout + run.stderr, f"{kit.language}, {name}:\n{run.stdout}\n{run.stderr}"


def test_all_kits_play_a_tournament_over_all_games_without_a_fault(
    outcomes: dict[str, Future[Outcome]], tmp_path: Path
) -> None:
    folders = [future.result().folder for future in outcomes.values()]
    lines = ['name = "kits"', 'schedule = "swiss"', "rounds = 1", "deals = 1", "seed = 1"]
    for game in games.all():
        lines += ["[[game]]", f"id = {json.dumps(game.id)}", f"players = [{max(2, game.seats[0])}]"]
    lines += ["[limits]", "startup_ms = 60000"]
    for folder in folders:
        spec = load_manifest(folder)
        lines += ["[[bot]]", f"name = {json.dumps(spec.name)}", f"command = {json.dumps(spec.command)}"]
        lines.append(f"cwd = {json.dumps(str(folder))}")
    (tmp_path / "kits.toml").write_text("\n".join(lines))
    run = arena("tournament", "run", "kits.toml", "--db", "kits.db", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    table = json.loads(arena("leaderboard", "--db", "kits.db", "--format", "json", cwd=tmp_path).stdout)
    assert {row["bot"] for row in table} == {folder.name for folder in folders}
    assert [(row["bot"], row["faults"]) for row in table if row["faults"]] == []
    assert all(row["matches"] > 0 for row in table)
