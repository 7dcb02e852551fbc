"""The state: its fields, and the set-up (rules page sections 3 and 10)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Annotated, ClassVar

from arena.games.core import (
    Action,
    Data,
    State,
    Written,
    copied,
    each_seat,
    given,
    nested,
    sampled,
    shared,
    shuffled,
    slots,
)
from arena.games.core.forms import COUNT, SEAT
from arena.games.portals import data, refusals, rules, view
from arena.games.portals.components import BOARDS, STONES, Components
from arena.games.portals.rules import rounds
from arena.games.portals.rules.collect import ROW
from arena.games.portals.rules.rounds import CIRCLE_STONES, MARKERS, SOLO_STONES, begin, fill_circle
from arena.games.portals.rules.signs import SIGNS_DEALT, SOLO_SIGNS, Check
from arena.games.portals.tables.actions import COLORS, SPELLS
from arena.games.portals.tables.cards import EMPTY, KEY_COLORS, Held

Piles = list[tuple[int, ...]]
"""By key color: cards."""


def _available(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple(sorted({seat, (seat - 1) % players})) for seat in range(players)])


AVAILABLE = {players: _available(players) for players in range(1, BOARDS + 1)}
"""By number of players, by seat: the boards and Circles that the seat shares with its neighbors."""


class PortalsState(State):
    """A game of Portals in progress.

    Colors of stones and cards are the indices of COLORS and KEY_COLORS; no stone and no color is EMPTY. What
    boards have by color is in one list for all: color c of board b is entry 5 * b + c, a mask of squares.
    """

    head = ("game", "components", "options")

    parts: Annotated[Components, given()]
    solo: Annotated[bool, shared(lambda state: state.players == 1, derived="players")]
    near: Annotated[
        tuple[tuple[int, ...], ...], shared(lambda state: AVAILABLE[state.players], derived="players")
    ]
    """By seat: the boards and Circles available, rising."""
    phase: Annotated[str, shared(lambda state: "solo" if state.solo else "collect", data=data.PHASE)]
    round: Annotated[int, shared(1, data=data.ROUND)]
    turn_number: Annotated[int, shared(1, data=data.TURN_NUMBER, name="turn")]
    """Of all seats together, in this round."""
    first: Annotated[int, shared(0, data=SEAT)]
    turn: Annotated[int, shared(0, data=data.TURN, name="active")]
    step: Annotated[str | None, shared(None, data=data.STEP)]
    hand: Annotated[int, shared(EMPTY, data=data.HAND)]
    """A color or EMPTY."""
    pending: Annotated[int | tuple[int, int], shared(0, data=data.PENDING)]
    """In activate the card; in shift_to board and square; in banish how many are removed."""
    boards: ClassVar[Written] = Written(data.write_boards, data.read_boards)
    circles: Annotated[
        list[int], copied(lambda state: [] if state.solo else [0] * state.players, data=data.CIRCLES)
    ]
    """See `tables.actions.counts_on`."""
    bag: Annotated[list[int], copied(lambda _: [0] * len(COLORS), data=data.BAG)]
    """By color."""
    clairvoyance: Annotated[tuple[int, ...], shared((), data=data.CLAIRVOYANCE)]
    """Colors, the next one first."""
    rows: Annotated[Piles, copied(lambda _: [()] * len(KEY_COLORS), data=data.PILES, name="area")]
    decks: Annotated[Piles, copied(lambda _: [()] * len(KEY_COLORS), data=data.PILES, shown=view.decks)]
    """The next card first."""
    discards: Annotated[Piles, copied(lambda _: [()] * len(KEY_COLORS), data=data.PILES)]
    spellboard: ClassVar[Written] = Written(data.write_spellboard, data.read_spellboard)
    sign_deck: Annotated[tuple[int, ...], shared((), data=data.ANY_SIGNS, shown=view.sign_deck)]
    vp: Annotated[list[int], copied(each_seat(0), data=COUNT, inside="players")]
    own_markers: ClassVar[Written] = Written(
        data.write_markers, data.read_markers, name="markers", inside="players"
    )
    cards: Annotated[list[dict[int, Held]], nested(each_seat(dict), data=data.CARDS_HELD, inside="players")]
    """By seat, by number, in the order taken."""
    signs: Annotated[
        list[tuple[int, ...]],
        copied(each_seat(()), data=data.RISING_SIGNS, inside="players", shown=view.signs),
    ]
    returned: Annotated[
        list[tuple[int, ...]],
        copied(each_seat(()), data=data.RISING_SIGNS, inside="players", shown=view.returned),
    ]
    matched: Annotated[list[tuple[int, ...]], copied(each_seat(()), data=data.ANY_SIGNS, inside="players")]
    achievement: ClassVar[Written] = Written(rounds.achievement)

    board_ids: Annotated[tuple[int, ...], shared(derived="boards")]
    elements: Annotated[tuple[int, ...], shared(derived="boards")]
    """By board and color: the squares that show it."""
    stones: Annotated[list[int], copied(lambda state: [0] * (len(COLORS) * state.players), derived="boards")]
    """By board and color: where they lie."""
    occupied: Annotated[list[int], copied(each_seat(0), derived="boards")]
    """By board: the squares that have a stone."""
    section_colors: Annotated[tuple[int, ...], shared((), derived="spellboard")]
    """A color or EMPTY; no sections without the module."""
    section_counts: Annotated[list[int], copied(lambda _: [], derived="spellboard")]
    payable: Annotated[tuple[int, ...], shared((), derived="spellboard")]
    """By color of a stone: the mask of the sections that take it; empty without the module."""
    markers: Annotated[list[int], copied(lambda _: [], derived="players")]
    """How many are left: of a seat at a Circle at `players * seat + circle`."""
    free: Annotated[list[tuple[Action, ...]], copied(each_seat(()), derived="players")]
    """By seat: the actions that place a stone on its cards, in the order of the legal list."""
    waiting: Annotated[tuple[tuple[int, int], ...], shared((), derived="pending")]
    """In phase activate: the charged cards after the pending one, lowest first, each with its owner."""
    checks: Annotated[tuple[Check, ...], shared((), derived="boards")]
    """The boards at each check of signs so far."""
    moved: Annotated[bool, shared(False, derived="boards")]
    """Whether a stone came onto a board since the last check of signs."""
    __slots__ = slots(__annotations__)

    _decide = rules.decide
    _play = rules.play
    _why_not = refusals.why_not
    scores = rounds.scores
    ranks = rounds.ranks
    _ending = rounds.ending
    remark = rounds.remark
    _redraw = view.redraw
    _written_components = data.components

    def give_card(self, seat: int, held: Held) -> None:
        """Lay a card before a seat, after those that it has."""
        layout, _ = held
        self.cards[seat][layout.number] = held
        self.free[seat] += layout.free

    def put_on_card(self, place: Action, color: int) -> None:
        """Lay a stone on a card of the active seat."""
        number, square = place.arg
        cards = self.cards[self.turn]
        layout, stones = cards[number]
        cards[number] = layout.after[square], stones[:square] + (color,) + stones[square + 1 :]
        free = self.free[self.turn]
        index = free.index(place)
        self.free[self.turn] = free[:index] + free[index + 1 :]

    def remove_card(self, number: int) -> Held:
        """Take a card from before the active seat."""
        held = self.cards[self.turn].pop(number)
        if held[0].free:
            self.free[self.turn] = tuple([place for place in self.free[self.turn] if place.arg[0] != number])
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


def new_state(players: int, options: Data, parts: Components, rng: Random) -> PortalsState:
    """The set-up of section 3, up to the first decision."""
    state = PortalsState(players, rng.getrandbits(64), options, parts=parts)
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
