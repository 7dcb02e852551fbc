"""Sentences: what happened, and what a card, Location, faction, Dungeon or Secret is and does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from arena.games.errors import UnknownComponent
from arena.games.sentences import (
    Names,
    Sentence,
    Words,
    counted,
    listed,
    sentence_of,
    spaced,
    tell_by,
    with_article,
)

Plain = Mapping[str, Any]
Name = Callable[[int], str]

FOLLOWERS = ("Fighter", "Rogue", "Wizard")
_DECKS = {"treasures": "Treasure", "items": "Magic Item"}
_SMALL = frozenset({"of", "the", "to"})


def title(id: str) -> str:
    """An id as a name: `ring_of_fire` is the Ring of Fire."""
    return " ".join(word if word in _SMALL else word.capitalize() for word in id.split("_"))


def party(numbers: Sequence[int]) -> str:
    """Fighters, Rogues and Wizards in words: `two Fighters and a Rogue` as `2 Fighters and 1 Rogue`."""
    return listed(counted(number, word) for number, word in zip(numbers, FOLLOWERS, strict=True) if number)


def goods(things: Plain) -> str:
    """A cost, a gain, loot or a Reward in words."""
    return listed(_things(things))


def _things(things: Plain) -> Iterator[str]:
    for key, amount in things.items():
        if key == "gold":
            yield f"{amount} gold"
        elif key == "gold_die":
            yield f"as much gold as a {amount} shows"
        elif key in _DECKS:
            yield counted(amount, _DECKS[key])
        elif key == "secret":
            yield f"the Secret {amount}"
        elif isinstance(amount, int) and not isinstance(amount, bool):
            yield counted(amount, key.removesuffix("s").capitalize())
        else:
            yield f"{spaced(key)} {amount}"


def _action(event: Plain, name: Name) -> str:
    """The Action of a turn."""
    action, who = event["action"], name(event["seat"])
    words = _ACTIONS.get(action["type"], spaced(action["type"]))
    return f"{who} {words.format_map(action)}"


_ACTIONS = {
    "take_gold": "takes a gold",
    "faction_action": "uses the Action of its faction",
    "hire": "hires at place {place}",
    "move": "moves Followers from place {from} to place {to}",
    "gather": "gathers Followers at the Yawning Portal",
    "fight": "starts a fight at place {place}",
    "use": "uses the Location at place {place}",
    "quest": "attempts the Quest at place {place}",
    "enter": "enters the {target}",
}
_FIGHTS = {
    "brawl": "A brawl begins at place {place}: {seat} attacks",
    "quest": "{seat} begins the Quest at place {place}",
    "dungeon": "{seat} begins to explore the Dungeon",
    "vault": "{seat} begins to cross the Vault of Dragons",
}
_PHASES = {
    "actions": "The phase of Actions begins",
    "rewards": "The phase of Rewards begins",
    "pursue": "The phase of Rumors begins",
    "refresh": "Everything is refreshed",
}


def _side(seat: int, name: Name) -> str:
    return "the City Watch" if seat < 0 else name(seat)


def _fight(event: Plain, name: Name) -> str:
    form = _FIGHTS.get(event["kind"], "{seat} fights at place {place}")
    return form.format(seat=name(event["seat"]), place=event["place"])


def _rolled(event: Plain, name: Name) -> str:
    who = "The City Watch" if event["seat"] < 0 else name(event["seat"])
    dice = [f"{value} on the {die}" for die, value in event["dice"].items() if value is not None]
    dice += [f"{counted(skulls, 'skull')} on a Casualty die" for skulls in event["skulls"]]
    return f"{who} rolls {listed(dice)}"


def _die(die: str) -> str:
    return "a Casualty die" if die.startswith("c") else f"the {die}"


def _attack_die(event: Plain, name: Name) -> str:
    die = f" with the {event['die']}" if event["die"] else ""
    critical = ", a Critical Hit," if event["critical"] else ""
    return f"{_side(event['seat'], name)} attacks{die}{critical} at strength {event['strength']}"


def _attempt(event: Plain, name: Name) -> str:
    reached = event["reached"]
    if event["kind"] == "vault":
        how_far = "crosses the Vault" if reached else "is too weak for the Vault"
    else:
        how_far = f"reaches room {reached}" if reached else "reaches no room"
    return f"{name(event['seat'])} comes to strength {event['strength']} and {how_far}"


def _brawl_result(event: Plain, name: Name) -> str:
    sides = [f"{name(seat)} {strength}" for seat, strength in event["strengths"]]
    sides += [f"the City Watch {event['watch']}"] * (event["watch"] is not None and event["watch"] > 0)
    won = "the City Watch wins" if event["winner"] == -1 else f"{name(event['winner'])} wins"
    return f"The brawl is over ({', '.join(sides)}): {won}"


def _discarded(event: Plain, name: Name) -> str:
    card, deck = title(event["card"]), _DECKS[event["deck"]]
    if event["seat"] < 0:
        return f"The {deck} {card} is discarded"
    return f"{name(event['seat'])} discards the {deck} {card}"


def _game_over(event: Plain, name: Name) -> str:
    if event["winner"] is not None:
        return f"{name(event['winner'])} has claimed the Vault of Dragons and wins"
    order = sorted(range(len(event["ranks"])), key=lambda seat: (event["ranks"][seat], seat))
    first = [name(seat) for seat in order if event["ranks"][seat] == 1]
    won = f"{first[0]} wins" if len(first) == 1 else f"{listed(first)} share the win"
    return f"The game is over and nobody has claimed the Vault: {won} by Secrets, Magic Items and gold"


def _chance(event: Plain, _: Name) -> str:
    if isinstance(event["result"], list):
        return "A deck is shuffled"
    if event["what"] == "casualty":
        return f"A Casualty die shows {counted(event['result'], 'skull') if event['result'] else 'no skull'}"
    return f"A {event['what']} shows {event['result']}"


_FIELDS: dict[str, Words] = {
    "followers": party,
    "cost": goods,
    "faction": title,
    "location": title,
    "dungeon": title,
    "card": title,
    "cards": lambda cards: listed(map(title, cards)),
    "deck": lambda deck: _DECKS[deck],
    "items": lambda cards: listed(map(title, cards)),
    "treasures": lambda cards: listed(map(title, cards)),
}
_SENTENCES: dict[str, Sentence] = {
    "round": lambda event, name: (
        f"Round {event['round']} begins; {name(event['initiative'])} has the Initiative"
    ),
    "phase": lambda event, _: _PHASES.get(event["phase"], f"The phase {event['phase']} begins"),
    "turn": "It is the turn of {seat}",
    "faction": "{seat} plays {faction}",
    "watch_placed": "{seat} puts a City Watch token on place {place}",
    "initiative_bonus": "{seat} takes its faction's bonus for the Initiative",
    "action": _action,
    "reveal": "{seat} reveals the Vault of Dragons: it is open",
    "gold": "{seat} takes {amount} gold",
    "rumors": lambda event, name: f"{name(event['seat'])} takes {counted(event['amount'], 'Rumor')}",
    "secret": lambda event, name: (
        f"{name(event['seat'])} wins a Secret and has {counted(event['total'], 'Secret')} now"
    ),
    "followers_placed": "{seat} puts {followers} on place {place}",
    "hired": "{seat} hires {followers} at place {place} for {price} gold",
    "moved": lambda event, name: (
        f"{party(event['followers'])} of {name(event['seat'])}"
        f" {'moves' if sum(event['followers']) == 1 else 'move'}"
        f" from place {event['place']} to place {event['to']}"
    ),
    "killed": "{seat} loses {followers} at place {place}",
    "paid": "{seat} pays {cost}",
    "discarded": _discarded,
    "draw": lambda event, name: (
        f"{name(event['seat'])} draws {counted(event['count'], _DECKS[event['deck']])}"
    ),
    "drawn_cards": "{seat} has drawn {cards}",
    "play": "{seat} plays {card}",
    "use": "{seat} uses the Location at place {place}",
    "reward": "{seat} takes the Reward of place {place}",
    "flipped": "The Location at place {place} is turned over: {location}",
    "exchanged": "The Locations at places {a} and {b} change places",
    "swapped": "{location} is laid on place {place}",
    "watch_moved": "A City Watch token moves from place {place} to place {to}",
    "watch_regroups": "A City Watch token goes from place {place} to place {to} to regroup",
    "fight": _fight,
    "rogue_die": lambda event, name: (
        f"{name(event['seat'])} has its Rogue roll {'a' if event['roll'] else 'no'} Casualty die"
    ),
    "rolled": _rolled,
    "pass": "{seat} passes",
    "spend_rumors": lambda event, name: (
        f"{name(event['seat'])} spends {counted(event['count'], 'Rumor')} for +{event['count']}"
    ),
    "rerolled": lambda event, name: (
        f"{name(event['seat'])} rolls {_die(event['die'])} again: {event['value']}"
    ),
    "attack_die": _attack_die,
    "rooms": "The Secret {secret} is turned up: these are the rooms",
    "attempt": _attempt,
    "wiped_out": "Nobody of {seat} is left to take the loot",
    "dungeon": lambda event, _: (
        f"The Dungeon is {title(event['dungeon'])} now" + (", revisited" if event["revisited"] else "")
    ),
    "rumor_spread": "A Rumor spreads beside the {target}",
    "brawl_result": _brawl_result,
    "retreat": "{seat} retreats from place {place} to place {to}",
    "assign": lambda event, name: (
        f"{name(event['seat'])} turns its casualties against {_side(event['target'], name)}"
    ),
    "initiative": "{seat} has the Initiative now",
    "market": "Laid out are the Magic Items {items} and the Treasures {treasures}",
    "bid": lambda event, name: (
        f"{name(event['seat'])} bids {counted(event['new'], 'New Rumor')}"
        f" and {counted(event['old'], 'Old Rumor')}"
    ),
    "take_card": "{seat} takes {card}",
    "rumors_age": "New Rumors become Old ones",
    "chance": _chance,
    "game_over": _game_over,
}


def tell(event: Plain, names: Names = ()) -> str:
    """One sentence on what happened (rules page section 14)."""
    return tell_by(_SENTENCES, _FIELDS, event, names)


# What things are


def explain(name: str, components: Plain) -> str:
    """What a card (`ring_of_fire`), a Location (`quill_alley`), a faction, a Dungeon or a Secret (`s01`) is.

    Raises:
        UnknownComponent: nothing is called so.
    """
    for kind, entries, words in _everything(components):
        for entry in entries:
            if name == entry["id"]:
                return sentence_of(words(kind, entry))
    raise UnknownComponent(
        f"nothing is called {name!r:.60}: ask for a card (ring_of_fire), a Location (quill_alley), a faction"
        " (xanathar), a Dungeon (river_caves) or a Secret (s01)"
    )


def _everything(components: Plain) -> Iterator[tuple[str, Iterable[Plain], Callable[[str, Plain], str]]]:
    yield "Treasure", components["treasures"], _card
    yield "Magic Item", components["items"], _card
    yield "Location", (side for tile in components["locations"] for side in tile.values()), _location
    yield "faction", components["factions"], _faction
    yield "Dungeon", components["dungeons"], _dungeon
    yield "Secret", components["secrets"], _secret


_EFFECTS: dict[str, Callable[[Plain], str]] = {
    "gain": lambda effect: f"take {goods(effect['gain'])}",
    "ignore_casualty": lambda effect: (
        f"ignore {counted(effect['count'], 'casualty', 'casualties')} that you suffer"
    ),
    "ignore_die": lambda _: "ignore a Casualty die that you suffer",
    "attack": lambda effect: (
        f"+{effect['bonus']} in a fight" + (f", for the {effect['die']}" if "die" in effect else "")
    ),
    "casualty_die": lambda effect: (
        f"roll {counted(effect['count'], 'Casualty die', 'Casualty dice')} in a fight"
    ),
    "reroll": lambda _: "roll one of your dice again",
    "move": lambda _: "a Move in addition to the turn's Action",
    "hire_discount": lambda effect: f"a Hire costs {effect['gold']} gold less",
    "free_entrance": lambda _: "enter the Dungeon or the Vault without paying",
    "extra_draw": lambda effect: (
        f"draw {counted(effect['count'], 'more card')} when you draw, and discard as many"
    ),
    "move_watch": lambda _: "move a City Watch token",
}
_AFTERWARDS = {
    "discard": "It is discarded",
    "play": "It lies on the table until the round is over",
    "remove": "It leaves the game",
}


def _card(kind: str, card: Plain) -> str:
    effect = card["effect"]
    what = _EFFECTS[effect["type"]](effect) if effect["type"] in _EFFECTS else spaced(effect["type"])
    bound = f" It takes {with_article(card['class'].capitalize())}." if "class" in card else ""
    return f"{card['name']}, a {kind}: {what}.{bound} {_AFTERWARDS[card['use']]}"


def _location(_: str, side: Plain) -> str:
    said = [f"{side['name']}, a Location. Its Reward: {goods(side['reward'])}"]
    if side.get("reward_casualties"):
        said[0] += f", after {counted(side['reward_casualties'], 'Casualty die', 'Casualty dice')}"
    ways = [_way(option) for option in side.get("options", ())]
    if ways:
        said.append(f"Its use: {listed(ways, 'or')}")
    if "quest" in side:
        said.append(f"Its Quest: {_rooms(side['quest'])}")
    return ". ".join(said)


def _way(option: Plain) -> str:
    if option.get("alter"):
        return "turn another Location over, or have two Locations change places"
    danger = option.get("casualties", 0)
    dice = f"after {counted(danger, 'Casualty die', 'Casualty dice')} " if danger else ""
    pay = f"pay {goods(option['cost'])}, " if option.get("cost") else ""
    return f"{dice}{pay}take {goods(option['gain'])}"


def _faction(_: str, faction: Plain) -> str:
    action = faction["action"]
    return (
        f"{faction['name']}, with {party(faction['followers'])}. With the Initiative it takes"
        f" {goods(faction['initiative'])}; once a round it may pay {goods(action['cost'])} for"
        f" {goods(action['gain'])}"
    )


def _dungeon(_: str, dungeon: Plain) -> str:
    sides = [dungeon["front"]] if dungeon["front"] == dungeon["back"] else [dungeon["front"], dungeon["back"]]
    return f"{dungeon['name']}, a Dungeon: {'; on its back '.join(map(_depth, sides))}"


def _depth(side: Plain) -> str:
    adds = [f"+{side['difficulty']} to the difficulty of rooms 2 and 3"] * bool(side["difficulty"])
    adds += [counted(side["casualties"], "Casualty die", "Casualty dice")] * bool(side["casualties"])
    adds += [f"{goods(side['loot'])} more to win"] * bool(side["loot"])
    return listed(adds) if adds else "it adds nothing to the rooms"


def _secret(_: str, secret: Plain) -> str:
    return f"The Secret {secret['id']}: {_rooms(secret['rooms'])}"


def _rooms(rooms: Sequence[Plain]) -> str:
    said = []
    for number, room in enumerate(rooms, 1):
        strength = f" at strength {room['difficulty']}" if "difficulty" in room else ""
        dice = room.get("casualties", 0)
        danger = f" after {counted(dice, 'Casualty die', 'Casualty dice')}" if dice else ""
        said.append(f"room {number}{strength}: {goods(room['loot'])}{danger}")
    return "; ".join(said)
