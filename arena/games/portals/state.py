"""The state: its fields, copying it, and the set-up (rules page sections 3 and 10)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Self

from arena.games.core import Action, Data, State, sampled, shuffled
from arena.games.portals import plain, refusals, rules
from arena.games.portals import view as views
from arena.games.portals.actions import COLORS, SPELLS
from arena.games.portals.cards import EMPTY, KEY_COLORS, Held
from arena.games.portals.collect import ROW
from arena.games.portals.components import BOARDS, STONES, Components
from arena.games.portals.rounds import (
    CIRCLE_STONES,
    MARKERS,
    SOLO_STONES,
    begin,
    fill_circle,
    ranks,
    remark,
    scores,
)
from arena.games.portals.signs import SIGNS_DEALT, SOLO_SIGNS, Check


class PortalsState(State):
    """A game of Portals in progress.

    Colors of stones and cards are the indices of COLORS and KEY_COLORS; no stone and no color is EMPTY. What
    boards have by color is in one list for all: color c of board b is entry 5 * b + c, a mask of squares.
    """

    __slots__ = (
        "active",
        "bag",  # by color
        "board_ids",
        "cards",  # by seat, by number, in the order taken
        "checks",  # the boards at each check of signs so far
        "circles",  # see actions.colors_on
        "clairvoyance",  # colors, next first
        "decks",  # by key color, next first
        "discards",  # by key color
        "elements",  # by board and color: the squares that show it
        "first",
        "free",  # by seat: the actions that place a stone on its cards, in the order of the legal list
        "hand",  # color or EMPTY
        "markers",  # players * seat + circle: how many are left there
        "matched",  # by seat
        "moved",  # whether a stone came onto a board since the last check of signs
        "near",  # by seat: the boards and Circles available, rising
        "occupied",  # by board: the squares that have a stone
        "options",
        "parts",
        "payable",  # by color of a stone: the mask of the sections that take it; empty without the module
        "pending",  # activate: the card; shift_to: board and square; banish: how many are removed
        "phase",
        "returned",  # by seat
        "round",
        "rows",  # by key color: the cards of the area
        "section_colors",  # color or EMPTY; no sections without the module
        "section_counts",
        "sign_deck",
        "signs",  # by seat, rising
        "solo",
        "step",
        "stones",  # by board and color: where they lie
        "turn",
        "vp",
        "waiting",  # phase II: the charged cards after the pending one, lowest first, each with its owner
    )

    def __init__(self, players: int, chance_seed: int) -> None:
        super().__init__(players, chance_seed)
        self.parts: Components
        self.options: Data
        self.solo = players == 1
        self.near = AVAILABLE[players]
        self.phase = "solo" if self.solo else "collect"
        self.round = 1
        self.turn = 1
        self.first = 0
        self.active = 0
        self.step: str | None = None
        self.hand = EMPTY
        self.pending: int | tuple[int, int] = 0
        self.board_ids: tuple[int, ...]
        self.elements: tuple[int, ...]
        self.stones = [0] * (len(COLORS) * players)
        self.occupied = [0] * players
        self.circles: list[int] = [] if self.solo else [0] * players
        self.bag: list[int]
        self.clairvoyance: tuple[int, ...] = ()
        self.rows: list[tuple[int, ...]]
        self.decks: list[tuple[int, ...]]
        self.discards: list[tuple[int, ...]] = [()] * len(KEY_COLORS)
        self.section_colors: tuple[int, ...] = ()
        self.section_counts: list[int] = []
        self.payable: tuple[int, ...] = ()
        self.sign_deck: tuple[int, ...] = ()
        self.signs: list[tuple[int, ...]] = [()] * players
        self.returned: list[tuple[int, ...]] = [()] * players
        self.matched: list[tuple[int, ...]] = [()] * players
        self.checks: tuple[Check, ...] = ()
        self.moved = False
        self.vp = [0] * players
        self.markers: list[int] = []
        self.waiting: tuple[tuple[int, int], ...] = ()
        self.free: list[tuple[Action, ...]] = [()] * players
        self.cards: list[dict[int, Held]] = [{} for _ in range(players)]

    _decide = rules.decide
    _play = rules.play
    _why_not = refusals.why_not
    scores = scores
    ranks = ranks
    remark = remark
    _view = views.view
    _redraw = views.redraw
    to_data = plain.to_data

    def clone(self) -> Self:
        """An independent copy, sharing what never changes in place."""
        copy = object.__new__(type(self))
        self._copy_core_to(copy)
        copy.parts = self.parts
        copy.options = self.options
        copy.solo = self.solo
        copy.near = self.near
        copy.phase = self.phase
        copy.round = self.round
        copy.turn = self.turn
        copy.first = self.first
        copy.active = self.active
        copy.step = self.step
        copy.hand = self.hand
        copy.pending = self.pending
        copy.board_ids = self.board_ids
        copy.elements = self.elements
        copy.stones = self.stones[:]
        copy.occupied = self.occupied[:]
        copy.circles = self.circles[:]
        copy.bag = self.bag[:]
        copy.clairvoyance = self.clairvoyance
        copy.rows = self.rows[:]
        copy.decks = self.decks[:]
        copy.discards = self.discards[:]
        copy.section_colors = self.section_colors
        copy.section_counts = self.section_counts[:]
        copy.payable = self.payable
        copy.sign_deck = self.sign_deck
        copy.signs = self.signs[:]
        copy.returned = self.returned[:]
        copy.matched = self.matched[:]
        copy.checks = self.checks
        copy.moved = self.moved
        copy.vp = self.vp[:]
        copy.markers = self.markers[:]
        copy.waiting = self.waiting
        copy.free = self.free[:]
        copy.cards = [cards.copy() for cards in self.cards]
        return copy

    def give_card(self, seat: int, held: Held) -> None:
        """Lay a card before a seat, after those that it has."""
        layout, _ = held
        self.cards[seat][layout.number] = held
        self.free[seat] += layout.free

    def put_on_card(self, place: Action, color: int) -> None:
        """Lay a stone on a card of the active seat."""
        number, square = place.arg
        cards = self.cards[self.active]
        layout, stones = cards[number]
        cards[number] = layout.after[square], stones[:square] + (color,) + stones[square + 1 :]
        free = self.free[self.active]
        index = free.index(place)
        self.free[self.active] = free[:index] + free[index + 1 :]

    def remove_card(self, number: int) -> Held:
        """Take a card from before the active seat."""
        held = self.cards[self.active].pop(number)
        if held[0].free:
            self.free[self.active] = tuple(
                [place for place in self.free[self.active] if place.arg[0] != number]
            )
        return held

    def lay_boards(self, ids: tuple[int, ...]) -> None:
        """Put the boards with these ids on the table, with the side up that the options name."""
        side = self.options["board_side"]
        self.board_ids = ids
        self.elements = tuple([mask for id in ids for mask in self.parts.boards[id].sides[side]])

    def open_spellboard(self) -> None:
        """Lay out the empty Spellboard."""
        self.section_counts = [0] * len(SPELLS)
        self.reserve_sections((EMPTY,) * len(SPELLS))

    def reserve_sections(self, colors: tuple[int, ...]) -> None:
        """Give each section of the Spellboard the color that it takes, or EMPTY for any."""
        self.section_colors = colors
        self.payable = payable(colors)


@cache
def payable(section_colors: tuple[int, ...]) -> tuple[int, ...]:
    """By color of a stone: the mask of the sections that take it."""
    empty = sum(1 << section for section, color in enumerate(section_colors) if color < 0)
    return tuple(
        [
            1 << section_colors.index(color) if color in section_colors else empty
            for color in range(len(COLORS))
        ]
    )


def _available(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple(sorted({seat, (seat - 1) % players})) for seat in range(players)])


AVAILABLE = {players: _available(players) for players in range(1, BOARDS + 1)}
"""By number of players, by seat: the boards and Circles that the seat shares with its neighbors."""


def new_state(players: int, options: Data, parts: Components, rng: Random) -> PortalsState:
    """The set-up of section 3, up to the first decision."""
    state = PortalsState(players, chance_seed=rng.getrandbits(64))
    state.parts = parts
    state.options = options
    state.lay_boards(tuple(sampled(range(1, BOARDS + 1), players, rng)))
    orders = [shuffled(cards, rng) for cards in parts.cards_by_color]
    state.rows = [tuple(order[:ROW]) for order in orders]
    state.decks = [tuple(order[ROW:]) for order in orders]
    if options["magic_spells"]:
        state.open_spellboard()
    if state.solo:
        state.clairvoyance = tuple(shuffled(_SOLO_BAG, rng))
        state.bag = [0] * len(COLORS)
    else:
        state.bag = [STONES] * len(COLORS)
        drawn = sampled(_BAG, CIRCLE_STONES * players, rng)
        for circle in range(players):
            fill_circle(state, circle, drawn[CIRCLE_STONES * circle : CIRCLE_STONES * (circle + 1)])
        state.markers = MARKERS[players][:]
    if options["secret_signs"]:
        _deal_signs(state, shuffled(range(1, len(parts.signs) + 1), rng))
    begin(state)
    return state


_BAG = [color for color in range(len(COLORS)) for _ in range(STONES)]
_SOLO_BAG = [color for color in range(len(COLORS)) for _ in range(SOLO_STONES)]


def _deal_signs(state: PortalsState, order: list[int]) -> None:
    size = SOLO_SIGNS if state.solo else SIGNS_DEALT
    for seat in range(state.players):
        state.signs[seat] = tuple(sorted(order[:size]))
        del order[:size]
    state.sign_deck = tuple(order)
