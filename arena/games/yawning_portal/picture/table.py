"""What lies on the table: a view, and what follows from it by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.core import rank
from arena.games.svg import Page
from arena.games.yawning_portal.components import (
    COLORS,
    OBJECTIVE_VP,
    SLOTS_PER_SPACE,
    Components,
    Hero,
)
from arena.games.yawning_portal.rules.scoring import MOST_OF_A_KIND, MOST_SETS, SOLO_SET

View = Mapping[str, Any]


class Table:
    """A view, with what its panels ask of it."""

    def __init__(self, view: View, parts: Components, page: Page) -> None:
        self.view = view
        self.parts = parts
        self.page = page
        self.pen = page.pen
        self.seats = range(len(view["players"]))
        self.solo = len(self.seats) == 1
        self.over = view["phase"] == "over"
        self.active: int | None = None if self.over else view["turn"]
        self.heroes = {hero.id: hero for hero in parts.heroes}
        self.row: list[str | None] = view["row"]
        self.spaces: list[Mapping[str, Any] | None] = view["spaces"]
        self.side = len(self.spaces) // 2
        """Spaces on each side."""
        self.todo: list[Mapping[str, Any]] = view["todo"]
        self.doing: str | None = None if self.over else self.todo[0]["do"]
        """What the pending decision is for."""
        self.values = self._values()
        hands = [view["line"]] if self.solo else [player["hand"] for player in view["players"]]
        self.hands: list[list[str] | None] = [hand if isinstance(hand, list) else None for hand in hands]
        """By seat the cards in hand, if they can be seen; alone it is the line."""
        self.scores = self._scores()

    def faces(self, space: int) -> range:
        """The slots that a space faces."""
        first = SLOTS_PER_SPACE * (space % self.side)
        return range(first, first + SLOTS_PER_SPACE)

    def order(self, hero: Hero, space: int) -> list[str | None]:
        """The symbols of a hero on a space, from left to right: on the far side he is turned round."""
        order = hero.order if space < self.side else hero.order[::-1]
        return [None if color is None else COLORS[color] for color in order]

    def held(self, seat: int, color: str) -> int:
        """A seat's gems of a color, diamonds included."""
        player = self.view["players"][seat]
        return int(player["gems"][color] + player["diamonds"][color])

    def icons(self, color: str, side: str) -> tuple[str, ...]:
        """The icons of a tile's side."""
        tile = self.parts.tiles[COLORS.index(color)]
        icons = tile.front if side == "front" else tile.back
        if color == "red" and side == "front" and not self.view["options"]["red_front_play"]:
            return tuple([icon for icon in icons if icon != "play_card"])
        return icons

    def tile_in_use(self) -> str | None:
        """The color of the tile whose icons are being carried out."""
        return next((item["color"] for item in self.todo if item["do"] == "flip_tile"), None)

    def free_ends(self) -> tuple[int, int]:
        """The empty slots at the left and at the right end of the row."""
        filled = [slot for slot, token in enumerate(self.row) if token]
        return (filled[0], len(self.row) - 1 - filled[-1]) if filled else (len(self.row), len(self.row))

    # What may be chosen

    def open_slots(self) -> list[int]:
        """The slots that the pending decision may be for."""
        row, item = self.row, self.todo[0] if self.todo else {}
        if self.doing == "start":
            total = sum(self.parts.start_food[len(self.seats)])
            return [(len(row) - total) // 2 + sum(token is not None for token in row)]
        if self.doing == "place":
            return [
                slot
                for slot, token in enumerate(row)
                if token is None and any(row[max(slot - 1, 0) : slot + 2])
            ]
        if self.doing == "remove_token":
            return [slot for slot, token in enumerate(row) if token is not None and row.count(token) > 1]
        if self.doing == "swap":
            return [slot for slot in range(len(row)) if self._swaps(slot)]
        return self._swaps(item["slot"]) if self.doing == "swap_to" else []

    def _swaps(self, slot: int) -> list[int]:
        """The slots further right with a token of another color."""
        token = self.row[slot]
        others = [other for other in range(slot + 1, len(self.row)) if self.row[other] not in (None, token)]
        return others if token else []

    def open_spaces(self) -> list[int]:
        """The spaces that the pending decision may be for."""
        if self.doing == "seat":
            return [space for space, hero in enumerate(self.spaces) if hero is None]
        targets = [(space, hero) for space, hero in enumerate(self.spaces) if hero and not hero["seating"]]
        if self.doing == "remove_card":
            return [space for space, _ in targets]
        if self.doing == "play_potion":
            return [space for space, hero in targets if hero["up"] and not hero["potion"]]
        if self.doing in ("shove", "turn_down"):
            down = self.doing == "turn_down"
            beside = self._beside(self.todo[0]["space"])
            return [space for space, hero in targets if space in beside and (hero["up"] or not down)]
        return []

    def _beside(self, space: int) -> list[int]:
        return [
            other
            for other in (space - 1, space + 1)
            if 0 <= other < len(self.spaces) and other // self.side == space // self.side
        ]

    # Points

    def _values(self) -> dict[str, int]:
        """What a gem of each color is worth (section 7.2)."""
        worth = dict.fromkeys(COLORS, 1)
        if self.view["deck_top"]:
            worth[self.view["deck_top"]] += 1
        for hero in self.spaces:
            if hero and not hero["up"]:
                worth[COLORS[self.heroes[hero["card"]].color]] += 1
        return worth

    def sets(self, seat: int) -> int:
        """How many gems of each color a seat has at least."""
        return min([self.held(seat, color) for color in COLORS])

    def extras(self, seat: int) -> dict[str, int]:
        """What a seat gets besides its gems, if the game ended now, by what for (section 7.2)."""
        owned = [objective["owner"] for objective in self.view["objectives"]].count(seat)
        sets = self.sets(seat)
        if self.solo:
            return {"sets": SOLO_SET * sets, "objectives": OBJECTIVE_VP * owned}
        most = self._most(seat)
        return {
            "most of a color": MOST_OF_A_KIND if 0 < most == max(map(self._most, self.seats)) else 0,
            "most sets": MOST_SETS if 0 < sets == max(map(self.sets, self.seats)) else 0,
            "objectives": OBJECTIVE_VP * owned,
        }

    def _most(self, seat: int) -> int:
        return max([self.held(seat, color) for color in COLORS])

    def _scores(self) -> list[int]:
        """Points by seat, as if the game ended now."""
        return [
            sum([self.held(seat, color) * value for color, value in self.values.items()])
            + sum(self.extras(seat).values())
            for seat in self.seats
        ]

    @property
    def ranks(self) -> list[int]:
        """Ranks by seat, as things stand."""
        return rank(self.scores)


def count(pile: int | list[Any]) -> int:
    """How many things are there, told or shown."""
    return pile if isinstance(pile, int) else len(pile)
