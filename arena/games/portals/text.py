"""The table drawn as text, from a view or a whole state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.games.portals.components import ICON, LETTERS, Components, Sign
from arena.games.portals.tables.actions import COLORS, SPELLS
from arena.games.portals.tables.cards import KEY_COLORS, Key
from arena.games.portals.tables.grid import SIZE, Cell

STONE_PAINT = dict(zip(LETTERS, ("30;43", "30;42", "97;41", "97;44", "97;45"), strict=True))
SQUARE_PAINT = dict(zip(LETTERS, (33, 32, 31, 34, 35), strict=True))
"""Terminal colors by letter."""
ABREAST = 3
"""How many boards are drawn beside each other, in less than 80 columns."""
LETTER_OF = dict(zip(COLORS, LETTERS, strict=True))
LEGEND = (
    "Stones: Air Earth Fire Water Time. A board's square is small: 'Fe' is a fire stone on an earth square,"
    f" '{ICON}' shows no color. Cards show their squares by number, or the stone there."
)


def draw(view: Mapping[str, Any], parts: Components, *, color: bool) -> str:
    """The table as a person needs it to choose: boards, stones, cards, and each seat's belongings."""
    return "\n".join(_Drawing(view, parts, color).lines())


class _Drawing:
    def __init__(self, view: Mapping[str, Any], parts: Components, color: bool) -> None:
        self.view = view
        self.parts = parts
        self.color = color
        self.seats = range(len(view["players"]))

    def lines(self) -> list[str]:
        view = self.view
        lines = [self.head(), LEGEND, *self.boards()]
        for circle, counts in enumerate(view["circles"]):
            left = [f"seat {seat}: {view['players'][seat]['markers'][circle]}" for seat in self.near(circle)]
            lines.append(f"Circle {circle}: {self.counts(counts)}   markers left: {', '.join(left)}")
        if view["clairvoyance"]:
            lines.append(f"Stones to come: {' '.join(map(self.stone, view['clairvoyance']))}")
        lines.append(f"Bag: {self.counts(view['bag'])}")
        lines += [self.area_row(name) for name in KEY_COLORS]
        if view["spellboard"] is not None:
            lines.append(f"Spellboard: {self.spellboard()}")
        for seat in self.seats:
            lines += self.seat(seat)
        if view["achievement"] is not None:
            lines.append(f"Achievement: {view['achievement']}")
        return lines

    def head(self) -> str:
        view = self.view
        last = 25 if len(self.seats) == 1 else 6 * len(self.seats)
        words = [f"Round {view['round']}, turn {view['turn']} of {last}"]
        if view["active"] is not None:
            words.append(f"seat {view['active']} decides: {view['step']}")
        if view["hand"] is not None:
            words.append(f"in hand: {self.stone(view['hand'])} ({view['hand']})")
        if view["pending"] is not None:
            words.append(", ".join(f"{name} {value}" for name, value in view["pending"].items()))
        return "   ".join(words)

    def near(self, board: int) -> list[int]:
        """The seats that a board and its Circle are available to."""
        return sorted({board, (board + 1) % len(self.seats)})

    # Boards

    def boards(self) -> list[str]:
        drawn = [self.board(board) for board in self.seats]
        rows = [drawn[first : first + ABREAST] for first in range(0, len(drawn), ABREAST)]
        return ["     ".join(parts).rstrip() for row in rows for parts in zip(*row, strict=True)]

    def board(self, board: int) -> list[str]:
        data = self.view["boards"][board]
        printed = self.parts.boards[data["id"]]
        side = printed.sides[self.view["options"]["board_side"]]
        seats = ", ".join(map(str, self.near(board)))
        title = f"Board {board}: {printed.name}"[:20]
        lines = [
            f"{title:<20}",
            f"{f'seats {seats}':<20}",
            "   " + "".join(f" {col} " for col in range(SIZE)) + "  ",
        ]
        for row, stones in enumerate(data["stones"]):
            squares = [self.square(side, row * SIZE + col, stone) for col, stone in enumerate(stones)]
            lines.append(f"{row}  " + "".join(squares) + "  ")
        return lines

    def square(self, side: Sequence[int], place: int, stone: str | None) -> str:
        """Three characters: the stone, and the square's color in small."""
        shown = [letter for letter, mask in zip(LETTERS, side, strict=True) if mask >> place & 1]
        ground = self.paint(shown[0].lower(), SQUARE_PAINT[shown[0]]) if shown else ICON
        return f" {ground} " if stone is None else f"{self.stone(stone)}{ground} "

    # Stones and cards

    def paint(self, text: str, code: object) -> str:
        return f"\033[{code}m{text}\033[0m" if self.color else text

    def stone(self, name: str) -> str:
        letter = LETTER_OF[name]
        return self.paint(letter, STONE_PAINT[letter])

    def counts(self, counts: Mapping[str, int]) -> str:
        return " ".join(f"{self.stone(name)}{count}" for name, count in counts.items() if count) or "empty"

    def grid(self, cells: Iterable[Cell], marks: Iterable[str]) -> str:
        """A card's or sign's squares, row by row; other places are dots."""
        at = dict(zip(cells, marks, strict=True))
        height = max(row for row, _ in at) + 1
        width = max(col for _, col in at) + 1
        return "/".join("".join(at.get((row, col), ".") for col in range(width)) for row in range(height))

    def card(self, key: Key, stones: Sequence[str | None]) -> str:
        marks = [str(i) if stone is None else self.stone(stone) for i, stone in enumerate(stones)]
        return f"{key.number} [{self.grid(key.cells, marks)}]"

    def area_row(self, name: str) -> str:
        cards = [self.parts.keys[number] for number in self.view["area"][name]]
        drawn = "  ".join(self.card(key, [None] * len(key.cells)) for key in cards)
        deck = self.view["decks"][name]
        piles = f"deck: {_size(deck)}, discarded: {_size(self.view['discards'][name])}"
        return f"Area, {name:<7} {drawn or 'no card'}   {piles}"

    def spellboard(self) -> str:
        sections = []
        for section, (name, data) in enumerate(zip(SPELLS, self.view["spellboard"], strict=True)):
            stones = {} if data["color"] is None else {data["color"]: data["count"]}
            sections.append(f"{section} {name}: {self.counts(stones)}")
        return "   ".join(sections)

    # Seats

    def seat(self, seat: int) -> list[str]:
        player = self.view["players"][seat]
        marks = ["to decide"] if self.view["active"] == seat else []
        if self.view["first"] == seat and len(self.seats) > 1:
            marks.append("first")
        role = f" ({', '.join(marks)})" if marks else ""
        cards = [self.card(self.parts.keys[held["card"]], held["stones"]) for held in player["cards"]]
        lines = [
            f"Seat {seat}{role}: {player['vp']} VP",
            f"    cards: {'  '.join(cards) or 'none'}",
        ]
        if self.view["options"]["secret_signs"]:
            lines.append(
                f"    signs: {self.signs(player['signs'])}   matched: {self.signs(player['matched'])}"
            )
        return lines

    def signs(self, signs: int | list[int]) -> str:
        if isinstance(signs, int):
            return f"{signs} hidden"
        return "  ".join(self.sign(self.parts.signs[id]) for id in signs) or "none"

    def sign(self, sign: Sign) -> str:
        marks = [self.stone(COLORS[color]) for _, _, color in sign.stones]
        return f"{sign.id} [{self.grid([(row, col) for row, col, _ in sign.stones], marks)}]"


def _size(pile: int | list[Any]) -> int:
    return pile if isinstance(pile, int) else len(pile)
