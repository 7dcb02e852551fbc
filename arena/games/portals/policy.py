"""A fast way to play: a stone goes where it adds most to the best placement of its card, as the boards are.

It casts no spells, keeps one Secret Sign and doesn't aim at it. What squares offer is kept in *lanes*: a
number with a byte a square, in quarters of a point. Moved by a stone's place on its card and added up, the
lanes of all stones give what each placement is worth, at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING

from arena.games.core import Action, best
from arena.games.portals.rules.activation import MATCH_POINTS, pending_card
from arena.games.portals.rules.rounds import ROUNDS
from arena.games.portals.tables.actions import ACTIVATE, COLORS
from arena.games.portals.tables.cards import EMPTY, Held, Key, Layout, colors_of
from arena.games.portals.tables.grid import NEIGHBORS, ROTATIONS, SIZE, SQUARES, Cell, places, turned

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

# Worths in points, found by playing many games.
SQUARE_OPEN = 1.3  # a square of a card without a stone, over a free square of the board
CHARGED = 0.5  # for the last stone of a card
SQUARE_NEW = {2: 1.3, 3: 0.8, 4: 0.3}  # for a new card: each square, by how many it has
NEIGHBOR = 1.0  # for a new card: a stone of some color next to a square of the placement
MATCH = 1.5  # a stone on a square of its color; the first two are 1 each, the others 2
LAST_ROUND_LOSS = 9.0  # for a stone on a card that can't be charged any more
STONE_KEPT = 1.5  # a stone on a card that may still be charged, at the end of a round
CAST = -5.0  # for a spell

UNIT = 4
"""In a lane: a point."""
KEPT = 256
"""How many tables of boards are kept in mind."""


def sensible(state: PortalsState, rng: Random) -> Action:
    """What looks best at first sight."""
    decision = state.decision
    assert decision is not None, "a policy is asked while there is a decision"
    legal = decision.legal
    if len(legal) == 1:
        return legal[0]
    if decision.kind == "activate":
        return _best_placement(state, legal)
    found = WORTHS.get(decision.kind)
    return best(legal, found(state, legal), rng) if found else legal[int(rng.random() * len(legal))]


def worths(state: PortalsState) -> list[float]:
    """What each legal action adds, in points; what follows a spell is all alike."""
    decision = state.decision
    if decision is None:
        return []
    if decision.kind == "activate":
        return [float(points(state, action)) for action in decision.legal]
    found = WORTHS.get(decision.kind)
    return found(state, decision.legal) if found else [0.0] * len(decision.legal)


def value(state: PortalsState) -> list[float]:
    """The VP as they stand, and something for each stone on a card that may still be charged."""
    if state.phase == "over" or (state.round == ROUNDS and state.phase == "activate"):
        return list(state.scores())
    return [
        vp + STONE_KEPT * sum([len(layout.filled) for layout, _ in cards.values()])
        for vp, cards in zip(state.vp, state.cards, strict=True)
    ]


# Placements


def points(state: PortalsState, action: Action) -> int:
    """What a placement of the pending card earns."""
    board = action.arg[1]
    held = pending_card(state)
    first = board * len(COLORS)
    occupied = state.occupied[board]
    matches = adjacency = 0
    for square, color in zip(held[0].landings[action.arg[2:]], colors_of(held), strict=True):
        bit = 1 << square
        if not occupied & bit:
            matches += state.elements[first + color] & bit > 0
            adjacency += (state.stones[first + color] & NEIGHBORS[square]).bit_count()
    return MATCH_POINTS[matches] + adjacency


def _best_placement(state: PortalsState, legal: Sequence[Action]) -> Action:
    """That which earns most, each match counted alike; the first of several."""
    held = pending_card(state)
    colors = colors_of(held)
    most, found = -1, legal[0]
    turns = _turns(held[0].cells)
    for board in state.near[state.turn]:
        lanes = [_lanes(state, board, color) for color in colors]
        for rotation, moves, corners in turns:
            total = 0
            for lane, move in zip(lanes, moves, strict=True):
                total += lane >> move
            offers = (total & corners).to_bytes(SQUARES, "little")
            top = max(offers)
            if top > most:
                corner = offers.index(top)
                # Of rotations that look alike the smallest, which is the legal one, comes first.
                most, found = top, ACTIVATE[held[0].number, board, rotation, *divmod(corner, SIZE)]
    return found


@cache
def _turns(cells: tuple[Cell, ...]) -> list[tuple[int, list[int], int]]:
    """By rotation: how far the lanes of each cell are to be moved, and the lanes in which a corner can be."""
    found = []
    for rotation in ROTATIONS:
        pattern = turned(cells, rotation)
        moves = [8 * (row * SIZE + col) for row, col in pattern]
        corners = sum([255 << 8 * (row * SIZE + col) for row, col in places(pattern)])
        found.append((rotation, moves, corners))
    return found


# Lanes

ROW_LANES = [sum([1 << 8 * col for col in range(SIZE) if mask >> col & 1]) for mask in range(1 << SIZE)]
"""By mask of the squares of a row: 1 in each of their lanes."""
NEAR_LANES = [
    sum([UNIT << 8 * other for other in range(SQUARES) if NEIGHBORS[square] >> other & 1])
    for square in range(SQUARES)
]
"""By square: a point in the lane of each square around it."""


def _spread(mask: int) -> int:
    """1 in the lane of each square of a mask."""
    rows = ROW_LANES
    return (
        rows[mask & 31]
        | rows[mask >> 5 & 31] << 40
        | rows[mask >> 10 & 31] << 80
        | rows[mask >> 15 & 31] << 120
        | rows[mask >> 20] << 160
    )


def _lanes(state: PortalsState, board: int, color: int) -> int:
    """What a stone of a color earns on each square of a board."""
    place = len(COLORS) * board + color
    return _offers(state.stones[place], state.elements[place], state.occupied[board])


@lru_cache(maxsize=4096)
def _offers(stones: int, shows: int, occupied: int) -> int:
    """The same, for a board with such squares of stones of the color, of the color, and of any stone."""
    near = 0
    while stones:
        near += NEAR_LANES[(stones & -stones).bit_length() - 1]
        stones &= stones - 1
    return (near & ~(255 * _spread(occupied))) + int(MATCH * UNIT) * _spread(shows & ~occupied)


class Outlook:
    """What boards as they are now offer to cards; kept for as long as they come again."""

    def __init__(self, boards: tuple[tuple[int, ...], ...], elements: tuple[tuple[int, ...], ...]) -> None:
        self._boards = []
        """By board: the lanes by color, those of a free square, and those for new cards."""
        for stones, shows in zip(boards, elements, strict=True):
            occupied = 0
            for mask in stones:
                occupied |= mask
            free = _spread(~occupied & (1 << SQUARES) - 1)
            lanes = [_offers(mask, shown, occupied) for mask, shown in zip(stones, shows, strict=True)]
            near = [_offers(mask, 0, occupied).to_bytes(SQUARES, "little") for mask in stones]
            most = int.from_bytes(bytes(map(max, *near)), "little")
            self._boards.append((lanes, free, int(NEIGHBOR) * most))
        self._gains: dict[tuple[int, tuple[int, ...], int], list[float]] = {}
        self._promises: dict[int, float] = {}

    def promise(self, key: Key) -> float:
        """What a new card promises for each of its squares."""
        found = self._promises.get(key.number)
        if found is None:
            size = len(key.cells)
            square = round(SQUARE_NEW[size] * UNIT)
            most = 0
            for _, free, near in self._boards:
                lane = near + square * free
                for _, moves, corners in _turns(key.cells):
                    most = max(most, _top(sum([lane >> move for move in moves]), corners))
            found = self._promises[key.number] = most / UNIT / size
        return found

    def gains(self, held: Held, color: int) -> list[float]:
        """By square of a card: what a stone of the color adds to its best placement there."""
        layout, stones = held
        found = self._gains.get((layout.number, stones, color))
        if found is None:
            found = self._gains[layout.number, stones, color] = self._gains_of(layout, stones, color)
        return found

    def _gains_of(self, layout: Layout, stones: tuple[int, ...], color: int) -> list[float]:
        opened = round(SQUARE_OPEN * UNIT)
        now = 0
        then = [0] * len(stones)
        for lanes, free, _ in self._boards:
            empty = opened * free
            lane = lanes[color]
            for _, moves, corners in _turns(layout.key.cells):
                total = 0
                for stone, move in zip(stones, moves, strict=True):
                    total += (lanes[stone] if stone >= 0 else empty) >> move
                now = max(now, _top(total, corners))
                for square, stone in enumerate(stones):
                    if stone < 0:
                        move = moves[square]
                        then[square] = max(
                            then[square], _top(total - (empty >> move) + (lane >> move), corners)
                        )
        return [(worth - now) / UNIT for worth in then]


def _top(total: int, corners: int) -> int:
    return max((total & corners).to_bytes(SQUARES, "little"))


@lru_cache(maxsize=KEPT)
def _outlook(stones: tuple[int, ...], elements: tuple[int, ...], near: tuple[int, ...]) -> Outlook:
    size = len(COLORS)
    return Outlook(
        tuple([stones[size * board : size * board + size] for board in near]),
        tuple([elements[size * board : size * board + size] for board in near]),
    )


# What the actions of a step are worth


def _outlook_of(state: PortalsState) -> Outlook:
    return _outlook(tuple(state.stones), state.elements, state.near[state.turn])


def _stones_left(state: PortalsState) -> int:
    """How many stones the seat may still lay on cards in this round, that in hand included."""
    in_hand = state.hand != EMPTY
    if state.solo:
        return len(state.clairvoyance) + in_hand
    first = state.turn * state.players
    return sum(state.markers[first : first + state.players]) + in_hand


def _is_last(state: PortalsState) -> bool:
    """Whether a card must be charged in this round to earn anything."""
    return state.solo or state.round == ROUNDS


def _gains(outlook: Outlook, held: Held, color: int, left: int) -> list[float]:
    """By square of a card: what a stone in it is worth, with so many to come in a last round (else 99)."""
    missing = len(held[0].free)
    if missing > left:
        return [-LAST_ROUND_LOSS] * len(held[1])
    gains = outlook.gains(held, color)
    return gains if missing > 1 else [gain + CHARGED for gain in gains]


def _take_card(state: PortalsState, legal: Sequence[Action]) -> list[float]:
    """How much each square of the card promises."""
    outlook = _outlook_of(state)
    room = len(state.free[state.turn])
    left = _stones_left(state)
    last = _is_last(state)
    keys = state.parts.keys
    found = []
    for action in legal:
        if action.type == "decline_card":
            found.append(100.0 if room >= left else 0.0)
            continue
        key = keys[action.arg]
        size = len(key.cells)
        found.append(0.1 / size if last and size > left - room else outlook.promise(key))
    return found


def _take_stone(state: PortalsState, legal: Sequence[Action]) -> list[float]:
    """What the stone adds where it adds most."""
    outlook = _outlook_of(state)
    left = _stones_left(state) if _is_last(state) else 99
    by_color: dict[int, float] = {}
    cards = [held for held in state.cards[state.turn].values() if held[0].free]
    for action in legal:
        color = action.arg[1]
        if color not in by_color:
            worth = 0.0
            for held in cards:
                gains = _gains(outlook, held, color, left)
                for place in held[0].free:
                    gain = gains[place.arg[1]]
                    if gain > worth:
                        worth = gain
            by_color[color] = worth
    return [by_color[action.arg[1]] for action in legal]


def _place_stone(state: PortalsState, legal: Sequence[Action]) -> list[float]:
    """What the stone in hand adds to the card."""
    outlook = _outlook_of(state)
    left = _stones_left(state) if _is_last(state) else 99
    cards = state.cards[state.turn]
    by_card = {
        number: _gains(outlook, held, state.hand, left) for number, held in cards.items() if held[0].free
    }
    return [
        by_card[action.arg[0]][action.arg[1]] if action.type == "place_stone" else CAST for action in legal
    ]


def _keep_signs(state: PortalsState, legal: Sequence[Action]) -> list[float]:
    """As few as may be: each that is missed costs points."""
    return [-float(len(action.arg)) for action in legal]


WORTHS = {
    "keep_signs": _keep_signs,
    "take_card": _take_card,
    "take_stone": _take_stone,
    "place_stone": _place_stone,
}
"""By kind of decision: what its actions are worth."""
