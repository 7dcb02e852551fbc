"""The state: its fields, and the set-up (rules page sections 3 and 10)."""

from __future__ import annotations

from itertools import compress
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
    shared,
    shuffled,
    slots,
)
from arena.games.core.forms import SEAT, integer
from arena.games.dragon_whisperer import data, refusals, rules, view
from arena.games.dragon_whisperer.components import Components
from arena.games.dragon_whisperer.tables import Tables, tables_for

Quest = tuple[int, int]
"""A Quest taken: its color and value."""
Stack = tuple[int, ...]
"""The values of a region's Quests, the top one first."""


class DragonWhispererState(State):
    """A game of Dragon Whisperer in progress.

    Colors and cards are the ints of `Tables`. What a seat holds is kept twice: `hands` has its play
    actions in standard order (each Rage by itself), `held` the same as a mask of cards.
    """

    tables: Annotated[Tables, given()]
    colors: ClassVar[Written] = Written(lambda state: [*state.tables.colors])
    quest_values: Annotated[tuple[tuple[int, ...], ...], shared(data=data.QUEST_VALUES)]
    """By color, ascending."""
    stacks: Annotated[list[Stack], copied(data=data.STACKS, name="regions", shown=view.regions)]
    """By color."""
    box: Annotated[list[tuple[int, ...]], copied(data=data.BOX, shown=view.box)]
    """By color: the two values left out."""
    dragon: Annotated[int, shared(-1, data=data.COLOR)]
    """A color, or -1 before the first placement."""
    round: Annotated[int, shared(1, data=integer(1))]
    trick_no: Annotated[int, shared(1, data=data.TRICK_NO)]
    phase: Annotated[str, shared("place_dragon", data=data.PHASE)]
    turn: Annotated[int, shared(0, data=data.TURN)]
    dealer: Annotated[int, shared(0, data=SEAT)]
    first_player: Annotated[int, shared(0, data=SEAT)]
    leader: Annotated[int, shared(0, data=SEAT)]
    hands: Annotated[list[list[Action]], nested(each_seat(list), data=data.HANDS, shown=view.hands)]
    voids: Annotated[list[int], copied(each_seat(0), data=data.VOIDS)]
    """By seat: a mask of colors."""
    deck: Annotated[tuple[int, ...], shared((), data=data.CARDS, shown=view.deck)]
    """The next card first."""
    trump_card: Annotated[int, shared(0, data=data.CARD)]
    trump: Annotated[int, shared(-1, derived="trump_card", data=data.COLOR)]
    """A color, or -1."""
    trick: Annotated[tuple[int, ...], shared((), data=data.TRICK)]
    """From the leader on."""
    discard: Annotated[tuple[int, ...], shared((), data=data.CARDS)]
    quests: Annotated[list[tuple[Quest, ...]], copied(each_seat(()), data=data.QUESTS, shown=view.quests)]
    """By seat, in the order taken."""
    monsters: Annotated[list[int], copied(each_seat(0), data=data.TOKENS)]
    treasures: Annotated[list[int], copied(each_seat(0), data=data.TOKENS)]
    held: Annotated[list[int], copied(each_seat(0), derived="hands")]
    open_regions: Annotated[int, shared(0, derived="regions")]
    """The mask of the colors that have a Quest."""
    seen: Annotated[int, shared(0, derived="trick")]
    """The mask of the numbers below 5 played in the trick; bit 0: a Dragon Rage."""
    __slots__ = slots(__annotations__)

    _decide = rules.decide
    _play = rules.play
    _why_not = refusals.why_not
    scores = rules.scores
    ranks = rules.ranks
    _redraw = view.redraw


def new_state(players: int, options: Data, components: Components, rng: Random) -> DragonWhispererState:
    """The set-up of section 3: Quests, the first dealer, the first deal."""
    colors, quests = components.colors, components.quests
    if options["short_deck"]:
        removed = options["removed_suits"] or rng.sample(colors, 2)
        kept = [color not in removed for color in colors]
        colors, quests = tuple(compress(colors, kept)), tuple(compress(quests, kept))
    tables = tables_for(colors, options["short_deck"])
    state = DragonWhispererState(players, rng.getrandbits(64), options, tables=tables)
    state.quest_values = quests
    drawn = [shuffled(values, rng) for values in quests]
    state.stacks = [tuple(values[:5]) for values in drawn]
    state.box = [tuple(values[5:]) for values in drawn]
    state.open_regions = (1 << len(colors)) - 1
    dealer = options["first_dealer"]
    if dealer < 0:
        dealer = rng.randrange(players)
    rules.deal(state, dealer, shuffled(state.tables.cards, rng))
    return state
