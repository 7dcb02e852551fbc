"""The state: its fields, copying it, and the set-up (rules page sections 3 and 10)."""

from __future__ import annotations

from itertools import compress
from random import Random
from typing import Self

from arena.games.core import Action, Data, State, shuffled
from arena.games.dragon_whisperer import plain, rules
from arena.games.dragon_whisperer import view as views
from arena.games.dragon_whisperer.components import Components, Tables, tables_for

Quest = tuple[int, int]
"""A Quest taken: its color and value."""


class DragonWhispererState(State):
    """A game of Dragon Whisperer in progress.

    Colors and cards are the ints of `Tables`. What a seat holds is kept twice: `hands` has its play
    actions in standard order (each Rage by itself), `held` the same as a mask of cards.
    """

    __slots__ = (
        "box",  # by color: the two values left out
        "dealer",
        "deck",  # cards, next one first
        "discard",
        "dragon",  # color, or -1 before the first placement
        "first_player",
        "hands",
        "held",
        "leader",
        "monsters",
        "options",
        "phase",
        "quest_values",  # by color, ascending
        "quests",  # by seat: (color, value) in the order taken
        "regions",  # mask of the colors that have a Quest
        "round",
        "seen",  # mask of the numbers below 5 played in the trick; bit 0: a Dragon Rage
        "stacks",  # by color: Quest values, top first
        "tables",
        "treasures",
        "trick",  # cards, from the leader on
        "trick_no",
        "trump",  # color or -1
        "trump_card",
        "turn",
        "voids",  # by seat: mask of colors
    )

    def __init__(self, players: int, chance_seed: int) -> None:
        super().__init__(players, chance_seed)
        self.tables: Tables
        self.options: Data
        self.quest_values: tuple[tuple[int, ...], ...]
        self.stacks: list[tuple[int, ...]]
        self.box: list[tuple[int, ...]]
        self.regions = 0
        self.dragon = -1
        self.round = 1
        self.trick_no = 1
        self.phase = "place_dragon"
        self.turn = 0
        self.dealer = 0
        self.first_player = 0
        self.leader = 0
        self.hands: list[list[Action]] = [[] for _ in range(players)]
        self.held = [0] * players
        self.voids = [0] * players
        self.deck: tuple[int, ...] = ()
        self.trump_card = 0
        self.trump = -1
        self.trick: tuple[int, ...] = ()
        self.seen = 0
        self.discard: tuple[int, ...] = ()
        self.quests: list[tuple[Quest, ...]] = [()] * players
        self.monsters = [0] * players
        self.treasures = [0] * players

    _decide = rules.decide
    _play = rules.play
    _why_not = rules.why_not
    scores = rules.scores
    ranks = rules.ranks
    _view = views.view
    _redraw = views.redraw
    to_data = plain.to_data

    def clone(self) -> Self:
        """An independent copy, sharing what never changes in place."""
        copy = object.__new__(type(self))
        self._copy_core_to(copy)
        copy.tables = self.tables
        copy.options = self.options
        copy.quest_values = self.quest_values
        copy.stacks = self.stacks[:]
        copy.box = self.box[:]
        copy.regions = self.regions
        copy.dragon = self.dragon
        copy.round = self.round
        copy.trick_no = self.trick_no
        copy.phase = self.phase
        copy.turn = self.turn
        copy.dealer = self.dealer
        copy.first_player = self.first_player
        copy.leader = self.leader
        copy.hands = [hand[:] for hand in self.hands]
        copy.held = self.held[:]
        copy.voids = self.voids[:]
        copy.deck = self.deck
        copy.trump_card = self.trump_card
        copy.trump = self.trump
        copy.trick = self.trick
        copy.seen = self.seen
        copy.discard = self.discard
        copy.quests = self.quests[:]
        copy.monsters = self.monsters[:]
        copy.treasures = self.treasures[:]
        return copy


def new_state(players: int, options: Data, components: Components, rng: Random) -> DragonWhispererState:
    """The set-up of section 3: Quests, the first dealer, the first deal."""
    colors, quests = components.colors, components.quests
    if options["short_deck"]:
        removed = options["removed_suits"] or rng.sample(colors, 2)
        kept = [color not in removed for color in colors]
        colors, quests = tuple(compress(colors, kept)), tuple(compress(quests, kept))
    state = DragonWhispererState(players, chance_seed=rng.getrandbits(64))
    state.tables = tables_for(colors, 3 if options["short_deck"] else 4)
    state.options = options
    state.quest_values = quests
    drawn = [shuffled(values, rng) for values in quests]
    state.stacks = [tuple(values[:5]) for values in drawn]
    state.box = [tuple(values[5:]) for values in drawn]
    state.regions = (1 << len(colors)) - 1
    dealer = options["first_dealer"]
    if dealer < 0:
        dealer = rng.randrange(players)
    rules.deal(state, dealer, shuffled(state.tables.cards, rng))
    return state
