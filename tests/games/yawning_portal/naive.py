"""The Yawning Portal once more, slow and obvious, straight from the rules page: the yardstick of the engine.

It shares nothing with the engine. A state is the plain map of the page's section 10; `apply` changes it in
place and returns the events of section 12.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

Map = dict[str, Any]
COLORS = ["blue", "green", "red", "yellow"]
FILE = Path(__file__).parents[3] / "arena" / "games" / "yawning_portal" / "components.toml"


@cache
def own_components() -> Map:
    return tomllib.loads(FILE.read_text())


class Table:
    """A state with the questions that the page asks of it."""

    def __init__(self, state: Map) -> None:
        self.state = state
        self.components = state["components"] or own_components()
        self.heroes = {hero["id"]: hero for hero in self.components["hero"]}
        self.effects = {entry["id"]: entry["effect"] for entry in self.components["class"]}
        self.seats = len(state["players"])
        self.solo = self.seats == 1
        self.row: list[str | None] = state["row"]
        self.spaces: list[Map | None] = state["spaces"]
        self.side = len(self.spaces) // 2
        self.supply = state["supply"]
        self.events: list[Map] = []

    @property
    def player(self) -> int:
        return int(self.state["turn"])

    @property
    def own(self) -> Map:
        owned: Map = self.state["players"][self.player]
        return owned

    def tell(self, type: str, **fields: Any) -> None:
        self.events.append({"type": type, "seat": self.player, **fields})

    # Section 2: the table

    def slot_of(self, space: int, cell: int) -> int:
        if space < self.side:
            return 4 * space + cell
        return 4 * (space - self.side) + 3 - cell

    def matching(self, card: str, space: int) -> list[str]:
        """The colors of the symbols that match there, cell by cell."""
        order = self.symbols(card)
        return [color for cell, color in order if self.row[self.slot_of(space, cell)] == color]

    def symbols(self, card: str) -> list[tuple[int, str]]:
        letters = {"b": "blue", "g": "green", "r": "red", "y": "yellow"}
        return [
            (cell, letters[letter]) for cell, letter in enumerate(self.heroes[card]["order"]) if letter != "."
        ]

    def perfect(self, card: str, space: int) -> bool:
        return len(self.matching(card, space)) == len(self.symbols(card))

    def adjacent(self, space: int) -> list[int]:
        near = range(self.side)
        return [
            other
            for other in range(len(self.spaces))
            if abs(other - space) == 1 and (other in near) == (space in near)
        ]

    def hero(self, space: int) -> Map:
        hero = self.spaces[space]
        assert hero is not None
        return hero

    # What is on the table

    def free(self) -> list[int]:
        return [space for space, hero in enumerate(self.spaces) if hero is None]

    def targets(self) -> list[int]:
        """Heroes on the table that are not being seated."""
        return [s for s, hero in enumerate(self.spaces) if hero is not None and not hero["seating"]]

    def faceup(self) -> list[int]:
        return [space for space in self.targets() if self.hero(space)["up"]]

    def slots_of(self, color: str) -> list[int]:
        return [slot for slot, token in enumerate(self.row) if token == color]

    def open_slots(self) -> list[int]:
        last = len(self.row) - 1
        return [
            slot
            for slot, token in enumerate(self.row)
            if token is None and ((slot > 0 and self.row[slot - 1]) or (slot < last and self.row[slot + 1]))
        ]

    def swaps(self) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i, left in enumerate(self.row)
            for j, right in enumerate(self.row)
            if i < j and left and right and left != right
        ]

    def removable_tokens(self) -> list[int]:
        return [slot for slot, token in enumerate(self.row) if token and len(self.slots_of(token)) >= 2]

    def playable(self) -> list[str]:
        if self.solo:
            return list(self.state["line"][:1])
        return sorted(self.own["hand"])

    def gems_of(self, seat: int, color: str) -> int:
        owned = self.state["players"][seat]
        return int(owned["gems"][color] + owned["diamonds"][color])

    # Section 4.1: usable tiles

    def icons(self, color: str) -> list[str]:
        side = self.own["tiles"][color]
        [tile] = [tile for tile in self.components["tile"] if tile["color"] == color]
        icons: list[str] = list(tile[side])
        if color == "red" and side == "front" and not self.state["options"]["red_front_play"]:
            icons = [icon for icon in icons if icon != "play_card"]
        return icons

    def usable(self, color: str) -> bool:
        icons = self.icons(color)
        return all(self.passes(icon, icons[:place]) for place, icon in enumerate(icons))

    def passes(self, icon: str, earlier: list[str]) -> bool:
        own = self.own
        match icon:
            case "swap":
                return bool(self.swaps())
            case "play_card":
                return bool(self.playable()) and (bool(self.free()) or "remove_card" in earlier)
            case "play_potion":
                without = any(not self.hero(space)["potion"] for space in self.faceup())
                return own["potions"] > 0 and (without or "play_card" in earlier)
            case "remove_card":
                return bool(self.targets())
            case "remove_token":
                return bool(self.removable_tokens())
            case "draw_two":
                return sum(len(deck) for deck in self.state["decks"].values()) >= 2
            case "take_potion":
                return bool(self.supply["potions"] > 0)
            case "diamond":
                return bool(self.supply["diamonds"] > 0)
            case "exchange":
                return any(own["gems"].values()) or ("play_card" in earlier and self.play_would_pay())
            case _:
                color = icon.removeprefix("place_")
                return self.supply["food"][color] > 0 and bool(self.open_slots())

    def play_would_pay(self) -> bool:
        return any(
            self.supply["gems"][color] > 0
            for card in self.playable()
            for space in self.free()
            for color in self.matching(card, space)
        )

    # Section 5: decisions

    def decision(self, item: Map) -> tuple[str, list[Map]] | None:
        """The kind and legal list that an item calls for; None: it needs no decision."""
        state = self.state
        match item["do"]:
            case "start":
                colors = [color for color in COLORS if state["start_food"][color]]
                return "place_start", [{"type": "start", "color": color} for color in colors]
            case "tile":
                tiles = [{"type": "tile", "color": color} for color in COLORS if self.usable(color)]
                return "choose_tile", tiles or [{"type": "pass"}]
            case "place":
                return "place_token", [
                    {"type": "place", "color": color, "slot": slot}
                    for color in item["colors"]
                    if self.supply["food"][color]
                    for slot in self.open_slots()
                ]
            case "swap":
                firsts = sorted({i for i, _ in self.swaps()})
                return "swap_first", [{"type": "swap_first", "slot": i} for i in firsts]
            case "swap_to":
                seconds = [j for i, j in self.swaps() if i == item["slot"]]
                return "swap_second", [{"type": "swap_second", "slot": j} for j in seconds]
            case "draw":
                decks = ["all"] if self.solo else COLORS
                return "draw_card", [{"type": "draw", "deck": d} for d in decks if state["decks"][d]]
            case "play":
                cards = self.playable() if self.free() else []
                return "play_card", [{"type": "play", "card": card} for card in cards]
            case "seat":
                return "choose_space", [{"type": "space", "space": space} for space in self.free()]
            case _:
                return self.decision_there(item) or self.gem_decision(item)

    def decision_there(self, item: Map) -> tuple[str, list[Map]] | None:
        """The same for items about what lies in the tavern already."""
        match item["do"]:
            case "remove_card":
                return "remove_card", [{"type": "remove_hero", "space": s} for s in self.targets()]
            case "shove":
                beside = [s for s in self.adjacent(item["space"]) if s in self.targets()]
                return "remove_neighbour", [{"type": "remove_hero", "space": s} for s in beside]
            case "remove_token":
                slots = self.removable_tokens()
                return "remove_token", [{"type": "remove_token", "slot": slot} for slot in slots]
            case "play_potion":
                faceup = self.faceup() if self.own["potions"] else []
                heroes = [s for s in faceup if not self.hero(s)["potion"]]
                return "play_potion", [{"type": "potion", "space": s} for s in heroes]
            case "turn_down":
                beside = [s for s in self.adjacent(item["space"]) if s in self.faceup()]
                return "turn_down", [{"type": "turn_down", "space": s} for s in beside]
        return None

    def gem_decision(self, item: Map) -> tuple[str, list[Map]] | None:
        """The same for items about gems."""
        match item["do"]:
            case "diamond":
                colors = COLORS if self.supply["diamonds"] else []
                return "assign_diamond", [{"type": "assign", "color": color} for color in colors]
            case "give":
                colors = [color for color in COLORS if self.own["gems"][color]]
                return "exchange_give", [{"type": "give", "color": color} for color in colors]
            case "take":
                return "exchange_take", [{"type": "take", "color": c} for c in self.colors_left()]
            case "balance":
                counts = {color: self.gems_of(self.player, color) for color in self.colors_left()}
                fewest = [color for color in counts if counts[color] == min(counts.values())]
                return "gain_gem", [{"type": "take", "color": color} for color in fewest]
            case "steal":
                return "steal_gem", [
                    {"type": "steal", "seat": seat, "color": color}
                    for seat in range(self.seats)
                    if seat != self.player
                    for color in COLORS
                    if self.state["players"][seat]["gems"][color]
                ]
        return None

    def colors_left(self) -> list[str]:
        return [color for color in COLORS if self.supply["gems"][color]]

    # Section 4.2: the list

    def run(self) -> None:
        """Until a decision is needed, or nothing is left."""
        todo = self.state["todo"]
        while todo:
            wanted = self.decision(todo[0])
            if wanted is None:
                self.resolve(todo.pop(0))
            elif wanted[1]:
                return
            else:
                del todo[0]
                self.tell("skip", what=wanted[0])

    def ahead(self, items: Iterable[Map]) -> None:
        self.state["todo"][:0] = items

    def items_of(self, icon: str) -> list[Map]:
        if icon in COLORS:
            return [{"do": "gem", "color": icon}]
        if icon.startswith("place_"):
            return [{"do": "place", "colors": [icon.removeprefix("place_")]}]
        if icon == "draw_two":
            return [{"do": "draw"}, {"do": "draw"}]
        return [{"do": {"play_card": "play", "exchange": "give"}.get(icon, icon)}]

    def resolve(self, item: Map) -> None:
        """An item that needs no decision."""
        match item["do"]:
            case "effect":
                self.begin_effect(item["space"])
            case "collect":
                self.collect(item["space"])
            case "take_potion":
                if self.supply["potions"]:
                    self.supply["potions"] -= 1
                    self.own["potions"] += 1
                    self.tell("take_potion")
                else:
                    self.tell("skip", what="take_potion")
            case "gem":
                self.gain(item["color"])
            case "neighbour_gems":
                for space in self.adjacent(item["space"]):
                    if self.spaces[space] is not None:
                        self.gain(self.heroes[self.hero(space)["card"]]["color"])
            case "flip_tile":
                tiles = self.own["tiles"]
                tiles[item["color"]] = "back" if tiles[item["color"]] == "front" else "front"
                self.tell("flip_tile", color=item["color"])
            case "end_turn":
                self.end_turn()

    def choose(self, item: Map, action: Map) -> None:
        """An item, given what was chosen."""
        state = self.state
        match item["do"]:
            case "start":
                self.place_start(action["color"])
            case "tile":
                self.use_tile(action)
            case "place":
                self.place(action["color"], action["slot"])
            case "swap":
                self.ahead([{"do": "swap_to", "slot": action["slot"]}])
            case "swap_to":
                i, j = item["slot"], action["slot"]
                self.row[i], self.row[j] = self.row[j], self.row[i]
                self.tell("swap", slots=[i, j])
                self.check_row()
            case "draw":
                self.draw(action["deck"])
            case "play":
                (state["line"] if self.solo else self.own["hand"]).remove(action["card"])
                if not self.solo:
                    self.own["hand_colors"][self.heroes[action["card"]]["color"]] -= 1
                self.tell("play", card=action["card"])
                self.ahead([{"do": "seat", "card": action["card"]}])
            case "seat":
                self.seat(item["card"], action["space"])
            case "remove_card" | "shove" | "remove_token" | "play_potion" | "turn_down":
                self.choose_there(item, action)
            case _:
                self.choose_gem(item, action)

    def choose_there(self, item: Map, action: Map) -> None:
        """An item about what lies in the tavern already, given what was chosen."""
        match item["do"]:
            case "remove_card" | "shove":
                self.remove_hero(action["space"])
            case "remove_token":
                color = self.row[action["slot"]]
                self.row[action["slot"]] = None
                self.supply["food"][color] += 1
                self.tell("remove_token", slot=action["slot"], color=color)
            case "play_potion":
                self.own["potions"] -= 1
                self.hero(action["space"])["potion"] = True
                self.tell("potion", space=action["space"])
                self.claim([action["space"]])
            case "turn_down":
                self.turn_down(action["space"])

    def choose_gem(self, item: Map, action: Map) -> None:
        """An item about gems, given what was chosen."""
        state = self.state
        match item["do"]:
            case "diamond":
                self.supply["diamonds"] -= 1
                self.own["diamonds"][action["color"]] += 1
                self.tell("diamond", color=action["color"])
                self.check_objectives()
            case "give":
                self.own["gems"][action["color"]] -= 1
                state["spent_gems"][action["color"]] += 1
                self.tell("give", color=action["color"])
                self.ahead([{"do": "take"}, {"do": "take"}])
            case "take" | "balance":
                self.gain(action["color"])
            case "steal":
                state["players"][action["seat"]]["gems"][action["color"]] -= 1
                self.own["gems"][action["color"]] += 1
                self.tell("steal", **{"from": action["seat"], "color": action["color"]})
                self.check_objectives()

    # Sections 3, 4 and 7.1: the course

    def place_start(self, color: str) -> None:
        left = self.state["start_food"]
        [start] = [s["food"] for s in self.components["start"] if s["players"] == self.seats]
        number = sum(start.values())
        slot = (len(self.row) - number) // 2 + number - sum(left.values())
        left[color] -= 1
        self.supply["food"][color] -= 1
        self.row[slot] = color
        self.tell("start", color=color, slot=slot)
        if not any(left.values()):
            self.state["phase"] = "play"
            self.begin_turn(0)

    def begin_turn(self, seat: int) -> None:
        self.state["turn"] = seat
        self.state["turn_number"] += 1
        self.state["todo"] = [{"do": "tile"}]
        self.tell("turn", number=self.state["turn_number"])

    def use_tile(self, action: Map) -> None:
        if action["type"] == "pass":
            self.state["passes"] += 1
            self.tell("pass")
            self.ahead([{"do": "end_turn"}])
            return
        self.state["passes"] = 0
        color = action["color"]
        self.tell("tile", color=color, side=self.own["tiles"][color])
        items = [item for icon in self.icons(color) for item in self.items_of(icon)]
        self.ahead([*items, {"do": "flip_tile", "color": color}, {"do": "end_turn"}])

    def end_turn(self) -> None:
        state = self.state
        following = (self.player + 1) % self.seats
        if following != state["ender"] and state["passes"] < self.seats:
            self.begin_turn(following)
            self.run()
            return
        state["phase"] = "over"
        best = state["options"]["best_score"]
        if best is not None:
            state["beaten"] = scores(state)[0] > best
        self.events.append({"type": "end", "scores": scores(state), "ranks": ranks(state)})

    # Section 6: effects

    def place(self, color: str, slot: int) -> None:
        self.supply["food"][color] -= 1
        self.row[slot] = color
        self.tell("place", color=color, slot=slot)
        for objective in self.state["objectives"]:
            if objective["x"] == slot and objective["owner"] is None and not objective["gone"]:
                objective["gone"] = True
                self.tell("objective_gone", id=objective["id"])
        if self.row[0] and self.row[-1] and self.state["ender"] is None:
            self.state["ender"] = self.player
            self.tell("endgame")
        self.check_row()

    def check_row(self) -> None:
        found = [space for space in self.faceup() if self.perfect(self.hero(space)["card"], space)]
        for space in found:
            self.turn_down(space)
        self.claim(found)

    def turn_down(self, space: int) -> None:
        hero = self.hero(space)
        hero["up"] = False
        self.supply["potions"] += hero["potion"]
        hero["potion"] = False
        self.tell("turn_down", space=space)

    def claim(self, spaces: list[int]) -> None:
        items = []
        for space in spaces:
            self.own["bonuses"] += 1
            self.tell("bonus", space=space)
            self.check_objectives()
            for icon in self.heroes[self.hero(space)["card"]]["bonus"]:
                items += self.items_of(icon)
        self.ahead(items)

    def draw(self, deck: str) -> None:
        card = self.state["decks"][deck].pop(0)
        color = self.heroes[card]["color"]
        self.tell("draw", deck=deck, color=color)
        if self.solo:
            self.state["line"].append(card)
            left = self.state["decks"]["all"]
            self.state["deck_top"] = self.heroes[left[0]]["color"] if left else None
            self.tell("line", card=card)
        else:
            self.own["hand"].append(card)
            self.own["hand_colors"][color] += 1
            self.tell("drawn", card=card, seats=[self.player])

    def remove_hero(self, space: int) -> None:
        hero = self.hero(space)
        self.spaces[space] = None
        self.supply["potions"] += hero["potion"]
        self.state["discard"].append(hero["card"])
        self.tell("remove_hero", space=space, card=hero["card"])

    def seat(self, card: str, space: int) -> None:
        self.spaces[space] = {"card": card, "up": True, "potion": False, "seating": True}
        self.own["seated"] += 1
        self.tell("seat", card=card, space=space)
        self.check_objectives()
        self.ahead([{"do": "effect", "space": space}, {"do": "collect", "space": space}])

    def begin_effect(self, space: int) -> None:
        effect = self.effects[self.heroes[self.hero(space)["card"]]["class"]]
        self.tell("effect", space=space, effect=effect)
        if effect in ("shove", "turn_down", "neighbour_gems"):
            self.ahead([{"do": effect, "space": space}])
        elif effect == "place_any":
            self.ahead([{"do": "place", "colors": list(COLORS)}])
        elif effect in ("balance", "steal"):
            self.ahead([{"do": effect}])
        else:
            self.ahead(self.items_of(effect))

    def collect(self, space: int) -> None:
        hero = self.hero(space)
        for color in self.matching(hero["card"], space):
            self.gain(color)
        hero["seating"] = False
        if self.perfect(hero["card"], space):
            self.turn_down(space)
            self.claim([space])

    def gain(self, color: str) -> None:
        if not self.supply["gems"][color]:
            self.tell("skip", what="gem")
            return
        self.supply["gems"][color] -= 1
        self.own["gems"][color] += 1
        self.tell("gem", color=color)
        self.check_objectives()

    def check_objectives(self) -> None:
        for objective in self.state["objectives"]:
            if objective["owner"] is None and not objective["gone"] and self.met(objective["id"]):
                objective["owner"] = self.player
                self.tell("objective", id=objective["id"])

    def met(self, objective: str) -> bool:
        [entry] = [entry for entry in self.components["objective"] if entry["id"] == objective]
        counts = {color: self.gems_of(self.player, color) for color in COLORS}
        measured = {
            "gems": counts.get(entry.get("color", ""), 0),
            "diamonds": sum(self.own["diamonds"].values()),
            "sets": min(counts.values()),
            "bonuses": self.own["bonuses"],
            "seated": self.own["seated"],
            "total": sum(counts.values()),
        }
        return bool(measured[entry["kind"]] >= entry["count"])


def legal(state: Map) -> list[Map]:
    """The legal list of section 5; empty when the game is over."""
    if not state["todo"]:
        return []
    wanted = Table(state).decision(state["todo"][0])
    assert wanted is not None
    return wanted[1]


def question(state: Map) -> tuple[int, str] | None:
    """Who decides, and on what."""
    if not state["todo"]:
        return None
    wanted = Table(state).decision(state["todo"][0])
    assert wanted is not None
    return state["turn"], wanted[0]


def apply(state: Map, action: Map) -> list[Map]:
    """Carry out a legal action, and all that follows up to the next decision."""
    table = Table(state)
    table.choose(state["todo"].pop(0), action)
    table.run()
    return table.events


def scores(state: Map) -> list[int]:
    """Section 7.2."""
    table = Table(state)
    value = dict.fromkeys(COLORS, 1)
    if table.solo and state["decks"]["all"]:
        value[table.heroes[state["decks"]["all"][0]]["color"]] += 1
    for hero in state["spaces"]:
        if hero is not None and not hero["up"]:
            value[table.heroes[hero["card"]]["color"]] += 1
    counts = [[table.gems_of(seat, color) for color in COLORS] for seat in range(table.seats)]
    points = []
    for seat, mine in enumerate(counts):
        total = sum(table.gems_of(seat, color) * value[color] for color in COLORS)
        total += 5 * sum(objective["owner"] == seat for objective in state["objectives"])
        if table.solo:
            total += 3 * min(mine)
        else:
            if max(mine) > 0 and max(mine) == max(map(max, counts)):
                total += 10
            if min(mine) > 0 and min(mine) == max(map(min, counts)):
                total += 15
        points.append(total)
    return points


def ranks(state: Map) -> list[int]:
    """Section 7.3."""
    points = scores(state)
    return [1 + sum(other > mine for other in points) for mine in points]


def view(state: Map, observer: int | None) -> Map:
    """Section 11."""
    shown = deepcopy(state)
    for seat, player in enumerate(shown["players"]):
        if seat != observer and len(shown["players"]) > 1:
            player["hand"] = len(player["hand"])
    shown["decks"] = {name: len(deck) for name, deck in shown["decks"].items()}
    return shown
