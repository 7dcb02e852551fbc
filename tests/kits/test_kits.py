"""Every kit, with its real toolchain: made, built, put to its own test, checked, and in a tournament of all.
So are the other kinds of bots that a kit has, but for the check.

A kit that needs what this machine lacks is skipped, saying what to install; so are those that fetch packages,
unless ARENA_KITS is set. In CI nothing is skipped. The first worker that comes to a kit builds it, for all.
"""

from __future__ import annotations

import fcntl
import functools
import json
import os
import pickle
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest
from command_line import arena
from patience import HANGS_S

from arena import games
from arena.kits import VECTORS, Kit, find, kits
from arena.kits.build import SETTINGS
from arena.process.launch import environment, load_manifest

pytestmark = pytest.mark.slow

IN_CI = os.environ.get("CI") == "true"
MAY_FETCH = IN_CI or os.environ.get("ARENA_KITS", "0") not in ("", "0")
EVERY = kits()
OTHERS = [kit.of_kind(kind) for kit in EVERY for kind in kit.kinds]
PATIENCE = ("--startup-ms", 60_000, "--move-ms", 60_000)
PARTNERS = ("partner 1", "partner 2")
"""Who makes up a table where few kits were built."""
TRIES = 3
"""How often a bot is checked at most: on a busy machine a match may be void, through no fault of a bot."""
NAME = "wrong on purpose"
_ONE = {"name": NAME, "from": None, "hex": "81a17601"}

Run: TypeAlias = subprocess.CompletedProcess[str]
Outcomes: TypeAlias = Callable[[Kit], "Outcome"]


class Outcome(NamedTuple):
    """What became of a kit: its folder, each step, and its own test with a wrong entry among the vectors."""

    folder: Path
    steps: dict[str, Run]
    with_wrong: dict[str, Run]

    @property
    def ready(self) -> bool:
        """Whether there is a bot to play with."""
        return all(self.steps[step].returncode == 0 for step in ("new", "build") if step in self.steps)


@functools.cache
def why_not(language: str) -> str | None:
    """Why a kit is not tried here."""
    kit = find(language)
    if IN_CI:
        return None
    if kit.fetches and not MAY_FETCH:
        return "fetches packages: set ARENA_KITS=1 to try it"
    return "; ".join(map(str, kit.missing)) or None


def id_of(kit: Kit) -> str:
    return kit.language if kit.kind == "random" else f"{kit.language}-{kit.kind}"


def tried(kit: Kit, around: Path) -> Outcome:
    folder = around / f"my-{id_of(kit)}"
    steps = {"new": arena("new", folder.name, "--lang", kit.language, "--kind", kit.kind, cwd=around)}
    if kit.build:
        network = ("--network", *shown()) if kit.fetches else ()
        steps["build"] = arena("build", folder.name, *network, cwd=around)
        if kit.fetches:
            steps["build again, from what was fetched"] = arena("build", folder.name, cwd=around)
    steps["own test"] = own_test(kit, folder)
    words = ("check", folder.name, games.all()[0].id, "--matches", 1, *PATIENCE, "--exit-ms", 30_000)
    for _ in range(TRIES if kit.kind == "random" else 0):  # others take a second for each decision of a check
        steps["check"] = arena(*words, cwd=around)
        if "the arena stood still" not in steps["check"].stderr:
            break
    with_wrong = {}
    for name, entry in wrong_entries(kit).items():
        vectors = folder / VECTORS / name
        right = vectors.read_text("utf-8")
        # First: what an engine says to later requests than it answers would be waited for.
        vectors.write_text(right.replace("[\n", f"[\n {json.dumps(entry)},\n", 1), "utf-8")
        with_wrong[name] = own_test(kit, folder)
        vectors.write_text(right, "utf-8")
    return Outcome(folder, steps, with_wrong)


def wrong_entries(kit: Kit) -> Mapping[str, object]:
    """Entries that the kit's own test can't pass if it goes through the vectors, by file."""
    if kit.kind == "random":
        return {
            "valid.json": {**_ONE, "value": {"v": 2}, "canonical": True},
            "invalid.json": {**_ONE, "kind": "garbage", "path": "", "words": ""},
        }
    if not kit.engine:
        return {}
    return {"engine.json": {"name": NAME, "request": {"type": "drop"}, "answer": {"type": "answer"}}}


