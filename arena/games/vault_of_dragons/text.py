"""The table drawn as text, from a view or a whole state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from arena.games.vault_of_dragons.components import (
    REVISIT_DIFFICULTY,
    VAULT_DIFFICULTY,
    WATCH_STRENGTH,
    Components,
    Face,
)
from arena.games.vault_of_dragons.tables.city import COLUMNS
from arena.games.vault_of_dragons.tables.followers import numbers
from arena.games.vault_of_dragons.tables.goods import DECKS, DICE, NO_DIE, Cost, Goods

Plain = Mapping[str, Any]

WIDTH = 26
"""Of a Location: three are drawn beside each other, in less than 80 columns."""
SEAT_PAINT = (36, 33, 35, 32)
WATCH_PAINT = 31


def draw(view: Plain, parts: Components, *, color: bool) -> str:
    """The table as a person needs it to choose: the city, what lies below it, the seats, work in progress."""
    table = _Table(view, parts, color)
    lines = [table.head(), *table.city(), *table.below()]
    for seat in range(view["players"]):
        lines += table.seat(seat)
    return "\n".join([*lines, *table.market(), *table.progress()])


class _Table:
    """One view being drawn."""

    def __init__(self, view: Plain, parts: Components, color: bool) -> None:
        self.view = view
        self.parts = parts
        self.color = color
        self.portal: int = view["options"]["locations"]

    def paint(self, text: str, code: int) -> str:
        return f"\033[{code}m{text}\033[0m" if self.color and text else text

    def head(self) -> str:
        view = self.view
        turn = view["turn"]
        who = f"   turn: seat {turn['seat']}" if turn else ""
        vault = "open" if view["vault_open"] else "closed"
        claimed = f"   seat {view['winner']} has claimed the Vault" if view["winner"] is not None else ""
        return (
            f"Round {view['round']} of {view['options']['max_rounds']}, phase {view['phase']}{who}"
            f"   Initiative: seat {view['initiative']}   Vault: {vault}{claimed}"
        )

    # The city

    def city(self) -> list[str]:
        lines = [self._portal()]
        for row in range(0, self.portal, COLUMNS):
            cells = [self._cell(place) for place in range(row, row + COLUMNS)]
            for number in range(max(map(len, cells))):
                parts = [cell[number] if number < len(cell) else ("", 0) for cell in cells]
                line = "".join(
                    self.paint(text.ljust(WIDTH), code) if code else text.ljust(WIDTH) for text, code in parts
                )
                lines.append(line.rstrip())
        return lines

    def _portal(self) -> str:
        here = "   ".join(text for text, _ in self._groups(self.portal))
        return f"{self.portal} The Yawning Portal (next to 0, 1, 2)   {here or 'nobody'}"

    def _cell(self, place: int) -> list[tuple[str, int]]:
        """The lines of a Location, folded to its width, each with the color to paint it."""
        tile = self.view["board"][place]
        face = self.parts.faces[tile["tile"]][tile["side"]]
        marks = ["used"] * tile["used"] + [f"{tile['gold']} gold"] * bool(tile["gold"])
        lines = [(f"{place} {face.name}{_brackets(marks)}", 1)]
        lines += [(f"  {text}", 0) for text in _printed(face)]
        if tile["watch"]:
            lines.append((f"  City Watch, {tile['watch']}", WATCH_PAINT if tile["watch"] == "active" else 0))
        lines += [(f"  {text}", code) for text, code in self._groups(place)]
        folded = [
            (part, code) for text, code in lines for part in wrap(text, WIDTH - 1, subsequent_indent="    ")
        ]
        return [*folded, ("", 0)]

    def _groups(self, place: int) -> list[tuple[str, int]]:
        found = []
        for seat, places in enumerate(self.view["followers"]):
            if any(places[place]):
                found.append((f"seat {seat}: {_letters(places[place])}", SEAT_PAINT[seat]))
        return found

    # Below the city

    def below(self) -> list[str]:
        view = self.view
        tile = view["dungeons"][0]
        dungeon = self.parts.dungeons[tile["tile"]][tile["side"]]
        adds = [f"rooms 2 and 3 +{dungeon.difficulty}"] * bool(dungeon.difficulty)
        adds += [f"revisited: room 3 +{REVISIT_DIFFICULTY}, 1 Treasure"] * view["revisited"]
        adds += [text for text in (_dice(dungeon.casualties), goods_text(dungeon.loot)) if text]
        secret = view["dungeon_secret"]
        lies = "none" if not secret else "face down" if not view["secret_shown"] else self._secret(secret[0])
        pile = _count(view["secret_pile"])
        spread = {name: sum(held.values()) for name, held in view["spread"].items()}
        return [
            f"Dungeon: {dungeon.name}{_brackets(adds)}   Secret: {lies}, {pile} in the pile",
            *[f"{_counted(number, 'Rumor')} beside the {name}" for name, number in spread.items() if number],
            f"Treasure deck {_count(view['treasure_deck'])}   Magic Item deck {_count(view['item_deck'])}"
            f"   Rumors in the supply {view['rumor_supply']}",
        ]

    def _secret(self, name: str) -> str:
        rooms = self.parts.secrets[self.parts.secret_names.index(name)]
        return f"{name}: {_rooms_text(rooms)}"

    # The seats

    def seat(self, seat: int) -> list[str]:
        view = self.view
        rumors, used = view["rumors"][seat], view["entrances"][seat]
        faction = view["factions"][seat]
        name = self.parts.factions[self.parts.faction_of[faction]].name if faction else "no faction yet"
        closed = [way for way in used if used[way]] + ["Faction Action"] * view["special_used"][seat]
        title = self.paint(f"Seat {seat}, {name}", SEAT_PAINT[seat])
        held = f"{_counted(_count(view['secrets'][seat]), 'Secret')}, {view['gold'][seat]} gold"
        lines = [
            f"{title}: {held}, {rumors['new']} New and {rumors['old']} Old Rumors,"
            f" {_counted(view['actions'][seat], 'Action')} left,"
            f" unhired {_letters(view['unhired'][seat]) or 'none'}"
        ]
        if closed:
            lines.append(f"    used this round: {', '.join(closed)}")
        hands = [f"{deck}: {self._cards(view[deck][seat])}" for deck in DECKS]
        if played := view["played"][seat]:
            hands.append(f"on the table: {self._cards(played)}")
        return [*lines, f"    {'   '.join(hands)}"]

    def _cards(self, hand: int | Sequence[str]) -> str:
        return _counted(hand, "card") if isinstance(hand, int) else " ".join(hand) or "none"

    def market(self) -> list[str]:
        cards = [*self.view["market"]["items"], *self.view["market"]["treasures"]]
        return [f"To be picked: {' '.join(cards)}"] if cards else []

    # Work in progress

    def progress(self) -> list[str]:
        lines = []
        for task in self.view["stack"]:
            if task["do"] == "fight":
                lines += self._fight(task)
            elif task["do"] == "suffer":
                risk = f"{_letters(task['party'])} suffers {_dice_text(task['dice'])}"
                lines.append(f"Seat {task['seat']}: {risk}, {task['reduced']} ignored")
            elif task["do"] != "end_action":
                fields = [f"{key} {value}" for key, value in task.items() if key != "do"]
                lines.append(f"In progress: {task['do']} {', '.join(fields)}".rstrip())
        return lines

    def _fight(self, fight: Plain) -> list[str]:
        at = f" at {fight['place']}" if fight["place"] < self.portal else ""
        goal = f" of Difficulty {VAULT_DIFFICULTY}" if fight["kind"] == "vault" else ""
        lines = [f"Fight: {fight['kind']}{at}{goal}, by seat {fight['attacker']}, step {fight['step']}"]
        for side in fight["sides"]:
            dice = [f"{name}={value}" for name, value in side["dice"].items() if value]
            rolled = f"{_letters(side['left'])}  {' '.join(dice)} {_dice_text(side['casualties'])}"
            bonus = side["bonus"] + sum(side["die_bonus"].values())
            result = f"bonus {bonus}" if side["strength"] is None else f"strength {side['strength']}"
            mover = ", to move" * (side["seat"] == fight["mover"])
            lines.append(f"    seat {side['seat']}: {rolled}  {result}{mover}")
        if fight["watch"] is not None:
            lines.append(f"    City Watch: {WATCH_STRENGTH} {_dice_text(fight['watch'])}")
        return lines


def _printed(face: Face) -> list[str]:
    """What a Location's face says."""
    reward = goods_text(face.reward) or "nothing"
    lines = [f"reward {reward}{_danger(face.reward_casualties)}"]
    if face.quest:
        return [*lines, *[f"quest {text}" for text in _rooms(face.quest)]]
    for option in face.options:
        gain = "flip, exchange" if option.gain is None else goods_text(option.gain)
        cost = cost_text(option.cost)
        lines.append(f"use {cost + ' -> ' if cost else ''}{gain}{_danger(option.casualties)}")
    return lines


