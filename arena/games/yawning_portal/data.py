"""How the values of a state's fields are written as plain data, and read (rules page sections 4.2 and 10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from arena.games.core import Data
from arena.games.core.forms import COUNT, SEAT, Form, integer, list_of, named, nullable, tuple_of, word
from arena.games.entries import Entry
from arena.games.yawning_portal.components import (
    COLORS,
    OPEN_OBJECTIVES,
    SIDES,
    SOLO_OBJECTIVES,
    Objective,
)
from arena.games.yawning_portal.rules.heroes import NO_HERO
from arena.games.yawning_portal.rules.holdings import BONUSES, SEATED, WHITE
from arena.games.yawning_portal.rules.holdings import POTIONS as SEATS_POTIONS
from arena.games.yawning_portal.rules.items import ITEMS
from arena.games.yawning_portal.rules.objectives import x_slot
from arena.games.yawning_portal.rules.todo import Item

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

PHASES = ("setup", "play", "over")


def by_color(values: Sequence[Any]) -> Data:
    """A map by color."""
    blue, green, red, yellow = values
    return {"blue": blue, "green": green, "red": red, "yellow": yellow}


def names_of(state: YawningPortalState, cards: Iterable[int]) -> list[str]:
    """The ids of cards."""
    return [*map(state.tables.names.__getitem__, cards)]


def read_card(state: YawningPortalState, entry: Entry) -> int:
    """The card that an entry names."""
    name, card_of = entry.text(), state.tables.card_of
    entry.require(name in card_of, f"{name!r:.60} is no hero card")
    return card_of[name]


# The row and the heroes beside it


def _write_row(state: YawningPortalState, colors: Sequence[int]) -> list[str | None]:
    row: list[str | None] = [None] * state.tables.slots
    for color, slots in zip(COLORS, colors, strict=True):
        left = slots
        while left:
            slot = left.bit_length() - 1
            row[slot] = color
            left ^= 1 << slot
    return row


def _read_row(state: YawningPortalState, entry: Entry) -> list[int]:
    row = [0] * len(COLORS)
    for slot, token in enumerate(entry.items(state.tables.slots)):
        color = token.one_of((None, *COLORS))
        if color is not None:
            row[COLORS.index(color)] |= 1 << slot
    return row


def write_spaces(state: YawningPortalState) -> list[Data | None]:
    """The hero on each space, from `cards` and the masks of spaces."""
    names, up, enchanted, seating = state.tables.names, state.up, state.enchanted, state.seating
    return [
        None
        if card == NO_HERO
        else {
            "card": names[card],
            "up": up >> space & 1 == 1,
            "potion": enchanted >> space & 1 == 1,
            "seating": seating >> space & 1 == 1,
        }
        for space, card in enumerate(state.cards)
    ]


def read_spaces(state: YawningPortalState, entries: Entry) -> None:
    """Set `cards` and the masks of spaces."""
    for space, entry in enumerate(entries.items(state.tables.spaces)):
        if entry.value is not None:
            _read_hero(state, entry, space)


def _read_hero(state: YawningPortalState, entry: Entry, space: int) -> None:
    entry.has_only("card", "up", "potion", "seating")
    state.cards[space] = read_card(state, entry["card"])
    up, potion, seating = (entry[name].boolean() for name in ("up", "potion", "seating"))
    entry["potion"].require(up or not potion, "must be false for a facedown hero")
    entry["seating"].require(up or not seating, "must be false for a facedown hero")
    entry["potion"].require(not (potion and seating), "must be false for a hero being seated")
    state.taken |= 1 << space
    state.up |= up << space
    state.enchanted |= potion << space
    state.seating |= seating << space


# Decks, line, supply


def _write_decks(state: YawningPortalState, decks: Sequence[tuple[int, ...]]) -> Data:
    return {name: names_of(state, deck) for name, deck in zip(state.tables.deck_names, decks, strict=True)}


def _read_decks(state: YawningPortalState, entry: Entry) -> list[tuple[int, ...]]:
    decks = []
    for place, name in enumerate(state.tables.deck_names):
        deck = tuple(entry[name].list_of(lambda card: read_card(state, card)))
        for card, below in zip(deck, entry[name].items(), strict=True):
            right = state.players == 1 or state.tables.color_of[card] == place
            below.require(right, f"is no {name} card")
        decks.append(deck)
    entry.has_only(*state.tables.deck_names)
    return decks


def deck_top(state: YawningPortalState) -> str | None:
    """The color of the visible back in the solo game."""
    if state.players > 1 or not state.decks[0]:
        return None
    return COLORS[state.tables.color_of[state.decks[0][0]]]


def write_line(state: YawningPortalState) -> list[str]:
    """The hand of the solo game."""
    return names_of(state, state.hands[0]) if state.players == 1 else []


def read_line(state: YawningPortalState, entry: Entry) -> None:
    """Set the hand of the solo game."""
    if state.players > 1:
        entry.exactly([])
    else:
        state.hands[0] = tuple(entry.list_of(lambda card: read_card(state, card)))


def write_supply(state: YawningPortalState) -> Data:
    """What is left of each sort of piece."""
    return {
        "gems": by_color(state.gems),
        "diamonds": state.diamonds,
        "potions": state.potions,
        "food": by_color(state.food),
    }


def read_supply(state: YawningPortalState, entry: Entry) -> None:
    """Set what is left of each sort of piece."""
    entry.has_only("gems", "diamonds", "potions", "food")
    state.gems = entry["gems"].counts(COLORS)
    state.diamonds = entry["diamonds"].integer(0)
    state.potions = entry["potions"].integer(0)
    state.food = entry["food"].counts(COLORS)


# Objectives


def _write_objectives(state: YawningPortalState, objectives: Sequence[Objective]) -> list[Data]:
    solo = state.players == 1
    unclaimed = [goal[0] for goal in state.open_goals]
    return [
        {
            "id": objective.id,
            "owner": None if owner < 0 else owner,
            "x": x_slot(state, place) if solo else None,
            "gone": owner < 0 and place not in unclaimed,
        }
        for place, (objective, owner) in enumerate(zip(objectives, state.owners, strict=True))
    ]


def _read_objectives(state: YawningPortalState, entries: Entry) -> tuple[Objective, ...]:
    """The objectives in play; `checks` sets their owners."""
    known = {objective.id: objective for objective in state.tables.parts.objectives}
    count = SOLO_OBJECTIVES if state.players == 1 else OPEN_OBJECTIVES
    ids = [entry["id"].one_of(known) for entry in entries.items(count)]
    entries.require(len(set(ids)) == len(ids), "has an objective twice")
    return tuple([known[name] for name in ids])


# What a seat has


def write_hand(state: YawningPortalState, seat: int) -> list[str]:
    """A seat's cards in the order they came; in the solo game they are the line."""
    return names_of(state, state.hands[seat]) if state.players > 1 else []


