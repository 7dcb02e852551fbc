"""Keeps the lists of rule sentences: every id of a rules page is there, and every test named exists."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import worked_cases

from arena import games

FOLDER = Path(__file__).parent


def folder_of(game_id: str) -> Path:
    """Where a game's own tests are."""
    return FOLDER / game_id.replace("-", "_")


def listed(game_id: str) -> dict[str, Any]:
    """What a game's rules.toml says."""
    return tomllib.loads((folder_of(game_id) / "rules.toml").read_text())


def rules(game_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = listed(game_id)["rule"]
    return found


@cache
def functions_in(file: Path) -> set[str]:
    """The test functions of a file."""
    tree = ast.parse(file.read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("game_id", games.ids())
def test_every_rule_is_listed_once(game_id: str) -> None:
    page = listed(game_id)
    ids = [*page["sections"], *(f"R{number}" for number in range(1, page["rulings"] + 1))]
    assert sorted(str(rule["id"]) for rule in rules(game_id)) == sorted(ids)


@pytest.mark.parametrize("game_id", games.ids())
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
