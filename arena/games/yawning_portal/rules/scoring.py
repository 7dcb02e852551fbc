"""Scores and ranks (rules page sections 7.2 and 7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.games.core import rank
from arena.games.yawning_portal.components import COLORS, OBJECTIVE_VP
from arena.games.yawning_portal.rules.holdings import SETS

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

MOST_OF_A_KIND = 10
MOST_SETS = 15
SOLO_SET = 3


def scores(state: YawningPortalState) -> list[int]:
    """Points as if the game ended now."""
    worth = values(state)
    holdings = state.holdings
    points = [
        sum([holding[color] * value for color, value in enumerate(worth)])
        + OBJECTIVE_VP * state.owners.count(seat)
        for seat, holding in enumerate(holdings)
    ]
    if state.players == 1:
        return [points[0] + SOLO_SET * holdings[0][SETS]]
    kinds = _for_the_most([max(holding[: len(COLORS)]) for holding in holdings], MOST_OF_A_KIND)
    sets = _for_the_most([holding[SETS] for holding in holdings], MOST_SETS)
    return [sum(parts) for parts in zip(points, kinds, sets, strict=True)]


def ending(state: YawningPortalState) -> str:
    """How a game that is over came to its end."""
    return "all_passed" if state.passes == state.players else "row_filled"


def remark(state: YawningPortalState) -> str | None:
    """Whether a solo game that is over beat the best score, in words; None where there was none to beat."""
    if state.beaten is None:
        return None
    return f"the best score, {state.options['best_score']}, is {'beaten' if state.beaten else 'not beaten'}"


def ranks(state: YawningPortalState) -> list[int]:
    """By score alone."""
    return rank(scores(state))


def values(state: YawningPortalState) -> list[int]:
    """What a gem of each color is worth: its visible symbols."""
    worth = [1] * len(COLORS)  # on the deck, or on the board below it; alone always on the board
    if state.players == 1 and state.decks[0]:
        worth[state.tables.color_of[state.decks[0][0]]] += 1
    facedown = state.taken & ~state.up
    for space, card in enumerate(state.cards):
        if facedown >> space & 1:
            worth[state.tables.color_of[card]] += 1
    return worth


def _for_the_most(counts: Sequence[int], bonus: int) -> list[int]:
    """The bonus for every seat that has the most; there is no most of nothing."""
    most = max(counts)
    return [bonus if count == most and most else 0 for count in counts]
