"""How fast the engines are. Times are process times, measured in slices."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from arena.games import Game, State

WARM_UP = 60_000
"""Decisions played before measuring: an engine makes an action when it is first legal, and keeps it."""
POSITIONS = 60
"""How many positions a query is timed on."""


@dataclass(frozen=True)
class EngineSpeed:
    """One game's figures: player decisions a second in random playouts, and microseconds a query."""

    game: str
    players: int
    decisions_per_s: float
    """Without events."""
    telling_per_s: float
    """With events."""
    clone_us: float
    determinize_us: float
    view_us: float


def engine_speed(
    game: Game[Any, Any], players: int, options: Mapping[str, Any] | None = None, seconds: float = 1.0
) -> EngineSpeed:
    """Measure one configuration of a game for about `seconds` a figure."""
    playout_rate(game, players, options, seed=0, least=WARM_UP)
    quiet = slices(lambda seed: playout_rate(game, players, options, seed), seconds)
    telling = slices(lambda seed: playout_rate(game, players, options, seed, events=True), seconds)
    positions = sample_positions(game, players, options)
    rng = Random(0)
    return EngineSpeed(
        game=game.id,
        players=players,
        decisions_per_s=statistics.median(quiet),
        telling_per_s=statistics.median(telling),
        clone_us=query_us(positions, lambda state: state.clone(), seconds),
        determinize_us=query_us(
            positions, lambda state: state.determinize(seat_to_move(state), rng), seconds
        ),
        view_us=query_us(positions, lambda state: state.view(seat_to_move(state)), seconds),
    )


def slices(measure: Callable[[int], float], seconds: float, at_least: int = 3) -> list[float]:
    """Call `measure` with 0, 1, 2, ... for about `seconds`; what it gave."""
    figures: list[float] = []
    end = time.monotonic() + seconds
    while len(figures) < at_least or time.monotonic() < end:
        figures.append(measure(len(figures)))
    return figures


def playout_rate(
    game: Game[Any, Any],
    players: int,
    options: Mapping[str, Any] | None,
    seed: int,
    *,
    least: int = 2_000,
    events: bool = False,
) -> float:
    """Decisions a second of process time in random games, set-up included, over at least so many."""
    choice = Random(seed).choice
    decisions = 0
    games = 0
    start = time.process_time()
    while decisions < least:
        state = game.new(players, options, seed=seed * 1_000 + games)
        state.events_on = events
        games += 1
        while (decision := state.decision) is not None:
            state.apply(choice(decision.legal))
            decisions += 1
    return decisions / (time.process_time() - start)


def sample_positions(
    game: Game[Any, Any], players: int, options: Mapping[str, Any] | None = None
) -> list[State]:
    """Positions spread evenly over random games, each with a decision pending."""
    rng = Random(1)
    positions: list[State] = []
    seed = 0
    while len(positions) < POSITIONS:
        state = game.new(players, options, seed=seed)
        state.events_on = False
        seed += 1
        while (decision := state.decision) is not None:
            if rng.random() < 0.05:
                positions.append(state.clone())
            state.apply(rng.choice(decision.legal))
    return positions[:POSITIONS]


def seat_to_move(state: State) -> int:
    """The seat of the pending decision; 0 at the end of a game."""
    decision = state.decision
    return 0 if decision is None else decision.seat


def query_us(positions: list[State], query: Callable[[State], object], seconds: float) -> float:
    """Microseconds of process time that `query` takes on average over the positions: a median of slices."""

    def once(_: int) -> float:
        start = time.process_time()
        for state in positions:
            query(state)
        return (time.process_time() - start) / len(positions) * 1e6

    return statistics.median(slices(once, seconds))
