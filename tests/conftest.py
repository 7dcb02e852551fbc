"""Some tests can do more than is done each time: `ARENA_THOROUGH=1 pytest ...` has them do it all."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

Amount = Callable[[int, int], int]


@pytest.fixture(scope="session")
def amount() -> Amount:
    """How much a test does: the first number, the second where it is to be thorough."""
    thorough = os.environ.get("ARENA_THOROUGH", "0") not in ("", "0")
    return lambda quick, all: all if thorough else quick
