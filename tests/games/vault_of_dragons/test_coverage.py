"""Everything printed, and every kind of entry, decision and event, occurs in a fixed set of seeded games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from arena.games import Action, Event, State
from bots.greedy.vault_of_dragons import choose
from vault_of_dragons import naive
from vault_of_dragons.naive import CARDS, FACTIONS, PARTS
from vault_of_dragons.positions import GAME

pytestmark = pytest.mark.slow

Data = dict[str, Any]
Seen = set[tuple[Any, ...]]

LONG: Data = {"factions": "random", "secrets_to_open": 5, "max_rounds": 30}
GAMES: list[tuple[int, Data]] = [
    (4, {**LONG, "shuffle_locations": True, "rumors_spread": True}),
    (3, {**LONG, "flip_empty_locations": True, "increase_profits": True, "rumors_spread": True}),
    (2, {**LONG, "locations": 6, "rumor_bidding": True, "action_packed": True}),
    (3, {"secrets_to_open": 4, "shuffle_locations": True, "flip_empty_locations": True, "locations": 9}),
    (4, {"rumors_spread": True}),
]
SEEDS = range(24, 33)  # hits to assign come in one game of forty, among these in two

EVENTS = {
    "chance": {"what", "result"},
    "faction": {"seat", "faction"},
    "watch_placed": {"seat", "place"},
    "round": {"round", "initiative"},
    "initiative_bonus": {"seat"},
    "turn": {"seat"},
    "phase": {"phase"},
    "action": {"seat", "action"},
    "reveal": {"seat"},
    "gold": {"seat", "amount"},
    "rumors": {"seat", "amount"},
    "secret": {"seat", "total"},
    "followers_placed": {"seat", "place", "followers"},
    "hired": {"seat", "place", "followers", "price"},
    "moved": {"seat", "place", "to", "followers"},
    "killed": {"seat", "place", "followers"},
    "paid": {"seat", "cost"},
    "discarded": {"seat", "deck", "card"},
    "draw": {"seat", "deck", "count"},
    "drawn_cards": {"seat", "cards", "seats"},
    "play": {"seat", "card"},
    "use": {"seat", "place", "option"},
    "reward": {"seat", "place"},
    "flipped": {"place", "location"},
    "exchanged": {"a", "b"},
    "swapped": {"place", "location"},
    "watch_moved": {"place", "to"},
    "watch_regroups": {"place", "to"},
    "fight": {"seat", "kind", "place"},
    "rogue_die": {"seat", "roll"},
    "rolled": {"seat", "dice", "skulls"},
    "pass": {"seat"},
    "spend_rumors": {"seat", "count"},
    "rerolled": {"seat", "die", "value"},
    "attack_die": {"seat", "die", "critical", "strength"},
    "rooms": {"secret"},
    "attempt": {"seat", "kind", "strength", "reached"},
    "wiped_out": {"seat"},
    "dungeon": {"dungeon", "revisited"},
    "rumor_spread": {"target"},
    "brawl_result": {"winner", "watch", "strengths"},
    "retreat": {"seat", "place", "to"},
    "assign": {"seat", "target"},
    "initiative": {"seat"},
    "market": {"items", "treasures"},
    "take_card": {"seat", "card"},
    "bid": {"seat", "new", "old"},
    "rumors_age": set(),
    "game_over": {"winner", "ranks"},
}


def curious(state: State, rng: Random) -> Action:
    """Now what looks best, now any type of action; often a Location's use, Blackstaff Tower's above all."""
    decision = state.decision
    assert decision is not None
    uses = [action for action in decision.legal if action.type == "use"]
    if uses and rng.random() < 0.3:
        data = state.to_data()
        towers = [action for action in uses if naive.face(data, action.arg[0])["id"] == "blackstaff_tower"]
        return rng.choice(towers or uses)
    if decision.kind != "alter" and rng.random() < 0.7:
        legal = [action.to_data() for action in decision.legal]
        seat, kind = decision.seat, decision.kind
        asked: Any = SimpleNamespace(view=state.view(seat), seat=seat, kind=kind, legal=legal)
        return decision.legal[choose(asked, rng)]
    if decision.kind == "alter" and rng.random() < 0.4:
        board, flips = state.to_data()["board"], [a for a in decision.legal if a.type == "flip"]
        watched = [action for action in flips if board[action.arg]["watch"]]
        return rng.choice(watched or flips)
    types = sorted({action.type for action in decision.legal})
    wanted = rng.choice(types)
    return rng.choice([action for action in decision.legal if action.type == wanted])


@cache
def seen_in_all_games() -> Seen:
    seen: Seen = set()
    for players, options in GAMES:
        for seed in SEEDS:
            state, rng = GAME.new(players, options, seed), Random(seed)
            while state.decision is not None:
                before = state.to_data()
                action = curious(state, rng)
                seen.add(("decision", state.decision.kind))
                seen.add(("action", action.type))
                events = state.apply(action)
                seen.update(things_seen(before, state.to_data(), action, events))
    return seen


def things_seen(before: Data, after: Data, action: Action, events: list[Event]) -> Iterator[tuple[Any, ...]]:
    for entry in before["stack"]:
        yield "entry", entry["do"]
        if entry["do"] == "fight":
            yield "step", entry["kind"], entry["step"]
    flips = [event for event in events if event["type"] == "flipped"]
    if flips and before["phase"] != after["phase"] and before["options"]["flip_empty_locations"]:
        yield "option", "flip_empty_locations"
    for event in events:
        yield "event", event["type"]
        yield from event_seen(before, after, event)


def event_seen(before: Data, after: Data, event: Event) -> Iterator[tuple[Any, ...]]:
    match event["type"]:
        case "play":
            yield "card", event["card"]
        case "use":
            place = before["board"][event["place"]]
            yield "use", naive.face(before, event["place"])["id"], event["option"]
            if place["gold"]:
                yield "option", "increase_profits"
        case "reward":
            yield "reward", naive.face(before, event["place"])["id"]
        case "initiative_bonus":
            yield "bonus", after["factions"][event["seat"]]
        case "attempt":
            yield from rooms_seen(before, event)
        case "action" if event["action"]["type"] == "faction_action":
            yield "faction action", before["factions"][event["seat"]]
        case "action" if before["turn"]["taken"] == 1:
            yield "option", "action_packed"
        case "reveal":
            yield "reveal", before["options"]["secrets_to_open"]
        case "rumor_spread":
            yield "rumor_spread", event["target"]


def rooms_seen(before: Data, event: Event) -> Iterator[tuple[Any, ...]]:
    fight = before["stack"][-1]
    for room in range(1, event["reached"] + 1):
        if event["kind"] == "quest":
            yield "quest", naive.face(before, fight["place"])["id"], room
        elif event["kind"] == "dungeon":
            dungeon = before["dungeons"][0]
            yield "secret", before["dungeon_secret"][0], room
            yield "dungeon", dungeon["tile"], dungeon["side"], room
            if before["revisited"]:
                yield "revisited", room


def missing(*wanted: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [thing for thing in wanted if thing not in seen_in_all_games()]


FACES = [tile[side] for tile in PARTS["locations"] for side in ("front", "back")]
ROOMS = (1, 2, 3)


@pytest.mark.slow
def test_every_card_is_played() -> None:
    assert missing(*[("card", card) for card in CARDS]) == []


def test_every_face_of_a_location_is_used_and_rewards() -> None:
    assert missing(*[("reward", face["id"]) for face in FACES]) == []
    options = [("use", face["id"], i) for face in FACES for i in range(len(face.get("options", [])))]
    assert missing(*options) == []
    quests = [face["id"] for face in FACES if "quest" in face]
    assert missing(*[("quest", name, room) for name in quests for room in ROOMS]) == []


def test_every_side_of_a_dungeon_is_completed() -> None:
    assert missing(*[("dungeon", tile, side, 3) for tile in range(5) for side in (0, 1)]) == []
    assert missing(*[("revisited", room) for room in ROOMS]) == []


def test_every_room_of_every_secret_is_reached() -> None:
    assert missing(*[("secret", secret["id"], room) for secret in PARTS["secrets"] for room in ROOMS]) == []


def test_every_faction_takes_its_action_and_its_bonus() -> None:
    assert missing(*[("faction action", name) for name in FACTIONS]) == []
    assert missing(*[("bonus", name) for name in FACTIONS]) == []


def test_every_alternate_rule_takes_effect() -> None:
    flags = ("flip_empty_locations", "increase_profits", "action_packed")
    assert missing(*[("option", flag) for flag in flags]) == []
    assert missing(*[("reveal", number) for number in (3, 4, 5)]) == []
    assert missing(*[("rumor_spread", target) for target in ("dungeon", "vault")]) == []
    assert missing(("event", "bid"), ("event", "swapped")) == []


def test_every_kind_of_decision_action_and_event_occurs() -> None:
    assert missing(*[("action", name) for name in GAME.actions]) == []
    assert missing(*[("event", name) for name in EVENTS]) == []
    kinds = {thing[1] for thing in seen_in_all_games() if thing[0] == "decision"}
    assert kinds == {
        *("faction", "place_watch", "turn", "after_action", "hire", "move", "free_move", "gather", "party"),
        *(
            "pay_card",
            "alter",
            "displace",
            "displace_watch",
            "patrol",
            "rogue_die",
            "modify",
            "attack_die",
            "retreat",
        ),
        *("regroup", "assign", "ignore", "casualties", "opportunity", "extra_draw", "discard_drawn"),
        *("pursue", "bid"),
    }


def test_every_entry_of_the_stack_and_every_step_of_a_fight_occurs() -> None:
    assert {thing[1] for thing in seen_in_all_games() if thing[0] == "entry"} == {
        *("place_watch", "faction", "end_action", "hire", "free_move", "move", "gather", "party", "special"),
        *("use", "pay", "alter", "displace", "displace_watch", "opportunity", "draw", "loot", "suffer"),
        *("rewards", "reward", "pursue", "bid", "fight"),
    }
    brawls = ("patrol", "rogue", "modify", "choose", "retreat", "regroup", "assign", "harm")
    attempts = ("rogue", "modify", "choose", "loot", "finish")
    steps = {thing[1:] for thing in seen_in_all_games() if thing[0] == "step"}
    assert steps == {
        *[("brawl", step) for step in brawls],
        *[(kind, step) for kind in ("quest", "dungeon") for step in attempts],
        *[("vault", step) for step in attempts if step != "finish"],
    }


def test_every_event_has_the_fields_of_the_page() -> None:
    for players, options in GAMES:
        state, rng = GAME.new(players, options, 1), Random(1)
        while state.decision is not None:
            for event in state.apply(curious(state, rng)):
                fields = {*event} - {"type"}
                if event["type"] == "chance" and event["what"].endswith("_deck"):
                    assert event["seats"] == []
                    fields.remove("seats")
                assert fields == EVENTS[event["type"]], event
                assert "seats" not in event or event["type"] in ("chance", "drawn_cards")
