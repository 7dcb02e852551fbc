"""The yardstick H: OpenSpiel's hearts driven from Python, player decisions a second of process time.

Actions are drawn uniformly from `legal_actions()` at player and chance nodes alike; only the decisions of
players are counted. Figures of ours are given as ratios to slices of H measured in between.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

H_REFERENCE = 400_000
"""Times a query are stated for a machine where H is this many a second."""


def load_hearts() -> Any:
    """OpenSpiel's hearts; skips where it isn't installed."""
    pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'bot-arena[bench]'")
    return pyspiel.load_game("hearts")


def hearts_rate(hearts: Any, seed: int, least: int = 5_000) -> float:
    """H, from one slice of at least so many decisions."""
    choice = Random(seed).choice
    decisions = 0
    start = time.process_time()
    while decisions < least:
        state = hearts.new_initial_state()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
    return decisions / (time.process_time() - start)
