"""Vault of Dragons keeps the promises of `arena.games`, each alternate rule alone and all together."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.testing import conformance
from vault_of_dragons.positions import GAME
from vault_of_dragons.test_setup import own_file

ALL: dict[str, Any] = {
    "factions": "random",
    "shuffle_locations": True,
    "action_packed": True,
    "secrets_to_open": 4,
    "rumors_spread": True,
    "rumor_bidding": True,
    "increase_profits": True,
    "flip_empty_locations": True,
}
ALONE = [{name: value} for name, value in ALL.items()]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, ALL], ids=["plain", "all"])
def test_conforms(players: int, options: dict[str, Any]) -> None:
    short = {**options, "max_rounds": 3}
    conformance.check(GAME, players=players, options=short, seeds=range(1), share=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("options", [*ALONE, {"locations": 9}, {"locations": 6}, {**ALL, "locations": 6}])
def test_conforms_with_an_alternate_rule(options: dict[str, Any]) -> None:
    short = {**options, "max_rounds": 3}
    conformance.check(GAME, players=2, options=short, seeds=range(1), share=0.01)


@pytest.mark.slow
def test_conforms_with_other_components() -> None:
    short = {"max_rounds": 1}
    conformance.check(GAME, players=2, options=short, components=own_file(), seeds=range(1), share=0.01)
