"""The state as plain data, both ways, and reading a view (rules page sections 10 and 11)."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from arena.games.core import Data
from arena.games.entries import Entry
from arena.games.portals.actions import COLOR_OF, COLORS, SPELLS, counts_on
from arena.games.portals.cards import EMPTY, KEY_COLORS
from arena.games.portals.collect import MOST_CARDS
from arena.games.portals.components import BOARDS, CARDS, SIGNS
from arena.games.portals.grid import SIZE, SQUARES, square
from arena.games.portals.rounds import CIRCLE_MARKERS, ROUNDS, SOLO_TURNS, TURNS, achievement
from arena.games.portals.rules import DECIDE
from arena.games.portals.signs import Check
from arena.games.portals.spells import color_at, lay
from arena.games.portals.wholeness import check_course, check_stones, unplaced_cards, unplaced_signs

if TYPE_CHECKING:
    from arena.games.portals.state import PortalsState

PHASES = ("signs", "collect", "activate", "solo", "over")
STEPS = {
    "signs": ("keep_signs",),
    "collect": tuple(step for step in DECIDE if step != "keep_signs"),
    "activate": ("activate",),
    "solo": tuple(step for step in DECIDE if step not in ("keep_signs", "take_stone")),
    "over": (None,),
}
"""By phase: the steps that it can have."""
FIELDS = (
    *("game", "components", "options", "phase", "round", "turn", "first", "active", "step", "hand"),
    *("pending", "boards", "circles", "bag", "clairvoyance", "area", "decks", "discards", "spellboard"),
    *("sign_deck", "players", "achievement"),
)
_NAMES = (*COLORS, None)
"""By color, EMPTY included."""


# Writing


def to_data(state: PortalsState) -> Data:
    """The whole state in the form of the rules page, section 10."""
    data = open_part(state)
    data["decks"] = _by_key_color(state.decks)
    data["sign_deck"] = list(state.sign_deck)
    for seat, player in enumerate(data["players"]):
        player["signs"] = list(state.signs[seat])
        player["returned"] = list(state.returned[seat])
    return data


def open_part(state: PortalsState) -> Data:
    """All fields in their order; those that a view may show otherwise are None."""
    over = state.phase == "over"
    return {
        "game": "portals",
        "components": _listing(state),
        "options": dict(state.options),
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "first": state.first,
        "active": None if over else state.active,
        "step": state.step,
        "hand": _NAMES[state.hand],
        "pending": _pending(state),
        "boards": [{"id": id, "stones": _stones(state, board)} for board, id in enumerate(state.board_ids)],
        "circles": [_circle(circle).copy() for circle in state.circles],
        "bag": dict(zip(COLORS, state.bag, strict=True)),
        "clairvoyance": [COLORS[color] for color in state.clairvoyance],
        "area": _by_key_color(state.rows),
        "decks": None,
        "discards": _by_key_color(state.discards),
        "spellboard": _sections(state),
        "sign_deck": None,
        "players": [_player(state, seat) for seat in range(state.players)],
        "achievement": achievement(state),
    }


def _listing(state: PortalsState) -> Data | None:
    """The component file in use; None if it is the standard one."""
    own = state.game.components()
    if state.parts is own or state.parts.listing == own.listing:
        return None
    listing: Data = json.loads(state.parts.text)  # the fastest copy
    return listing


def _pending(state: PortalsState) -> Data | None:
    pending: Any = state.pending
    if state.step == "activate":
        return {"card": pending}
    if state.step == "shift_to":
        row, col = divmod(pending[1], SIZE)
        return {"board": pending[0], "row": row, "col": col}
    return {"removed": pending} if state.step == "banish" else None


def _stones(state: PortalsState, board: int) -> list[list[str | None]]:
    """The rows of a board."""
    squares: list[str | None] = [None] * SQUARES
    first = board * len(COLORS)
    for color, name in enumerate(COLORS):
        mask = state.stones[first + color]
        while mask:
            lowest = mask & -mask
            squares[lowest.bit_length() - 1] = name
            mask ^= lowest
    return [squares[0:5], squares[5:10], squares[10:15], squares[15:20], squares[20:25]]


@cache
def _circle(stones: int) -> dict[str, int]:
    """A Circle's counts; to be copied."""
    return dict(zip(COLORS, counts_on(stones), strict=True))


@cache
def _names(stones: tuple[int, ...]) -> list[str | None]:
    """The stones on a card's squares; to be copied."""
    return [_NAMES[color] for color in stones]


