"""How the values of a state's fields are written as plain data, and read (rules page section 10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.games.core import Action, Data
from arena.games.core.forms import COUNT, Form, integer, named, seat_list, tuple_of, word
from arena.games.dragon_whisperer.rules import HAND_SIZE
from arena.games.entries import Entry

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState, Quest, Stack


def colors_of(state: DragonWhispererState) -> tuple[str, ...]:
    """The colors in play, in standard order."""
    return state.tables.colors


def names_of(state: DragonWhispererState, cards: Iterable[int]) -> list[str]:
    """The ids of cards."""
    return list(map(state.tables.names.__getitem__, cards))


def _read_card(state: DragonWhispererState, entry: Entry) -> int:
    card_of = state.tables.card_of
    return card_of[entry.one_of(card_of)]


def _read_hand(state: DragonWhispererState, entry: Entry) -> list[Action]:
    cards = [_read_card(state, card) for card in entry.items()]
    entry.require(cards == sorted(cards), "must be in standard order")
    return [state.tables.play[card] for card in cards]


def _read_quest_values(_: DragonWhispererState, entry: Entry) -> tuple[int, ...]:
    values = tuple([value.integer(1, 9) for value in entry.items(7)])
    entry.require(list(values) == sorted(values), "must be ascending")
    return values


def read_stack(region: Entry, below: tuple[int, ...]) -> Stack:
    """A region's Quests, of which all but the top one are these."""
    region.has_only("top", "below")
    top = region["top"].optional(lambda value: value.integer(1, 9))
    region.require(top is not None or not below, "a null top goes with an empty below")
    return () if top is None else (top, *below)


def _write_color(state: DragonWhispererState, color: int) -> str | None:
    return None if color < 0 else state.tables.colors[color]


def _read_color(state: DragonWhispererState, entry: Entry) -> int:
    color = entry.one_of((None, *state.tables.colors))
    return -1 if color is None else state.tables.color_of[color]


def _read_turn(state: DragonWhispererState, entry: Entry) -> int:
    if state.phase == "over":
        entry.exactly(None)
        return 0
    return entry.seat(state.players)


def _write_voids(state: DragonWhispererState, voids: list[int]) -> list[list[str]]:
    colors_in = state.tables.colors_in
    return [[*colors_in[mask]] for mask in voids]


def _read_voids(state: DragonWhispererState, entry: Entry) -> int:
    color_of = state.tables.color_of
    colors = [color_of[color.one_of(color_of)] for color in entry.items()]
    entry.require(colors == sorted(set(colors)), "must be in standard order, each color once")
    return sum(1 << color for color in colors)


def _write_trick(state: DragonWhispererState, trick: tuple[int, ...]) -> list[Data]:
    names, leader, players = state.tables.names, state.leader, state.players
    return [{"seat": (leader + place) % players, "card": names[card]} for place, card in enumerate(trick)]


def _read_trick(state: DragonWhispererState, entry: Entry) -> tuple[int, ...]:
    trick = []
    for place, played in enumerate(entry.items()):
        played.has_only("seat", "card")
        played["seat"].exactly((state.leader + place) % state.players)
        trick.append(_read_card(state, played["card"]))
    entry.require(len(trick) <= state.players, "has more cards than there are seats")
    return tuple(trick)


def _write_quests(state: DragonWhispererState, quests: list[tuple[Quest, ...]]) -> list[list[Data]]:
    colors = state.tables.colors
    return [[{"color": colors[color], "value": value} for color, value in taken] for taken in quests]


def read_quest(state: DragonWhispererState, entry: Entry) -> Quest:
    """A Quest that was taken, with its value."""
    return read_quest_color(state, entry), entry["value"].integer(1, 9)


def read_quest_color(state: DragonWhispererState, entry: Entry) -> int:
    """The color of a Quest that was taken."""
    entry.has_only("color", "value")
    color_of = state.tables.color_of
    return color_of[entry["color"].one_of(color_of)]


PHASES = ("place_dragon", "play_card", "draw_trump", "over")

COLOR = Form(_write_color, _read_color)
"""A color, or null for -1."""
CARD = Form(lambda state, card: state.tables.names[card], _read_card)
CARDS = Form(names_of, tuple_of(CARD).read)
HAND = Form(lambda _, hand: [action.arg.name for action in hand], _read_hand)
HANDS = Form(lambda _, hands: [[action.arg.name for action in hand] for hand in hands], seat_list(HAND).read)
QUEST_VALUES = named(colors_of, Form(lambda _, values: [*values], _read_quest_values, "[*{0}]"))
STACKS = named(
    colors_of,
    Form(
        lambda _, stack: {"top": stack[0] if stack else None, "below": [*stack[1:]]},
        lambda _, region: read_stack(region, tuple([value.integer() for value in region["below"].items()])),
    ),
)
BOX = named(colors_of, tuple_of(integer(), 2))
TRICK_NO = integer(1, lambda state: HAND_SIZE[state.players])
PHASE = word(*PHASES)
TURN = Form(lambda state, seat: None if state.phase == "over" else seat, _read_turn)
VOIDS = Form(_write_voids, seat_list(Form(_write_voids, _read_voids)).read)
TRICK = Form(_write_trick, _read_trick)
QUESTS = Form(_write_quests, seat_list(tuple_of(Form(_write_quests, read_quest))).read)
TOKENS = seat_list(COUNT)