def shown() -> Iterator[str]:
    """What says on this machine where packages come from."""
    for path in (Path.home() / name for name in SETTINGS):
        if path.exists():
            yield from ("--show", str(path))


def own_test(kit: Kit, folder: Path) -> Run:
    return subprocess.run(
        kit.test, capture_output=True, text=True, cwd=folder, timeout=HANGS_S, check=False, env=environment()
    )


@pytest.fixture(scope="session")
def outcome_of(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """Gives a kit's outcome, tried by the first of all workers to ask for it; the others wait for that."""
    around = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        around = around.parent
    around = around / "kits"
    around.mkdir(exist_ok=True)

    def outcome_of(kit: Kit) -> Outcome:
        reason = why_not(kit.language)
        if reason is not None:
            pytest.skip(reason)
        known = around / f"{id_of(kit)}.outcome"
        with (around / f"{id_of(kit)}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not known.exists():
                known.write_bytes(pickle.dumps(tried(kit, around)))
        found: Outcome = pickle.loads(known.read_bytes())
        return found

    return outcome_of


@pytest.mark.parametrize("kit", [*EVERY, *OTHERS], ids=id_of)
def test_a_kit_is_made_built_tested_and_checked(kit: Kit, outcome_of: Outcomes) -> None:
    for step, run in outcome_of(kit).steps.items():
        assert run.returncode == 0, f"{id_of(kit)}, {step}:\n{run.stdout}\n{run.stderr}"


@pytest.mark.parametrize("kit", [*EVERY, *OTHERS], ids=id_of)
def test_a_kits_own_test_goes_through_all_vectors(kit: Kit, outcome_of: Outcomes) -> None:
    for name, run in outcome_of(kit).with_wrong.items():
        assert run.returncode != 0, f"{id_of(kit)} takes whatever stands in {name}"
        assert NAME in run.stdout + run.stderr, f"{id_of(kit)}, {name}:\n{run.stdout}\n{run.stderr}"


@pytest.mark.last
@pytest.mark.parametrize(("bots", "move_ms"), [(EVERY, 60_000), (OTHERS, 50)], ids=["random", "other kinds"])
def test_all_kits_that_were_built_play_a_tournament_over_all_games_without_a_fault(
    outcome_of: Outcomes, tmp_path: Path, bots: Sequence[Kit], move_ms: int
) -> None:
    tried_here = [outcome_of(kit) for kit in bots if why_not(kit.language) is None]
    folders = [outcome.folder for outcome in tried_here if outcome.ready]
    lines = ['name = "kits"', 'schedule = "swiss"', "rounds = 1", "deals = 1", "seed = 1"]
    for game in games.all():
        lines += ["[[game]]", f"id = {json.dumps(game.id)}", f"players = [{max(2, game.seats[0])}]"]
    lines += ["[limits]", "startup_ms = 60000", f"move_ms = {move_ms}", "margin_ms = 60000"]
    lines += ["move_cpu_ms = 60000"]
    for partner in PARTNERS:
        lines += ["[[bot]]", f"name = {json.dumps(partner)}", 'bundled = "random"']
    for folder in folders:
        spec = load_manifest(folder)
        lines += ["[[bot]]", f"name = {json.dumps(spec.name)}", f"command = {json.dumps(spec.command)}"]
        lines += [f"cwd = {json.dumps(str(folder))}", f"engine = {json.dumps(spec.engine)}"]
    (tmp_path / "kits.toml").write_text("\n".join(lines))
    run = arena("tournament", "run", "kits.toml", "--db", "kits.db", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    table = json.loads(arena("leaderboard", "--db", "kits.db", "--format", "json", cwd=tmp_path).stdout)
    assert {row["bot"] for row in table} == {*PARTNERS, *(folder.name for folder in folders)}
    assert [(row["bot"], row["faults"]) for row in table if row["faults"]] == []
    assert all(row["matches"] > 0 for row in table)
