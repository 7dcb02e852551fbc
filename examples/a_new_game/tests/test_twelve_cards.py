"""Twelve Cards keeps the promises of all games, with its own components and with others."""

from __future__ import annotations

import pytest
from twelve_cards import GAME

from arena.games import testing

OTHERS = {"game": "twelve-cards", "format": 1, "cards": {"numbers": [*range(1, 24, 2)]}}


@pytest.mark.parametrize("hand", [1, 3, 4])
def test_conforms(hand: int) -> None:
    testing.check(GAME, options={"hand": hand}, share=1)


def test_conforms_with_other_cards() -> None:
    testing.check(GAME, components=OTHERS, share=1)
