"""Portals once more, slow and obvious, straight from the rules page: the yardstick of the engine.

It shares nothing with the engine. A state is the plain map of the page's section 10; `apply` changes it in
place and returns the events of section 12.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

Map = dict[str, Any]
COLORS = ["air", "earth", "fire", "water", "time"]
KEY_COLORS = ["orange", "red", "purple"]
SPELLS = ["shift", "unlock", "banish", "recall"]
LETTER = dict(zip(COLORS, "AEFWT", strict=True))
FILE = tomllib.loads(
    (Path(__file__).parents[3] / "arena" / "games" / "portals" / "components.toml").read_text()
)
KEYS = {key["number"]: key for key in FILE["keys"]}
SIGNS = {sign["id"]: sign for sign in FILE["signs"]}
BOARDS = {board["id"]: board for board in FILE["boards"]}
MATCH = [0, 1, 2, 4, 6]


def is_solo(state: Map) -> bool:
    return len(state["players"]) == 1


def available(state: Map, seat: int) -> list[int]:
    """The boards and Circles of a seat, rising."""
    return sorted({seat, (seat - 1) % len(state["players"])})


def free_squares(player: Map) -> list[tuple[int, int]]:
    return [
        (held["card"], i)
        for held in player["cards"]
        for i, stone in enumerate(held["stones"])
        if stone is None
    ]


def held_card(player: Map, number: int) -> Map:
    held: Map
    [held] = [held for held in player["cards"] if held["card"] == number]
    return held


def is_charged(held: Map) -> bool:
    return all(stone is not None for stone in held["stones"])


def squares(state: Map, boards: list[int], *, occupied: bool) -> list[Map]:
    return [
        {"board": b, "row": r, "col": c}
        for b in boards
        for r in range(5)
        for c in range(5)
        if (state["boards"][b]["stones"][r][c] is not None) == occupied
    ]


# Legal lists: section 5


def legal(state: Map) -> list[Map]:
    step = state["step"]
    if step is None:
        return []
    seat = state["active"]
    player = state["players"][seat]
    everywhere = list(range(len(state["players"])))
    own = available(state, seat)
    if step == "keep_signs":
        a, b, c = player["signs"]
        kept = [[a], [b], [c], [a, b], [a, c], [b, c], [a, b, c]]
        return [{"type": "keep_signs", "signs": signs} for signs in kept]
    if step == "take_card":
        area = sorted(card for row in state["area"].values() for card in row)
        decline = [{"type": "decline_card"}] if free_squares(player) else []
        return [{"type": "take_card", "card": card} for card in area] + decline
    if step == "take_stone":
        return [
            {"type": "take_stone", "circle": circle, "color": color}
            for circle in own
            for color in COLORS
            if player["markers"][circle] > 0 and state["circles"][circle][color] > 0
        ]
    if step == "place_stone":
        free = free_squares(player)
        places = [{"type": "place_stone", "card": card, "square": i} for card, i in free]
        casts = [{"type": "cast", "spell": s} for k, s in enumerate(SPELLS) if can_cast(state, k)]
        return places + casts + ([] if free else [{"type": "return_stone"}])
    if step == "activate":
        held = held_card(player, state["pending"]["card"])
        return [{"type": "activate", "card": held["card"], **place} for place in placements(held, own)]
    if step == "shift_from":
        return [{"type": "shift_from", **place} for place in squares(state, everywhere, occupied=True)]
    if step == "shift_to":
        return [{"type": "shift_to", **place} for place in squares(state, everywhere, occupied=False)]
    if step == "unlock":
        return [{"type": "unlock", "card": held["card"]} for held in player["cards"] if any(held["stones"])]
    if step == "banish":
        stop = [{"type": "stop"}] if state["pending"]["removed"] else []
        return [{"type": "banish", **place} for place in squares(state, own, occupied=True)] + stop
    assert step == "recall"
    return [
        {"type": "recall", "section": k, "card": card, "square": i}
        for k in range(3)
        if state["spellboard"][k]["count"] > 0
        for card, i in free_squares(player)
    ]


def can_cast(state: Map, k: int) -> bool:
    """Section 5.3."""
    board = state["spellboard"]
    if board is None:
        return False
    color = state["hand"]
    others = [section["color"] for i, section in enumerate(board) if i != k]
    if board[k]["color"] != color and (board[k]["count"] > 0 or color in others):
        return False
    seat = state["active"]
    player = state["players"][seat]
    everywhere = list(range(len(state["players"])))
    if k == 0:
        return bool(squares(state, everywhere, occupied=True) and squares(state, everywhere, occupied=False))
    if k == 1:
        return any(any(held["stones"]) for held in player["cards"])
    if k == 2:
        return bool(squares(state, available(state, seat), occupied=True))
    return bool(free_squares(player)) and any(section["count"] > 0 for section in board[:3])


def pattern(held: Map, rotation: int) -> dict[tuple[int, int], str]:
    """Section 5.2: the color on each cell, turned and shifted."""
    cells = KEYS[held["card"]]["cells"]
    stones = {(r, c): stone for (r, c), stone in zip(cells, held["stones"], strict=True) if stone is not None}
    for _ in range(rotation // 90):
        stones = {(c, 2 - r): stone for (r, c), stone in stones.items()}
    top = min(r for r, _ in stones)
    left = min(c for _, c in stones)
    return {(r - top, c - left): stone for (r, c), stone in stones.items()}


def placements(held: Map, boards: list[int]) -> list[Map]:
    found = []
    for board in boards:
        seen: list[dict[tuple[int, int], str]] = []
        for rotation in (0, 90, 180, 270):
            stones = pattern(held, rotation)
            if stones in seen:
                continue
            seen.append(stones)
            for row in range(5):
                for col in range(5):
                    if all(row + r < 5 and col + c < 5 for r, c in stones):
                        found.append({"board": board, "rotation": rotation, "row": row, "col": col})
    return found


# Carrying out: sections 4 to 7


class Game:
    """One action's course: the state, the events so far, the chance results to come."""

    def __init__(self, state: Map, chance: list[Any]) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Map] = []

    def tell(self, type: str, **fields: Any) -> None:
        self.events.append({"type": type, **fields})

    @property
    def seat(self) -> int:
        return int(self.state["active"])

    @property
    def player(self) -> Map:
        player: Map = self.state["players"][self.seat]
        return player

    # What a seat does

    def act(self, action: Map) -> None:
        state = self.state
        kind = action["type"]
        if kind == "keep_signs":
            self.keep(action["signs"])
        elif kind in ("take_card", "decline_card"):
            self.take_card(action)
            self.stone()
        elif kind == "take_stone":
            self.player["markers"][action["circle"]] -= 1
            state["circles"][action["circle"]][action["color"]] -= 1
            state["hand"] = action["color"]
            state["step"] = "place_stone"
            self.tell("take_stone", seat=self.seat, circle=action["circle"], color=action["color"])
        elif kind == "shift_from":
            state["pending"] = {key: action[key] for key in ("board", "row", "col")}
            state["step"] = "shift_to"
        elif kind == "unlock":
            state["pending"] = {"card": action["card"]}
            state["step"] = "activate"
        elif kind == "cast":
            self.cast(SPELLS.index(action["spell"]))
        elif kind == "banish" and self.banish(action):
            pass
        else:
            self.finish_choice(kind, action)
            self.go_on()

    def finish_choice(self, kind: str, action: Map) -> None:
        """The actions after which the turn, or phase II, goes on."""
        state = self.state
        if kind == "place_stone":
            held_card(self.player, action["card"])["stones"][action["square"]] = state["hand"]
            place = {"card": action["card"], "square": action["square"]}
            self.tell("place_stone", seat=self.seat, **place, color=state["hand"])
        elif kind == "return_stone":
            state["bag"][state["hand"]] += 1
            self.tell("return_stone", seat=self.seat, color=state["hand"])
        elif kind == "activate":
            self.activate(action)
        elif kind == "shift_to":
            self.shift(action)
        elif kind == "recall":
            section = state["spellboard"][action["section"]]
            color = section["color"]
            section["count"] -= 1
            if section["count"] == 0:
                section["color"] = None
            held_card(self.player, action["card"])["stones"][action["square"]] = color
            fields = {key: action[key] for key in ("section", "card", "square")}
            self.tell("recall", seat=self.seat, color=color, **fields)
        state["hand"] = None
        state["pending"] = None

    def keep(self, kept: list[int]) -> None:
        state = self.state
        returned = [sign for sign in self.player["signs"] if sign not in kept]
        self.player.update(signs=list(kept), returned=returned)
        self.tell("keep_signs", seat=self.seat, signs=list(kept), returned=list(returned), seats=[self.seat])
        if self.seat < len(state["players"]) - 1:
            state["active"] += 1
        else:
            self.tell("signs_kept", counts=[len(player["signs"]) for player in state["players"]])
            state["phase"] = "collect"
            state["active"] = state["first"]
            self.begin_turn()

    def take_card(self, action: Map) -> None:
        state = self.state
        if action["type"] == "decline_card":
            self.tell("decline_card", seat=self.seat)
            return
        key = KEYS[action["card"]]
        state["area"][key["color"]].remove(action["card"])
        self.player["cards"].append({"card": action["card"], "stones": [None] * len(key["cells"])})
        self.tell("take_card", seat=self.seat, card=action["card"])
        self.fill(key["color"])

    def fill(self, color: str) -> None:
        """Section 5.1."""
        state = self.state
        row, deck, discard = state["area"][color], state["decks"][color], state["discards"][color]
        while len(row) < 2 and (deck or discard):
            if not deck:
                self.tell("shuffle", color=color, cards=len(discard))
                order = self.draw("shuffle", seats=[])
                assert sorted(order) == sorted(discard)
                deck.extend(order)
                discard.clear()
            row.append(deck.pop(0))
            self.tell("reveal", color=color, card=row[-1])

    def draw(self, what: str, **fields: Any) -> Any:
        result = self.chance.pop(0)
        self.tell("chance", what=what, result=deepcopy(result), **fields)
        return result

    def cast(self, k: int) -> None:
        state = self.state
        section = state["spellboard"][k]
        section["color"] = state["hand"]
        section["count"] += 1
        self.tell("cast", seat=self.seat, spell=SPELLS[k], color=state["hand"])
        state["hand"] = None
        state["step"] = ["shift_from", "unlock", "banish", "recall"][k]
        state["pending"] = {"removed": 0} if k == 2 else None

    def shift(self, action: Map) -> None:
        state = self.state
        source = state["pending"]
        stones = state["boards"][source["board"]]["stones"]
        color = stones[source["row"]][source["col"]]
        stones[source["row"]][source["col"]] = None
        state["boards"][action["board"]]["stones"][action["row"]][action["col"]] = color
        places = [[place[key] for key in ("board", "row", "col")] for place in (source, action)]
        self.events.append(
            {"type": "shift", "seat": self.seat, "color": color, "from": places[0], "to": places[1]}
        )

    def banish(self, action: Map) -> bool:
        """Whether another banish decision follows."""
        state = self.state
        row = state["boards"][action["board"]]["stones"][action["row"]]
        color = row[action["col"]]
        row[action["col"]] = None
        state["bag"][color] += 1
        place = {key: action[key] for key in ("board", "row", "col")}
        self.tell("banish", seat=self.seat, **place, color=color)
        first = state["pending"]["removed"] == 0
        if first and squares(state, available(state, self.seat), occupied=True):
            state["pending"] = {"removed": 1}
            return True
        return False

    def activate(self, action: Map) -> None:
        """Section 5.2."""
        state = self.state
        held = held_card(self.player, action["card"])
        board = state["boards"][action["board"]]
        before = deepcopy(board["stones"])
        printed = BOARDS[board["id"]][state["options"]["board_side"]]
        placed, returned = [], []
        matches = adjacency = 0
        for (r, c), color in sorted(pattern(held, action["rotation"]).items()):
            row, col = action["row"] + r, action["col"] + c
            if before[row][col] is not None:
                returned.append(color)
                state["bag"][color] += 1
                continue
            board["stones"][row][col] = color
            placed.append([row, col, color])
            matches += printed[row][col] == LETTER[color]
            adjacency += sum(
                before[y][x] == color
                for y in range(max(row - 1, 0), min(row + 2, 5))
                for x in range(max(col - 1, 0), min(col + 2, 5))
            )
        self.player["vp"] += MATCH[matches] + adjacency
        fields = {key: action[key] for key in ("card", "board", "rotation", "row", "col")}
        points = {"match": MATCH[matches], "adjacency": adjacency}
        self.tell("activate", seat=self.seat, **fields, placed=placed, returned=returned, **points)
        self.player["cards"].remove(held)
        color = KEYS[held["card"]]["color"]
        state["discards"][color].append(held["card"])
        self.fill(color)

    # How the game goes on

    def begin_turn(self) -> None:
        if len(self.player["cards"]) < 4:
            self.state["step"] = "take_card"
        else:
            self.stone()

    def stone(self) -> None:
        state = self.state
        if not is_solo(state):
            state["step"] = "take_stone"
            return
        state["hand"] = state["clairvoyance"].pop(0)
        state["step"] = "place_stone"
        self.tell("take_stone", seat=0, circle=None, color=state["hand"])

    def go_on(self) -> None:
        state = self.state
        n = len(state["players"])
        if state["phase"] == "collect":
            if state["turn"] < 6 * n:
                state["turn"] += 1
                state["active"] = (state["first"] + state["turn"] - 1) % n
                self.begin_turn()
                return
            state["phase"] = "activate"
        if self.charged():
            return
        self.check_signs()
        if state["phase"] == "solo":
            if state["clairvoyance"]:
                state["turn"] += 1
                self.begin_turn()
            else:
                self.end()
        elif state["round"] == 4:
            self.end()
        else:
            self.phase_three()

    def charged(self) -> bool:
        state = self.state
        waiting = [
            (held["card"], seat)
            for seat, player in enumerate(state["players"])
            for held in player["cards"]
            if is_charged(held)
        ]
        if not waiting:
            return False
        card, state["active"] = min(waiting)
        state["step"] = "activate"
        state["pending"] = {"card": card}
        return True

    def check_signs(self) -> None:
        state = self.state
        n = len(state["players"])
        for i in range(n):
            seat = (state["first"] + i) % n
            player = state["players"][seat]
            for sign in list(player["signs"]):
                boards = [state["boards"][b]["stones"] for b in available(state, seat)]
                if any(lies_on(sign, stones) for stones in boards):
                    player["signs"].remove(sign)
                    player["matched"].append(sign)
                    player["vp"] += 4
                    self.tell("sign_matched", seat=seat, sign=sign)

    def phase_three(self) -> None:
        state = self.state
        n = len(state["players"])
        state["round"] += 1
        state["turn"] = 1
        state["first"] = state["active"] = (state["first"] + 1) % n
        state["phase"] = "collect"
        self.tell("round", round=state["round"], first=state["first"])
        for seat, player in enumerate(state["players"]):
            player["markers"] = [3 if circle in available(state, seat) else 0 for circle in range(n)]
        for circle in range(n):
            for color in self.draw("circle"):
                state["bag"][color] -= 1
                state["circles"][circle][color] += 1
        self.begin_turn()

    def end(self) -> None:
        """Section 7."""
        state = self.state
        for seat, player in enumerate(state["players"]):
            for held in player["cards"]:
                returned = [stone for stone in held["stones"] if stone is not None]
                for stone in returned:
                    state["bag"][stone] += 1
                state["discards"][KEYS[held["card"]]["color"]].append(held["card"])
                self.tell("discard", seat=seat, card=held["card"], returned=returned)
            player["cards"] = []
        for seat, player in enumerate(state["players"]):
            if player["signs"]:
                lost = min(2 * len(player["signs"]), player["vp"])
                player["vp"] -= lost
                self.tell("signs_missed", seat=seat, signs=list(player["signs"]), lost=lost)
        state.update(phase="over", step=None, active=None)
        if is_solo(state):
            vp = state["players"][0]["vp"]
            state["achievement"] = "Apprentice" if vp <= 35 else "Guild Member" if vp <= 39 else "Master Mage"
        result = {"scores": scores(state), "ranks": ranks(state), "achievement": state["achievement"]}
        self.tell("game_over", **result)


