"""The table drawn as text, from a view or a whole state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from arena.games.yawning_portal.components import BLANK, COLORS, SYMBOLS, Components, Hero

View = Mapping[str, Any]
Paint = Callable[[str, str], str]
"""Text in a color of the game."""

CODES = {"blue": 34, "green": 32, "red": 31, "yellow": 33}
LETTER = dict(zip(COLORS, SYMBOLS, strict=True))
SLOT = 3
"""The width of a slot."""
SPACE = 4 * SLOT
BAR = "|"
ABREAST = 5
"""How many spaces of a side are drawn beside each other at most, in less than 80 columns."""


def draw(view: View, parts: Components, *, color: bool) -> str:
    """The table as a person needs it to choose: the row with its heroes, then what everybody has."""

    def paint(text: str, name: str) -> str:
        return f"\033[{CODES[name]}m{text}\033[0m" if color else text

    heroes = {hero.id: hero for hero in parts.heroes}
    lines = [_title(view), ""]
    lines += _table(view, heroes, paint)
    lines += ["", *_faceup(view, heroes, paint), *_supplies(view, heroes, paint), *_objectives(view, parts)]
    for seat in range(len(view["players"])):
        lines += _seat(view, seat, parts, heroes, paint)
    return "\n".join(line.rstrip() for line in lines)


def _title(view: View) -> str:
    ending = "" if view["ender"] is None else f"   endgame, begun by seat {view['ender']}"
    todo = ", ".join(" ".join(map(_word, item.values())) for item in view["todo"]) or "nothing"
    return f"Turn {view['turn_number']}, seat {view['turn']}{ending}   to do: {todo}"


def _word(value: Any) -> str:
    return "/".join(value) if isinstance(value, list) else str(value)


# The row with the heroes on both sides


def _table(view: View, heroes: Mapping[str, Hero], paint: Paint) -> list[str]:
    """The row, in parts one below the other where it is long."""
    side = len(view["spaces"]) // 2
    parts = -(-side // ABREAST)
    longest = -(-side // parts)
    firsts = range(0, side, longest)
    drawn = [_part(view, heroes, range(first, min(first + longest, side)), paint) for first in firsts]
    return [line for number, part in enumerate(drawn) for line in ([""] * bool(number) + part)]


def _part(view: View, heroes: Mapping[str, Hero], near: range, paint: Paint) -> list[str]:
    """Seen from the near side: cards of the far side are turned round, as their symbols face the row."""
    side = len(view["spaces"]) // 2
    far = range(near.start + side, near.stop + side)
    slots = range(4 * near.start, 4 * near.stop)
    numbers = [f"{slot:>{SLOT}}" for slot in slots]
    tokens = [_symbol(view["row"][slot], paint, upper=True) for slot in slots]
    return [
        _bars([_name(view, space) for space in far]),
        _bars([_status(view, heroes, space, paint) for space in far]),
        _bars(_blocks([_faced(view, heroes, slot, side, paint) for slot in slots])),
        _bars(_blocks(tokens)) + "   row",
        _bars(_blocks(numbers)) + "   slots",
        _bars(_blocks([_faced(view, heroes, slot, 0, paint) for slot in slots])),
        _bars([_status(view, heroes, space, paint) for space in near]),
        _bars([_name(view, space) for space in near]),
    ]


def _bars(blocks: Sequence[str]) -> str:
    return BAR + BAR.join(blocks) + BAR


def _blocks(slots: Sequence[str]) -> list[str]:
    return ["".join(slots[first : first + 4]) for first in range(0, len(slots), 4)]


def _symbol(color: str | None, paint: Paint, *, upper: bool = False) -> str:
    if color is None:
        return f"{BLANK:>{SLOT}}"
    letter = LETTER[color].upper() if upper else LETTER[color]
    return paint(f"{letter:>{SLOT}}", color)


def _name(view: View, space: int) -> str:
    hero = view["spaces"][space]
    return f"{space:>2} {'' if hero is None else hero['card']}"[:SPACE].ljust(SPACE)


def _status(view: View, heroes: Mapping[str, Hero], space: int, paint: Paint) -> str:
    hero = view["spaces"][space]
    if hero is None:
        return " " * SPACE
    if not hero["up"]:
        color = COLORS[heroes[hero["card"]].color]
        return paint(f"   *{color}*".ljust(SPACE), color)
    mark = "being seated" if hero["seating"] else "   potion" if hero["potion"] else "   waiting"
    return mark.ljust(SPACE)


def _faced(view: View, heroes: Mapping[str, Hero], slot: int, side: int, paint: Paint) -> str:
    """The symbol that faces a slot from the side that begins with space `side`; in capitals if it matches."""
    space = side + slot // 4
    hero = view["spaces"][space]
    if hero is None or not hero["up"]:
        return " " * SLOT
    order = heroes[hero["card"]].order
    index = order[slot % 4] if side == 0 else order[3 - slot % 4]
    color = None if index is None else COLORS[index]
    return _symbol(color, paint, upper=color == view["row"][slot])


# What is on the table, in words


def _faceup(view: View, heroes: Mapping[str, Hero], paint: Paint) -> Iterator[str]:
    for space, hero in enumerate(view["spaces"]):
        if hero is not None and hero["up"]:
            yield f"Space {space}: {_card(heroes[hero['card']], paint)}"
    for item in view["todo"]:
        if item["do"] == "seat":
            yield f"To be seated: {_card(heroes[item['card']], paint)}"


def _card(hero: Hero, paint: Paint) -> str:
    """A hero in one line."""
    order = "".join(BLANK if index is None else SYMBOLS[index] for index in hero.order)
    color = COLORS[hero.color]
    effect = hero.effect.replace("_", " ")
    return (
        f"{paint(hero.id, color)} {hero.name}, order {order}, effect {effect}, bonus {', '.join(hero.bonus)}"
    )


def _supplies(view: View, heroes: Mapping[str, Hero], paint: Paint) -> Iterator[str]:
    supply = view["supply"]
    worth = dict.fromkeys(COLORS, 1)
    if view["deck_top"]:
        worth[view["deck_top"]] += 1
    for hero in view["spaces"]:
        if hero is not None and not hero["up"]:
            worth[COLORS[heroes[hero["card"]].color]] += 1
    yield f"A gem is worth {_counts(worth, paint)}"
    yield (
        f"Supply: gems {_counts(supply['gems'], paint)}, tokens {_counts(supply['food'], paint)},"
        f" {_many(supply['diamonds'], 'diamond')}, {_many(supply['potions'], 'potion')}"
    )
    decks = ", ".join(
        f"{name} {size if isinstance(size, int) else len(size)}" for name, size in view["decks"].items()
    )
    top = f" ({view['deck_top']} on top)" if view["deck_top"] else ""
    yield f"Decks: {decks}{top}   discard: {', '.join(view['discard']) or 'none'}"
    if any(view["start_food"].values()):
        yield f"Starting tokens left: {_counts(view['start_food'], paint)}"


def _many(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _counts(counts: Mapping[str, int], paint: Paint) -> str:
    return " ".join(paint(f"{LETTER[color]}{count}", color) for color, count in counts.items())


def _objectives(view: View, parts: Components) -> Iterator[str]:
    known = {objective.id: objective for objective in parts.objectives}
    for shown in view["objectives"]:
        objective = known[shown["id"]]
        color = "" if objective.color is None else f"{COLORS[objective.color]} "
        what = f"{objective.count} {color}{objective.kind}"
        if shown["owner"] is not None:
            state = f"seat {shown['owner']} has it"
        elif shown["gone"]:
            state = "gone"
        else:
            state = "open" if shown["x"] is None else f"open until slot {shown['x']} is filled"
        yield f"Objective {objective.name} ({what}): {state}"


def _seat(
    view: View, seat: int, parts: Components, heroes: Mapping[str, Hero], paint: Paint
) -> Iterator[str]:
    player = view["players"][seat]
    yield f"Seat {seat}{' (to decide)' if view['phase'] != 'over' and view['turn'] == seat else ''}:"
    yield (
        f"    gems {_counts(player['gems'], paint)}, diamonds {_counts(player['diamonds'], paint)},"
        f" {_many(player['potions'], 'potion')}; claimed {_many(player['bonuses'], 'bonus', 'bonuses')},"
        f" seated {_many(player['seated'], 'hero', 'heroes')}"
    )
    tiles = []
    for index, (color, side) in enumerate(player["tiles"].items()):
        icons = parts.tiles[index].front if side == "front" else parts.tiles[index].back
        if color == "red" and side == "front" and not view["options"]["red_front_play"]:
            icons = tuple([icon for icon in icons if icon != "play_card"])
        tiles.append(paint(f"{color}: {' '.join(icons)}", color))
    yield f"    tiles  {'; '.join(tiles)}"
    hand = view["line"] if len(view["players"]) == 1 else player["hand"]
    if isinstance(hand, int):
        yield f"    hand   {_many(hand, 'card')}: {_counts(player['hand_colors'], paint)}"
    else:
        for number, card in enumerate(hand):
            word = ("line" if len(view["players"]) == 1 else "hand") if number == 0 else ""
            yield f"    {word:<6} {_card(heroes[card], paint)}"