def _rooms(rooms: Sequence[Any]) -> list[str]:
    return [
        f"{room.difficulty or 'always'}: {goods_text(room.loot) or 'nothing'}{_danger(room.casualties)}"
        for room in rooms
    ]


def _rooms_text(rooms: Sequence[Any]) -> str:
    return "; ".join(_rooms(rooms))


def _danger(dice: int) -> str:
    return f" [{_dice(dice)}]" if dice else ""


def _dice(number: int) -> str:
    return f"{number} Casualty {'die' if number == 1 else 'dice'}" if number else ""


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def goods_text(goods: Goods) -> str:
    """Goods in a few words."""
    words = [f"{goods.gold} gold"] * bool(goods.gold)
    if goods.die != NO_DIE:
        words.append(f"{DICE[goods.die]} gold")
    words += _things(goods.rumors, goods.followers, goods.treasures, goods.items)
    return ", ".join(words + [f"{goods.secrets} Secret"] * bool(goods.secrets))


def cost_text(cost: Cost) -> str:
    """A cost in a few words."""
    words = [f"{cost.gold} gold"] * bool(cost.gold)
    return ", ".join(words + _things(cost.rumors, cost.followers, cost.treasures, cost.items))


def _things(rumors: int, followers: int, treasures: int, items: int) -> list[str]:
    counted = (("Rumor", rumors), ("Treasure", treasures), ("Item", items))
    words = [_counted(number, name) for name, number in counted if number]
    return words + [_letters(numbers(followers))] * bool(followers)


def _letters(group: Sequence[int]) -> str:
    """A party as letters: FFR is two Fighters and a Rogue."""
    return "".join(letter * number for letter, number in zip("FRW", group, strict=True))


def _dice_text(dice: Sequence[Plain]) -> str:
    """Casualty dice as skulls: (**) (-) (ignored)."""
    faces = ["ignored" if die["ignored"] else "*" * die["skulls"] or "-" for die in dice]
    return " ".join(f"({face})" for face in faces)


def _brackets(words: Sequence[str]) -> str:
    return f" ({', '.join(words)})" if words else ""


def _count(value: int | Sequence[Any]) -> int:
    return value if isinstance(value, int) else len(value)
