"""What lies on the table: a view, and what follows from it by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.core import rank
from arena.games.portals.components import Board, Components
from arena.games.portals.tables.actions import COLORS
from arena.games.portals.tables.grid import square
from arena.games.svg import Page

View = Mapping[str, Any]
TURNS = 25
"""Of a solo game."""


class Table:
    """A view of `seat` (None: nobody's), with what its panels ask of it."""

    def __init__(self, view: View, parts: Components, seat: int | None, page: Page) -> None:
        self.view = view
        self.parts = parts
        self.seat = seat
        self.page = page
        self.pen = page.pen
        self.seats = range(len(view["players"]))
        self.solo = len(self.seats) == 1
        self.over = view["phase"] == "over"
        self.active: int | None = view["active"]
        self.step: str | None = view["step"]
        self.boards: list[Board] = [parts.boards[board["id"]] for board in view["boards"]]
        self.masks = tuple([board.sides[view["options"]["board_side"]] for board in self.boards])
        """By board, then by color: the squares that show it, on the side that is up."""

    def ground(self, board: int, row: int, col: int) -> str | None:
        """The color that a square shows."""
        place = square(row, col)
        return next(
            (color for color, mask in zip(COLORS, self.masks[board], strict=True) if mask >> place & 1), None
        )

    def near(self, board: int) -> list[int]:
        """The seats that a board and its Circle are available to."""
        return sorted({board, (board + 1) % len(self.seats)})

    def charged(self) -> list[tuple[int, int]]:
        """The cards with a stone on every square, in the order of their activation, with their seats."""
        return sorted(
            (held["card"], seat)
            for seat, player in enumerate(self.view["players"])
            for held in player["cards"]
            if None not in held["stones"]
        )

    def pending_card(self) -> int | None:
        """The card that is being activated."""
        pending = self.view["pending"]
        return pending["card"] if self.step == "activate" else None

    def pending_square(self) -> tuple[int, int, int] | None:
        """The board, row and column of the stone that is being shifted."""
        pending = self.view["pending"]
        return (pending["board"], pending["row"], pending["col"]) if self.step == "shift_to" else None

    def may_choose_on(self, board: int) -> bool:
        """Whether the pending decision is about squares of this board."""
        if self.step in ("activate", "banish"):
            return self.active in self.near(board)
        return self.step in ("shift_from", "shift_to")

    def may_take_from(self, circle: int) -> bool:
        """Whether the pending decision may be for a stone of this Circle."""
        return self.step == "take_stone" and self.view["players"][self.active]["markers"][circle] > 0

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        return [player["vp"] for player in self.view["players"]]

    @property
    def ranks(self) -> list[int]:
        """Ranks by seat, as things stand."""
        return rank(self.scores)


def count(pile: int | list[Any]) -> int:
    """How many things are there, told or shown."""
    return pile if isinstance(pile, int) else len(pile)
