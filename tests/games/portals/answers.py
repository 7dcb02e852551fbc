"""What the engine answers to the questions about Portals: `check` in questions.toml names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_answers import whole

from portals.positions import GAME


def boards_of_a_placement() -> list[int]:
    """The first placement of a game on boards with other numbers."""
    state = next(
        state
        for state in (GAME.new(2, seed=seed) for seed in range(20))
        if {board["id"] for board in whole(state)["boards"]} == {3, 4}
    )
    while state.decision.kind != "activate":
        state.apply(state.decision.legal[0])
    return sorted({action.to_data()["board"] for action in state.decision.legal})


def asked_for_a_stone_alone() -> bool:
    state, kinds = GAME.new(1, seed=1), set()
    while state.decision is not None:
        kinds.add(state.decision.kind)
        state.apply(state.decision.legal[0])
    return "take_stone" in kinds


CHECKS: dict[str, Callable[[], Any]] = {
    "first_seat": lambda: whole(GAME.new(3, seed=1))["first"],
    "markers_of_seat_2": lambda: whole(GAME.new(4, seed=1))["players"][2]["markers"],
    "area": lambda: [len(row) for row in whole(GAME.new(3, seed=1))["area"].values()],
    "signs_dealt": lambda: len(whole(GAME.new(2, {"secret_signs": True}, 1))["players"][1]["signs"]),
    "solo_signs": lambda: len(whole(GAME.new(1, seed=1))["players"][0]["signs"]),
    "solo_stones": lambda: len(whole(GAME.new(1, seed=1))["clairvoyance"]),
    "boards": boards_of_a_placement,
    "asked_for_a_stone_alone": asked_for_a_stone_alone,
}
