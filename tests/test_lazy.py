"""Packages that import their names when these are asked for say the same thrice."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from arena.lazy import names_of

ROOT = Path(__file__).parents[1]
LAZY = [
    path.parent.relative_to(ROOT)
    for path in sorted((ROOT / "arena").rglob("__init__.py"))
    if "names_of(" in path.read_text("utf-8")
]


def test_there_are_such_packages() -> None:
    assert len(LAZY) >= 3


@pytest.mark.parametrize("package", LAZY, ids=str)
def test_all_names_are_there_as_type_checkers_are_told(package: Path) -> None:
    name = ".".join(package.parts)
    module = import_module(name)
    found = ast.walk(ast.parse((ROOT / package / "__init__.py").read_text("utf-8")))
    homes = {
        alias.name: node.module
        for node in found
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{name}.")
        for alias in node.names
    }
    assert list(homes) and sorted(homes) == sorted(module.__all__)
    for each, home in homes.items():
        assert getattr(module, each) is getattr(import_module(str(home)), each)
        assert not (ROOT / package / f"{each}.py").exists(), "a module of that name would hide it"


def test_a_name_that_is_not_there_is_missed_as_anywhere() -> None:
    with pytest.raises(AttributeError, match=r"module 'arena\.report' has no attribute 'cats'"):
        names_of("arena.report", {"tables": ["render"]})("cats")
