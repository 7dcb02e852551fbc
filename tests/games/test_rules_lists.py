"""Keeps the lists of rule sentences: every id of a rules page is there, and every test named exists."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import worked_cases

FOLDER = Path(__file__).parent
IDS = {
    "dragon-whisperer": [
        *(
            "2",
            "3",
            "4",
            "5",
            "5.1",
            "6",
            "6.3",
            "6.5",
            "7",
            "8",
            "9",
            "10",
            "10 voids",
            "11",
            "12",
            "14",
            "15",
        ),
        *(f"R{number}" for number in range(1, 28)),
    ],
    "portals": [
        *("2", "3", "4", "5", "5.1", "5.2", "5.3", "5.4", "6", "7", "8", "9", "10", "11", "12", "14", "15"),
        *(f"R{number}" for number in range(1, 40)),
    ],
    "vault-of-dragons": [
        *(str(section) for section in (*range(2, 15), 16, 17)),
        *(f"R{number}" for number in range(1, 73)),
    ],
    "yawning-portal": [
        *("2", "3", "4", "4.1", "4.2", "5", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6"),
        *("7.1", "7.2", "7.3", "8", "9", "10", "11", "12", "14", "15"),
        *(f"R{number}" for number in range(1, 49)),
    ],
}


def folder_of(game_id: str) -> Path:
    """Where a game's own tests are."""
    return FOLDER / game_id.replace("-", "_")


def rules(game_id: str) -> list[dict[str, Any]]:
    text = (folder_of(game_id) / "rules.toml").read_text()
    found: list[dict[str, Any]] = tomllib.loads(text)["rule"]
    return found


@cache
def functions_in(file: Path) -> set[str]:
    """The test functions of a file."""
    tree = ast.parse(file.read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("game_id", IDS)
def test_every_rule_is_listed_once(game_id: str) -> None:
    assert sorted(str(rule["id"]) for rule in rules(game_id)) == sorted(IDS[game_id])


@pytest.mark.parametrize("game_id", IDS)
def test_every_rule_says_something_and_is_proved_by_tests_that_exist(game_id: str) -> None:
    cases = {f"case/{case['name']}" for case in worked_cases.load(game_id)}
    for rule in rules(game_id):
        assert rule["says"]
        assert rule["tests"]
        for name in rule["tests"]:
            module, _, function = name.partition("::")
            files = [folder / f"{module}.py" for folder in (folder_of(game_id), FOLDER)]
            found = [file for file in files if file.is_file() and function in functions_in(file)]
            assert name in cases or found, name


@pytest.mark.parametrize("game_id", IDS)
def test_every_worked_case_that_is_named_is_played(game_id: str) -> None:
    from test_cases import GAMES

    assert game_id in GAMES
