"""What a picture says in words: who is to do what, and all of it for who can't see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.sentences import counted, listed, spaced
from arena.games.svg import cleaned, fitted, width_of
from arena.games.yawning_portal import words
from arena.games.yawning_portal.components import COLORS, Hero, Objective
from arena.games.yawning_portal.picture.table import Table, count

_VERBS = {
    "start": "places a starting token",
    "tile": "chooses a tile",
    "place": "places a token",
    "swap": "swaps two tokens",
    "swap_to": "swaps two tokens",
    "draw": "draws a card",
    "play": "plays a card",
    "seat": "seats a hero",
    "remove_card": "removes a hero",
    "remove_token": "removes a token",
    "play_potion": "plays a potion",
    "diamond": "takes a diamond",
    "give": "gives up a gem",
    "take": "takes a gem",
    "shove": "removes a neighbor",
    "turn_down": "turns a neighbor down",
    "balance": "gains a gem",
    "steal": "steals a gem",
}
_DETAILS = {
    "tile": "One of its own four, if one can be used.",
    "swap": "First the left one of two colors.",
    "draw": "From a deck of its choice.",
    "seat": "{card} takes a free space.",
    "remove_card": "Any hero leaves the table.",
    "remove_token": "Not the last one of its color.",
    "play_potion": "On a faceup hero, for his bonus.",
    "diamond": "It is assigned to a color.",
    "give": "Two of any colors come for it.",
    "take": "Of any color.",
    "shove": "A hero beside space {space} leaves.",
    "turn_down": "A hero beside space {space}.",
    "balance": "Of a color of which it has fewest.",
    "steal": "From any other seat.",
}
_LATER = {
    "place": "place a token",
    "draw": "draw",
    "play": "play a card",
    "seat": "seat {card}",
    "collect": "collect for space {space}",
    "gem": "{color} gem",
    "give": "exchange a gem",
    "take": "take another gem",
    "shove": "remove a neighbor",
    "balance": "a gem of fewest",
    "steal": "steal a gem",
    "flip_tile": "turn the {color} tile over",
}
"""What is still to be done later in a turn, where it isn't called as in the data."""


def headline(table: Table, room: float = 1e9) -> str:
    """Who is to do what; names are cut where there is no room for them."""
    name = table.page.name
    if table.active is None:
        first = [seat for seat in table.seats if table.ranks[seat] == 1]
        if len(first) > 1:
            return fitted(f"Shared by {listed(map(name, first))}", room, "l")
        verb = f"has {counted(table.scores[0], 'point')}" if table.solo else "wins"
        who = first[0]
    else:
        assert table.doing is not None
        who, verb = table.active, _VERBS[table.doing]
        if table.doing == "tile" and table.solo:
            verb = "chooses a tile"
    return f"{fitted(name(who), room - width_of(f' {verb}', 'l'), 'l')} {verb}"


def detail(table: Table) -> str:
    """What there is to choose."""
    view = table.view
    if table.doing is None:
        beaten = view["beaten"]
        target = "" if beaten is None else f" The best score was {'' if beaten else 'not '}beaten."
        return f"The game is over.{target}"
    item = table.todo[0]
    if table.doing == "start":
        return f"Left: {counts(view['start_food'])}."
    if table.doing == "place":
        return f"{listed(item['colors'], 'or').capitalize()}, beside a token."
    if table.doing == "swap_to":
        return f"Slot {item['slot']} ({table.row[item['slot']]}), and one further right."
    if table.doing == "play":
        return "The front of the line." if table.solo else "One of its hand."
    return _DETAILS[table.doing].format_map(item)


def later(table: Table) -> str:
    """What comes after that in the turn; nothing if there is nothing."""
    items = [_later(item) for item in table.todo[1:] if item["do"] not in ("end_turn", "start")]
    return f"Then: {', '.join(items)}." if items else ""


def _later(item: Mapping[str, Any]) -> str:
    said = _LATER.get(item["do"])
    return said.format_map(item) if said else spaced(item["do"])


def progress(table: Table) -> str:
    """Where the game is."""
    if table.view["phase"] == "setup":
        return "Set-up"
    return f"Turn {table.view['turn_number']}"


def ends(table: Table) -> str:
    """How far the end of the game is."""
    ender = table.view["ender"]
    if ender is not None:
        return f"Endgame, begun by {table.page.name(ender)}"
    left, right = table.free_ends()
    return f"Slots left at the ends: {left} and {right}"


def counts(found: Mapping[str, int]) -> str:
    """How many of each color."""
    return ", ".join([f"{number} {color}" for color, number in found.items() if number]) or "none"


