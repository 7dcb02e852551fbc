"""The printed components: a checked component file (rules page section 2)."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from arena.games.core import Data
from arena.games.entries import Entry

COLORS = ("blue", "green", "red", "yellow")
"""In their fixed order; elsewhere a color is its index in it."""
SYMBOLS = "bgry"
"""The letters of the colors in an order."""
BLANK = "."
PLACE_ICONS = tuple([f"place_{color}" for color in COLORS])
ICONS = (
    *PLACE_ICONS,
    *("play_card", "draw_two", "swap", "remove_card", "remove_token"),
    *("take_potion", "play_potion", "diamond", "exchange"),
)
EFFECTS = (
    *("draw_two", "shove", "place_any", "remove_token", "swap", "neighbour_gems"),
    *("balance", "turn_down", "take_potion", "steal", "exchange", "diamond"),
)
KINDS = ("gems", "diamonds", "sets", "bonuses", "seated", "total")
"""What objectives measure."""

END_PIECES = 2
INSERTS = 3
SLOTS_PER_SPACE = 4
GEMS = 30
DIAMONDS = 20
POTIONS = 9
FOOD = 12
HEROES_PER_COLOR = 17
OBJECTIVE_VP = 5
OPEN_OBJECTIVES = 5
SOLO_OBJECTIVES = 4
SIDES = ("front", "back")
"""Of a tile."""
MOST_SEATS = 4


@dataclass(frozen=True)
class Hero:
    """A hero card; `order` has a color for each of its four cells, None for a blank."""

    id: str
    name: str
    color: int
    hero_class: str
    effect: str
    order: tuple[int | None, ...]
    bonus: tuple[str, ...]


@dataclass(frozen=True)
class Objective:
    """An objective card; `color` is None unless it counts the gems of one."""

    id: str
    name: str
    kind: str
    color: int | None
    count: int
    mark: int


@dataclass(frozen=True)
class Tile:
    """An action tile's icons, left to right, on either side."""

    front: tuple[str, ...]
    back: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Components:
    """A checked component file: heroes in order of their ids, tiles and food by color."""

    end_spaces: int
    insert_spaces: int
    start_food: dict[int, tuple[int, ...]]
    """By number of players, then by color."""
    tiles: tuple[Tile, ...]
    objectives: tuple[Objective, ...]
    heroes: tuple[Hero, ...]
    text: str
    """The whole file as JSON."""

    def content(self) -> Data:
        """The whole file as a new plain map, as a state names it."""
        content: Data = json.loads(self.text)
        return content

    def spaces_a_side(self, players: int) -> int:
        """The spaces on each side of a table put together for so many players."""
        return END_PIECES * self.end_spaces + (players - 1) * self.insert_spaces


def read_components(root: Entry) -> Components:
    """Check a component file; keys that the rules page does not name are ignored."""
    root.has("table", "supply", "start", "tile", "objective", "class", "hero")
    table = root["table"]
    _check_counts(table, {"end_pieces": END_PIECES, "inserts": INSERTS, "slots_per_space": SLOTS_PER_SPACE})
    end_spaces = table["end_spaces"].integer(1, 6)
    insert_spaces = table["insert_spaces"].integer(1, 6)
    table["end_slots"].exactly(SLOTS_PER_SPACE * end_spaces)
    table["insert_slots"].exactly(SLOTS_PER_SPACE * insert_spaces)
    _check_counts(
        root["supply"],
        {"gems_per_color": GEMS, "diamonds": DIAMONDS, "potions": POTIONS, "food_per_color": FOOD},
    )
    effects = dict(root["class"].list_of(_read_class))
    _check_different(root["class"], effects)
    return Components(
        end_spaces,
        insert_spaces,
        _read_start_food(root["start"], end_spaces, insert_spaces),
        _read_tiles(root["tile"]),
        _read_objectives(root["objective"]),
        _read_heroes(root["hero"], effects),
        _as_json(root),
    )


def _check_counts(entry: Entry, counts: dict[str, int]) -> None:
    for name, count in counts.items():
        entry[name].exactly(count)


def _check_different(entries: Entry, ids: Collection[str]) -> None:
    entries.require(len(set(ids)) == len(entries.items()), "has an id twice")


def _read_class(entry: Entry) -> tuple[str, str]:
    return entry["id"].text(), entry["effect"].one_of(EFFECTS)


