"""The rules engines: games as a library, to play and to search ahead with.

    from arena import games

    game = games.get("dragon-whisperer")
    state = game.new(players=4, seed=7)
    while (decision := state.decision) is not None:
        state.apply(decision.legal[0])
    state.scores(), state.ranks()

A game may come from another package: `examples/a_new_game` is one to copy.
"""

from __future__ import annotations

from arena.games.core import (
    Action,
    ActionForm,
    ActionTable,
    Data,
    Decision,
    Event,
    Game,
    Outcome,
    Policy,
    Scoring,
    State,
    Tried,
    playouts,
    rank,
    rewards,
    shuffled,
    visible,
)
from arena.games.errors import (
    BadChance,
    BadComponents,
    BadOption,
    BadPackage,
    BadSeat,
    BadSetup,
    BadState,
    GameError,
    IllegalAction,
    MalformedAction,
    UnknownGame,
    UnknownPolicy,
)
from arena.games.registry import all, get, ids, policy, problems, register

__all__ = [
    "Action",
    "ActionForm",
    "ActionTable",
    "BadChance",
    "BadComponents",
    "BadOption",
    "BadPackage",
    "BadSeat",
    "BadSetup",
    "BadState",
    "Data",
    "Decision",
    "Event",
    "Game",
    "GameError",
    "IllegalAction",
    "MalformedAction",
    "Outcome",
    "Policy",
    "Scoring",
    "State",
    "Tried",
    "UnknownGame",
    "UnknownPolicy",
    "all",
    "get",
    "ids",
    "playouts",
    "policy",
    "problems",
    "rank",
    "register",
    "rewards",
    "shuffled",
    "visible",
]
