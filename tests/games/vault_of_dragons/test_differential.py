"""Random games of Vault of Dragons under every option, each step held against the rules page:
what is decided among what, what each state must be, what the events tell."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arena import games
from arena.games import Event
from vault_of_dragons import invariants, naive

GAME = games.get("vault-of-dragons")
Data = dict[str, Any]
FLAGS = (
    "shuffle_locations",
    "action_packed",
    "rumors_spread",
    "rumor_bidding",
    "increase_profits",
    "flip_empty_locations",
)
ALL: Data = {**dict.fromkeys(FLAGS, True), "secrets_to_open": 4, "factions": "random"}
OPTIONS: list[tuple[int, Data]] = [
    *((players, {}) for players in (2, 3, 4)),
    *((2 + number % 3, {flag: True}) for number, flag in enumerate(FLAGS)),
    *((players, ALL) for players in (2, 3, 4)),
    *((players, {**ALL, "locations": size}) for players in (2, 3) for size in (6, 9)),
    (3, {"locations": 6, "secrets_to_open": 5}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), OPTIONS)
def test_every_step_is_as_the_page_has_it(players: int, options: Data) -> None:
    for seed in range(2):
        state, rng = GAME.new(players, options, seed), Random(seed)
        before = state.to_data()
        while (decision := state.decision) is not None:
            invariants.check(before)
            expected = naive.decision(before)
            assert expected is not None
            seat, kind, legal = expected
            assert (decision.seat, decision.kind) == (seat, kind)
            assert [action.to_data() for action in decision.legal] == legal
            action = rng.choice(decision.legal)
            events = state.apply(action)
            after = state.to_data()
            check_after_action(before, action.to_data(), after, events)
            check_told(before, after, events)
            check_fights(before, events)
            before = after
        invariants.check(before)
        assert naive.decision(before) is None


def check_after_action(before: Data, action: Data, after: Data, events: list[Event]) -> None:
    """A turn ends by itself exactly where nothing is left to do (section 5)."""
    ends = {"turn", "phase"} & {event["type"] for event in events}
    if after["stack"] == [{"do": "end_action"}]:
        assert not ends
        assert naive.free_deeds(after, before["turn"]["seat"])
    if ends == {"turn"} and before["turn"] and action["type"] != "end_turn":
        turn = dict(before["turn"])
        if action["type"] == "play":
            turn["free_entrance"] |= naive.CARDS[action["card"]]["effect"]["type"] == "free_entrance"
        assert naive.free_deeds({**after, "turn": turn}, turn["seat"]) == []
    if action["type"] == "end_turn":
        assert ends


def check_told(before: Data, after: Data, events: list[Event]) -> None:
    """The events account for every change of gold, Rumors, Secrets and Followers on the board."""
    for seat in range(before["players"]):
        mine = [event for event in events if event.get("seat") == seat]
        gold = sum(event["amount"] for event in mine if event["type"] == "gold")
        gold -= sum(event["cost"].get("gold", 0) for event in mine if event["type"] == "paid")
        gold -= sum(event["price"] for event in mine if event["type"] == "hired")
        assert after["gold"][seat] - before["gold"][seat] == gold
        secrets = sum(event["type"] == "secret" for event in mine)
        assert len(after["secrets"][seat]) - len(before["secrets"][seat]) == secrets
        assert after["followers"][seat] == followers_told(before["followers"][seat], mine)
    for event in events:
        if event["type"] == "watch_moved":
            assert naive.distance(event["place"], event["to"]) == 1


def followers_told(start: list[list[int]], events: list[Event]) -> list[list[int]]:
    """Where a seat's Followers are after these events of its own."""
    here = [group[:] for group in start]

    def change(place: int, group: list[int], sign: int) -> None:
        here[place] = [has + sign * number for has, number in zip(here[place], group, strict=True)]

    for event in events:
        match event["type"]:
            case "hired" | "followers_placed":
                change(event["place"], event["followers"], 1)
            case "killed":
                change(event["place"], event["followers"], -1)
            case "moved":
                change(event["place"], event["followers"], -1)
                change(event["to"], event["followers"], 1)
            case "paid":
                place = place_paid(events)
                if place is not None:
                    change(place, [event["cost"].get(name, 0) for name in naive.T], -1)
    return here


def place_paid(events: list[Event]) -> int | None:
    """The place whose Followers were paid: of a use, or of a Faction Action."""
    for event in events:
        if event["type"] == "use":
            return int(event["place"])
        if event["type"] == "action" and event["action"]["type"] == "faction_action":
            place = event["action"].get("place")
            return None if place is None else int(place)
    return None


def check_fights(before: Data, events: list[Event]) -> None:
    """Who wins a brawl, how far an attempt gets, and how many Casualty dice it suffers."""
    for number, event in enumerate(events):
        if event["type"] == "brawl_result":
            attacker = before["stack"][-1]["attacker"]
            assert event["winner"] == winner(attacker, event["strengths"], event["watch"])
        if event["type"] == "attempt":
            rooms = rooms_of(before, event["kind"])
            reached = sum(event["strength"] >= difficulty for difficulty, _ in rooms)
            assert event["reached"] == reached
            dice = sum(casualties for _, casualties in rooms[:reached])
            if event["kind"] != "quest":
                dice += len(before["secrets"][event["seat"]])
            rolls = []
            for told in events[number + 1 :]:
                if told.get("what") != "casualty":
                    break
                rolls.append(told["result"])
            assert len(rolls) == dice


def winner(attacker: int, strengths: list[list[int]], watch: int | None) -> int:
    most = max(strength for _, strength in strengths)
    if watch is not None and watch > most:
        return -1
    best = [seat for seat, strength in strengths if strength == most]
    return attacker if attacker in best else best[0]


def rooms_of(data: Data, kind: str) -> list[tuple[int, int]]:
    """The Difficulty and the Casualty dice of each room."""
    if kind == "vault":
        return [(20, 0)] * 3
    if kind == "quest":
        printed = naive.face(data, data["stack"][-1]["place"])["quest"]
        return [(room.get("difficulty", 0), room["casualties"]) for room in printed]
    [name] = data["dungeon_secret"]
    secret = next(secret for secret in naive.PARTS["secrets"] if secret["id"] == name)
    dungeon = data["dungeons"][0]
    tile = naive.PARTS["dungeons"][dungeon["tile"]][("front", "back")[dungeon["side"]]]
    first, second, third = secret["rooms"]
    return [
        (0, first["casualties"] + tile["casualties"]),
        (second["difficulty"] + tile["difficulty"], second["casualties"]),
        (third["difficulty"] + tile["difficulty"] + 2 * data["revisited"], third["casualties"]),
    ]
