"""The state: its fields, copying it, and the set-up (rules page sections 3 and 10)."""

from __future__ import annotations

from random import Random
from typing import Self

from arena.games.core import Data, State, shuffled
from arena.games.yawning_portal import plain, rules, scoring, todo
from arena.games.yawning_portal import view as views
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
from arena.games.yawning_portal.heroes import NOBODY
from arena.games.yawning_portal.holdings import SIZE, Goal, goal
from arena.games.yawning_portal.row import toggle
from arena.games.yawning_portal.tables import Tables, tables_for
from arena.games.yawning_portal.turns import TILE, Start

NOBODYS = -1
"""The owner of an objective that nobody has claimed."""
SOLO_LINE = 4


class YawningPortalState(State):
    """A game of The Yawning Portal in progress.

    Colors, cards, slots and spaces are the ints of `Tables`; sets of them are masks.
    """

    __slots__ = (
        "backs",  # by seat: mask of the tiles that show their backs
        "beaten",
        "cards",  # by space: card or NOBODY
        "decks",  # by color, or the one deck of the solo game: cards, next one first
        "diamonds",  # in the supply
        "discard",
        "enchanted",  # mask of the spaces whose heroes have a potion on them
        "ender",  # seat or -1
        "filled",  # mask of the slots with a token
        "food",  # by color: tokens in the supply
        "gems",  # by color: in the supply
        "hands",  # by seat: cards in the order they came; in the solo game the line
        "holdings",  # by seat: see `holdings`
        "objectives",  # those in play
        "open_goals",  # what has neither been claimed nor gone
        "options",
        "owners",  # by objective: seat or NOBODYS
        "passes",
        "phase",
        "potions",  # in the supply
        "row",  # by color: mask of slots; see `row`
        "seating",  # mask of the spaces whose heroes are being seated
        "spent",  # by color: gems that left the game
        "start_food",  # by color: starting tokens still to be placed
        "tables",
        "taken",  # mask of the spaces with a hero
        "todo",  # items, the next one last
        "turn",
        "turn_number",
        "up",  # mask of the spaces with a faceup hero
        "windows",  # by four slots: see `row`
    )

    def __init__(self, players: int, chance_seed: int, tables: Tables, options: Data) -> None:
        super().__init__(players, chance_seed)
        self.tables = tables
        self.options = options
        self.phase = "play"
        self.turn = 0
        self.turn_number = 0
        self.passes = 0
        self.ender = -1
        self.todo: list[todo.Item] = []
        self.beaten: bool | None = None
        self.row = [0] * len(COLORS)
        self.filled = 0
        self.windows = [0] * (tables.spaces // 2)
        self.food = [FOOD] * len(COLORS)
        self.start_food = [0] * len(COLORS)
        self.cards = [NOBODY] * tables.spaces
        self.taken = 0
        self.up = 0
        self.seating = 0
        self.enchanted = 0
        self.potions = POTIONS
        self.decks: list[tuple[int, ...]] = [()] * len(tables.deck_names)
        self.discard: tuple[int, ...] = ()
        self.gems = [GEMS] * len(COLORS)
        self.diamonds = DIAMONDS
        self.spent = [0] * len(COLORS)
        self.objectives: tuple[Objective, ...] = ()
        self.owners: list[int] = []
        self.open_goals: tuple[Goal, ...] = ()
        self.hands: list[tuple[int, ...]] = [()] * players
        self.backs = [0] * players
        self.holdings = [[0] * SIZE for _ in range(players)]

    _decide = todo.work_off
    _play = todo.choose
    _why_not = rules.why_not
    scores = scoring.scores
    ranks = scoring.ranks
    remark = scoring.remark
    _view = views.view
    _redraw = views.redraw
    to_data = plain.to_data

    def clone(self) -> Self:
        """An independent copy, sharing what never changes in place."""
        copy = object.__new__(type(self))
        self._copy_core_to(copy)
        copy.tables = self.tables
        copy.options = self.options
        copy.phase = self.phase
        copy.turn = self.turn
        copy.turn_number = self.turn_number
        copy.passes = self.passes
        copy.ender = self.ender
        copy.todo = self.todo[:]
        copy.beaten = self.beaten
        copy.row = self.row[:]
        copy.filled = self.filled
        copy.windows = self.windows[:]
        copy.food = self.food[:]
        copy.start_food = self.start_food[:]
        copy.cards = self.cards[:]
        copy.taken = self.taken
        copy.up = self.up
        copy.seating = self.seating
        copy.enchanted = self.enchanted
        copy.potions = self.potions
        copy.decks = self.decks[:]
        copy.discard = self.discard
        copy.gems = self.gems[:]
        copy.diamonds = self.diamonds
        copy.spent = self.spent[:]
        copy.objectives = self.objectives
        copy.owners = self.owners[:]
        copy.open_goals = self.open_goals
        copy.hands = self.hands[:]
        copy.backs = self.backs[:]
        copy.holdings = [holding[:] for holding in self.holdings]
        return copy

    def set_objectives(self, objectives: tuple[Objective, ...]) -> None:
        """Have these objectives in play, none of them claimed."""
        self.objectives = objectives
        self.owners = [NOBODYS] * len(objectives)
        self.open_goals = tuple([goal(place, objective) for place, objective in enumerate(objectives)])


def new_state(players: int, options: Data, parts: Components, rng: Random) -> YawningPortalState:
    """The set-up of section 3."""
    tables = tables_for(parts, players, options["red_front_play"])
    state = YawningPortalState(players, rng.getrandbits(64), tables, options)
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
