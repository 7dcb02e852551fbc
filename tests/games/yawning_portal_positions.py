"""Made-up positions and components of The Yawning Portal: say what matters, the rest is filled in to be well formed."""

from __future__ import annotations

from random import Random
from typing import Any

import naive_yawning_portal as naive

from arena import games

GAME = games.get("yawning-portal")
COLORS = naive.COLORS
ICONS = (
    *("place_blue", "place_green", "place_red", "place_yellow", "play_card", "draw_two", "swap"),
    *("remove_card", "remove_token", "take_potion", "play_potion", "diamond", "exchange"),
)


def made_up_components(rng: Random) -> dict[str, Any]:
    """A component file unlike the game's own in all that may differ."""
    ends, insert = rng.randint(1, 6), rng.randint(1, 6)
    effects = sorted({entry["effect"] for entry in naive.own_components()["class"]})
    classes = [{"id": f"class {number}", "effect": effect} for number, effect in enumerate(effects)]
    kinds = ["diamonds", "sets", "bonuses", "seated", "total"]
    objectives = [
        {"id": f"objective {n}", "name": "x", "kind": rng.choice(kinds), "count": rng.randint(1, 5)}
        for n in range(5)
    ] + [
        {"id": color, "name": "x", "kind": "gems", "color": color, "count": rng.randint(1, 4)}
        for color in COLORS
    ]
    for objective in objectives:
        objective |= {"mark": rng.randint(1, 4), "vp": 5}
    heroes = []
    for number in range(68):
        order = "...."
        while order == "....":
            order = "".join(rng.choice("bgry..") for _ in range(4))
        bonus = [rng.choice([*COLORS, *ICONS]) for _ in range(rng.randint(1, 6))]
        hero_class = rng.choice(classes)["id"]
        hero = {"id": f"hero {number}", "name": "x", "color": COLORS[number % 4], "class": hero_class}
        heroes.append({**hero, "order": order, "bonus": bonus})
    return {
        "table": {
            **{"end_pieces": 2, "inserts": 3, "slots_per_space": 4, "end_spaces": ends},
            **{"insert_spaces": insert, "end_slots": 4 * ends, "insert_slots": 4 * insert},
        },
        "supply": {"gems_per_color": 30, "diamonds": 20, "potions": 9, "food_per_color": 12},
        "start": [
            {"players": n, "food": dict.fromkeys(COLORS, 1) | {"red": rng.choice((1, 3))}}
            for n in (3, 1, 4, 2)
        ],
        "tile": [made_up_tile(color, rng) for color in reversed(COLORS)],
        "objective": objectives,
        "class": classes,
        "hero": heroes,
        "something else": {"ignored": [1, 2.5, None, True]},
    }


def made_up_tile(color: str, rng: Random) -> dict[str, Any]:
    front = [f"place_{color}", *rng.sample(ICONS, rng.randint(0, 2))]
    back = rng.sample(ICONS[4:], rng.randint(1, 3))
    if "draw_two" not in front:
        back[0] = "play_card"
    return {"color": color, "front": front, "back": back, "copies": 4}