def lies_on(sign: int, stones: list[list[str | None]]) -> bool:
    """Section 5.4: turned and shifted anywhere within the board."""
    wanted = [(stone["row"], stone["col"], stone["color"]) for stone in SIGNS[sign]["stones"]]
    for _ in range(4):
        wanted = [(c, 2 - r, color) for r, c, color in wanted]
        for down in range(-2, 5):
            for right in range(-2, 5):
                if all(
                    0 <= r + down < 5 and 0 <= c + right < 5 and stones[r + down][c + right] == color
                    for r, c, color in wanted
                ):
                    return True
    return False


def apply(state: Map, action: Map, chance: list[Any]) -> list[Map]:
    """Carry out a legal action; `chance` is used up for shuffles and Circles."""
    game = Game(state, chance)
    game.act(action)
    return game.events


def scores(state: Map) -> list[int]:
    return [player["vp"] for player in state["players"]]


def ranks(state: Map) -> list[int]:
    points = scores(state)
    return [1 + sum(other > mine for other in points) for mine in points]


def view(state: Map, seat: int | None) -> Map:
    """Section 11."""
    shown = deepcopy(state)
    shown["decks"] = {color: len(deck) for color, deck in state["decks"].items()}
    shown["sign_deck"] = len(state["sign_deck"])
    if state["phase"] == "over" or is_solo(state):
        return shown
    for other, player in enumerate(shown["players"]):
        if other != seat:
            dealing = state["phase"] == "signs"
            player["signs"] = 3 if dealing else len(player["signs"])
            player["returned"] = 0 if dealing else len(player["returned"])
    return shown
