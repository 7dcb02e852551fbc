"""A game of another package, installed beside the arena, is played, checked, stored, replayed and proved.

The package is `examples/a_new_game`, as its author would give it away; the arena knows nothing of it. A bot
in Ruby plays along.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from patience import HANGS_S
from test_installed import PROJECT, ROOT, environment, pip_install, run

pytestmark = pytest.mark.slow

EXAMPLE = ROOT / "examples/a_new_game"
TOURNAMENT = """
name = "cards"
seed = 1
deals = 2

[[game]]
id = "twelve-cards"
players = [2, 3]
options = { hand = 4 }

[[bot]]
folder = "rubina"
[[bot]]
name = "greedy"
bundled = "greedy"
[[bot]]
name = "random"
bundled = "random"
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment where the arena and the game were installed, as wheels."""
    dist = tmp_path_factory.mktemp("dist")
    for folder in (ROOT, EXAMPLE):
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", dist, cwd=folder)
    programs = environment(
        tmp_path_factory.mktemp("both") / "environment", PROJECT["project"]["dependencies"]
    )
    for wheel in sorted(dist.glob("*.whl")):
        pip_install(programs, wheel)
    return programs


@pytest.fixture(scope="module")
def evening(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot in Ruby, and a tournament that it played along in."""
    if (
        shutil.which("ruby") is None
        or subprocess.run(["ruby", "-rmsgpack", "-e", ""], check=False).returncode
    ):
        pytest.skip("needs Ruby with its gem msgpack")
    folder = tmp_path_factory.mktemp("evening")
    run(programs / "arena", "new", "rubina", "--lang", "ruby", cwd=folder)
    (folder / "cards.toml").write_text(TOURNAMENT)
    run(programs / "arena", "tournament", "run", "cards.toml", cwd=folder)
    return folder


def rows(programs: Path, folder: Path, *words: str) -> Any:
    return json.loads(run(programs / "arena", *words, "--format", "json", cwd=folder))


def test_the_arena_lists_and_explains_it(programs: Path, tmp_path: Path) -> None:
    assert [row["game"] for row in rows(programs, tmp_path, "games")][-1] == "twelve-cards"
    about = rows(programs, tmp_path, "games", "twelve-cards")
    assert about["title"] == "Twelve Cards"
    assert about["endings"] == {"hand_empty": "A seat has no card left."}
    assert about["longest"] == {"2": 10, "3": 15}


def test_it_keeps_its_promises_where_it_is_installed(programs: Path, tmp_path: Path) -> None:
    told = (
        "from arena import games; from arena.games import testing; testing.check(games.get('twelve-cards'))"
    )
    run(programs / "python", "-c", told, cwd=tmp_path)


def test_a_tournament_of_it_is_played_and_rated(programs: Path, evening: Path) -> None:
    table = rows(programs, evening, "leaderboard", "--db", "cards.db")
    assert {row["bot"] for row in table} == {"rubina", "greedy", "random"}
    assert not any(row["faults"] for row in table)
    status = rows(programs, evening, "tournament", "status", "--db", "cards.db")
    assert status["done"] == status["scheduled"] == 2 * (3 * 2 + 3)


def test_its_stored_matches_are_proved(programs: Path, evening: Path) -> None:
    matches = rows(programs, evening, "matches", "--db", "cards.db")
    for match in matches[:3]:
        run(programs / "arena", "replay", "verify", "cards.db", "--match", str(match["match"]), cwd=evening)


def test_a_match_of_it_is_replayed_and_proved(programs: Path, evening: Path) -> None:
    arena = programs / "arena"
    run(arena, "play", "twelve-cards", "rubina", "random", "--seed", "3", "--save", "one.replay", cwd=evening)
    run(arena, "replay", "verify", "one.replay", cwd=evening)
    assert "Deck:" in run(arena, "replay", "show", "one.replay", cwd=evening)
    assert '"card"' in run(arena, "replay", "export", "one.replay", "--format", "jsonl", cwd=evening)


def test_a_bot_is_checked_with_it(programs: Path, evening: Path) -> None:
    run(programs / "arena", "check", "rubina", "twelve-cards", cwd=evening)


def test_greedy_says_that_it_plays_it_at_random(programs: Path, tmp_path: Path) -> None:
    told = "from bots.greedy import policy_for; policy_for('twelve-cards')"
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [programs / "python", "-c", told],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=env,
        timeout=HANGS_S,
        check=True,
    )
    assert done.stderr == "greedy has no policy for twelve-cards and plays it at random\n"
