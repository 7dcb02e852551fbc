"""What lies on the table: a view, and what follows from it by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from arena.games.core import rank
from arena.games.svg import Page, cleaned
from arena.games.vault_of_dragons import words
from arena.games.vault_of_dragons.components import (
    REVISIT_DIFFICULTY,
    REVISIT_TREASURES,
    VAULT_DIFFICULTY,
    WATCH_STRENGTH,
    Components,
    Face,
    Room,
)
from arena.games.vault_of_dragons.tables.goods import NO_GOODS, Goods

View = Mapping[str, Any]

_OF_THE_TURN = {
    "end_action": "after_action",
    "hire": "hire",
    "free_move": "free_move",
    "move": "move",
    "gather": "gather",
    "party": "party",
    "alter": "alter",
    "displace_watch": "displace_watch",
    "opportunity": "opportunity",
}
"""Work in progress of the seat whose turn it is, and the decision that it waits for."""


class Table:
    """A view of `seat` (None: nobody's), with what its panels ask of it."""

    def __init__(self, view: View, parts: Components, seat: int | None, page: Page) -> None:
        self.view = view
        self.parts = parts
        self.seat = seat
        self.page = page
        self.pen = page.pen
        self.seats = range(view["players"])
        self.over: bool = view["over"]
        self.portal: int = view["options"]["locations"]
        """The place of the Yawning Portal, and how many Locations there are."""
        first: int = view["initiative"]
        self.order = [(first + step) % view["players"] for step in self.seats]
        """The seats in Initiative Order."""
        self.task: View | None = view["stack"][-1] if view["stack"] else None
        """The work that waits for a decision."""
        self.fight = self._entry("fight")
        self.suffer = self._entry("suffer")
        self.decider, self.kind = self._pending()
        """Who is to decide, and the kind of the decision; None and "" at the end."""

    def _entry(self, do: str) -> View | None:
        """The last piece of work of a kind."""
        return next((entry for entry in reversed(self.view["stack"]) if entry["do"] == do), None)

    # The city

    def face(self, place: int) -> Face:
        """What lies face up at a place of the grid."""
        tile = self.view["board"][place]
        face: Face = self.parts.faces[tile["tile"]][tile["side"]]
        return face

    def place(self, place: int) -> str:
        """A place's number and name."""
        return "the Yawning Portal" if place == self.portal else f"{place} {cleaned(self.face(place).name)}"

    def groups(self, place: int) -> list[tuple[int, list[int]]]:
        """Who has Followers at a place, and how many of each class."""
        return [
            (seat, places[place]) for seat, places in enumerate(self.view["followers"]) if any(places[place])
        ]

    def owner(self, place: int) -> int | None:
        """Who Controls a Location."""
        groups = self.groups(place)
        alone = len(groups) == 1 and self.view["board"][place]["watch"] != "active"
        return groups[0][0] if alone else None

    def contested(self, place: int) -> bool:
        """Whether a brawl could be begun at a Location."""
        return bool(self.groups(place)) and self.owner(place) is None

    @property
    def focus(self) -> set[int]:
        """The places that work in progress is about."""
        return {
            entry[key]
            for entry in self.view["stack"]
            for key in ("place", "from", "to")
            if entry.get(key) is not None
        }

    # Fights

    def rooms(self, kind: str, place: int) -> Sequence[Room]:
        """The rooms of an attempt of this kind; none while the Dungeon's Secret is face down."""
        if kind == "quest":
            return self.face(place).quest
        if kind == "vault":
            return (Room(NO_GOODS, self.parts.vault_casualties, VAULT_DIFFICULTY),)
        return self._dungeon_rooms() if self.view["secret_shown"] else ()

    def _dungeon_rooms(self) -> Sequence[Room]:
        parts, added = self.parts, self.added_rooms()
        rooms = parts.secrets[parts.secret_names.index(self.view["dungeon_secret"][0])]
        return [
            Room(
                room.loot.plus(more.loot),
                room.casualties + more.casualties,
                room.difficulty + more.difficulty,
            )
            for room, more in zip(rooms, added, strict=True)
        ]

    def added_rooms(self) -> list[Room]:
        """What the Dungeon's tile and its being revisited add to each room."""
        top = self.view["dungeons"][0]
        tile = self.parts.dungeons[top["tile"]][top["side"]]
        loot, last = tile.loot, tile.difficulty
        if self.view["revisited"]:
            loot, last = loot.plus(Goods(treasures=REVISIT_TREASURES)), last + REVISIT_DIFFICULTY
        return [Room(NO_GOODS, tile.casualties), Room(NO_GOODS, 0, tile.difficulty), Room(loot, 0, last)]

    # Decisions

    def _pending(self) -> tuple[int | None, str]:
        view, task = self.view, self.task
        if self.over:
            return None, ""
        turn = None if view["turn"] is None else view["turn"]["seat"]
        if task is None:
            return turn, "turn"
        do = task["do"]
        if do in _OF_THE_TURN:
            return turn, _OF_THE_TURN[do]
        if do == "fight":
            return _pending_in(task, self)
        return _pending_outside(task, self)

    # The end

    @property
    def ranks(self) -> list[int]:
        """Ranks by seat, as things stand."""
        view = self.view
        if view["winner"] is not None:
            return [1 if seat == view["winner"] else 2 for seat in self.seats]
        return rank(
            [
                (
                    count(view["secrets"][seat]),
                    count(view["items"][seat]) + len(view["played"][seat]),
                    view["gold"][seat],
                )
                for seat in self.seats
            ]
        )

    def explained(self, name: str) -> str:
        """What something is, in a sentence or two."""
        return _explained(self.parts, name)


def _pending_outside(task: View, table: Table) -> tuple[int | None, str]:
    """Who decides what, where neither the turn's seat nor a fight does."""
    do = task["do"]
    if do == "place_watch":
        return table.order[task["placed"] % len(table.seats)], do
    if do == "faction":
        return next((seat for seat in table.order if table.view["factions"][seat] is None), None), do
    if do == "pay":
        return task["seat"], "pay_card"
    if do == "draw":
        return task["seat"], "extra_draw" if task["step"] == "offer" else "discard_drawn"
    if do == "suffer":
        return task["seat"], "ignore" if task["step"] == "ignore" else "casualties"
    queue = {"displace": "seats", "pursue": "order", "bid": "queue"}.get(do, "")
    waiting = task.get(queue) or [None]
    return waiting[0], do


_WAITS = {
    "rogue": ("rogue_die", "rogue"),
    "choose": ("attack_die", "strength"),
    "assign": ("assign", "target"),
}
"""By step of a fight the decision of each side, and the field of the side that it fills."""


def _pending_in(fight: View, table: Table) -> tuple[int | None, str]:
    """Who decides what in a fight."""
    step: str = fight["step"]
    if step in _WAITS:
        kind, field = _WAITS[step]
        return next(side["seat"] for side in fight["sides"] if side[field] is None), kind
    if step == "patrol":
        here = [seat for seat, _ in table.groups(fight["place"]) if seat != fight["attacker"]]
        return next(seat for seat in table.order if seat in here), step
    if step == "retreat":
        return _chooser(fight), step
    return fight["mover" if step == "modify" else "winner"], step


def _chooser(fight: View) -> int:
    """Who says where the next loser goes."""
    size = {side["seat"]: sum(side["party"]) for side in fight["sides"]}
    winner: int = fight["winner"]
    loser: int = fight["losers"][0]
    return loser if winner < 0 or size[loser] > size[winner] else winner


def skulls(dice: Sequence[View]) -> int:
    """The skulls on Casualty dice that are not cancelled."""
    return sum([int(die["skulls"]) for die in dice if not die["ignored"]])


def strength(side: View) -> int | None:
    """A side's Attack Strength, or before its attack die is chosen its present one; None before the roll."""
    if side["strength"] is not None:
        return int(side["strength"])
    usable = [side["commit"]] if side["commit"] else list(side["dice"])
    worth = [int(side["dice"][die] + side["die_bonus"][die]) for die in usable if side["dice"][die]]
    return max(worth) + int(side["bonus"]) + skulls(side["casualties"]) if worth else None


def watch_strength(dice: Sequence[View]) -> int:
    """The City Watch's in a brawl."""
    return WATCH_STRENGTH + skulls(dice)


def due(suffer: View) -> int:
    """How many Followers are to die, unless more is ignored."""
    lost = skulls(suffer["dice"]) - int(suffer["reduced"])
    return max(0, min(lost, sum(suffer["party"])))


def count(pile: int | Sequence[Any]) -> int:
    """How many things are there, told or shown."""
    return pile if isinstance(pile, int) else len(pile)


@lru_cache(maxsize=1024)
def _explained(parts: Components, name: str) -> str:
    return cleaned(words.explain(name, parts.contents))
