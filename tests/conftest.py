"""What is not done each time: `ARENA_THOROUGH=1 pytest ...` has some tests do more; benchmarks run only when
asked for, with `pytest tests/benchmarks --benchmarks -s`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Amount = Callable[[int, int], int]


@pytest.fixture(scope="session")
def amount() -> Amount:
    """How much a test does: the first number, the second where it is to be thorough."""
    thorough = os.environ.get("ARENA_THOROUGH", "0") not in ("", "0")
    return lambda quick, all: all if thorough else quick


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--benchmarks", action="store_true", help="run the benchmarks")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--benchmarks"):
        for item in items:
            if item.path.parent == Path(__file__).parent / "benchmarks":
                item.add_marker(pytest.mark.skip(reason="speed is measured with --benchmarks"))
