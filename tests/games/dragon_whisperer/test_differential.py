"""The engine against the naive one, step for step, over random games with all options."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from arena import games
from dragon_whisperer import naive

GAME = games.get("dragon-whisperer")
SETUPS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (3, {"short_deck": True}),
    (4, {"short_deck": True, "removed_suits": ["white", "red"]}),
    (3, {"secret_quests": True, "first_dealer": 2}),
    (4, {"short_deck": True, "secret_quests": True}),
    (6, {"secret_quests": True, "first_dealer": 0}),
]


@pytest.mark.parametrize(("players", "options"), SETUPS)
@pytest.mark.parametrize("seed", range(6))
def test_engine_agrees_with_the_naive_one(players: int, options: dict[str, Any], seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(players, options, seed)
    expected = state.to_data()
    while True:
        assert state.to_data() == expected
        assert list(state.to_data()) == list(naive_fields())
        assert state.scores() == naive.scores(expected)
        assert state.ranks() == naive.ranks(expected)
        observer = rng.choice([None, *range(players)])
        assert state.view(observer) == naive.view(expected, observer)
        decision = state.decision
        if decision is None:
            assert naive.legal(expected) == []
            break
        assert [action.to_data() for action in decision.legal] == naive.legal(expected)
        assert (decision.seat, decision.kind) == (expected["turn"], expected["phase"])
        action = pick(decision.legal, rng)
        events = state.apply(action)
        shuffles = [deepcopy(event["result"]) for event in events if event["type"] == "chance"]
        assert events == naive.apply(expected, action.to_data(), shuffles)
        assert shuffles == []


def pick(legal: Any, rng: Random) -> Any:
    """Random, but 3s and Dragon Rages more often than chance would have it."""
    rare = [
        a for a in legal if a.to_data().get("card", "").endswith(("-3", "rage")) or a.type == "draw_trump"
    ]
    return rng.choice(rare if rare and rng.random() < 0.3 else legal)


def naive_fields() -> tuple[str, ...]:
    """The fields of a state in the rules page's order."""
    return (
        *("game", "players", "options", "colors", "quest_values", "regions", "box", "dragon", "round"),
        *("trick_no", "phase", "turn", "dealer", "first_player", "leader", "hands", "voids", "deck"),
        *("trump_card", "trump", "trick", "discard", "quests", "monsters", "treasures"),
    )
