"""What holds in every state of Vault of Dragons: sections 2, 7 and 12 of the rules page, from its data."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from vault_of_dragons.naive import (
    CARDS,
    DICE,
    FACTIONS,
    ORDER,
    PARTS,
    Data,
    in_order,
    shown_skulls,
    within_limits,
)

CLASS_OF_DIE = {"d4": 1, "d10": 0, "d12": 2}


def check(data: Data) -> None:
    """Nothing is lost or added, and each field is as the page has it."""
    players = data["players"]
    check_cards(data)
    secrets = [*data["secret_pile"], *data["dungeon_secret"], *chain(*data["secrets"])]
    assert sorted(secrets) == sorted(secret["id"] for secret in PARTS["secrets"])
    tiles = [tile["tile"] for tile in data["board"] + data["unused"]]
    assert sorted(tiles) == list(range(12))
    assert sorted(tile["tile"] for tile in data["dungeons"]) == list(range(5))
    spread = data["spread"]
    lying = sum(held["new"] + held["old"] for held in [*data["rumors"], *spread.values()])
    assert lying + data["rumor_supply"] == 30
    for seat in range(players):
        total = [sum(kind) for kind in zip(*data["followers"][seat], data["unhired"][seat], strict=True)]
        name = data["factions"][seat]
        assert total == (FACTIONS[name]["followers"] if name else [0, 0, 0])
    tokens = sum(place["watch"] is not None for place in data["board"])
    if data["phase"] != "setup":
        assert tokens == {2: 4, 3: 3, 4: 2}[players]
    assert (data["turn"] is not None) == (data["phase"] == "actions")
    assert min(data["gold"]) >= 0
    check_numbers(data)
    check_course(data)


def check_cards(data: Data) -> None:
    placed = Counter(chain(*data["treasures"], *data["items"], *data["played"]))
    for pile in ("treasure_deck", "item_deck", "treasure_discard", "item_discard", "removed"):
        placed.update(data[pile])
    placed.update(data["market"]["items"] + data["market"]["treasures"])
    for task in data["stack"]:
        placed.update(task.get("drawn", []))
    assert placed == {card: CARDS[card]["copies"] for card in ORDER}
    for cards in data["treasures"] + data["items"] + data["played"]:
        assert cards == sorted(cards, key=ORDER.index)


def check_numbers(value: Any) -> None:
    """No number of the state but a nobody (-1) is negative."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key not in ("winner", "target", "after"):
                check_numbers(below)
    elif isinstance(value, list):
        for below in value:
            check_numbers(below)
    elif type(value) is int:
        assert value >= 0


def check_course(data: Data) -> None:
    """What section 12 says of phases, entries of the stack and fights."""
    names = [task["do"] for task in data["stack"]]
    assert data["over"] == (data["phase"] == "over")
    if data["over"]:
        assert not names
    assert "fight" not in names or "opportunity" not in names
    assert names.count("end_action") <= 1
    if "end_action" in names:
        assert names[0] == "end_action"
        assert data["turn"]["taken"] >= 1
        assert not data["turn"]["fresh"]
    if data["options"]["increase_profits"] is False:
        assert all(place["gold"] == 0 for place in data["board"])
    if not data["options"]["rumors_spread"]:
        assert all(beside == {"new": 0, "old": 0} for beside in data["spread"].values())
    in_fight = [task for task in data["stack"] if task["do"] == "fight"]
    assert data["secret_shown"] == any(task["kind"] == "dungeon" for task in in_fight) or "party" in names
    for task in in_fight:
        check_fight(data, task)


def check_fight(data: Data, task: Data) -> None:
    assert (task["mover"] is not None) == (task["step"] == "modify")
    after = ("retreat", "regroup", "assign", "harm")
    assert (task["winner"] is not None) == (task["step"] in after)
    assert (task["reached"] == 0) or (task["kind"] != "brawl" and task["step"] in ("loot", "finish"))
    order = in_order(data)
    seats = [side["seat"] for side in task["sides"]]
    assert seats == sorted(seats, key=order.index)
    for side in task["sides"]:
        here = data["followers"][side["seat"]][side["place"]]
        assert all(has >= left for has, left in zip(here, side["left"], strict=True))
        assert all(left <= began for left, began in zip(side["left"], side["party"], strict=True))
        for die in DICE:
            rolls = side["party"][CLASS_OF_DIE[die]] > 0 and task["step"] != "rogue"
            assert (side["dice"][die] is not None) == rolls
        assert side["rogue"] in ((True, False, None) if side["party"][1] else (False,))
        assert all(within_limits_after(side["items"], index, side) for index in range(len(side["items"])))
        if side["strength"] is not None:
            die = side["attack_die"]
            skulls = shown_skulls(side["casualties"])
            assert side["strength"] == side["dice"][die] + side["die_bonus"][die] + side["bonus"] + skulls


def within_limits_after(items: list[str], index: int, side: Data) -> bool:
    return within_limits(items[index], side["party"], items[:index])