def _read_start_food(entries: Entry, end_spaces: int, insert_spaces: int) -> dict[int, tuple[int, ...]]:
    start_food: dict[int, tuple[int, ...]] = {}
    for entry in entries.items(MOST_SEATS):
        players = entry["players"].integer(1, MOST_SEATS)
        entry["players"].require(players not in start_food, f"{players} is there twice")
        food = [entry["food"][color].integer(1, FOOD) for color in COLORS]
        slots = SLOTS_PER_SPACE * (END_PIECES * end_spaces + (players - 1) * insert_spaces)
        entry["food"].require(
            sum(food) % 2 == 0 and sum(food) <= slots - 2,
            f"must have an even sum of at most {slots - 2}, not {sum(food)}",
        )
        start_food[players] = tuple(food)
    return start_food


def _read_tiles(entries: Entry) -> tuple[Tile, ...]:
    tiles: dict[int, Tile] = {}
    for entry in entries.items(len(COLORS)):
        color = COLORS.index(entry["color"].one_of(COLORS))
        entry["color"].require(color not in tiles, f"{COLORS[color]} is there twice")
        entry["copies"].exactly(MOST_SEATS)
        front, back = _read_icons(entry["front"], ICONS, 3), _read_icons(entry["back"], ICONS, 3)
        entry["front"].require(front[0] == PLACE_ICONS[color], f"must begin with {PLACE_ICONS[color]}")
        entry["back"].require(not set(back) & set(PLACE_ICONS), "must place no token")
        entry.require(
            "play_card" in back or "draw_two" in front,
            "must have play_card in its back or draw_two in its front, else a game might not end",
        )
        tiles[color] = Tile(front, back)
    return tuple([tiles[color] for color in range(len(COLORS))])


def _read_icons(entry: Entry, allowed: Collection[str], most: int) -> tuple[str, ...]:
    icons = entry.list_of(lambda icon: str(icon.one_of(allowed)))
    entry.require(1 <= len(icons) <= most, f"must have 1 to {most} entries, not {len(icons)}")
    return tuple(icons)


def _read_objectives(entries: Entry) -> tuple[Objective, ...]:
    entries.items(9)
    objectives = entries.list_of(_read_objective)
    _check_different(entries, [objective.id for objective in objectives])
    return tuple(objectives)


def _read_objective(entry: Entry) -> Objective:
    kind = entry["kind"].one_of(KINDS)
    entry.require(
        ("color" in entry.as_map()) == (kind == "gems"), "must have a color if and only if its kind is gems"
    )
    entry["vp"].exactly(OBJECTIVE_VP)
    return Objective(
        id=entry["id"].text(),
        name=entry["name"].text(),
        kind=kind,
        color=COLORS.index(entry["color"].one_of(COLORS)) if kind == "gems" else None,
        count=entry["count"].integer(1),
        mark=entry["mark"].integer(1, 4),
    )


def _read_heroes(entries: Entry, effects: dict[str, str]) -> tuple[Hero, ...]:
    entries.items(HEROES_PER_COLOR * len(COLORS))
    heroes = entries.list_of(lambda entry: _read_hero(entry, effects))
    _check_different(entries, [hero.id for hero in heroes])
    for index, color in enumerate(COLORS):
        count = sum(hero.color == index for hero in heroes)
        entries.require(
            count == HEROES_PER_COLOR, f"must have {HEROES_PER_COLOR} heroes of {color}, not {count}"
        )
    return tuple(sorted(heroes, key=lambda hero: hero.id))


def _read_hero(entry: Entry, effects: dict[str, str]) -> Hero:
    order = entry["order"].text()
    entry["order"].require(
        len(order) == SLOTS_PER_SPACE and set(order) <= {*SYMBOLS, BLANK} and set(order) != {BLANK},
        f"must be four of b g r y and '.', not all blank, not {order!r:.60}",
    )
    hero_class = entry["class"].one_of(effects)
    return Hero(
        id=entry["id"].text(),
        name=entry["name"].text(),
        color=COLORS.index(entry["color"].one_of(COLORS)),
        hero_class=hero_class,
        effect=effects[hero_class],
        order=tuple([None if symbol == BLANK else SYMBOLS.index(symbol) for symbol in order]),
        bonus=_read_icons(entry["bonus"], (*COLORS, *ICONS), 6),
    )


def _as_json(root: Entry) -> str:
    """The file's contents as text; refused if a state could not hold them."""
    try:
        return json.dumps(dict(root.as_map()), allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        root.refuse("must be plain data: maps, lists, strings, finite numbers, true and false")
