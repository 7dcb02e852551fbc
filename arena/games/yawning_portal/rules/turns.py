"""The course of the game: starting tokens, choosing a tile, the ends of turn and game (sections 3, 4, 7)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.games.core import Data, Decision
from arena.games.yawning_portal.components import COLORS
from arena.games.yawning_portal.rules import tiles
from arena.games.yawning_portal.rules.masks import non_empty
from arena.games.yawning_portal.rules.row import toggle
from arena.games.yawning_portal.rules.scoring import ranks, scores
from arena.games.yawning_portal.rules.todo import Choice, Deed

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

PASS = -1
"""In place of a color in the choice of a tile."""


class Start(Choice):
    """The last seat puts the next starting token in the middle of the row, from left to right."""

    __slots__ = ()
    do = "start"
    kind = "place_start"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among colors of which a starting token is left."""
        return state.tables.start[state.turn][non_empty(state.start_food)]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """Put the token on the next slot; after the last one begin the first turn."""
        left = sum(state.start_food)
        slot = state.tables.start_end - left
        state.start_food[chosen] -= 1
        state.food[chosen] -= 1
        toggle(state, chosen, slot)
        state.tell("start", seat=state.turn, color=COLORS[chosen], slot=slot)
        if left == 1:
            state.phase = "play"
            begin_turn(state, 0)

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """No starting token of the color is left."""
        return "no starting token of that color is left"


class ChooseTile(Choice):
    """The player chooses the tile of its turn, or passes if none can be used."""

    __slots__ = ()
    do = "tile"
    kind = "choose_tile"

    def decision(self, state: YawningPortalState) -> Decision | None:
        """The decision among tiles that can be used, else to pass."""
        return state.tables.choose_tile[state.turn][tiles.usable(state)]

    def carry_out(self, state: YawningPortalState, chosen: int) -> None:
        """List the tile's icons one by one, then turning it over and the turn's end; or note the pass."""
        if chosen == PASS:
            state.passes += 1
            state.tell("pass", seat=state.turn)
            state.todo.append(END_TURN)
            return
        state.passes = 0
        side = state.backs[state.turn] >> chosen & 1
        if state._events is not None:
            state._events.append(state.tables.told.tile[side][chosen][state.turn].copy())
        state.todo += state.tables.turns[side][chosen]

    def why_not(self, state: YawningPortalState, data: Data) -> str:
        """The tile can't be used: which icon lacks what."""
        if data["type"] == "pass":
            return "you must use a tile while there is one that you can use"
        if data["color"] not in COLORS:
            return f"the tiles are {', '.join(COLORS)}"
        return f"your {data['color']} tile can't be used: {tiles.why_not(state, COLORS.index(data['color']))}"


class FlipTile(Deed):
    """The player's tile of a color is turned over."""

    __slots__ = ()
    do = "flip_tile"
    arg_name = "color"

    def carry_out(self, state: YawningPortalState) -> None:
        """Turn the player's tile over, so that its other side shows."""
        state.backs[state.turn] ^= 1 << self.arg
        if state._events is not None:
            state._events.append(state.tables.told.flip_tile[self.arg][state.turn].copy())


class EndTurn(Deed):
    """The next seat's turn begins, or the game is over."""

    __slots__ = ()
    do = "end_turn"

    def carry_out(self, state: YawningPortalState) -> None:
        """Begin the next seat's turn; or end the game, if that seat began the endgame or all have passed."""
        players = state.players
        following = (state.turn + 1) % players
        if following == state.ender or state.passes == players:
            _end_game(state)
        else:
            begin_turn(state, following)


TILE = ChooseTile()
END_TURN = EndTurn()
flip_tile = cache(FlipTile)


def begin_turn(state: YawningPortalState, seat: int) -> None:
    """The seat becomes the player and is to choose a tile."""
    state.turn = seat
    state.turn_number += 1
    state.todo.append(TILE)
    if state._events is not None:
        state._events.append({"type": "turn", "seat": seat, "number": state.turn_number})


def _end_game(state: YawningPortalState) -> None:
    state.phase = "over"
    best_score = state.options["best_score"]
    if best_score is not None:
        state.beaten = scores(state)[0] > best_score
    if state._events is not None:
        state._events.append({"type": "end", "scores": scores(state), "ranks": ranks(state)})
