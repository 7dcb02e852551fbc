"""The state as plain data, both ways, and reading a view (rules page sections 4.2, 10 and 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena.games.core import Data
from arena.games.entries import Entry
from arena.games.yawning_portal import wellformed
from arena.games.yawning_portal.components import (
    COLORS,
    OPEN_OBJECTIVES,
    SIDES,
    SOLO_OBJECTIVES,
)
from arena.games.yawning_portal.heroes import NOBODY
from arena.games.yawning_portal.holdings import BONUSES, SEATED, SETS, TOTAL, WHITE
from arena.games.yawning_portal.holdings import DIAMONDS as ALL_DIAMONDS
from arena.games.yawning_portal.holdings import POTIONS as SEATS_POTIONS
from arena.games.yawning_portal.objectives import x_slot
from arena.games.yawning_portal.row import toggle
from arena.games.yawning_portal.rules import ITEMS
from arena.games.yawning_portal.todo import Item

if TYPE_CHECKING:
    from arena.games.yawning_portal.state import YawningPortalState

PHASES = ("setup", "play", "over")
FIELDS = (
    *("game", "options", "components", "phase", "turn", "turn_number", "passes", "ender", "row", "spaces"),
    *("decks", "deck_top", "line", "discard", "supply", "spent_gems", "start_food", "objectives"),
    *("players", "todo", "beaten"),
)
SEAT_FIELDS = ("hand", "hand_colors", "tiles", "gems", "diamonds", "potions", "bonuses", "seated")


# Writing


def to_data(state: YawningPortalState) -> Data:
    """The whole state in the form of the rules page, section 10."""
    data = open_part(state)
    names = state.tables.names
    data["decks"] = {
        name: [names[card] for card in deck]
        for name, deck in zip(state.tables.deck_names, state.decks, strict=True)
    }
    if state.players > 1:
        for player, hand in zip(data["players"], state.hands, strict=True):
            player["hand"] = [names[card] for card in hand]
    return data


def open_part(state: YawningPortalState) -> Data:
    """All fields in their order; decks, and hands where there are any, are None."""
    tables = state.tables
    names = tables.names
    solo = state.players == 1
    parts = tables.parts
    return {
        "game": "yawning-portal",
        "options": dict(state.options),
        "components": None if parts is state.game.components() else parts.content(),
        "phase": state.phase,
        "turn": state.turn,
        "turn_number": state.turn_number,
        "passes": state.passes,
        "ender": None if state.ender < 0 else state.ender,
        "row": _row(state),
        "spaces": _spaces(state),
        "decks": None,
        "deck_top": COLORS[tables.color_of[state.decks[0][0]]] if solo and state.decks[0] else None,
        "line": [names[card] for card in state.hands[0]] if solo else [],
        "discard": [names[card] for card in state.discard],
        "supply": {
            "gems": by_color(state.gems),
            "diamonds": state.diamonds,
            "potions": state.potions,
            "food": by_color(state.food),
        },
        "spent_gems": by_color(state.spent),
        "start_food": by_color(state.start_food),
        "objectives": _objectives(state),
        "players": [_player(state, seat) for seat in range(state.players)],
        "todo": [item_data(state, item) for item in reversed(state.todo)],
        "beaten": state.beaten,
    }


def by_color(values: Sequence[Any]) -> Data:
    """A map by color."""
    blue, green, red, yellow = values
    return {"blue": blue, "green": green, "red": red, "yellow": yellow}


_TILES = [by_color([SIDES[backs >> color & 1] for color in range(len(COLORS))]) for backs in range(16)]
"""By mask of the tiles that show their backs: the visible side of each."""


def _row(state: YawningPortalState) -> list[str | None]:
    row: list[str | None] = [None] * state.tables.slots
    for color, slots in zip(COLORS, state.row, strict=True):
        left = slots
        while left:
            slot = left.bit_length() - 1
            row[slot] = color
            left ^= 1 << slot
    return row


def _spaces(state: YawningPortalState) -> list[Data | None]:
    names, up, enchanted, seating = state.tables.names, state.up, state.enchanted, state.seating
    return [
        None
        if card == NOBODY
        else {
            "card": names[card],
            "up": up >> space & 1 == 1,
            "potion": enchanted >> space & 1 == 1,
            "seating": seating >> space & 1 == 1,
        }
        for space, card in enumerate(state.cards)
    ]


def _objectives(state: YawningPortalState) -> list[Data]:
    solo = state.players == 1
    unclaimed = [goal[0] for goal in state.open_goals]
    return [
        {
            "id": objective.id,
            "owner": None if owner < 0 else owner,
            "x": x_slot(state, place) if solo else None,
            "gone": owner < 0 and place not in unclaimed,
        }
        for place, (objective, owner) in enumerate(zip(state.objectives, state.owners, strict=True))
    ]


def _player(state: YawningPortalState, seat: int) -> Data:
    holding = state.holdings[seat]
    blue, green, red, yellow, *_ = holding
    diamonds = holding[WHITE:]
    hand_colors = [0] * len(COLORS)
    if state.players > 1:
        color_of = state.tables.color_of
        for card in state.hands[seat]:
            hand_colors[color_of[card]] += 1
    return {
        "hand": [],
        "hand_colors": by_color(hand_colors),
        "tiles": _TILES[state.backs[seat]].copy(),
        "gems": {
            "blue": blue - diamonds[0],
            "green": green - diamonds[1],
            "red": red - diamonds[2],
            "yellow": yellow - diamonds[3],
        },
        "diamonds": by_color(diamonds),
        "potions": holding[SEATS_POTIONS],
        "bonuses": holding[BONUSES],
        "seated": holding[SEATED],
    }


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


# Reading


def from_data(root: Entry, state: YawningPortalState) -> YawningPortalState:
    """Fill a new `state` with what `to_data` wrote.

    Raises:
        BadState: a field is not as section 10 has it.
    """
    cards = _read_open_part(root, state)
    for seat, player in enumerate(root["players"].items()):
        _read_hand(player, state, seat, cards)
    for place, name in enumerate(state.tables.deck_names):
        deck = root["decks"][name]
        for entry in deck.items():
            card = cards.take(entry)
            if state.players > 1:
                entry.require(state.tables.color_of[card] == place, f"is no {name} card")
            state.decks[place] += (card,)
    cards.require_none_left()
    _check_deck_top(root, state)
    wellformed.check(root, state)
    return state


def from_view(root: Entry, state: YawningPortalState, seat: int) -> YawningPortalState:
    """Fill a new `state` with a view of `seat`; what it hides is filled with the cards that are left over.

    Raises:
        BadState: a field is not as a view has it.
    """
    cards = _read_open_part(root, state)
    _read_hand(root["players"][seat], state, seat, cards)
    if state.players == 1:
        _fill_solo_deck(root, state, cards)
    else:
        _fill_hands_and_decks(root, state, seat, cards)
    wellformed.check(root, state)
    return state


class _Cards:
    """The hero cards that have not been met yet while a state is read."""

    def __init__(self, root: Entry, state: YawningPortalState) -> None:
        self.root = root
        self.tables = state.tables
        self.left = set(range(len(self.tables.names)))

    def take(self, entry: Entry) -> int:
        """The card that an entry names; refused if it was met before."""
        name = entry.text()
        entry.require(name in self.tables.card_of, f"{name!r:.60} is no hero card")
        card = self.tables.card_of[name]
        entry.require(card in self.left, f"{name} is there twice, here and elsewhere")
        self.left.remove(card)
        return card

    def left_by_color(self) -> list[list[int]]:
        """What is left, by color."""
        return [
            [card for card in sorted(self.left) if self.tables.color_of[card] == color]
            for color in range(len(COLORS))
        ]

    def require_none_left(self) -> None:
        """Refuse the decks unless all cards were met."""
        names = [self.tables.names[card] for card in sorted(self.left)]
        self.root["decks"].require(not names, f"{', '.join(names[:3])} must be somewhere: here or elsewhere")


def _fill_hands_and_decks(root: Entry, state: YawningPortalState, seat: int, cards: _Cards) -> None:
    root["deck_top"].exactly(None)
    left = cards.left_by_color()
    for other, player in enumerate(root["players"].items()):
        if other != seat:
            counts = player["hand_colors"].counts(COLORS)
            player["hand"].exactly(sum(counts))
            for color, count in enumerate(counts):
                player["hand_colors"].require(
                    count <= len(left[color]), f"has too many {COLORS[color]} cards"
                )
                state.hands[other] += tuple(left[color][:count])
                del left[color][:count]
    for color, name in enumerate(COLORS):
        deck, size = root["decks"][name], len(left[color])
        deck.require(deck.integer(0) == size, f"must be {size}, which with all others makes 17")
    state.decks = [tuple(deck) for deck in left]


def _fill_solo_deck(root: Entry, state: YawningPortalState, cards: _Cards) -> None:
    left = sorted(cards.left)
    deck = root["decks"]["all"]
    deck.require(deck.integer(0) == len(left), f"must be {len(left)}, which with all others makes 68")
    colors = [COLORS[state.tables.color_of[card]] for card in left]
    top = root["deck_top"].one_of(colors or [None])
    if left:
        left.insert(0, left.pop(colors.index(top)))
    state.decks = [tuple(left)]


def _check_deck_top(root: Entry, state: YawningPortalState) -> None:
    top = state.decks[0][0] if state.players == 1 and state.decks[0] else None
    root["deck_top"].exactly(None if top is None else COLORS[state.tables.color_of[top]])


def _read_hand(player: Entry, state: YawningPortalState, seat: int, cards: _Cards) -> None:
    counts: Counter[str] = Counter()
    if state.players == 1:
        player["hand"].exactly([])
    else:
        state.hands[seat] = tuple([cards.take(entry) for entry in player["hand"].items()])
        counts = Counter([COLORS[state.tables.color_of[card]] for card in state.hands[seat]])
    player["hand_colors"].exactly({color: counts[color] for color in COLORS})


def _read_open_part(root: Entry, state: YawningPortalState) -> _Cards:
    """The fields that are alike in a state and in every view; the cards that they don't name."""
    root.has_only(*FIELDS)
    players = state.players
    root["decks"].has_only(*state.tables.deck_names)
    cards = _Cards(root, state)
    state.phase = root["phase"].one_of(PHASES)
    state.turn = root["turn"].seat(players)
    state.turn_number = root["turn_number"].integer(0)
    state.passes = root["passes"].integer(0, players)
    ender = root["ender"].optional(lambda entry: entry.seat(players))
    state.ender = -1 if ender is None else ender
    for slot, entry in enumerate(root["row"].items(state.tables.slots)):
        color = entry.one_of((None, *COLORS))
        if color is not None:
            toggle(state, COLORS.index(color), slot)
    for space, entry in enumerate(root["spaces"].items(state.tables.spaces)):
        if entry.value is not None:
            _read_space(entry, state, space, cards)
    line = root["line"].list_of(cards.take)
    if players == 1:
        state.hands = [tuple(line)]
    else:
        root["line"].exactly([])
    state.discard = tuple(root["discard"].list_of(cards.take))
    supply = root["supply"]
    supply.has_only("gems", "diamonds", "potions", "food")
    state.gems = supply["gems"].counts(COLORS)
    state.diamonds = supply["diamonds"].integer(0)
    state.potions = supply["potions"].integer(0)
    state.food = supply["food"].counts(COLORS)
    state.spent = root["spent_gems"].counts(COLORS)
    state.start_food = root["start_food"].counts(COLORS)
    _read_objectives(root["objectives"], state)
    for seat, player in enumerate(root["players"].items()):
        _read_player(player, state, seat)
    state.todo = root["todo"].list_of(lambda entry: _read_item(entry, state, cards))[::-1]
    root["beaten"].one_of((None, True, False))
    state.beaten = root["beaten"].value
    return cards


