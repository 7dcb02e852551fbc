"""What a picture says in words: who is to do what, and all of it for who can't see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.games.portals.picture.table import TURNS, Table, count
from arena.games.portals.tables.actions import SPELLS
from arena.games.portals.tables.cards import KEY_COLORS
from arena.games.sentences import counted, listed, with_article
from arena.games.svg import cleaned, fitted, width_of

_VERBS = {
    "keep_signs": "chooses signs",
    "take_card": "takes a Key card",
    "take_stone": "takes a stone",
    "place_stone": "places a stone",
    "shift_from": "casts shift",
    "shift_to": "casts shift",
    "unlock": "casts unlock",
    "banish": "casts banish",
    "recall": "casts recall",
}


def headline(table: Table, room: float = 1e9) -> str:
    """Who is to do what; names are cut where there is no room for them."""
    name = table.page.name
    if table.over:
        first = [seat for seat in table.seats if table.ranks[seat] == 1]
        if len(first) > 1:
            return fitted(f"Shared by {listed(map(name, first))}", room, "l")
        title = table.view["achievement"]
        who, verb = first[0], f"is {with_article(cleaned(title))}" if title else "wins"
    else:
        assert table.active is not None and table.step is not None
        who = table.active
        verb = f"activates card {table.pending_card()}" if table.step == "activate" else _VERBS[table.step]
    verb = fitted(f" {verb}", room / 2, "l")
    return f"{fitted(name(who), room - width_of(verb, 'l'), 'l')}{verb}"


def detail(table: Table) -> tuple[str, str]:
    """What there is to choose, in two lines."""
    view, step = table.view, table.step
    if step is None:
        return "The game is over.", ""
    if step == "take_card":
        return "One of the area.", ""
    if step == "take_stone":
        circles = [str(circle) for circle in range(len(view["circles"])) if table.may_take_from(circle)]
        return f"From Circle {listed(circles, 'or')}, where it has markers left.", ""
    if step == "place_stone":
        spell = "or on the Spellboard, for its spell." if view["spellboard"] is not None else ""
        return f"The {view['hand']} stone goes on a free square{',' if spell else '.'}", spell
    if step == "activate":
        later = [f"{card} ({table.page.name(seat)})" for card, seat in table.charged()]
        if table.charged() and table.charged()[0][0] == table.pending_card():
            later = later[1:]
        return "Its stones go to a board, all together.", f"Then card {', '.join(later)}." if later else ""
    if step == "shift_to":
        board, row, col = table.pending_square() or (0, 0, 0)
        color = view["boards"][board]["stones"][row][col]
        return f"The {color} stone at {row}, {col} of board {board}: to a free square.", ""
    if step == "banish" and view["pending"]["removed"]:
        return "Another stone goes to the bag, or none.", ""
    return _DETAILS[step], ""


_DETAILS = {
    "keep_signs": "It keeps one or more of the three.",
    "shift_from": "A stone of any board moves.",
    "unlock": "One of its cards is activated, full or not.",
    "banish": "A stone of its boards goes to the bag.",
    "recall": "A stone of the Spellboard goes on a card.",
}


def progress(table: Table) -> str:
    """Where the game is."""
    view = table.view
    if table.solo:
        return f"Turn {view['turn']} of {TURNS}"
    last = 6 * len(table.seats)
    return f"Round {view['round']} of 4, turn {view['turn']} of {last}"


def stones(colors: Sequence[str | None]) -> str:
    """The stones on a card's squares, in their order."""
    return ", ".join(["free" if color is None else color for color in colors])


def counts(found: Mapping[str, int]) -> str:
    """How many stones of each color."""
    return ", ".join(f"{number} {color}" for color, number in found.items() if number) or "none"


def board_words(table: Table, board: int) -> str:
    """A board: whose it is, its squares, and what lies on it, row by row."""
    rows = []
    for row, line in enumerate(table.view["boards"][board]["stones"]):
        grounds = [table.ground(board, row, col) or "no color" for col in range(len(line))]
        squares = [
            f"{stone} on {ground}" if stone else ground for stone, ground in zip(line, grounds, strict=True)
        ]
        rows.append(", ".join(squares))
    seats = " and ".join(table.page.name(seat) for seat in table.near(board))
    return f"Board {board}, {cleaned(table.boards[board].name)}, of {seats}: {'; '.join(rows)}."


def seat_words(table: Table, seat: int) -> str:
    """What a seat has."""
    player = table.view["players"][seat]
    cards = [f"{held['card']} ({stones(held['stones'])})" for held in player["cards"]]
    words = f"{table.page.name(seat)}: {counted(player['vp'], 'point')}; cards: {'; '.join(cards) or 'none'}"
    if table.view["options"]["secret_signs"]:
        for kind, name in (("signs", "unmatched"), ("matched", "matched"), ("returned", "returned")):
            ids = player[kind]
            if count(ids):
                words += f"; {name} signs: {ids if isinstance(ids, int) else ', '.join(map(str, ids))}"
    return words + "."


def description(table: Table) -> str:
    """The table in words."""
    view = table.view
    words = [f"{progress(table)}.", f"{headline(table)}.", *detail(table)]
    for circle, found in enumerate(view["circles"]):
        left = [
            f"{table.page.name(seat)} {view['players'][seat]['markers'][circle]}"
            for seat in table.near(circle)
        ]
        words.append(f"Circle {circle}: {counts(found)}; markers left: {', '.join(left)}.")
    if view["clairvoyance"]:
        words.append(f"Stones to come: {', '.join(view['clairvoyance'])}.")
    for color in KEY_COLORS:
        cards = ", ".join(map(str, view["area"][color])) or "none"
        gone = ", ".join(map(str, view["discards"][color])) or "none"
        words.append(
            f"Area, {color}: {cards}; {counted(count(view['decks'][color]), 'card')} to come;"
            f" discarded: {gone}."
        )
    if view["spellboard"] is not None:
        held = [
            f"{name} {section['count']} {section['color']}" if section["color"] else f"{name} free"
            for name, section in zip(SPELLS, view["spellboard"], strict=True)
        ]
        words.append(f"Spellboard: {', '.join(held)}.")
    words.append(f"Bag: {counts(view['bag'])}.")
    words += [seat_words(table, seat) for seat in table.seats]
    words += [board_words(table, board) for board in range(len(table.boards))]
    return " ".join(filter(None, words))
