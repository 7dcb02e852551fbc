"""Greedy Portals: what a stone adds to the best placement of its card, as the boards are now.

It casts no spells, keeps one Secret Sign and doesn't aim at it.
"""

from __future__ import annotations

from functools import cache

from arena import games
from bots.greedy.best import best

TYPE_CHECKING = False  # instead of importing typing: a bot should start fast
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random
    from typing import Any, TypeAlias

    from protocol.bot import Decision

    Cells: TypeAlias = tuple[tuple[int, int], ...]
    Action: TypeAlias = Mapping[str, Any]

COLORS = ("air", "earth", "fire", "water", "time")
MATCH = (0, 1, 2, 4, 6)
"""Points by the number of stones on squares of their color."""
SIZE = 5
ROUNDS = 4


# Worths in points, found by playing many games.
SQUARE_OPEN = 1.3  # a square of a card without a stone, over a free square of the board
CHARGED = 0.5  # for the last stone of a card
SQUARE_NEW = {2: 1.3, 3: 0.8, 4: 0.3}  # for a new card: each square, by how many it has
NEIGHBOR = 1.0  # for a new card: a stone of some color next to a square of the placement
LAST_ROUND_LOSS = 9.0  # for a stone on a card that can't be charged any more


def choose(decision: Decision, rng: Random) -> int:
    """The index of the action worth most."""
    table = Table(decision.view, decision.seat)
    worth = WORTHS.get(decision.kind)
    if worth is None:  # what follows a spell: never cast
        return rng.randrange(len(decision.legal))
    return best([worth(table, action) for action in decision.legal], rng)


class Table:
    """What one seat sees, with what its boards offer to each color."""

    def __init__(self, view: Mapping[str, Any], seat: int) -> None:
        players = view["players"]
        self.view = view
        self.me = players[seat]
        parts = games.get("portals").components(view["components"])
        self.keys = parts.keys
        side = view["options"]["board_side"]
        near = sorted({seat, (seat - 1) % len(players)})
        self.boards = {
            board: Board(view["boards"][board], parts.boards[view["boards"][board]["id"]].sides[side])
            for board in near
        }
        self.cards = {held["card"]: held["stones"] for held in self.me["cards"]}
        self.solo = len(players) == 1
        in_hand = view["hand"] is not None
        if self.solo:
            self.stones_left = len(view["clairvoyance"]) + in_hand
            self.last = True
        else:
            self.stones_left = sum(self.me["markers"]) + in_hand
            self.last = view["round"] == ROUNDS
        self._gains: dict[int, list[list[float]]] = {}

    # What actions are worth

    def activate(self, action: Action) -> float:
        """The points of a placement."""
        stones = self.cards[action["card"]]
        cells = [cell for cell, stone in zip(self.keys[action["card"]].cells, stones, strict=True) if stone]
        colors = [COLORS.index(stone) for stone in stones if stone]
        pattern = turned(tuple(cells), action["rotation"])
        squares = [(action["row"] + row) * SIZE + action["col"] + col for row, col in pattern]
        return self.boards[action["board"]].points(zip(squares, colors, strict=True))

    def place_stone(self, action: Action) -> float:
        """What the stone in hand adds to the card."""
        if action["type"] != "place_stone":
            return -LAST_ROUND_LOSS
        return self.gain(action["card"], action["square"], COLORS.index(self.view["hand"]))

    def take_stone(self, action: Action) -> float:
        """What the stone adds where it adds most."""
        color = COLORS.index(action["color"])
        gains = [
            self.gain(card, square, color)
            for card, stones in self.cards.items()
            for square, stone in enumerate(stones)
            if stone is None
        ]
        return max(gains, default=0)

    def take_card(self, action: Action) -> float:
        """How much each square of the card promises."""
        room = sum(stones.count(None) for stones in self.cards.values())
        if action["type"] == "decline_card":
            return 100.0 if room >= self.stones_left else 0.0
        cells = self.keys[action["card"]].cells
        size = len(cells)
        if self.last and size > self.stones_left - room:
            return 0.1 / size
        promise: float = max(
            sum(
                SQUARE_NEW[size] + NEIGHBOR * board.most_near[square]
                for square in squares
                if board.free[square]
            )
            for board in self.boards.values()
            for squares in placements(cells)
        )
        return promise / size

    def keep_signs(self, action: Action) -> float:
        """As few as may be: each that is missed costs points."""
        return -float(len(action["signs"]))

    # How good a card is

    def gain(self, card: int, square: int, color: int) -> float:
        """What a stone adds to a card."""
        if card not in self._gains:
            self._gains[card] = self._all_gains(card)
        stones = self.cards[card]
        missing = stones.count(None) - 1
        if self.last and missing >= self.stones_left:
            return -LAST_ROUND_LOSS
        return self._gains[card][square][color] + (0 if missing else CHARGED)

    def _all_gains(self, card: int) -> list[list[float]]:
        """By square and color: the best placement with that stone, less the best without."""
        stones = [None if stone is None else COLORS.index(stone) for stone in self.cards[card]]
        now = 0.0
        then = [[0.0] * len(COLORS) for _ in stones]
        for board in self.boards.values():
            for squares in placements(self.keys[card].cells):
                matches = 0
                sure = 0.0
                for square, stone in zip(squares, stones, strict=True):
                    if not board.free[square]:
                        continue
                    if stone is None:
                        sure += SQUARE_OPEN
                    else:
                        sure += board.near[stone][square]
                        matches += board.shows[square] == stone
                now = max(now, sure + MATCH[matches])
                for place, square in enumerate(squares):
                    if stones[place] is not None:
                        continue
                    free = board.free[square]
                    for color, values in enumerate(board.near):
                        worth = sure + MATCH[matches]
                        if free:
                            matched = matches + (board.shows[square] == color)
                            worth = sure - SQUARE_OPEN + values[square] + MATCH[matched]
                        if worth > then[place][color]:
                            then[place][color] = worth
        return [[worth - now for worth in colors] for colors in then]


