"""Sentences: what happened, and what a card, board, sign, spell or stone is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arena.games.errors import UnknownComponent
from arena.games.sentences import (
    Names,
    Sentence,
    Words,
    counted,
    listed,
    sentence_of,
    standings,
    tell_by,
    with_article,
)

SPELLS = {
    "shift": "moves a stone from any square of any board to any free one, for no points",
    "unlock": "activates one of your cards with at least one stone at once, full or not",
    "banish": "puts one or two stones from your boards back into the bag",
    "recall": "brings a stone from the sections of shift, unlock or banish back to one of your cards",
}


def _square(at: Sequence[int]) -> str:
    board, row, column = at
    return f"row {row}, column {column} of board {board}"


def _activated(event: Mapping[str, Any], name: Callable[[int], str]) -> str:
    """How many stones of an activated card landed, and what they earned."""
    landed, lost = len(event["placed"]), len(event["returned"])
    said = f"{name(event['seat'])} activates card {event['card']} on board {event['board']}: "
    said += f"{counted(landed, 'stone')} land" + ("s" if landed == 1 else "")
    if lost:
        where = "an occupied square" if lost == 1 else "occupied squares"
        said += f", {lost} on {where} return{'s' if lost == 1 else ''} to the bag"
    match, adjacency = event["match"], event["adjacency"]
    if not match + adjacency:
        return f"{said}, for no points"
    parts = [f"{match} for matching squares"] * bool(match) + [f"{adjacency} for neighbors"] * bool(adjacency)
    return f"{said}, for {counted(match + adjacency, 'point')}: {listed(parts)}"


def _missed(event: Mapping[str, Any], name: Callable[[int], str]) -> str:
    lost = counted(event["lost"], "point") if event["lost"] else "no point"
    signs = counted(len(event["signs"]), "sign")
    return f"{name(event['seat'])} has left {signs} unmatched and loses {lost}"


def _over(event: Mapping[str, Any], name: Callable[[int], str]) -> str:
    title = event.get("achievement")
    return standings(event, name) + (f" and is {with_article(title)}" if title else "")


_FIELDS: dict[str, Words] = {
    "color": str,
    "stone": with_article,
    "from": _square,
    "to": _square,
    "returned": lambda colors: listed(map(str, colors)),
    "signs": lambda signs: listed(map(str, signs)),
}
_SENTENCES: dict[str, Sentence] = {
    "keep_signs": lambda event, name: (
        f"{name(event['seat'])} keeps the signs {listed(map(str, event['signs']))}"
        + (f" and gives back {listed(map(str, event['returned']))}" if event["returned"] else "")
    ),
    "signs_kept": lambda event, name: (
        "All have chosen: "
        + listed(f"{name(seat)} keeps {counted(count, 'sign')}" for seat, count in enumerate(event["counts"]))
    ),
    "take_card": "{seat} takes card {card}",
    "decline_card": "{seat} takes no card",
    "shuffle": lambda event, _: (
        f"The {counted(event['cards'], 'discarded card')} of {event['color']} become its deck"
    ),
    "chance": lambda event, _: (
        f"A Circle is filled with {listed(event['result'])}"
        if event["what"] == "circle"
        else "The deck is shuffled"
    ),
    "reveal": "Card {card} joins the {color} cards of the area",
    "take_stone": lambda event, name: (
        f"{name(event['seat'])} takes {with_article(event['color'])} stone"
        + ("" if event["circle"] is None else f" from Circle {event['circle']}")
    ),
    "place_stone": lambda event, name: (
        f"{name(event['seat'])} puts {with_article(event['color'])} stone on card {event['card']},"
        f" square {event['square']}"
    ),
    "return_stone": lambda event, name: (
        f"{name(event['seat'])} has no square free and returns {with_article(event['color'])} stone"
    ),
    "cast": lambda event, name: (
        f"{name(event['seat'])} pays {with_article(event['color'])} stone and casts {event['spell']}"
    ),
    "shift": "{seat} shifts the {color} stone on {from} to {to}",
    "banish": lambda event, name: (
        f"{name(event['seat'])} banishes the {event['color']} stone on"
        f" {_square((event['board'], event['row'], event['col']))}"
    ),
    "recall": "{seat} recalls the {color} stone from section {section} to card {card}, square {square}",
    "activate": _activated,
    "sign_matched": "{seat} has matched sign {sign}, for 4 points",
    "round": lambda event, name: f"Round {event['round']} begins; {name(event['first'])} is first",
    "discard": lambda event, name: (
        f"{name(event['seat'])} discards the unfinished card {event['card']} with"
        f" {counted(len(event['returned']), 'stone')}"
    ),
    "signs_missed": _missed,
    "game_over": _over,
}


def tell(event: Mapping[str, Any], names: Names = ()) -> str:
    """One sentence on what happened (rules page section 12)."""
    return tell_by(_SENTENCES, _FIELDS, event, names)


def explain(name: str, components: Mapping[str, Any]) -> str:
    """What a Key card (`12`), a spell (`shift`), a stone (`fire`), `sign 4` or `board 2` is.

    Raises:
        UnknownComponent: nothing is called so.
    """
    kind, _, number = name.rpartition(" ")
    makers: dict[str, tuple[str, str, Callable[[Mapping[str, Any]], str]]] = {
        "": ("keys", "number", _card),
        "card": ("keys", "number", _card),
        "sign": ("signs", "id", _sign),
        "board": ("boards", "id", _board),
    }
    if name in SPELLS:
        return f"The spell {name} {SPELLS[name]}."
    for stone in components["stones"]:
        if stone["color"] == name:
            return f"A stone of {name}, {stone['look']}: there are {stone['count']}."
    if kind in makers:
        entries, key, words = makers[kind]
        for entry in components[entries]:
            if str(entry[key]) == number:
                return sentence_of(words(entry))
    raise UnknownComponent(
        f"nothing is called {name!r}: ask for a card (12), a spell (shift), a stone (fire), sign 4 or board 2"
    )


def _card(card: Mapping[str, Any]) -> str:
    return (
        f"Card {card['number']}, {card['color']}: {counted(len(card['cells']), 'square')}"
        f" ({card['shape']}), {_drawn(card['cells'])}. When all have stones they go to a board together"
    )


def _sign(sign: Mapping[str, Any]) -> str:
    stones = [f"{stone['color']} at {stone['row']}/{stone['col']}" for stone in sign["stones"]]
    return (
        f"Sign {sign['id']} ({sign['shape']}): {listed(stones)} (row/column) on one of your boards, rotated"
        " or not, earn 4 points; unmatched at the end it costs 2"
    )


def _board(board: Mapping[str, Any]) -> str:
    return (
        f"Board {board['id']}, {board['name']}, row by row: {', '.join(board['plain'])}; with icons"
        f" {', '.join(board['icons'])}; a stone on a square of its color, by its first letter, matches"
    )


def _drawn(cells: Sequence[Sequence[int]]) -> str:
    """A card's squares, in its grid of three by three: # for a square."""
    taken = {(row, column) for row, column in cells}
    return " / ".join(
        "".join("#" if (row, column) in taken else "." for column in range(3)) for row in range(3)
    )
