"""Portals keeps the promises of `arena.games`, over every combination of modules and player counts."""

from __future__ import annotations

import tomllib

import pytest

from arena.games.testing import conformance
from portals.positions import GAME


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("magic", [False, True])
@pytest.mark.parametrize("signs", [False, True])
def test_portals_conforms(players: int, magic: bool, signs: bool) -> None:
    side = "icons" if magic else "plain"
    options = {"board_side": side, "magic_spells": magic, "secret_signs": signs}
    conformance.check(GAME, players=players, options=options, seeds=range(1), share=0.05)


@pytest.mark.slow
def test_portals_conforms_with_components_of_ones_own() -> None:
    contents = tomllib.loads((GAME.folder / "components.toml").read_text())
    contents["boards"][0]["name"] = "Stripes"
    contents["keys"].reverse()
    options = {"secret_signs": True}
    conformance.check(GAME, players=2, options=options, components=contents, seeds=range(1), share=0.02)