def _by_key_color(piles: list[tuple[int, ...]]) -> Data:
    orange, red, purple = piles
    return {"orange": list(orange), "red": list(red), "purple": list(purple)}


def _sections(state: PortalsState) -> list[Data] | None:
    if not state.section_colors:
        return None
    return [
        {"color": _NAMES[color], "count": count}
        for color, count in zip(state.section_colors, state.section_counts, strict=True)
    ]


def _player(state: PortalsState, seat: int) -> Data:
    players = state.players
    return {
        "vp": state.vp[seat],
        "markers": state.markers[seat * players : (seat + 1) * players],
        "cards": [
            {"card": number, "stones": _names(stones)[:]} for number, (_, stones) in state.cards[seat].items()
        ],
        "signs": None,
        "returned": None,
        "matched": list(state.matched[seat]),
    }


# Reading


def from_data(root: Entry, options: Data, state: PortalsState) -> PortalsState:
    """Fill a new `state` with what `to_data` wrote; `options` are those of the data, checked.

    Raises:
        BadState: a field breaks what section 10 calls well formed.
    """
    _read_open_part(root, options, state)
    for color, name in enumerate(KEY_COLORS):
        state.decks[color] = _cards(root["decks"][name])
    root["decks"].require(not unplaced_cards(root, state), "with all other places don't have all cards")
    state.sign_deck = _signs(root["sign_deck"])
    for seat, player in enumerate(root["players"].items()):
        state.signs[seat] = _rising(player["signs"])
        state.returned[seat] = _rising(player["returned"])
    root["sign_deck"].require(not unplaced_signs(root, state), "with the players' don't have all signs")
    check_course(root, state)
    return state


def from_view(root: Entry, options: Data, state: PortalsState, seat: int) -> PortalsState:
    """Fill a new `state` with a view of `seat`; what it hides is filled with what is left over.

    Raises:
        BadState: a field is not as a view has it.
    """
    _read_open_part(root, options, state)
    unplaced = unplaced_cards(root, state)
    for color, name in enumerate(KEY_COLORS):
        state.decks[color] = tuple([n for n in unplaced if state.parts.keys[n].color == color])
        root["decks"][name].exactly(len(state.decks[color]))
    players = root["players"].items()
    sizes = []
    for other, player in enumerate(players):
        if other == seat or state.phase == "over":
            state.signs[other] = _rising(player["signs"])
            state.returned[other] = _rising(player["returned"])
        else:
            sizes.append((other, player["signs"].integer(0), player["returned"].integer(0)))
    left = unplaced_signs(root, state)
    deck = len(left) - sum(signs + returned for _, signs, returned in sizes)
    root["sign_deck"].require(deck >= 0, "and the players' signs are more than there are")
    root["sign_deck"].exactly(deck)
    for other, signs, returned in sizes:
        state.signs[other] = tuple(left[:signs])
        state.returned[other] = tuple(left[signs : signs + returned])
        del left[: signs + returned]
    state.sign_deck = tuple(left)
    check_course(root, state, chosen=False)
    return state


def _read_open_part(root: Entry, options: Data, state: PortalsState) -> None:
    """The fields that are alike in a state and in every view, and where stones and cards are."""
    root.has_only(*FIELDS)
    state.options = options
    state.phase = root["phase"].one_of(PHASES)
    solo_phases = ("solo", "over")
    root["phase"].require(
        state.phase in solo_phases if state.solo else state.phase != "solo",
        f"must be {' or '.join(solo_phases)} for one player, and not solo for more",
    )
    state.round = root["round"].integer(1, 1 if state.solo else ROUNDS)
    state.turn = root["turn"].integer(1, SOLO_TURNS if state.solo else TURNS * state.players)
    state.first = root["first"].seat(state.players)
    state.step = root["step"].one_of(STEPS[state.phase])
    if state.phase == "over":
        root["active"].exactly(None)
    else:
        state.active = root["active"].seat(state.players)
    state.hand = _color(root["hand"])
    root["hand"].require(
        (state.hand != EMPTY) == (state.step == "place_stone"), "is a color exactly in step place_stone"
    )
    _read_boards(root["boards"], state)
    _read_supply(root, state)
    for field in ("area", "decks", "discards"):
        root[field].has_only(*KEY_COLORS)
    state.rows = [_cards(root["area"][name]) for name in KEY_COLORS]
    state.discards = [_cards(root["discards"][name]) for name in KEY_COLORS]
    state.decks = [()] * len(KEY_COLORS)
    for seat, player in enumerate(root["players"].items(state.players)):
        _read_player(player, state, seat)
    check_stones(root, state)
    _read_pending(root["pending"], state)
    root["achievement"].exactly(achievement(state))
    state.moved = True  # the signs that lie on the boards may still be unmatched
    if state.phase == "collect" and state.round > 1 and not options["magic_spells"]:
        state.checks = (Check(state.stones),)  # nothing has moved since the last check


