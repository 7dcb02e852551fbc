"""Tests run in parallel, as fast as the machine may be, and some things are not done each time.

`ARENA_THOROUGH=1 pytest ...` has some tests do more; benchmarks run only when asked for, with
`pytest tests/benchmarks --benchmarks -s`, and then alone.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from arena.tournament import cores

Amount = Callable[[int, int], int]

THOROUGH = os.environ.get("ARENA_THOROUGH", "0") not in ("", "0")

# How fast a machine is, and what else it does, is no property of what is tested.
settings.register_profile(
    "any machine",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=1000 if THOROUGH else 40,
)
settings.load_profile("any machine")

# What a shell starts in the background is deaf to Ctrl-C, and so would be all that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def amount() -> Amount:
    """How much a test does: the first number, the second where it is to be thorough."""
    return lambda quick, all: all if THOROUGH else quick


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--benchmarks", action="store_true", help="run the benchmarks")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many workers as cores that may be used; none where speed is measured."""
    return 0 if config.getoption("--benchmarks") else cores()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)
    if not config.getoption("--benchmarks"):
        for item in items:
            if item.path.parent == Path(__file__).parent / "benchmarks":
                item.add_marker(pytest.mark.skip(reason="speed is measured with --benchmarks"))