def _read_space(entry: Entry, state: YawningPortalState, space: int, cards: _Cards) -> None:
    entry.has_only("card", "up", "potion", "seating")
    state.cards[space] = cards.take(entry["card"])
    up, potion, seating = (entry[name].boolean() for name in ("up", "potion", "seating"))
    entry["potion"].require(up or not potion, "must be false for a facedown hero")
    entry["seating"].require(up or not seating, "must be false for a facedown hero")
    entry["potion"].require(not (potion and seating), "must be false for a hero being seated")
    state.taken |= 1 << space
    state.up |= up << space
    state.enchanted |= potion << space
    state.seating |= seating << space


def _read_objectives(entries: Entry, state: YawningPortalState) -> None:
    solo = state.players == 1
    known = {objective.id: objective for objective in state.tables.parts.objectives}
    count = SOLO_OBJECTIVES if solo else OPEN_OBJECTIVES
    ids = [entry["id"].one_of(known) for entry in entries.items(count)]
    entries.require(len(set(ids)) == len(ids), "has an objective twice")
    state.set_objectives(tuple([known[name] for name in ids]))
    closed = set()
    for place, entry in enumerate(entries.items()):
        entry.has_only("id", "owner", "x", "gone")
        owner = entry["owner"].optional(lambda owner: owner.seat(state.players))
        entry["x"].exactly(x_slot(state, place) if solo else None)
        gone = entry["gone"].boolean()
        entry["gone"].require(solo or not gone, "must be false in a game of several")
        entry["gone"].require(owner is None or not gone, "must be false for an objective that was claimed")
        if owner is not None:
            state.owners[place] = owner
        if gone or owner is not None:
            closed.add(place)
    state.open_goals = tuple([goal for goal in state.open_goals if goal[0] not in closed])


def _read_player(player: Entry, state: YawningPortalState, seat: int) -> None:
    player.has_only(*SEAT_FIELDS)
    player["tiles"].has_only(*COLORS)
    for index, color in enumerate(COLORS):
        state.backs[seat] |= SIDES.index(player["tiles"][color].one_of(SIDES)) << index
    gems = player["gems"].counts(COLORS)
    diamonds = player["diamonds"].counts(COLORS)
    holding = state.holdings[seat]
    holding[: len(COLORS)] = map(sum, zip(gems, diamonds, strict=True))
    holding[WHITE:] = diamonds
    holding[ALL_DIAMONDS] = sum(diamonds)
    holding[TOTAL] = sum(gems) + sum(diamonds)
    holding[SETS] = min(holding[: len(COLORS)])
    holding[SEATS_POTIONS] = player["potions"].integer(0)
    holding[BONUSES] = player["bonuses"].integer(0)
    holding[SEATED] = player["seated"].integer(0)


def _read_item(entry: Entry, state: YawningPortalState, cards: _Cards) -> Item:
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
            return kind(cards.take(arg))
        case "slot":
            return kind(arg.integer(0, state.tables.slots - 1))
        case _:
            return kind(arg.integer(0, state.tables.spaces - 1))