def _color(entry: Entry) -> int:
    """A color or null."""
    name = entry.one_of(_NAMES)
    return EMPTY if name is None else COLOR_OF[name]


def _read_boards(entries: Entry, state: PortalsState) -> None:
    ids: list[int] = []
    for entry in entries.items(state.players):
        entry.has_only("id", "stones")
        id = entry["id"].integer(1, BOARDS)
        entry["id"].require(id not in ids, f"board {id} is there twice")
        ids.append(id)
    state.lay_boards(tuple(ids))
    for board, entry in enumerate(entries.items()):
        for row, squares in enumerate(entry["stones"].items(SIZE)):
            for col, stone in enumerate(squares.items(SIZE)):
                if (color := _color(stone)) != EMPTY:
                    lay(state, board, square(row, col), color)


def _read_supply(root: Entry, state: PortalsState) -> None:
    """The stones of Circles, bag, Clairvoyance board and Spellboard."""
    circles = root["circles"].items(0 if state.solo else state.players)
    for circle, entry in enumerate(circles):
        counts = entry.counts(COLORS)
        entry.require(sum(counts) <= 6, f"has {sum(counts)} stones, more than 6")
        state.circles[circle] = sum(count << 3 * color for color, count in enumerate(counts))
    state.bag = root["bag"].counts(COLORS)
    state.clairvoyance = tuple(
        [COLOR_OF[entry.one_of(COLORS)] for entry in root["clairvoyance"].items(None if state.solo else 0)]
    )
    if not state.options["magic_spells"]:
        root["spellboard"].exactly(None)
        return
    state.open_spellboard()
    colors: list[int] = []
    for section, entry in enumerate(root["spellboard"].items(len(SPELLS))):
        entry.has_only("color", "count")
        color, count = _color(entry["color"]), entry["count"].integer(0)
        entry.require((color == EMPTY) == (count == 0), "has a color exactly when its count is not 0")
        entry.require(color == EMPTY or color not in colors, "has the color of another section")
        colors.append(color)
        state.section_counts[section] = count
    state.reserve_sections(tuple(colors))


def _read_player(entry: Entry, state: PortalsState, seat: int) -> None:
    entry.has_only("vp", "markers", "cards", "signs", "returned", "matched")
    state.vp[seat] = entry["vp"].integer(0)
    state.markers += [
        count.integer(0, CIRCLE_MARKERS if circle in state.near[seat] else 0)
        for circle, count in enumerate(entry["markers"].items(0 if state.solo else state.players))
    ]
    keys = state.parts.keys
    cards = entry["cards"].items()
    entry["cards"].require(len(cards) <= MOST_CARDS, f"has {len(cards)} cards, more than {MOST_CARDS}")
    for card in cards:
        card.has_only("card", "stones")
        number = card["card"].integer(1, CARDS)
        card["card"].require(number not in state.cards[seat], f"card {number} is there twice")
        key = keys[number]
        stones = tuple(_color(stone) for stone in card["stones"].items(len(key.cells)))
        state.give_card(seat, key.with_stones(stones))
    state.matched[seat] = _signs(entry["matched"])


def _cards(entry: Entry) -> tuple[int, ...]:
    return tuple([card.integer(1, CARDS) for card in entry.items()])


def _signs(entry: Entry) -> tuple[int, ...]:
    return tuple([sign.integer(1, SIGNS) for sign in entry.items()])


def _rising(entry: Entry) -> tuple[int, ...]:
    signs = _signs(entry)
    entry.require(list(signs) == sorted(signs), "must be rising")
    return signs


def _read_pending(entry: Entry, state: PortalsState) -> None:
    if state.step == "activate":
        entry.has_only("card")
        state.pending = entry["card"].one_of(
            [layout.number for layout, _ in state.cards[state.active].values() if layout.filled]
        )
    elif state.step == "shift_to":
        entry.has_only("board", "row", "col")
        board = entry["board"].seat(state.players)
        place = square(entry["row"].integer(0, SIZE - 1), entry["col"].integer(0, SIZE - 1))
        entry.require(color_at(state, board, place) != EMPTY, "must be a square with a stone")
        state.pending = (board, place)
    elif state.step == "banish":
        entry.has_only("removed")
        state.pending = entry["removed"].integer(0, 1)
    else:
        entry.exactly(None)
