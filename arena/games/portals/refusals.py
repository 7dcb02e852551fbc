"""Why an action is not legal, in words for a bot's author."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from arena.games.core import Data
from arena.games.portals.rules.activation import pending_card
from arena.games.portals.tables.actions import BANISH, COLORS, RECALL, SHIFT, SPELLS, UNLOCK
from arena.games.portals.tables.cards import EMPTY
from arena.games.portals.tables.grid import ROTATIONS, SIZE

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState


def why_not(state: PortalsState, data: Data) -> str | None:
    """The rule that a well-formed but illegal action breaks."""
    step, reason = _REASONS[data["type"]]
    return reason(state, data) if state.step == step else None


def _keep_signs(state: PortalsState, data: Data) -> str:
    return f"keep one, two or all of {_list(state.signs[state.turn])}, in rising order"


def _take_card(state: PortalsState, data: Data) -> str:
    area = sorted(card for row in state.rows for card in row)
    return f"card {data['card']} is not in the area, which has {_list(area)}"


def _decline_card(state: PortalsState, data: Data) -> str:
    held = state.cards[state.turn]
    return f"you must take a card: you have {'no unoccupied square' if held else 'none'}"


def _take_stone(state: PortalsState, data: Data) -> str:
    circle, color = data["circle"], data["color"]
    near = state.near[state.turn]
    if circle not in near:
        return f"Circle {circle} is not available to you: yours are {_list(near)}"
    if not state.markers[state.turn * state.players + circle]:
        return f"you have no marker left at Circle {circle}"
    return f"Circle {circle} has no {color} stone" if color in COLORS else _no_color(color)


def _no_color(color: str) -> str:
    return f"{color!r:.40} is none of the colors {_list(COLORS)}"


def _place_stone(state: PortalsState, data: Data) -> str:
    return _no_free_square(state, data["card"], data["square"])


def _no_free_square(state: PortalsState, number: int, place: int) -> str:
    held = state.cards[state.turn].get(number)
    if held is None:
        return _no_such_card(state, number)
    squares = len(held[1])
    if not 0 <= place < squares:
        return f"card {number} has the squares 0 to {squares - 1}, not {place}"
    return f"square {place} of card {number} is occupied"


def _no_such_card(state: PortalsState, number: int) -> str:
    return f"you don't hold card {number}: your cards are {_list(state.cards[state.turn])}"


def _return_stone(state: PortalsState, data: Data) -> str:
    return "a stone goes back to the bag only when you have no unoccupied square"


def _cast(state: PortalsState, data: Data) -> str:
    if not state.options["magic_spells"]:
        return "spells need the option magic_spells"
    if data["spell"] not in SPELLS:
        return f"{data['spell']!r:.40} is none of the spells {_list(SPELLS)}"
    spell = SPELLS.index(data["spell"])
    colors = state.section_colors
    color = COLORS[state.hand]
    if colors[spell] not in (EMPTY, state.hand):
        return f"section {spell} takes {COLORS[colors[spell]]} stones only, not {color}"
    if colors[spell] == EMPTY and state.hand in colors:
        return f"{color} is the color of section {colors.index(state.hand)}"
    return _IDLE[spell]


_IDLE = {
    SHIFT: "there is no stone on any board, or no unoccupied square",
    UNLOCK: "no card of yours has a stone",
    BANISH: "there is no stone on your boards",
    RECALL: "you have no unoccupied square, or sections 0 to 2 have no stone",
}
"""By spell: why it can't be carried out, where the stone could pay for it."""


def _activate(state: PortalsState, data: Data) -> str:
    layout, _ = pending_card(state)
    near = state.near[state.turn]
    if data["card"] != layout.number:
        return f"card {layout.number} is to be activated now, not {data['card']}"
    if data["board"] not in near:
        return f"board {data['board']} is not available to you: yours are {_list(near)}"
    if data["rotation"] not in ROTATIONS:
        return f"rotation is one of {_list(ROTATIONS)}, not {data['rotation']}"
    if (data["rotation"], data["row"], data["col"]) not in layout.landings:
        return "a stone would not be on the board"
    return f"turned by {data['rotation']} the stones look as in a smaller rotation, which is listed instead"


def _stone_on_any(state: PortalsState, data: Data) -> str:
    return _bad_square(state, data, range(state.players)) or "there is no stone on that square"


def _stone_on_own(state: PortalsState, data: Data) -> str:
    return _bad_square(state, data, state.near[state.turn]) or "there is no stone on that square"


def _free_on_any(state: PortalsState, data: Data) -> str:
    return _bad_square(state, data, range(state.players)) or "that square is occupied"


def _bad_square(state: PortalsState, data: Data, boards: Iterable[int]) -> str | None:
    if data["board"] not in boards:
        return f"board {data['board']} is none of {_list(boards)}"
    if not (0 <= data["row"] < SIZE and 0 <= data["col"] < SIZE):
        return f"row and col go from 0 to {SIZE - 1}"
    return None


def _unlock(state: PortalsState, data: Data) -> str:
    if data["card"] in state.cards[state.turn]:
        return f"card {data['card']} has no stone"
    return _no_such_card(state, data["card"])


def _stop(state: PortalsState, data: Data) -> str:
    return "banish at least one stone"


def _recall(state: PortalsState, data: Data) -> str:
    section = data["section"]
    if not (0 <= section < RECALL and state.section_counts[section]):
        return f"section must be one of 0 to {RECALL - 1} that has a stone, not {section}"
    return _no_free_square(state, data["card"], data["square"])


def _list(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "none"


_REASONS: dict[str, tuple[str, Callable[[PortalsState, Data], str]]] = {
    "keep_signs": ("keep_signs", _keep_signs),
    "take_card": ("take_card", _take_card),
    "decline_card": ("take_card", _decline_card),
    "take_stone": ("take_stone", _take_stone),
    "place_stone": ("place_stone", _place_stone),
    "return_stone": ("place_stone", _return_stone),
    "cast": ("place_stone", _cast),
    "activate": ("activate", _activate),
    "shift_from": ("shift_from", _stone_on_any),
    "shift_to": ("shift_to", _free_on_any),
    "unlock": ("unlock", _unlock),
    "banish": ("banish", _stone_on_own),
    "stop": ("banish", _stop),
    "recall": ("recall", _recall),
}
"""By type of action: the step that it answers, and what is wrong with it there."""
