"""Every game of the arena has the rooms and the tests that arena/games/README.md names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena import games

ROOT = Path(__file__).parents[2]
PLAN = (ROOT / "arena/games/README.md").read_text("utf-8")
SPARED = {
    "events",
    "picture",
    "policy",
    "test_picture.py",
    "test_refusals.py",
    "test_text.py",
    "test_greedy.py",
}
"""What a game may do without."""


def first_column(title: str) -> list[str]:
    """The names in the first column of a section's first table."""
    [section] = re.findall(rf"^#+ {title}\n(.*?)(?=^#|\Z)", PLAN, re.DOTALL | re.MULTILINE)
    [rows] = re.findall(r"^\|---.*?\n((?:\|.*\n)+)", section, re.MULTILINE)[:1]
    return re.findall(r"`([^`]+)`", "".join(line.split("|")[1] for line in rows.splitlines()))


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_a_game_has_the_rooms_of_the_plan_and_no_others(game: games.Game[games.State, object]) -> None:
    rooms = {path.name.removesuffix(".py") for path in game.folder.iterdir()} - {"__pycache__"}
    named = {*first_column("A game's floor plan"), "components.toml"}
    assert named - rooms <= SPARED
    assert rooms <= named


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_a_game_has_the_tests_of_the_plan(game: games.Game[games.State, object]) -> None:
    tests = ROOT / "tests/games" / game.folder.name
    there = {path.name for path in tests.iterdir()}
    for name in first_column("A game's tests"):
        several = name.startswith("test_rules") and list(tests.glob(f"{name.removesuffix('.py')}_*.py"))
        assert name in there or name in SPARED or several, f"{tests} has no {name}"
    assert (ROOT / f"tests/cases/{game.folder.name}.json").is_file()
