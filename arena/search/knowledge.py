"""What the search knows of each game beside its engine, its policy and its value of positions."""

from __future__ import annotations

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Stop: TypeAlias = Callable[[Any], bool]


class Knowledge:
    """How to search one game."""

    def __init__(
        self,
        stops: Callable[[Any], Stop] | None,
        *,
        horizon: int | None = None,
        widening: float = 1.5,
        curiosity: float = 1.0,
        doubt: float = 0.5,
    ) -> None:
        self.stops = stops
        """For the state that a search begins in: where playouts stop, and the game's value is asked."""
        self.horizon = horizon
        """After how many decisions below the tree they stop in any case."""
        self.widening = widening
        """How many actions are looked at, for each square root of a visit."""
        self.curiosity = curiosity
        """How much being untried weighs, in standard deviations of the rewards."""
        self.doubt = doubt
        """How much less the actions are trusted that look worth less: 0 is not at all."""


def _dragon_whisperer(root: Any) -> Stop:
    """The end of the round: what the next deal brings is luck."""
    this = root.round
    return lambda state: bool(state.round != this)


def _portals(root: Any) -> Stop:
    """The beginning of the next round; alone, some turns on."""
    if root.solo:
        last = root.turn_number + 8
        return lambda state: bool(state.turn_number >= last)
    this = root.round
    return lambda state: bool(state.round != this)


YAWNING_TURNS = 3
"""Of each seat, in a playout."""


def _yawning_portal(root: Any) -> Stop:
    """When each seat has had so many turns."""
    last = root.turn_number + YAWNING_TURNS * root.players
    return lambda state: bool(state.turn_number >= last)


VAULT_TURNS = 2
"""Of each seat, at least."""


def _vault_of_dragons(root: Any) -> Stop:
    """The beginning of a round, when each seat has had some turns."""

    def taken(state: Any) -> int:
        return int(5 * state.round * state.players - sum(state.actions))

    least = taken(root) + VAULT_TURNS * root.players
    this = root.round
    return lambda state: bool(state.round != this and taken(state) >= least and not state.todo)


_KNOWLEDGE = {
    "dragon-whisperer": Knowledge(_dragon_whisperer),
    "portals": Knowledge(_portals),
    "vault-of-dragons": Knowledge(_vault_of_dragons, widening=0.5),
    "yawning-portal": Knowledge(_yawning_portal),
}

_ANY = Knowledge(None, horizon=40)
"""How to search a game of which nothing is known: some decisions deep."""


def knowledge_of(game: str) -> Knowledge:
    """How to search the game of that id."""
    return _KNOWLEDGE.get(game, _ANY)
