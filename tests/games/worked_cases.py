"""Plays the worked cases of `tests/cases/<game>.json` through a game's public interface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from told import says

from arena import games
from arena.games import IllegalAction, State

Case = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "cases"


def load(game_id: str) -> list[Case]:
    """The game's worked cases."""
    cases: list[Case] = json.loads((FOLDER / f"{game_id.replace('-', '_')}.json").read_text())
    return cases


def play(case: Case) -> None:
    """All steps of a case, its expectations, and that each step replays from JSON."""
    state = games.get(case["state"]["game"]).from_data(case["state"])
    assert says(state.to_data(), case["state"])
    for step in case["steps"]:
        if "legal" in step:
            assert as_set(legal(state)) == as_set(step["legal"])
        for action in step.get("not_legal", []):
            assert action not in legal(state)
            with pytest.raises(IllegalAction, match=" "):
                state.find(action)
        state.apply(state.find(step["action"]), step.get("chance", []))
    for path, value in case["expect"].items():
        if path == "legal":
            assert as_set(legal(state)) == as_set(value)
        else:
            assert look_up(state, path) == value, path


def legal(state: State) -> list[dict[str, Any]]:
    """The pending decision's actions as maps, in order; none when the game is over."""
    return [action.to_data() for action in state.decision.legal] if state.decision else []


def as_set(actions: list[dict[str, Any]]) -> list[str]:
    """Actions in an order that depends on nothing but what they are."""
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def look_up(state: State, path: str) -> Any:
    """What an entry of `expect` speaks of: a query's answer, or a path into the state."""
    decision = state.decision
    if path == "decision.seat":
        return decision.seat if decision else None
    if path == "decision.kind":
        return decision.kind if decision else None
    if path in ("scores", "ranks"):
        return getattr(state, path)()
    if path == "over":
        return state.over
    value: Any = state.to_data()
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value
