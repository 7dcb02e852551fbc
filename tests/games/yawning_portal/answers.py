"""What the engine answers to the questions about The Yawning Portal: `check` in questions.toml names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_answers import each, whole

import yawning_portal.positions as yawning
from arena.games import State
from yawning_portal.positions import GAME


def worth_of_four() -> int:
    heroes = {space: f"green-0{space + 1} down" for space in range(4)}
    return yawning.start(players=1, spaces=heroes, deck="", seats={0: {"green": 1}}).scores()[0]


def most_of_a_kind() -> list[int]:
    """Two seats share the largest count; a third has the most of another color."""
    gems = {0: {"blue": 2}, 1: {"blue": 2}, 2: {"red": 1}}
    return yawning.start(players=3, seats=gems).scores()


def green_back_without_diamonds() -> bool:
    state = yawning.start(backs={0: "green"}, spaces={0: "blue-01"}, seats={1: {"diamonds": {"red": 20}}})
    return "tile green" in yawning.legal(state)


def first_turn(state: State) -> int:
    """The seat whose turn is the first."""
    while state.decision is not None and state.decision.kind != "choose_tile":
        state.apply(state.decision.legal[0])
    assert state.decision is not None
    return state.decision.seat


CHECKS: dict[str, Callable[[], Any]] = {
    "starting_hand": lambda: list(whole(GAME.new(2, seed=1))["players"][0]["hand_colors"].values()),
    "places_start": lambda: each(range(2, 5), lambda s: s.decision and s.decision.seat, GAME),
    "begins": lambda: first_turn(GAME.new(3, seed=1)),
    "sizes": lambda: each(range(1, 5), lambda s: [len(whole(s)["row"]), len(whole(s)["spaces"])], GAME),
    "green_back_without_diamonds": green_back_without_diamonds,
    "worth_alone": lambda: yawning.start(players=1, deck="green-01", seats={0: {"green": 1}}).scores()[0],
    "worth_of_four": worth_of_four,
    "most_of_a_kind": most_of_a_kind,
    "line": lambda: len(whole(GAME.new(1, seed=1))["line"]),
}