def condition(objective: Objective) -> str:
    """What an objective asks for."""
    color = None if objective.color is None else COLORS[objective.color]
    return words.need(objective.kind, objective.count, color)


def objective_state(table: Table, shown: Mapping[str, Any]) -> str:
    """Who has an objective, or until when it may be had."""
    if shown["owner"] is not None:
        return table.page.name(shown["owner"])
    if shown["gone"]:
        return "gone"
    return "open" if shown["x"] is None else f"until slot {shown['x']}"


def extras(table: Table, seat: int) -> str:
    """What a seat's score holds besides its gems; nothing if there is nothing."""
    parts = [f"{name} +{points}" for name, points in table.extras(seat).items() if points]
    return ", ".join(parts)


def hero_words(hero: Hero) -> str:
    """A hero's card."""
    order = listed(["nothing" if color is None else COLORS[color] for color in hero.order])
    return (
        f"{cleaned(hero.id)}, {cleaned(hero.name)}, {cleaned(hero.hero_class)}: {words.icon(hero.effect)}."
        f" Order: {order}. Bonus: {listed(map(words.icon, hero.bonus))}."
    )


def space_words(table: Table, space: int) -> str:
    """A space, who sits there, and how."""
    seated = table.spaces[space]
    if seated is None:
        return f"Space {space}: free"
    hero = table.heroes[seated["card"]]
    if not seated["up"]:
        return f"Space {space}, face down, 1 more for each {COLORS[hero.color]} gem: {cleaned(hero.id)}"
    order = table.order(hero, space)
    places = zip(order, table.faces(space), strict=True)
    wanted = [
        f"{color} on slot {slot}{' matches' if color == table.row[slot] else ''}"
        for color, slot in places
        if color
    ]
    how = ", being seated" if seated["seating"] else ", with a potion" if seated["potion"] else ""
    return f"Space {space}{how}, wants {listed(wanted)}. {hero_words(hero)}"


def seat_words(table: Table, seat: int) -> str:
    """What a seat has."""
    player = table.view["players"][seat]
    tiles = [
        f"{color} {side} ({', '.join(map(spaced, table.icons(color, side)))})"
        for color, side in player["tiles"].items()
    ]
    said = (
        f"{table.page.name(seat)}: {counted(table.scores[seat], 'point')}; gems: {counts(player['gems'])};"
        f" diamonds: {counts(player['diamonds'])}; {counted(player['potions'], 'potion')};"
        f" {counted(player['bonuses'], 'bonus', 'bonuses')} claimed;"
        f" {counted(player['seated'], 'hero', 'heroes')} seated; tiles: {', '.join(tiles)}"
    )
    if not table.solo:
        said += f"; in hand: {counts(player['hand_colors'])}"
    hand = table.hands[seat]
    if hand:
        heroes = [hero_words(table.heroes[card]) for card in hand]
        said += f"; {'the line' if table.solo else 'these are'}: {' '.join(heroes)}"
    return f"{said.rstrip('.')}."


def description(table: Table) -> str:
    """The table in words."""
    view = table.view
    supply = view["supply"]
    tokens = [f"{color} on {slot}" for slot, color in enumerate(table.row) if color]
    decks = {name: count(deck) for name, deck in view["decks"].items()}
    free = [str(space) for space, hero in enumerate(table.spaces) if not hero]
    top = f", {view['deck_top']} on top" if view["deck_top"] else ""
    said = [
        f"{progress(table)}. {ends(table)}.",
        f"{headline(table)}.",
        detail(table),
        later(table),
        f"The row has {len(table.row)} slots: {', '.join(tokens) or 'no tokens'}.",
        *[f"{space_words(table, space).rstrip('.')}." for space, hero in enumerate(table.spaces) if hero],
        f"Free spaces: {', '.join(free) or 'none'}.",
        f"A gem is worth: {counts(table.values)}.",
        f"Supply: gems {counts(supply['gems'])}; tokens {counts(supply['food'])};"
        f" {counted(supply['diamonds'], 'diamond')}; {counted(supply['potions'], 'potion')}.",
        f"Decks: {counts(decks)}{top}. Removed heroes: {', '.join(map(cleaned, view['discard'])) or 'none'}."
        f" Gems given up: {counts(view['spent_gems'])}.",
    ]
    known = {objective.id: objective for objective in table.parts.objectives}
    for shown in view["objectives"]:
        objective = known[shown["id"]]
        said.append(
            f"Objective {cleaned(objective.name)}, {condition(objective)}: {objective_state(table, shown)}."
        )
    said += [seat_words(table, seat) for seat in table.seats]
    return " ".join(filter(None, said))
