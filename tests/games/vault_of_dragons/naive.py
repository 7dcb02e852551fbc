"""Vault of Dragons' decisions, read off the state's data as section 5 of the rules page has them.

Slow and plain; nothing of the engine is used.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import arena.games

Data = dict[str, Any]

FILE = Path(arena.games.__file__).parent / "vault_of_dragons" / "components.toml"
PARTS: Data = tomllib.loads(FILE.read_text())
CARDS: dict[str, Data] = {card["id"]: card for card in PARTS["treasures"] + PARTS["items"]}
ORDER = list(CARDS)
TREASURES = {card["id"] for card in PARTS["treasures"]}
FACTIONS: dict[str, Data] = {faction["id"]: faction for faction in PARTS["factions"]}
T = ("fighters", "rogues", "wizards")
DICE = ("d4", "d10", "d12")


# The city


def face(data: Data, place: int) -> Data:
    tile = data["board"][place]
    printed: Data = PARTS["locations"][tile["tile"]][("front", "back")[tile["side"]]]
    return printed


def portal(data: Data) -> int:
    return int(data["options"]["locations"])


def adjacent(data: Data, place: int) -> list[int]:
    """Places next to a Location, the Yawning Portal last."""
    last = portal(data)
    found = []
    for other in range(last):
        rows = abs(place // 3 - other // 3)
        if rows + abs(place % 3 - other % 3) == 1:
            found.append(other)
    return found + [last] * (place < 3)


def distance(a: int, b: int) -> int:
    return abs(a // 3 - b // 3) + abs(a % 3 - b % 3)


def seats_at(data: Data, place: int) -> list[int]:
    """In Initiative Order."""
    return [seat for seat in in_order(data) if any(data["followers"][seat][place])]


def in_order(data: Data) -> list[int]:
    return [(data["initiative"] + step) % data["players"] for step in range(data["players"])]


def controls(data: Data, seat: int, place: int) -> bool:
    if place == portal(data) or data["board"][place]["watch"] == "active":
        return False
    return seats_at(data, place) == [seat]


def contested(data: Data, place: int) -> bool:
    seats = seats_at(data, place)
    return len(seats) > 1 or (len(seats) == 1 and data["board"][place]["watch"] == "active")


def watch_steps(data: Data) -> list[tuple[int, int]]:
    """Steps of active tokens to adjacent Locations without a token."""
    board = data["board"]
    return [
        (place, to)
        for place in range(portal(data))
        if board[place]["watch"] == "active"
        for to in adjacent(data, place)
        if to < portal(data) and board[to]["watch"] is None
    ]


def free_near(data: Data, place: int) -> list[int]:
    return [to for to in adjacent(data, place) if to < portal(data) and data["board"][to]["watch"] is None]


# Small change


def groups(numbers: list[int]) -> list[list[int]]:
    """All groups of one or more, in lexicographic order."""
    f, r, w = numbers
    every = [[a, b, c] for a in range(f + 1) for b in range(r + 1) for c in range(w + 1)]
    return every[1:]


def named(type: str, group: list[int], **fields: Any) -> Data:
    return {"type": type, **fields, **dict(zip(T, group, strict=True))}


def price(group: list[int]) -> int:
    return group[0] + 2 * group[1] + 3 * group[2]


def rumors(data: Data, seat: int) -> int:
    return int(data["rumors"][seat]["new"] + data["rumors"][seat]["old"])


def hand(data: Data, seat: int) -> list[str]:
    """Equal cards once, Treasures first, in file order."""
    held = {*data["treasures"][seat], *data["items"][seat]}
    return [card for card in ORDER if card in held]


def once(cards: list[str]) -> list[str]:
    return [card for card in ORDER if card in cards]


def payable(data: Data, seat: int, cost: Data, here: list[int]) -> bool:
    return (
        data["gold"][seat] >= cost.get("gold", 0)
        and rumors(data, seat) >= cost.get("rumors", 0)
        and all(has >= cost.get(name, 0) for has, name in zip(here, T, strict=True))
        and len(data["treasures"][seat]) >= cost.get("treasures", 0)
        and len(data["items"][seat]) >= cost.get("items", 0)
    )


# Decisions


def decision(data: Data) -> tuple[int, str, list[Data]] | None:
    """The seat, the kind and the legal list in its order; None: the game is over."""
    if data["phase"] == "over":
        return None
    if not data["stack"]:
        return data["turn"]["seat"], "turn", turn(data)
    top = data["stack"][-1]
    seat, kind, actions = PENDING[top["do"]](data, top)
    return seat, kind, list(actions)


def turn(data: Data) -> list[Data]:
    seat, now = data["turn"]["seat"], data["turn"]
    here = data["followers"][seat]
    last = portal(data)
    first = now["taken"] == 0
    legal: list[Data] = []
    enough = len(data["secrets"][seat]) >= data["options"]["secrets_to_open"]
    if now["fresh"] and not data["vault_open"] and enough:
        legal.append({"type": "reveal"})
    if first:
        legal.append({"type": "take_gold"})
        legal += faction_actions(data, seat)
    if any(price(g) <= data["gold"][seat] + now["hire_discount"] for g in groups(data["unhired"][seat])):
        legal += [{"type": "hire", "place": place} for place in range(last + 1)]
    for a in range(last + 1):
        if any(here[a]):
            legal += [{"type": "move", "from": a, "to": b} for b in range(last + 1) if a != b]
    if any(here[last]) and any(any(group) for group in here[:last]):
        legal.append({"type": "gather"})
    if first:
        fights = [p for p in range(last) if any(here[p]) and contested(data, p)]
        legal += [{"type": "fight", "place": place} for place in fights]
        for place in range(last):
            legal += uses(data, seat, place)
        mine = [p for p in range(last) if controls(data, seat, p) and "quest" in face(data, p)]
        legal += [{"type": "quest", "place": place} for place in mine]
        if any(here[last]):
            legal += entries(data, seat)
    return legal + free_deeds(data, seat)


def free_deeds(data: Data, seat: int) -> list[Data]:
    """What is possible before the Action and after it."""
    moves = [{"type": "move_watch", "from": a, "to": b} for a, b in watch_steps(data)]
    plays = [action for card in hand(data, seat) for action in turn_plays(data, seat, card)]
    return moves * bool(rumors(data, seat)) + plays


def faction_actions(data: Data, seat: int) -> list[Data]:
    if data["special_used"][seat]:
        return []
    cost = FACTIONS[data["factions"][seat]]["action"]["cost"]
    here = data["followers"][seat]
    if any(name in cost for name in T):
        places = [p for p in range(portal(data)) if controls(data, seat, p)]
        paying = [p for p in places if payable(data, seat, cost, here[p])]
        return [{"type": "faction_action", "place": place} for place in paying]
    return [{"type": "faction_action"}] if payable(data, seat, cost, [0, 0, 0]) else []


def uses(data: Data, seat: int, place: int) -> list[Data]:
    printed = face(data, place)
    if not controls(data, seat, place) or data["board"][place]["used"] or "quest" in printed:
        return []
    return [
        {"type": "use", "place": place, "option": index}
        for index, option in enumerate(printed["options"])
        if payable(data, seat, option.get("cost", {}), data["followers"][seat][place])
    ]


def entries(data: Data, seat: int) -> list[Data]:
    legal: list[Data] = []
    targets = ["dungeon"] * bool(data["dungeon_secret"]) + ["vault"] * data["vault_open"]
    for target in targets:
        if target == "vault" and len(data["secrets"][seat]) >= data["options"]["secrets_to_open"]:
            legal.append({"type": "enter", "target": target, "entrance": "free"})
            continue
        used = data["entrances"][seat]
        if not used["gold"] and (data["gold"][seat] >= 1 or data["turn"]["free_entrance"]):
            legal.append({"type": "enter", "target": target, "entrance": "gold"})
        if not used["item"]:
            for card in once(data["items"][seat]):
                legal.append({"type": "enter", "target": target, "entrance": "item", "card": card})
        if not used["rumors"] and rumors(data, seat) >= 2:
            legal.append({"type": "enter", "target": target, "entrance": "rumors"})
    return legal


def turn_plays(data: Data, seat: int, card: str) -> list[Data]:
    effect = CARDS[card]["effect"]
    play = {"type": "play", "card": card}
    match effect["type"]:
        case "gain":
            placed = [index for index, name in enumerate(T) if name in effect["gain"]]
            if not placed:
                return [play]
            if any(data["unhired"][seat][index] for index in placed):
                return [{**play, "place": place} for place in range(portal(data) + 1)]
        case "hire_discount":
            return [play]
        case "free_entrance":
            return [] if data["turn"]["free_entrance"] else [play]
        case "move":
            return [play] if any(any(group) for group in data["followers"][seat]) else []
        case "move_watch":
            return [{**play, "from": a, "to": b} for a, b in watch_steps(data)]
    return []


Pending = tuple[int, str, Iterator[Data] | list[Data]]


def actor(data: Data) -> int:
    return int(data["turn"]["seat"])


def faction(data: Data, top: Data) -> Pending:
    seat = next(seat for seat in in_order(data) if data["factions"][seat] is None)
    free = [name for name in FACTIONS if name not in data["factions"]]
    return seat, "faction", [{"type": "faction", "faction": name} for name in free]


def place_watch(data: Data, top: Data) -> Pending:
    free = [p for p in range(portal(data)) if data["board"][p]["watch"] is None]
    seat = (data["initiative"] + top["placed"]) % data["players"]
    return seat, "place_watch", [{"type": "place_watch", "place": place} for place in free]


def after_action(data: Data, top: Data) -> Pending:
    seat = actor(data)
    return seat, "after_action", [{"type": "end_turn"}, *free_deeds(data, seat)]


def hire(data: Data, top: Data) -> Pending:
    seat = actor(data)
    money = data["gold"][seat] + data["turn"]["hire_discount"]
    wanted = [group for group in groups(data["unhired"][seat]) if price(group) <= money]
    return seat, "hire", [named("hire_followers", group) for group in wanted]


def free_move(data: Data, top: Data) -> Pending:
    seat = actor(data)
    places = range(portal(data) + 1)
    mine = [place for place in places if any(data["followers"][seat][place])]
    return seat, "free_move", [{"type": "move", "from": a, "to": b} for a in mine for b in places if a != b]


def move(data: Data, top: Data) -> Pending:
    seat = actor(data)
    here = data["followers"][seat][top["from"]]
    return seat, "move", [named("move_followers", group) for group in groups(here)]


def gather(data: Data, top: Data) -> Pending:
    seat = actor(data)
    legal: list[Data] = [{"type": "done"}] if top["after"] >= 0 else []
    for place in range(top["after"] + 1, portal(data)):
        here = data["followers"][seat][place]
        legal += [named("gather_from", group, place=place) for group in groups(here)]
    return seat, "gather", legal


def party(data: Data, top: Data) -> Pending:
    seat = actor(data)
    waiting = groups(data["followers"][seat][portal(data)])
    if top["entrance"] == "gold" and not data["turn"]["free_entrance"]:
        waiting = [group for group in waiting if sum(group) <= data["gold"][seat]]
    return seat, "party", [named("party", group) for group in waiting]


def pay(data: Data, top: Data) -> Pending:
    cards = once(data[top["deck"]][top["seat"]])
    return top["seat"], "pay_card", [{"type": "pay_card", "card": card} for card in cards]


def alter(data: Data, top: Data) -> Pending:
    places, unused = range(portal(data)), range(len(data["unused"]))
    legal: list[Data] = [{"type": "flip", "place": p} for p in places if p != top["place"]]
    legal += [{"type": "exchange", "a": a, "b": b} for a in places for b in places if a < b]
    legal += [{"type": "swap", "place": p, "unused": u} for p in places for u in unused]
    return actor(data), "alter", legal


def displace(data: Data, top: Data) -> Pending:
    places = adjacent(data, top["place"])
    return top["seats"][0], "displace", [{"type": "displace", "to": to} for to in places]


def displace_watch(data: Data, top: Data) -> Pending:
    free = free_near(data, top["place"])
    return actor(data), "displace_watch", [{"type": "displace_watch", "to": to} for to in free]


def opportunity(data: Data, top: Data) -> Pending:
    seat, place = actor(data), top["place"]
    quest = "quest" in face(data, place)
    offers = [{"type": "quest", "place": place}] if quest else uses(data, seat, place)
    return seat, "opportunity", [{"type": "pass"}, *offers]


def draw(data: Data, top: Data) -> Pending:
    if top["step"] == "discard":
        cards = once(top["drawn"])
        return top["seat"], "discard_drawn", [{"type": "discard", "card": card} for card in cards]
    extra = [c for c in hand(data, top["seat"]) if CARDS[c]["effect"]["type"] == "extra_draw"]
    plays = [{"type": "play", "card": card} for card in extra]
    return top["seat"], "extra_draw", [{"type": "pass"}, *plays]


def pursue(data: Data, top: Data) -> Pending:
    cards = once(data["market"]["items"]) + once(data["market"]["treasures"])
    return top["order"][0], "pursue", [{"type": "take_card", "card": card} for card in cards]


def bid(data: Data, top: Data) -> Pending:
    seat = top["queue"][0]
    has = data["rumors"][seat]
    every = [(new, old) for new in range(has["new"] + 1) for old in range(has["old"] + 1)]
    return seat, "bid", [{"type": "bid", "new": new, "old": old} for new, old in every]


def suffer(data: Data, top: Data) -> Pending:
    seat = top["seat"]
    due = max(0, shown_skulls(top["dice"]) - top["reduced"])
    if top["step"] == "kill":
        number = min(due, sum(top["party"]))
        dead = [group for group in groups(top["party"]) if sum(group) == number]
        return seat, "casualties", [named("kill", group) for group in dead]
    legal: list[Data] = [{"type": "pass"}]
    for card in hand(data, seat):
        effect = CARDS[card]["effect"]["type"]
        if not within_limits(card, top["limits"], top["items"]):
            continue
        if effect == "ignore_casualty":
            legal.append({"type": "play", "card": card})
        if effect == "ignore_die":
            dice = enumerate(top["dice"])
            open_dice = [f"c{i}" for i, die in dice if die["skulls"] and not die["ignored"]]
            legal += [{"type": "play", "card": card, "die": die} for die in open_dice]
    return seat, "ignore", legal


def shown_skulls(dice: list[Data]) -> int:
    return sum(die["skulls"] for die in dice if not die["ignored"])


def within_limits(card: str, group: list[int], used: list[str]) -> bool:
    if card in TREASURES:
        return True
    bound = CARDS[card].get("class")
    if len(used) >= sum(group):
        return False
    if bound is None:
        return True
    same = [other for other in used if CARDS[other].get("class") == bound]
    return len(same) < group[("fighter", "rogue", "wizard").index(bound)]


# Fights


def fight(data: Data, top: Data) -> Pending:
    return FIGHT[top["step"]](data, top)


def patrol(data: Data, top: Data) -> Pending:
    place = top["place"]
    defender = next(seat for seat in seats_at(data, place) if seat != top["attacker"])
    nearer = [(a, b) for a, b in watch_steps(data) if distance(b, place) < distance(a, place)]
    nearest = min(distance(a, place) for a, _ in nearer)
    steps = [(a, b) for a, b in nearer if distance(a, place) == nearest]
    return defender, "patrol", [{"type": "patrol", "from": a, "to": b} for a, b in steps]


def rogue(data: Data, top: Data) -> Pending:
    side = next(side for side in top["sides"] if side["rogue"] is None)
    return side["seat"], "rogue_die", [{"type": "rogue_die", "roll": roll} for roll in (True, False)]


def modify(data: Data, top: Data) -> Pending:
    seat = top["mover"]
    side = next(side for side in top["sides"] if side["seat"] == seat)
    own = [die for die in DICE if side["dice"][die]]
    own += [f"c{i}" for i, die in enumerate(side["casualties"]) if not die["ignored"]]
    legal: list[Data] = [{"type": "pass"}]
    if side["rerolls"]:
        legal += [{"type": "reroll", "die": die} for die in own]
    legal += [{"type": "spend_rumors", "count": n} for n in range(1, rumors(data, seat) + 1)]
    for card in hand(data, seat):
        if within_limits(card, side["party"], side["items"]):
            legal += fight_plays(top, side, card, own)
    return seat, "modify", legal


def fight_plays(top: Data, side: Data, card: str, own: list[str]) -> list[Data]:
    effect, play = CARDS[card]["effect"], {"type": "play", "card": card}
    match effect["type"]:
        case "attack":
            die = effect.get("die")
            fits = die is None or (side["dice"][die] and side["commit"] in (None, die))
            return [play] if fits else []
        case "casualty_die":
            return [play]
        case "reroll":
            return [{**play, "die": die} for die in own if effect.get("die", die) == die]
        case "ignore_die" if top["kind"] == "brawl":
            others = [(s["seat"], s["casualties"]) for s in top["sides"] if s["seat"] != side["seat"]]
            if top["watch"] is not None:
                others.append((-1, top["watch"]))
            return [
                {**play, "rival": rival, "die": f"c{index}"}
                for rival, dice in others
                for index, die in enumerate(dice)
                if die["skulls"] and not die["ignored"]
            ]
    return []


def choose(data: Data, top: Data) -> Pending:
    side = next(side for side in top["sides"] if side["strength"] is None)
    dice = [side["commit"]] if side["commit"] else [die for die in DICE if side["dice"][die]]
    return side["seat"], "attack_die", [{"type": "attack_die", "die": die} for die in dice]


def retreat(data: Data, top: Data) -> Pending:
    loser = top["losers"][0]
    size = {side["seat"]: sum(side["party"]) for side in top["sides"]}
    loser_chooses = top["winner"] == -1 or size[loser] > size[top["winner"]]
    places = adjacent(data, top["place"])
    actions = [{"type": "retreat", "seat": loser, "to": to} for to in places]
    return loser if loser_chooses else top["winner"], "retreat", actions


def regroup(data: Data, top: Data) -> Pending:
    free = free_near(data, top["place"])
    return top["winner"], "regroup", [{"type": "regroup", "to": to} for to in free]


def assign(data: Data, top: Data) -> Pending:
    side = next(side for side in top["sides"] if side["target"] is None)
    rivals = [other["seat"] for other in top["sides"] if other is not side]
    return side["seat"], "assign", [{"type": "assign", "target": seat} for seat in rivals]


FIGHT = {
    "patrol": patrol,
    "rogue": rogue,
    "modify": modify,
    "choose": choose,
    "retreat": retreat,
    "regroup": regroup,
    "assign": assign,
}
PENDING = {
    "faction": faction,
    "place_watch": place_watch,
    "end_action": after_action,
    "hire": hire,
    "free_move": free_move,
    "move": move,
    "gather": gather,
    "party": party,
    "pay": pay,
    "alter": alter,
    "displace": displace,
    "displace_watch": displace_watch,
    "opportunity": opportunity,
    "draw": draw,
    "pursue": pursue,
    "bid": bid,
    "suffer": suffer,
    "fight": fight,
}
