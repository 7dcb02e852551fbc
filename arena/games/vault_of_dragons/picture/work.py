"""The panel of work in progress: a fight, casualties, cards to be picked; else what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.sentences import counted
from arena.games.svg import PANEL, Panel, fitted, group, rect, text, width_of
from arena.games.vault_of_dragons.picture import said
from arena.games.vault_of_dragons.picture.look import drawn, party_tokens, room_tokens
from arena.games.vault_of_dragons.picture.table import (
    Table,
    View,
    due,
    strength,
    watch_strength,
)
from arena.games.vault_of_dragons.tables.goods import DICE

_RIGHT = PANEL - 10
_SIDE = 65
"""Height of a side of a fight."""
_DIE = 28
_SKULL = 22
_KEY = (
    ("fighter", "Fighter: 1 gold, d10"),
    ("rogue", "Rogue: 2 gold, d4"),
    ("wizard", "Wizard: 3 gold, d12"),
    ("gold", "gold"),
    ("rumor", "Rumor: +1 in a fight"),
    ("secret", "Secret"),
    ("treasure", "Treasure"),
    ("item", "Magic Item"),
    ("skull", "Casualty die, skull"),
    ("flag", "Reward of the round"),
    ("watch", "City Watch"),
    ("rests", "Watch, regrouping"),
)
_KEY_ROWS = 6


def work_panel(table: Table) -> Panel:
    """As high as the largest fight of the game."""
    height = 36 + _SIDE * len(table.seats) + 26 + 32
    task = table.task
    if task is not None and task["do"] == "draw" and task["drawn"]:
        body = _drawn(table, task)
    elif table.fight is not None:
        body = _fight(table, table.fight, height)
    elif table.suffer is not None:
        body = text(10, 20, "Danger", "m") + group(_suffering(table, table.suffer), 0, 34)
    elif laid := [*table.view["market"]["items"], *table.view["market"]["treasures"]]:
        body = text(10, 20, "Cards laid out", "m") + _list(table, laid)
    else:
        body = _key(table)
    return Panel("work", height, body)


def _key(table: Table) -> str:
    """What the signs of the picture mean."""
    parts = [text(10, 20, "No fight is going on. The signs:", look="faint")]
    for number, (symbol, words) in enumerate(_KEY):
        column, row = divmod(number, _KEY_ROWS)
        x, y = 10 + 178 * column, 44 + 22 * row
        parts += [table.pen.use(symbol, x, y - 13, 17, "ink"), text(x + 24, y, words, room=152)]
    parts.append(text(10, 44 + 22 * _KEY_ROWS, "Framed: Controlled. Dashed: Contested.", look="faint"))
    return "".join(parts)


def _drawn(table: Table, task: View) -> str:
    title = fitted(f"Drawn by {table.page.name(task['seat'])}", PANEL - 20, "m")
    cards = task["drawn"]
    if isinstance(cards, int):
        backs = [table.pen.use("back", 10 + 30 * place, 34, 24) for place in range(min(cards, 10))]
        words = text(10, 80, f"{counted(cards, 'card')}, not shown")
        return text(10, 20, title, "m") + "".join(backs) + words
    return text(10, 20, title, "m") + _list(table, cards)


def _list(table: Table, cards: Sequence[str]) -> str:
    """Cards with what they do, one a line."""
    parts = []
    for row, card in enumerate(cards):
        y = 44 + 22 * row
        name = said.card_name(table, card)
        explained = table.explained(card)
        what = explained.partition(": ")[2].partition(". ")[0]
        symbol = "treasure" if table.parts.card_of[card].deck == 0 else "item"
        name = fitted(name, 150, "b")
        x = 40 + width_of(name, "b")
        words = text(34, y, name, "b") + text(x, y, what, room=_RIGHT - x)
        parts.append(group(table.pen.use(symbol, 10, y - 13, 17) + words, hover=explained))
    return "".join(parts)


# Fights


def _fight(table: Table, fight: View, height: float) -> str:
    outcome = fitted(said.outcome(table), 160, "b")
    title = fitted(said.fight_title(table), PANEL - 28 - width_of(outcome, "b"), "m")
    parts = [text(10, 20, title, "m"), text(_RIGHT, 20, outcome, "b", anchor="end", look="accent")]
    for row, side in enumerate(fight["sides"]):
        parts.append(group(_side(table, fight, side), 0, 32 + _SIDE * row))
    if not fight["sides"]:
        parts.append(text(10, 52, "The City Watch may come before anything is rolled."))
    if fight["kind"] != "brawl":
        parts.append(group(_goal(table, fight), 0, 32 + _SIDE))
    elif fight["watch"] is not None:
        parts.append(group(_watch(table, fight), 0, 32 + _SIDE * len(fight["sides"])))
    if table.suffer is not None:
        parts.append(group(_suffering(table, table.suffer), 0, height - 32))
    return "".join(parts)


def _side(table: Table, fight: View, side: View) -> str:
    """A side: who, its party, its dice, what is added, and its strength."""
    seat = side["seat"]
    worth = strength(side)
    tag, look = _tag(table, fight, side)
    number = "?" if worth is None else str(worth)
    room = 300 - width_of(tag)
    name = fitted(table.page.name(seat), room, "b")
    parts = [
        rect(6, 0, PANEL - 12, _SIDE - 4, "well", round=5),
        table.pen.use(f"mark-{seat}", 10, 3, 18),
        text(32, 16, name, "b"),
        text(38 + width_of(name, "b"), 16, tag, look=look),
        text(_RIGHT - 2, 46, number, "x", anchor="end"),
        _party(table, side),
        *_dice(table, side),
        text(10, 57, said.added(table, side), look="faint", room=300),
    ]
    return "".join(parts)


def _tag(table: Table, fight: View, side: View) -> tuple[str, str]:
    """What is to be known of a side, and the look of it."""
    seat = side["seat"]
    if fight["kind"] == "brawl" and fight["winner"] is not None:
        return ("won", "accent") if fight["winner"] == seat else ("lost", "faint")
    if table.decider == seat and table.task is fight:
        return "to move", "accent"
    if fight["kind"] != "brawl":
        return "", ""
    passed = side["passed"] and fight["step"] == "modify"
    return ("passed" if passed else "attacks" if seat == fight["attacker"] else "defends"), "faint"


def _party(table: Table, side: View) -> str:
    tokens = party_tokens(side["left"])
    if not tokens:
        return text(10, 37, "all dead")
    return group(drawn(table.pen, tokens, 10, 37, 100, style="b"), look="ink")


def _dice(table: Table, side: View) -> list[str]:
    """The dice rolled, that of the attack marked, and the Casualty dice."""
    parts = []
    x = 112.0
    for die in DICE:
        value = side["dice"][die]
        if value is None:
            continue
        chosen = die in (side["attack_die"], side["commit"])
        parts.append(
            group(
                table.pen.use(die, x, 18, _DIE, "chosen" if chosen else "die")
                + text(x + _DIE / 2, 38, str(value), "b", anchor="middle", look="pip"),
                hover=f"{die}: {value}{', the attack die' if die == side['attack_die'] else ''}",
            )
        )
        x += _DIE + 6
    return [*parts, _casualties(table, side["casualties"], x + 2, 21, int((330 - x) // (_SKULL + 2)))]


def _casualties(table: Table, dice: Sequence[View], x: float, y: float, most: int) -> str:
    """Casualty dice with their skulls, those cancelled crossed out."""
    parts = []
    shown = dice if len(dice) <= most else dice[: most - 1]
    for die in shown:
        parts.append(rect(x, y, _SKULL, _SKULL, "die", round=4))
        size = 15 if die["skulls"] == 1 else 11
        for place in range(die["skulls"]):
            left = x + (_SKULL - size * die["skulls"]) / 2 + size * place
            parts.append(table.pen.use("skull", left, y + (_SKULL - size) / 2, size, "die"))
        if die["ignored"]:
            parts.append(table.pen.use("crossed", x, y, _SKULL))
        x += _SKULL + 2
    if len(shown) < len(dice):
        parts.append(text(x + 1, y + 16, f"+{len(dice) - len(shown)}"))
    return "".join(parts)


def _watch(table: Table, fight: View) -> str:
    """The City Watch in a brawl."""
    dice = fight["watch"]
    tag = "" if fight["winner"] is None else "won" if fight["winner"] < 0 else "lost"
    parts = [
        table.pen.use("watch", 10, 3, 18),
        text(32, 17, "City Watch", "b"),
        text(116, 17, tag, look="accent" if tag == "won" else "faint"),
        _casualties(table, dice, 148, 1, 6),
        text(_RIGHT - 2, 21, str(watch_strength(dice)) if dice else "6+?", "x", anchor="end"),
    ]
    return "".join(parts)


def _goal(table: Table, fight: View) -> str:
    """The rooms of an attempt, and which of them were reached."""
    parts = []
    rooms = table.rooms(fight["kind"], fight["place"])
    known = fight["step"] in ("loot", "finish")
    for row, room in enumerate(rooms):
        y = 14 + 18 * row
        need = f"{room.difficulty}+" if room.difficulty else "any"
        reached = known and (fight["reached"] > row)
        label = "Vault" if fight["kind"] == "vault" else f"Room {row + 1}"
        parts += [
            text(10, y, label, look="faint"),
            text(62, y, need, "b"),
            group(drawn(table.pen, room_tokens(room), 104, y, 160), look="ink"),
        ]
        if known:
            words = "reached" if reached else "not reached"
            parts.append(
                text(_RIGHT, y, words, "b" if reached else "s", anchor="end", look="" if reached else "faint")
            )
    return "".join(parts)


def _suffering(table: Table, suffer: View) -> str:
    """Who is at risk, the dice to be suffered, and how many are to die."""
    lost = due(suffer)
    ignored = f", {suffer['reduced']} ignored" if suffer["reduced"] else ""
    tokens = party_tokens(suffer["party"])
    words = f"{lost} to die{ignored}"
    return "".join(
        [
            table.pen.use(f"mark-{suffer['seat']}", 10, 3, 18),
            group(drawn(table.pen, tokens, 34, 17, 90, style="b"), look="ink"),
            _casualties(table, suffer["dice"], 128, 1, 5),
            text(_RIGHT, 17, words, "b", anchor="end"),
        ]
    )
