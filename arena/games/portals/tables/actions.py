"""All actions of the game, made once, and ready lists of those that often come together."""

from __future__ import annotations

from itertools import compress, product

from arena.games.core import Action, ActionForm, ActionTable
from arena.games.portals.tables.grid import SIZE

COLORS = ("air", "earth", "fire", "water", "time")
"""The stones' colors; a color is its index here."""
COLOR_OF = {name: color for color, name in enumerate(COLORS)}
SPELLS = ("shift", "unlock", "banish", "recall")
SHIFT, UNLOCK, BANISH, RECALL = range(4)
MOST_SEATS = 4

FORMS = {
    "keep_signs": ActionForm({"signs": list[int]}),
    "take_card": ActionForm({"card": int}),
    "decline_card": ActionForm(),
    "take_stone": ActionForm({"circle": int, "color": str}),
    "place_stone": ActionForm({"card": int, "square": int}),
    "cast": ActionForm({"spell": str}),
    "return_stone": ActionForm(),
    "activate": ActionForm({"card": int, "board": int, "rotation": int, "row": int, "col": int}),
    "shift_from": ActionForm({"board": int, "row": int, "col": int}),
    "shift_to": ActionForm({"board": int, "row": int, "col": int}),
    "unlock": ActionForm({"card": int}),
    "banish": ActionForm({"board": int, "row": int, "col": int}),
    "stop": ActionForm(),
    "recall": ActionForm({"section": int, "card": int, "square": int}),
}
"""Each type of action with the form of its fields."""

KEEP_SIGNS = ActionTable("keep_signs", "signs")
TAKE_CARD = ActionTable("take_card", "card")
DECLINE_CARD = Action("decline_card")
PLACE_STONE = ActionTable("place_stone", "card", "square")
RETURN_STONE = Action("return_stone")
ACTIVATE = ActionTable("activate", "card", "board", "rotation", "row", "col")
UNLOCK_CARD = ActionTable("unlock", "card")
STOP = Action("stop")
RECALL_STONE = ActionTable("recall", "section", "card", "square")


def _subsets(actions: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    """All subsets of the actions, indexed by bit mask."""
    masks = product((0, 1), repeat=len(actions))
    return [tuple(compress(actions, reversed(mask))) for mask in masks]


CASTS = _subsets(tuple([Action("cast", k, spell=spell) for k, spell in enumerate(SPELLS)]))
"""By mask of spells."""


# A Circle's stones are one number, with three bits for the count of each color.

COLOR_BITS = tuple([1 << 3 * color for color in range(len(COLORS))])


def counts_on(circle: int) -> list[int]:
    """How many stones of each color a Circle has."""
    return [circle >> 3 * color & 7 for color in range(len(COLORS))]


CIRCLE_BITS = 15
ANY_COLOR = 0o11111
ANY_OF_TWO = ANY_COLOR << CIRCLE_BITS | ANY_COLOR
"""The lowest bit of each color on a Circle; the same on two, one number above the other."""


def _takes(circle: int) -> dict[int, tuple[Action, ...]]:
    """By set of colors, the lowest bit of each: the actions that take a stone of one of them."""
    actions = tuple(
        [Action("take_stone", (circle, c), circle=circle, color=color) for c, color in enumerate(COLORS)]
    )
    return {sum(COLOR_BITS[action.arg[1]] for action in subset): subset for subset in _subsets(actions)}


TAKE_STONE = tuple([_takes(circle) for circle in range(MOST_SEATS)])
"""By Circle and set of colors."""


class SquareActions:
    """The actions of one type that name a board's square; ready for each row by mask of its squares."""

    def __init__(self, type: str) -> None:
        self._rows = [
            [
                _subsets(
                    tuple(
                        [
                            Action(type, (board, row * SIZE + col), board=board, row=row, col=col)
                            for col in range(SIZE)
                        ]
                    )
                )
                for row in range(SIZE)
            ]
            for board in range(MOST_SEATS)
        ]

    def on(self, board: int, mask: int) -> tuple[Action, ...]:
        """The actions that name the squares of a mask, rising."""
        # Squares of a board are numbered row by row, five to a row.
        a, b, c, d, e = self._rows[board]
        return a[mask & 31] + b[mask >> 5 & 31] + c[mask >> 10 & 31] + d[mask >> 15 & 31] + e[mask >> 20]


SHIFT_FROM = SquareActions("shift_from")
SHIFT_TO = SquareActions("shift_to")
BANISH_STONE = SquareActions("banish")
