"""Sentences: what happened, and what a hero, tile, icon or objective is and does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arena.games.errors import UnknownComponent
from arena.games.sentences import Names, Sentence, Words, listed, spaced, standings, tell_by, with_article

COLORS = {"b": "blue", "g": "green", "r": "red", "y": "yellow"}
_ICONS = {
    "place_any": "place a token of any color on an empty slot beside a token",
    "swap": "have two tokens of different colors change places",
    "remove_token": "put a token of the row back into the supply",
    "draw_two": "draw two cards",
    "play_card": "seat a hero: his effect, then a gem for each symbol that matches",
    "remove_card": "remove any hero from the table for good",
    "take_potion": "take a potion",
    "play_potion": "put a potion on a faceup hero and claim his bonus",
    "diamond": "take a white diamond and assign it to a color",
    "exchange": "give up a gem for two of any colors",
    "shove": "remove an adjacent hero",
    "neighbour_gems": "gain a gem for each adjacent hero, of the color of his back",
    "balance": "gain a gem of a color of which you have fewest",
    "turn_down": "turn an adjacent faceup hero face down",
    "steal": "take a gem from another seat",
}
_OBJECTIVES = {
    "gems": "{count} {color} gems",
    "diamonds": "{count} diamonds",
    "sets": "{count} gems of each color",
    "total": "{count} gems in all",
    "bonuses": "{count} bonuses claimed",
    "seated": "{count} heroes seated",
}


def need(kind: str, count: int, color: str | None) -> str:
    """What an objective asks for."""
    return _OBJECTIVES[kind].format(count=count, color=color)


def icon(name: str) -> str:
    """What an icon or a hero's effect does, as a clause: `draw two cards`."""
    color = name.removeprefix("place_")
    if color in COLORS.values():
        return (
            f"place {with_article(color)} token on an empty slot beside a token"
            if name != color
            else (f"gain {with_article(color)} gem")
        )
    return _ICONS.get(name, spaced(name))


def _drawn(event: Mapping[str, Any], name: Callable[[int], str]) -> str:
    deck = "the deck" if event["deck"] == "all" else f"the {event['deck']} deck"
    return f"{name(event['seat'])} draws {with_article(event['color'])} card from {deck}"


_SKIPPED = {
    "exchange_give": "no gem to exchange",
    "place_token": "no token to place",
    "play_potion": "no hero to put a potion on",
    "remove_neighbour": "no hero beside to remove",
    "steal_gem": "no gem to take",
    "take_potion": "no potion left",
    "turn_down": "no hero beside to turn down",
    "gem": "no gem of the color left",
}
_FIELDS: dict[str, Words] = {
    "gem": with_article,
    "effect": icon,
    "what": lambda what: _SKIPPED.get(what, f"nothing to do for {spaced(what)}"),
    "id": lambda id: f'"{spaced(id.replace("-", "_"))}"',
    "slots": lambda slots: listed(map(str, slots)),
}
_SENTENCES: dict[str, Sentence] = {
    "start": "{seat} places a starting token, {color}, on slot {slot}",
    "turn": "{seat} begins turn {number}",
    "tile": "{seat} uses the {side} of the {color} tile",
    "pass": "{seat} can use no tile and passes",
    "place": lambda event, name: (
        f"{name(event['seat'])} places {with_article(event['color'])} token on slot {event['slot']}"
    ),
    "objective_gone": "The row has reached the slot of the objective {id}, which is gone",
    "endgame": "Both ends of the row are filled: the endgame has begun",
    "swap": "{seat} has the tokens on slots {slots} change places",
    "remove_token": "{seat} removes the {color} token from slot {slot}",
    "draw": _drawn,
    "drawn": "{seat} has drawn {card}",
    "line": "{card} joins the line",
    "play": "{seat} chooses {card} to be seated",
    "seat": "{seat} seats {card} on space {space}",
    "effect": "The hero on space {space} has {seat} {effect}",
    "turn_down": "The hero on space {space} is turned face down: gems of its color are worth 1 more",
    "bonus": "{seat} claims the bonus of the hero on space {space}",
    "remove_hero": "{seat} removes {card} from space {space}",
    "take_potion": "{seat} takes a potion",
    "potion": "{seat} puts a potion on the hero on space {space}",
    "diamond": "{seat} takes a diamond and assigns it to {color}",
    "gem": lambda event, name: f"{name(event['seat'])} gains {with_article(event['color'])} gem",
    "give": lambda event, name: f"{name(event['seat'])} gives up {with_article(event['color'])} gem",
    "steal": lambda event, name: (
        f"{name(event['seat'])} takes {with_article(event['color'])} gem from {name(event['from'])}"
    ),
    "objective": "{seat} has met the objective {id}, for 5 points",
    "skip": "{seat} skips: {what}",
    "flip_tile": "{seat} turns the {color} tile over",
    "end": standings,
}


def tell(event: Mapping[str, Any], names: Names = ()) -> str:
    """One sentence on what happened (rules page section 12)."""
    return tell_by(_SENTENCES, _FIELDS, event, names)


def explain(name: str, components: Mapping[str, Any]) -> str:
    """What a hero (`blue-01`), a tile (`green`), an icon (`draw_two`), a class (`bard`) or an objective
    (`six-blue`) is and does.

    Raises:
        UnknownComponent: nothing is called so.
    """
    effects = {entry["id"]: entry["effect"] for entry in components["class"]}
    for hero in components["hero"]:
        if hero["id"] == name:
            return _hero(hero, effects[hero["class"]])
    for tile in components["tile"]:
        if tile["color"] == name:
            sides = (f"{side}: {listed(map(icon, tile[side]), 'then')}" for side in ("front", "back"))
            return f"The {name} tile. {'; '.join(sides).capitalize()}."
    for objective in components["objective"]:
        if objective["id"] == name:
            asked = need(objective["kind"], objective["count"], objective.get("color"))
            return f"{objective['name']}: {asked}; the first to have that gets {objective['vp']} points."
    if name in effects:
        return f"The {name}'s effect: {icon(effects[name])}."
    if icon(name) != spaced(name):
        return f"{icon(name).capitalize()}."
    raise UnknownComponent(
        f"nothing is called {name!r}: ask for a hero (blue-01), a tile (green), an icon (draw_two),"
        " a class (bard) or an objective (six-blue)"
    )


def _hero(hero: Mapping[str, Any], effect: str) -> str:
    order = listed(COLORS.get(symbol, "nothing") for symbol in hero["order"])
    bonus = listed(map(icon, hero["bonus"]))
    return (
        f"{hero['name']}, a {hero['color']} {hero['class']}. Seated he lets you {icon(effect)}. His order,"
        f" cell by cell: {order}. His bonus: {bonus}."
    )
