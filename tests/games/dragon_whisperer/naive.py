"""Dragon Whisperer once more, slow and obvious, straight from the rules page: the yardstick of the engine.

It shares nothing with the engine. A state is the plain map of the page's section 10; `apply` changes it in
place and returns the events of section 12.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Map = dict[str, Any]
HAND = {3: 10, 4: 8, 5: 8, 6: 7}


def color_of(card: str) -> str | None:
    return None if card == "rage" else card.split("-", 1)[0]


def number_of(card: str) -> int | None:
    return None if card == "rage" else int(card.split("-")[1])


def cards_in_play(state: Map) -> list[str]:
    """All cards in standard order."""
    suits = [f"{color}-{number}" for color in state["colors"] for number in range(1, 8)]
    return suits + ["rage"] * (3 if state["options"]["short_deck"] else 4)


def in_order(state: Map, cards: list[str]) -> list[str]:
    order = cards_in_play(state)
    return sorted(cards, key=order.index)


def legal(state: Map) -> list[Map]:
    """The legal list of section 5."""
    if state["phase"] == "over":
        return []
    if state["phase"] == "place_dragon":
        return [
            {"type": "place_dragon", "region": color}
            for color in state["colors"]
            if state["regions"][color]["top"] is not None
        ]
    if state["phase"] == "draw_trump":
        turn_it = [{"type": "draw_trump"}] if state["deck"] else []
        return [*turn_it, {"type": "keep_trump"}]
    cards = playable(state, state["hands"][state["turn"]])
    once = list(dict.fromkeys(in_order(state, cards)))
    return [{"type": "play_card", "card": card} for card in once]


def playable(state: Map, hand: list[str]) -> list[str]:
    """Section 5.1, rule by rule."""
    played = [play["card"] for play in state["trick"]]
    if not played or "rage" in played:
        return hand
    led = color_of(played[0])
    if any(color_of(card) == led for card in hand):
        return [card for card in hand if color_of(card) in (led, None)]
    trump = state["trump"]
    if trump is not None and any(color_of(card) == trump for card in hand):
        return [card for card in hand if color_of(card) in (trump, None)]
    return hand


def apply(state: Map, action: Map, shuffles: list[list[str]]) -> list[Map]:
    """Carry out a legal action; `shuffles` is used up for new rounds."""
    events: list[Map] = []
    seat = state["turn"]
    if action["type"] == "place_dragon":
        state["dragon"] = action["region"]
        state["phase"] = "play_card"
        return [{"type": "place_dragon", "seat": seat, "region": action["region"]}]
    if action["type"] == "play_card":
        play_card(state, seat, action["card"], events)
        if number_of(action["card"]) == 3:
            state["phase"] = "draw_trump"
            return events
    else:
        events.append({"type": action["type"], "seat": seat})
        if action["type"] == "draw_trump":
            state["discard"].append(state["trump_card"])
            turn_trump(state, events)
        state["phase"] = "play_card"
    if len(state["trick"]) == state["players"]:
        end_trick(state, shuffles, events)
    else:
        state["turn"] = (seat + 1) % state["players"]
    return events


def play_card(state: Map, seat: int, card: str, events: list[Map]) -> None:
    played = [play["card"] for play in state["trick"]]
    state["hands"][seat].remove(card)
    note_voids(state, seat, card, played)
    state["trick"].append({"seat": seat, "card": card})
    events.append({"type": "play_card", "seat": seat, "card": card})
    number = number_of(card)
    first_of_its_number = number not in [number_of(other) for other in played]
    if card == "rage":
        state["first_player"] = seat
        events.append({"type": "first_player", "seat": seat, "reason": "rage"})
    elif number == 1 and first_of_its_number and "rage" not in played:
        state["first_player"] = seat
        events.append({"type": "first_player", "seat": seat, "reason": "one"})
    elif number == 2 and first_of_its_number:
        state["monsters"][seat] += 1
        events.append({"type": "monster", "seat": seat, "reason": "two"})
    elif number == 4 and first_of_its_number:
        state["treasures"][seat] += 1
        events.append({"type": "treasure", "seat": seat})


def note_voids(state: Map, seat: int, card: str, played: list[str]) -> None:
    if card == "rage" or not played or "rage" in played:
        return
    led = color_of(played[0])
    color = color_of(card)
    if color == led:
        return
    shown = {*state["voids"][seat], led}
    if state["trump"] is not None and color != state["trump"]:
        shown.add(state["trump"])
    state["voids"][seat] = [color for color in state["colors"] if color in shown]


def turn_trump(state: Map, events: list[Map]) -> None:
    state["trump_card"] = state["deck"].pop(0)
    state["trump"] = color_of(state["trump_card"])
    events.append({"type": "trump", "card": state["trump_card"], "color": state["trump"]})


def end_trick(state: Map, shuffles: list[list[str]], events: list[Map]) -> None:
    trick = state["trick"]
    cards = [play["card"] for play in trick]
    if "rage" in cards:
        raging = [play["seat"] for play in trick if play["card"] == "rage"]
        next_dealer = raging[-1]
        events.append({"type": "trick_raged", "seat": next_dealer})
    else:
        next_dealer = win_trick(state, trick, events)
    state["discard"] += cards
    state["trick"] = []
    if all(region["top"] is None for region in state["regions"].values()):
        state["phase"] = "over"
        state["turn"] = None
        events.append({"type": "game_over", "scores": scores(state), "ranks": ranks(state)})
    elif not any(state["hands"]):
        new_round(state, next_dealer, shuffles.pop(0), events)
    else:
        state["trick_no"] += 1
        state["leader"] = state["turn"] = state["first_player"]
        state["phase"] = "place_dragon"


def win_trick(state: Map, trick: list[Map], events: list[Map]) -> int:
    trumps = [play for play in trick if color_of(play["card"]) == state["trump"]]
    of_led = [play for play in trick if color_of(play["card"]) == color_of(trick[0]["card"])]
    best = max(trumps or of_led, key=lambda play: number_of(play["card"]) or 0)
    winner: int = best["seat"]
    region = state["regions"][state["dragon"]]
    quest = {"color": state["dragon"], "value": region["top"]}
    state["quests"][winner].append(quest)
    region["top"] = region["below"].pop(0) if region["below"] else None
    won = {"seat": winner, "card": best["card"], "region": state["dragon"], "value": quest["value"]}
    events.append({"type": "trick_won", **won})
    events.append({"type": "quest_shown", "region": state["dragon"], "value": region["top"]})
    if color_of(best["card"]) == state["dragon"]:
        state["monsters"][winner] += 1
        events.append({"type": "monster", "seat": winner, "reason": "region"})
    if all(number_of(play["card"]) != 1 for play in trick):
        state["first_player"] = winner
        events.append({"type": "first_player", "seat": winner, "reason": "won"})
    return winner


def new_round(state: Map, dealer: int, shuffled: list[str], events: list[Map]) -> None:
    state["round"] += 1
    events.append({"type": "round", "round": state["round"], "dealer": dealer})
    events.append({"type": "chance", "what": "shuffle", "result": list(shuffled), "seats": []})
    state["trick_no"] = 1
    state["discard"] = []
    state["voids"] = [[] for _ in range(state["players"])]
    hands, state["deck"] = deal(shuffled, dealer, state["players"])
    state["hands"] = [in_order(state, hand) for hand in hands]
    for seat, hand in enumerate(state["hands"]):
        events.append({"type": "hand", "seat": seat, "cards": list(hand), "seats": [seat]})
    turn_trump(state, events)
    state["dealer"] = state["first_player"] = state["leader"] = state["turn"] = dealer
    state["phase"] = "place_dragon"
    events.append({"type": "first_player", "seat": dealer, "reason": "dealer"})


def deal(shuffled: list[str], dealer: int, players: int) -> tuple[list[list[str]], list[str]]:
    """Card i goes to seat (dealer + 1 + i) mod n until each has its hand; the hands and the rest."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for i in range(players * HAND[players]):
        hands[(dealer + 1 + i) % players].append(shuffled[i])
    return hands, shuffled[players * HAND[players] :]


def scores(state: Map) -> list[int]:
    points = []
    for seat in range(state["players"]):
        most = all(
            state["treasures"][seat] > state["treasures"][other]
            for other in range(state["players"])
            if other != seat
        )
        quests = sum(quest["value"] for quest in state["quests"][seat])
        points.append(quests + state["monsters"][seat] + (5 if most else 0))
    return points


def ranks(state: Map) -> list[int]:
    points = scores(state)
    worth = [(points[seat], len(state["quests"][seat])) for seat in range(state["players"])]
    return [1 + sum(other > mine for other in worth) for mine in worth]


def view(state: Map, seat: int | None) -> Map:
    """Section 11."""
    shown = deepcopy(state)
    shown["hands"] = [hand if owner == seat else len(hand) for owner, hand in enumerate(state["hands"])]
    shown["deck"] = len(state["deck"])
    for color in state["colors"]:
        shown["regions"][color]["below"] = len(state["regions"][color]["below"])
        shown["box"][color] = 2
    if state["options"]["secret_quests"] and state["phase"] != "over":
        for owner, quests in enumerate(shown["quests"]):
            for quest in quests:
                if owner != seat:
                    quest["value"] = None
    return shown