class Board:
    """A board: which squares are free, what they show, and how many neighbors of each color they have."""

    def __init__(self, data: Mapping[str, Any], sides: Sequence[int]) -> None:
        stones = [stone for row in data["stones"] for stone in row]
        self.free = [stone is None for stone in stones]
        self.shows = [
            next((color for color, mask in enumerate(sides) if mask >> square & 1), -1)
            for square in range(SIZE * SIZE)
        ]
        self.near = [[0] * (SIZE * SIZE) for _ in COLORS]
        for square, stone in enumerate(stones):
            if stone is not None:
                for other in neighbors(square):
                    self.near[COLORS.index(stone)][other] += 1
        self.most_near = [max(counts) for counts in zip(*self.near, strict=True)]

    def points(self, transfer: Iterable[tuple[int, int]]) -> int:
        """What stones, each a square and a color, earn together."""
        landed = [(square, color) for square, color in transfer if self.free[square]]
        matches = sum(self.shows[square] == color for square, color in landed)
        return MATCH[matches] + sum(self.near[color][square] for square, color in landed)


WORTHS = {
    "keep_signs": Table.keep_signs,
    "take_card": Table.take_card,
    "take_stone": Table.take_stone,
    "place_stone": Table.place_stone,
    "activate": Table.activate,
}


def turned(cells: Cells, rotation: int) -> Cells:
    """The cells turned clockwise and moved to the upper left."""
    for _ in range(rotation // 90):
        cells = tuple((col, 2 - row) for row, col in cells)
    top = min(row for row, _ in cells)
    left = min(col for _, col in cells)
    return tuple((row - top, col - left) for row, col in cells)


@cache
def placements(cells: Cells) -> list[tuple[int, ...]]:
    """The squares that a whole card can cover, in the order of its own."""
    return list(dict.fromkeys(_placements(cells)))


def _placements(cells: Cells) -> Iterator[tuple[int, ...]]:
    for rotation in (0, 90, 180, 270):
        pattern = turned(cells, rotation)
        for down in range(SIZE - max(row for row, _ in pattern)):
            for right in range(SIZE - max(col for _, col in pattern)):
                yield tuple((row + down) * SIZE + col + right for row, col in pattern)


@cache
def neighbors(square: int) -> list[int]:
    """The squares around a square."""
    row, col = divmod(square, SIZE)
    around = [(r, c) for r in (row - 1, row, row + 1) for c in (col - 1, col, col + 1)]
    return [r * SIZE + c for r, c in around if (r, c) != (row, col) and 0 <= r < SIZE and 0 <= c < SIZE]
