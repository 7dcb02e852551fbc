"""What follows from the components, the number of players and the options: made once, shared by all states.

A color is its index in `COLORS`, a card its index in the order of ids, a space and a slot their numbers.
Sets of colors, slots and spaces are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from arena.games.core import Action, Decision
from arena.games.yawning_portal.components import COLORS, SLOTS_PER_SPACE, Components, Hero
from arena.games.yawning_portal.events import Told
from arena.games.yawning_portal.rules.icons import EFFECT_ITEMS, items_of
from arena.games.yawning_portal.rules.tiles import needs
from arena.games.yawning_portal.rules.todo import Front, front
from arena.games.yawning_portal.rules.turns import END_TURN, PASS, flip_tile

Subsets = Sequence[tuple[Action, ...]]
"""Those of up to eight actions, by mask."""
KEPT = 500
"""How many decisions of a kind and seat are kept for the next time."""


class Decisions(dict[int, "Decision | None"]):
    """A seat's decisions of one kind, by the mask of which of the actions are legal; None for the empty mask.

    They are made when first asked for, out of the `subsets` of eight actions at a time.
    """

    def __init__(self, seat: int, kind: str, subsets: Sequence[Subsets], none: Action | None = None) -> None:
        super().__init__()
        self.seat = seat
        self.kind = kind
        self.subsets = subsets
        self[0] = None if none is None else Decision(seat, kind, (none,))

    def __missing__(self, legal: int) -> Decision:
        actions: tuple[Action, ...] = ()
        left = legal
        for subsets in self.subsets:
            actions += subsets[left & 255]
            left >>= 8
        decision = Decision(self.seat, self.kind, actions)
        if len(self) < KEPT:
            self[legal] = decision
        return decision


class Tables:
    """The tables for one table size; `players` seats."""

    def __init__(self, parts: Components, players: int, red_front_play: bool) -> None:
        self.parts = parts
        self.players = players
        self._lay_out_table(parts, players)
        self._read_heroes(parts.heroes)
        self._read_tiles(parts, red_front_play)
        self._make_decisions()
        self.told = Told(players, self.slots, self.spaces, self.deck_names, self.names)

    def _lay_out_table(self, parts: Components, players: int) -> None:
        side = parts.spaces_a_side(players)
        self.spaces = 2 * side
        self.slots = SLOTS_PER_SPACE * side
        self.all_slots = (1 << self.slots) - 1
        self.end_slots = 1 | 1 << self.slots - 1
        self.all_spaces = (1 << self.spaces) - 1
        self.start_end = (self.slots + sum(parts.start_food[players])) // 2
        """The slot after the last one that a starting token goes to."""
        self.near = [space < side for space in range(self.spaces)]
        self.window = [space % side for space in range(self.spaces)]
        """By space: which four slots it faces."""
        self.facing = [
            (slot // SLOTS_PER_SPACE, side + slot // SLOTS_PER_SPACE) for slot in range(self.slots)
        ]
        """By slot: the spaces that face it, the near one first."""
        self.beside = [
            tuple(
                [
                    n
                    for n in (space - 1, space + 1)
                    if 0 <= n < self.spaces and self.near[n] == self.near[space]
                ]
            )
            for space in range(self.spaces)
        ]
        """By space: those next to it on the same side."""
        self.neighbours = [sum([1 << n for n in beside]) for beside in self.beside]
        """The same as masks."""

    def _read_heroes(self, heroes: tuple[Hero, ...]) -> None:
        self.heroes = heroes
        self.names = [hero.id for hero in heroes]
        self.card_of = {name: card for card, name in enumerate(self.names)}
        self.color_of = [hero.color for hero in heroes]
        seen = {near: [_symbols(hero, near) for hero in heroes] for near in (True, False)}
        self.symbols = [seen[near] for near in self.near]
        """By space, then card: for each symbol of the order its bit in the window, and its color."""
        orders = {near: [sum([bit for bit, _ in symbols]) for symbols in seen[near]] for near in seen}
        self.orders = [orders[near] for near in self.near]
        """By space, then card: the order as a window has it."""
        self.bonuses: list[Front] = [front(*items_of(hero.bonus)) for hero in heroes]
        by_effect = {
            effect: [items(space) for space in range(self.spaces)] for effect, items in EFFECT_ITEMS.items()
        }
        self.effects: list[list[Front]] = [by_effect[hero.effect] for hero in heroes]
        """By card, then space: what the effect puts on the list."""

    def _read_tiles(self, parts: Components, red_front_play: bool) -> None:
        fronts = [tile.front for tile in parts.tiles]
        if not red_front_play:
            red = COLORS.index("red")
            fronts[red] = tuple([icon for icon in fronts[red] if icon != "play_card"])
        sides = (fronts, [tile.back for tile in parts.tiles])
        self.icons = sides
        """By side, then color."""
        self.turns: list[list[Front]] = [
            [front(*items_of(icons), flip_tile(color), END_TURN) for color, icons in enumerate(side)]
            for side in sides
        ]
        """By side, then color: all that using the tile puts on the list."""
        self.needs = [
            tuple([needs(sides[backs >> color & 1][color]) for color in range(len(COLORS))])
            for backs in range(1 << len(COLORS))
        ]
        """By mask of the tiles that show their backs, then color: the facts needed."""

    def _make_decisions(self) -> None:
        slots, spaces = range(self.slots), range(self.spaces)
        self.play = [Action("play", card, card=name) for card, name in enumerate(self.names)]
        self.choose_tile = self._decisions("choose_tile", _colored("tile"), none=Action("pass", PASS))
        self.start = self._decisions("place_start", _colored("start"))
        place = [
            Action("place", (color, slot), color=name, slot=slot)
            for (color, name), slot in product(enumerate(COLORS), slots)
        ]
        self.place = self._decisions("place_token", place)
        """By mask of slots, those of each color after those of the one before."""
        self.swap_first = self._decisions("swap_first", _numbered("swap_first", "slot", slots))
        self.swap_second = self._decisions("swap_second", _numbered("swap_second", "slot", slots))
        self.remove_token = self._decisions("remove_token", _numbered("remove_token", "slot", slots))
        self.deck_names = ("all",) if self.players == 1 else COLORS
        draw = [Action("draw", place, deck=name) for place, name in enumerate(self.deck_names)]
        self.draw = self._decisions("draw_card", draw)
        self.choose_space = self._decisions("choose_space", _numbered("space", "space", spaces))
        remove_hero = _numbered("remove_hero", "space", spaces)
        self.remove_card = self._decisions("remove_card", remove_hero)
        self.remove_neighbour = self._decisions("remove_neighbour", remove_hero)
        self.turn_down = self._decisions("turn_down", _numbered("turn_down", "space", spaces))
        self.play_potion = self._decisions("play_potion", _numbered("potion", "space", spaces))
        self.assign = self._decisions("assign_diamond", _colored("assign"))
        self.give = self._decisions("exchange_give", _colored("give"))
        take = _colored("take")
        self.exchange_take = self._decisions("exchange_take", take)
        self.gain_gem = self._decisions("gain_gem", take)
        steal = [
            Action("steal", (seat, color), seat=seat, color=name)
            for seat, (color, name) in product(range(self.players), enumerate(COLORS))
        ]
        self.steal = self._decisions("steal_gem", steal)
        """By mask of colors, those of each seat after those of the one before."""

    def _decisions(self, kind: str, actions: Sequence[Action], none: Action | None = None) -> list[Decisions]:
        eights = [actions[start : start + 8] for start in range(0, len(actions), 8)]
        subsets = [[_subset(eight, mask) for mask in range(1 << len(eight))] for eight in eights]
        return [Decisions(seat, kind, subsets, none) for seat in range(self.players)]


def _subset(actions: Sequence[Action], mask: int) -> tuple[Action, ...]:
    return tuple([action for place, action in enumerate(actions) if mask >> place & 1])


def _colored(type: str) -> list[Action]:
    """Actions that differ in a color."""
    return [Action(type, color, color=name) for color, name in enumerate(COLORS)]


def _numbered(type: str, field: str, numbers: Iterable[int]) -> list[Action]:
    """Actions that differ in a slot or space."""
    return [Action(type, number, **{field: number}) for number in numbers]


def _symbols(hero: Hero, near: bool) -> tuple[tuple[int, int], ...]:
    """The symbols of an order, cell by cell, as bits of the window and colors; a far card is turned round."""
    last = SLOTS_PER_SPACE - 1
    return tuple(
        [
            (1 << SLOTS_PER_SPACE * color + (cell if near else last - cell), color)
            for cell, color in enumerate(hero.order)
            if color is not None
        ]
    )


@lru_cache(maxsize=32)
def tables_for(parts: Components, players: int, red_front_play: bool) -> Tables:
    """The tables for these components, seats and icons; made once."""
    return Tables(parts, players, red_front_play)
