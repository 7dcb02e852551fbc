"""The state: its fields, and the set-up (rules page sections 3 and 10)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated, ClassVar

from arena.games.core import (
    Data,
    State,
    Written,
    copied,
    each_seat,
    given,
    nested,
    shared,
    shuffled,
    slots,
)
from arena.games.core.forms import COUNT, SEAT
from arena.games.yawning_portal import data, refusals, rules, view
from arena.games.yawning_portal.components import (
    COLORS,
    DIAMONDS,
    FOOD,
    GEMS,
    OPEN_OBJECTIVES,
    POTIONS,
    SOLO_OBJECTIVES,
    Components,
    Objective,
)
from arena.games.yawning_portal.rules.heroes import NO_HERO
from arena.games.yawning_portal.rules.holdings import SIZE, Goal, goal
from arena.games.yawning_portal.rules.row import toggle
from arena.games.yawning_portal.rules.todo import Item
from arena.games.yawning_portal.rules.turns import TILE, Start
from arena.games.yawning_portal.tables import Tables, tables_for

NOBODY = -1
"""The owner of an objective that nobody has claimed."""
SOLO_LINE = 4


def _each_color(count: int) -> Callable[[object], list[int]]:
    return lambda _: [count] * len(COLORS)


class YawningPortalState(State):
    """A game of The Yawning Portal in progress.

    Colors, cards, slots and spaces are the ints of `Tables`; sets of them are masks.
    """

    head = ("game", "options", "components")

    tables: Annotated[Tables, given()]
    phase: Annotated[str, shared("play", data=data.PHASE)]
    turn: Annotated[int, shared(0, data=SEAT)]
    turn_number: Annotated[int, shared(0, data=COUNT)]
    passes: Annotated[int, shared(0, data=data.PASSES)]
    ender: Annotated[int, shared(-1, data=data.ENDER)]
    """The seat whose next turn would be one too many, or -1."""
    row: Annotated[list[int], copied(_each_color(0), data=data.ROW)]
    """By color: a mask of slots; see `rules.row`."""
    spaces: ClassVar[Written] = Written(data.write_spaces, data.read_spaces)
    decks: Annotated[
        list[tuple[int, ...]],
        copied(lambda state: [()] * len(state.tables.deck_names), data=data.DECKS, shown=view.decks),
    ]
    """By color, or the one deck of the solo game: cards, the next one first."""
    deck_top: ClassVar[Written] = Written(data.deck_top)
    line: ClassVar[Written] = Written(data.write_line, data.read_line)
    discard: Annotated[tuple[int, ...], shared((), data=data.CARDS)]
    supply: ClassVar[Written] = Written(data.write_supply, data.read_supply)
    spent: Annotated[list[int], copied(_each_color(0), data=data.BY_COLOR, name="spent_gems")]
    """By color: gems that left the game."""
    start_food: Annotated[list[int], copied(_each_color(0), data=data.BY_COLOR)]
    """By color: starting tokens still to be placed."""
    objectives: Annotated[tuple[Objective, ...], shared((), data=data.OBJECTIVES)]
    """Those in play."""
    hand: ClassVar[Written] = Written(data.write_hand, data.read_hand, inside="players", shown=view.hand)
    hand_colors: ClassVar[Written] = Written(data.hand_colors, inside="players")
    backs: Annotated[list[int], copied(each_seat(0), data=data.TILES, name="tiles", inside="players")]
    """By seat: the mask of the tiles that show their backs."""
    held_gems: ClassVar[Written] = Written(data.write_gems, data.read_gems, name="gems", inside="players")
    held_diamonds: ClassVar[Written] = Written(
        data.write_diamonds, data.read_diamonds, name="diamonds", inside="players"
    )
    held_potions: ClassVar[Written] = Written(*data.HELD_POTIONS, name="potions", inside="players")
    bonuses: ClassVar[Written] = Written(*data.HELD_BONUSES, inside="players")
    seated: ClassVar[Written] = Written(*data.HELD_SEATED, inside="players")
    todo: Annotated[list[Item], copied(lambda _: [], data=data.TODO)]
    """The next item last."""
    beaten: Annotated[bool | None, shared(None, data=data.BEATEN)]

    filled: Annotated[int, shared(0, derived="row")]
    """The mask of the slots with a token."""
    windows: Annotated[list[int], copied(lambda state: [0] * (state.tables.spaces // 2), derived="row")]
    """By four slots: see `rules.row`."""
    cards: Annotated[list[int], copied(lambda state: [NO_HERO] * state.tables.spaces, derived="spaces")]
    """By space: a card or NO_HERO."""
    taken: Annotated[int, shared(0, derived="spaces")]
    """The mask of the spaces with a hero."""
    up: Annotated[int, shared(0, derived="spaces")]
    """The mask of the spaces with a faceup hero."""
    seating: Annotated[int, shared(0, derived="spaces")]
    """The mask of the spaces whose heroes are being seated."""
    enchanted: Annotated[int, shared(0, derived="spaces")]
    """The mask of the spaces whose heroes have a potion on them."""
    gems: Annotated[list[int], copied(_each_color(GEMS), derived="supply")]
    """By color: in the supply, as diamonds, potions and food."""
    diamonds: Annotated[int, shared(DIAMONDS, derived="supply")]
    potions: Annotated[int, shared(POTIONS, derived="supply")]
    food: Annotated[list[int], copied(_each_color(FOOD), derived="supply")]
    """By color: tokens."""
    owners: Annotated[list[int], copied(lambda _: [], derived="objectives")]
    """By objective: a seat or NOBODY."""
    open_goals: Annotated[tuple[Goal, ...], shared((), derived="objectives")]
    """What has neither been claimed nor gone."""
    hands: Annotated[list[tuple[int, ...]], copied(each_seat(()), derived="players")]
    """By seat: cards in the order they came; in the solo game the line."""
    holdings: Annotated[list[list[int]], nested(each_seat(lambda: [0] * SIZE), derived="players")]
    """By seat: see `rules.holdings`."""
    __slots__ = slots(__annotations__)

    _decide = rules.decide
    _play = rules.play
    _why_not = refusals.why_not
    scores = rules.scores
    ranks = rules.ranks
    _ending = rules.ending
    remark = rules.remark
    _redraw = view.redraw

    def _written_components(self) -> Data | None:
        parts = self.tables.parts
        return None if parts is self.game.components() else parts.content()

    def set_objectives(self, objectives: tuple[Objective, ...]) -> None:
        """Have these objectives in play, none of them claimed."""
        self.objectives = objectives
        self.owners = [NOBODY] * len(objectives)
        self.open_goals = tuple([goal(place, objective) for place, objective in enumerate(objectives)])


def new_state(players: int, options: Data, parts: Components, rng: Random) -> YawningPortalState:
    """The set-up of section 3."""
    tables = tables_for(parts, players, options["red_front_play"])
    state = YawningPortalState(players, rng.getrandbits(64), options, tables=tables)
    if players == 1:
        _set_up_solo(state, parts, rng)
    else:
        _set_up(state, parts, rng)
    return state


def _set_up(state: YawningPortalState, parts: Components, rng: Random) -> None:
    """Four decks, a card of each for every seat, and the last seat's starting tokens to come."""
    players, color_of = state.players, state.tables.color_of
    decks: list[list[int]] = [[] for _ in COLORS]
    for card in shuffled(range(len(color_of)), rng):
        decks[color_of[card]].append(card)
    state.hands = [tuple([deck[seat] for deck in decks]) for seat in range(players)]
    state.decks = [tuple(deck[players:]) for deck in decks]
    state.set_objectives(tuple(shuffled(parts.objectives, rng)[:OPEN_OBJECTIVES]))
    state.start_food = list(parts.start_food[players])
    state.phase = "setup"
    state.turn = players - 1
    state.todo = [Start()] * sum(state.start_food)


def _set_up_solo(state: YawningPortalState, parts: Components, rng: Random) -> None:
    """One deck, a line of four, and the starting tokens in random order in the middle of the row."""
    cards = shuffled(range(len(state.tables.color_of)), rng)
    state.hands = [tuple(cards[:SOLO_LINE])]
    state.decks = [tuple(cards[SOLO_LINE:])]
    state.set_objectives(tuple(shuffled(parts.objectives, rng)[:SOLO_OBJECTIVES]))
    tokens = [color for color, count in enumerate(parts.start_food[1]) for _ in range(count)]
    first = state.tables.start_end - len(tokens)
    for slot, color in enumerate(shuffled(tokens, rng), first):
        toggle(state, color, slot)
        state.food[color] -= 1
    state.turn_number = 1
    state.todo = [TILE]
