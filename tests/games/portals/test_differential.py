"""The engine against the naive one, step for step, over random games with all options."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from random import Random
from typing import Any

import pytest

from arena import games
from portals import naive

GAME = games.get("portals")
SETUPS: list[tuple[int, dict[str, Any]]] = [
    (players, {"board_side": side, "magic_spells": magic, "secret_signs": signs})
    for players, (side, magic, signs) in product(
        (2, 3, 4),
        [("plain", False, False), ("icons", True, False), ("plain", False, True), ("icons", True, True)],
    )
]
SETUPS += [(1, {"board_side": side}) for side in ("plain", "icons", "plain", "icons")]
FIELDS = (
    *(
        "game",
        "components",
        "options",
        "phase",
        "round",
        "turn",
        "first",
        "active",
        "step",
        "hand",
        "pending",
    ),
    *("boards", "circles", "bag", "clairvoyance", "area", "decks", "discards", "spellboard", "sign_deck"),
    *("players", "achievement"),
)


@pytest.mark.parametrize(("players", "options"), SETUPS)
@pytest.mark.parametrize("seed", range(3))
def test_engine_agrees_with_the_naive_one(players: int, options: dict[str, Any], seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(players, options, seed)
    expected = state.to_data()
    assert list(expected) == list(FIELDS)
    while True:
        assert state.to_data() == expected
        assert state.scores() == naive.scores(expected)
        assert state.ranks() == naive.ranks(expected)
        observer = rng.choice([None, *range(players)])
        assert state.view(observer) == naive.view(expected, observer)
        decision = state.decision
        if decision is None:
            assert naive.legal(expected) == []
            break
        assert [action.to_data() for action in decision.legal] == naive.legal(expected)
        assert (decision.seat, decision.kind) == (expected["active"], expected["step"])
        action = pick(decision.legal, rng)
        events = state.apply(action)
        chance = [deepcopy(event["result"]) for event in events if event["type"] == "chance"]
        assert events == naive.apply(expected, action.to_data(), chance)
        assert chance == []


def pick(legal: Any, rng: Random) -> Any:
    """Random, but cards and placements on squares first, so that more cards are charged and signs built."""
    wanted = [action for action in legal if action.type in ("place_stone", "decline_card")]
    return rng.choice(wanted if wanted and rng.random() < 0.5 else legal)
