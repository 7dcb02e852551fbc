"""Sentences: what happened, and what a card or region is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.errors import UnknownComponent
from arena.games.sentences import Names, Sentence, Words, listed, sentence_of, standings, tell_by

_FIRST_BY = {
    "one": "for the trick's first 1",
    "rage": "for a Dragon Rage",
    "won": "for winning the trick",
    "dealer": "as the dealer",
}
_MONSTER_FOR = {"two": "for the trick's first 2", "region": "as the winning card has the region's color"}
EFFECTS = {
    1: "The first 1 of a trick takes the First Player token, unless a Dragon Rage was played before it",
    2: "The first 2 of a trick earns a Monster, worth 1 point",
    3: "Its player may turn up the deck's next card as the new trump card",
    4: "The first 4 of a trick earns a Treasure; whoever alone has most Treasures at the end gets 5 points",
}
RAGE = (
    "A Dragon Rage has no color and may be played at any time. It frees all who play after it from following"
    " a color, takes the First Player token, and lets nobody win the trick's Quest."
)


def _card(card: str) -> str:
    return "a Dragon Rage" if card == "rage" else card


_FIELDS: dict[str, Words] = {
    "card": _card,
    "reason": lambda reason: _FIRST_BY.get(reason) or _MONSTER_FOR[reason],
    "cards": lambda cards: ", ".join(map(_card, cards)),
}
_SENTENCES: dict[str, Sentence] = {
    "place_dragon": "{seat} sends the Dragon to the {region} region",
    "play_card": "{seat} plays {card}",
    "first_player": "{seat} has the First Player token, {reason}",
    "monster": "{seat} earns a Monster, {reason}",
    "treasure": "{seat} earns a Treasure, for the trick's first 4",
    "draw_trump": "{seat} turns up a new trump card",
    "keep_trump": "{seat} keeps the trump as it is",
    "trump": lambda event, _: (
        f"The card turned up is {event['card']}: {event['color']} is trump"
        if event["color"]
        else "A Dragon Rage is turned up: there is no trump"
    ),
    "trick_won": "{seat} takes the trick with {card} and wins the {region} Quest, worth {value}",
    "quest_shown": lambda event, _: (
        f"That was the last Quest in the {event['region']} region"
        if event["value"] is None
        else f"The next {event['region']} Quest is worth {event['value']}"
    ),
    "trick_raged": "Nobody takes the trick: {seat} has played its last Dragon Rage",
    "round": lambda event, name: f"Round {event['round']} begins; {name(event['dealer'])} deals",
    "hand": "{seat} is dealt {cards}",
    "chance": "The cards are shuffled",
    "game_over": standings,
}


def tell(event: Mapping[str, Any], names: Names = ()) -> str:
    """One sentence on what happened (rules page section 12)."""
    return tell_by(_SENTENCES, _FIELDS, event, names)


def explain(name: str, components: Mapping[str, Any]) -> str:
    """What a card (`green-7`, `rage`) or a color of Quests (`green`) is and does.

    Raises:
        UnknownComponent: nothing is called so.
    """
    if name == "rage":
        return RAGE
    color, _, number = name.partition("-")
    found = next((entry for entry in components["color"] if entry["id"] == color), None)
    if found is None or (number and number not in map(str, components["cards"]["numbers"])):
        raise UnknownComponent(f"no card or region is called {name!r}: there are red-5, rage and red, say")
    if number:
        effect = EFFECTS.get(int(number), "It has no effect")
        return sentence_of(f"The {number} of {color}. {effect}")
    values = listed(map(str, sorted(found["quests"])))
    return (
        f"The {color} region, {found['region']}: a stack of five Quests, drawn from those worth {values},"
        " the top one open."
    )
