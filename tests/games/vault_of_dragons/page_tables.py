"""The tables of printed components in Vault of Dragons' RULES.md, made from the component file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vault_of_dragons.naive import PARTS

WORDS = {
    "gold": "gold",
    "rumors": "Rumor",
    "fighters": "Fighter",
    "rogues": "Rogue",
    "wizards": "Wizard",
    "secrets": "Secret",
    "treasures": "Treasure",
    "items": "Magic Item",
}


def goods(things: Mapping[str, Any]) -> str:
    """Goods or a cost in words: `2 gold, 1 Rumor`."""
    words = []
    for key, value in things.items():
        if key == "gold_die":
            words.append(f"{value} of gold")
        else:
            word = WORDS[key]
            words.append(f"{value} {word}{'s' if value > 1 and word != 'gold' else ''}")
    return ", ".join(words) or "-"


def dice(number: int) -> str:
    return f" [{number}c]" if number else ""


def action(face: Mapping[str, Any]) -> str:
    if "quest" in face:
        return f"Quest: {rooms(face['quest'])}"
    ways = []
    for option in face["options"]:
        gain = "alter the city" if option.get("alter") else goods(option["gain"])
        cost = f"{goods(option['cost'])} → " if option.get("cost") else ""
        ways.append(cost + gain + dice(option.get("casualties", 0)))
    return " / ".join(ways)


def rooms(three: Sequence[Mapping[str, Any]]) -> str:
    said = [
        f"{'always' if number == 0 else room['difficulty']}: {goods(room['loot'])}{dice(room['casualties'])}"
        for number, room in enumerate(three)
    ]
    return "; ".join(said)


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def locations() -> list[str]:
    return [
        row(
            number,
            side,
            f"`{tile[name]['id']}`",
            goods(tile[name]["reward"]) + dice(tile[name].get("reward_casualties", 0)),
            action(tile[name]),
        )
        for number, tile in enumerate(PARTS["locations"])
        for side, name in enumerate(("front", "back"))
    ]


def dungeons() -> list[str]:
    return [
        row(
            number,
            f"`{tile['id']}`",
            f"+{tile['front']['difficulty']}",
            tile["front"]["casualties"],
            goods(tile["front"]["loot"]),
        )
        for number, tile in enumerate(PARTS["dungeons"])
    ]


def secrets() -> list[str]:
    return [row(f"`{secret['id']}`", rooms(secret["rooms"])) for secret in PARTS["secrets"]]


def cards(kind: str) -> list[str]:
    return [
        row(f"`{card['id']}`", card["copies"], card.get("class", "-"), card["use"], effect(card["effect"]))
        for card in PARTS[kind]
    ]


def effect(said: Mapping[str, Any]) -> str:
    told = dict(said)
    words = [f"`{told.pop('type')}`"]
    if "gain" in told:
        words.append(goods(told.pop("gain")))
    die = told.pop("die", None)
    words += [str(value) for value in told.values()]
    return " ".join(words) + (f", {die} only" if die else "")


def factions() -> list[str]:
    return [
        row(
            f"`{faction['id']}`",
            goods(faction["initiative"]),
            f"{goods(faction['action']['cost'])} → {goods(faction['action']['gain'])}",
        )
        for faction in PARTS["factions"]
    ]


TABLES = {
    "Locations": locations(),
    "Dungeons": dungeons(),
    "Secrets": secrets(),
    "Treasures": cards("treasures"),
    "Magic Items": cards("items"),
    "Factions": factions(),
}
