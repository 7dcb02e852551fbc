"""The table drawn as text, from a view or a whole state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from arena.games.dragon_whisperer.components import Components

PAINT = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "brown": 35, "white": 37, "black": 90}
"""Terminal colors of the game's own suits; suits of other component files stay unpainted."""


def draw(view: Mapping[str, Any], parts: Components, *, color: bool) -> str:
    """The table as a person needs it to choose: the regions, the trick, and each seat's belongings."""
    names = dict(zip(parts.colors, parts.regions, strict=True))

    def paint(text: str, suit: str) -> str:
        return f"\033[{PAINT[suit]}m{text}\033[0m" if color and suit in PAINT else text

    def cards(ids: Iterable[str]) -> str:
        return " ".join(paint(card, card.split("-")[0]) for card in ids) or "none"

    def count(value: int | list[Any]) -> int:
        return value if isinstance(value, int) else len(value)

    trump = paint(view["trump"], view["trump"]) if view["trump"] else "none"
    lines = [
        f"Round {view['round']}, trick {view['trick_no']}   trump: {trump} ({view['trump_card']})"
        f"   deck: {count(view['deck'])} cards"
    ]
    for suit in view["colors"]:
        region = view["regions"][suit]
        here = "<- Dragon" if view["dragon"] == suit else ""
        quest = f"Quest {region['top']}, {count(region['below'])} below" if region["top"] else "no Quest left"
        values = " ".join(map(str, view["quest_values"][suit]))
        name = f"{names.get(suit, '')} ({suit})" if suit in names else suit
        lines.append(f"  {paint(f'{name:<20}', suit)} {quest:<18} of {values:<15} {here}".rstrip())
    trick = "  ".join(f"seat {play['seat']}: {cards([play['card']])}" for play in view["trick"])
    lines.append(f"Trick: {trick or 'nothing played yet'}")
    lines.append(f"Discarded: {_by_suit(view['discard'], paint)}")
    for seat in range(view["players"]):
        marks = [
            word
            for word, owner in (("leads", view["leader"]), ("First Player", view["first_player"]))
            if owner == seat
        ]
        if view["turn"] == seat:
            marks.insert(0, "to decide")
        quests = view["quests"][seat]
        won = " ".join(
            paint(f"{q['color']}:{'?' if q['value'] is None else q['value']}", q["color"]) for q in quests
        )
        void = f"   void: {cards(view['voids'][seat])}" if view["voids"][seat] else ""
        lines += [
            f"Seat {seat}{' (' + ', '.join(marks) + ')' if marks else ''}:"
            f" {view['monsters'][seat]} Monsters, {view['treasures'][seat]} Treasures, {len(quests)} Quests",
            f"    Quests: {won or 'none'}",
            f"    hand: {_hand(view['hands'][seat], cards)}{void}",
        ]
    return "\n".join(lines)


def _by_suit(ids: Iterable[str], paint: Callable[[str, str], str]) -> str:
    """Cards in short: each suit with its numbers, Dragon Rages by their count."""
    suits: dict[str, list[str]] = {}
    for card in sorted(ids):
        suit, _, number = card.partition("-")
        suits.setdefault(suit, []).append(number)
    shown = [
        paint(f"{suit} {' '.join(numbers) if numbers[0] else len(numbers)}", suit)
        for suit, numbers in suits.items()
    ]
    return ", ".join(shown) or "none"


def _hand(hand: int | list[str], cards: Any) -> str:
    return f"{hand} cards" if isinstance(hand, int) else str(cards(hand))