def read_hand(state: YawningPortalState, entry: Entry, seat: int) -> None:
    """Set a seat's cards."""
    if state.players == 1:
        entry.exactly([])
    else:
        state.hands[seat] = tuple([read_card(state, card) for card in entry.items()])


def hand_colors(state: YawningPortalState, seat: int) -> Data:
    """How many cards of each color a seat has."""
    color_of = state.tables.color_of
    colors = [color_of[card] for card in state.hands[seat]] if state.players > 1 else []
    return by_color([*map(colors.count, range(len(COLORS)))])


_TILES = [by_color([SIDES[backs >> color & 1] for color in range(len(COLORS))]) for backs in range(16)]
"""By mask of the tiles that show their backs: the visible side of each."""


def _read_tiles(_: YawningPortalState, entry: Entry) -> int:
    entry.has_only(*COLORS)
    return sum(SIDES.index(entry[color].one_of(SIDES)) << index for index, color in enumerate(COLORS))


def write_gems(state: YawningPortalState, seat: int) -> Data:
    """A seat's gems by color, without diamonds."""
    blue, green, red, yellow, *_ = holding = state.holdings[seat]
    diamonds = holding[WHITE:]
    return {
        "blue": blue - diamonds[0],
        "green": green - diamonds[1],
        "red": red - diamonds[2],
        "yellow": yellow - diamonds[3],
    }


def read_gems(state: YawningPortalState, entry: Entry, seat: int) -> None:
    """Begin a seat's holding with its gems."""
    state.holdings[seat][: len(COLORS)] = entry.counts(COLORS)


def write_diamonds(state: YawningPortalState, seat: int) -> Data:
    """A seat's diamonds by the color that they are assigned to."""
    return by_color(state.holdings[seat][WHITE:])


def read_diamonds(state: YawningPortalState, entry: Entry, seat: int) -> None:
    """Add a seat's diamonds to its holding, which has its gems."""
    holding, diamonds = state.holdings[seat], entry.counts(COLORS)
    holding[WHITE:] = diamonds
    for color, count in enumerate(diamonds):
        holding[color] += count


def _held(place: int) -> tuple[Any, Any]:
    """Writing and reading one number of a holding."""

    def read(state: YawningPortalState, entry: Entry, seat: int) -> None:
        state.holdings[seat][place] = entry.integer(0)

    return (lambda state, seat: state.holdings[seat][place]), read


HELD_POTIONS, HELD_BONUSES, HELD_SEATED = _held(SEATS_POTIONS), _held(BONUSES), _held(SEATED)


# The to-do list


def item_data(state: YawningPortalState, item: Item) -> Data:
    """An item of the to-do list as a map."""
    arg = item.arg
    match item.arg_name:
        case None:
            return {"do": item.do}
        case "colors":
            return {"do": item.do, "colors": [COLORS[color] for color in arg]}
        case "color":
            return {"do": item.do, "color": COLORS[arg]}
        case "card":
            return {"do": item.do, "card": state.tables.names[arg]}
        case name:
            return {"do": item.do, name: arg}


def _read_item(state: YawningPortalState, entry: Entry) -> Item:
    kind = ITEMS[entry["do"].one_of(ITEMS)]
    if kind.arg_name is None:
        entry.has_only("do")
        return kind()
    entry.has_only("do", kind.arg_name)
    arg = entry[kind.arg_name]
    match kind.arg_name:
        case "colors":
            names = arg.list_of(lambda color: str(color.one_of(COLORS)))
            in_order = [color for color in COLORS if color in names]
            arg.require(bool(names) and names == in_order, "must be colors in their order, each once")
            return kind(tuple([COLORS.index(color) for color in names]))
        case "color":
            return kind(COLORS.index(arg.one_of(COLORS)))
        case "card":
            return kind(read_card(state, arg))
        case "slot":
            return kind(arg.integer(0, state.tables.slots - 1))
        case _:
            return kind(arg.integer(0, state.tables.spaces - 1))


PHASE = word(*PHASES)
PASSES = integer(0, lambda state: state.players)
ENDER = nullable(SEAT, -1)
ROW = Form(_write_row, _read_row)
DECKS = Form(_write_decks, _read_decks)
CARDS = Form(names_of, tuple_of(Form(lambda state, card: state.tables.names[card], read_card)).read)
_BY_COLOR_SOURCE = ", ".join(f"{color!r}: {{0}}[{index}]" for index, color in enumerate(COLORS))
BY_COLOR = Form(lambda _, counts: by_color(counts), named(COLORS, COUNT).read, f"{{{{{_BY_COLOR_SOURCE}}}}}")
"""By color; written out, as views are made at every decision."""
OBJECTIVES = Form(_write_objectives, _read_objectives)
TILES = Form(lambda _, backs: _TILES[backs].copy(), _read_tiles)
TODO = Form(
    lambda state, todo: [item_data(state, item) for item in reversed(todo)],
    lambda state, entry: list_of(Form(item_data, _read_item)).read(state, entry)[::-1],
)
BEATEN = word(None, True, False)
