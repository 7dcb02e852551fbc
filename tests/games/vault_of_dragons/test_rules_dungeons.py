"""Vault of Dragons' Quests, Dungeons and Vault, each rule at a position made for it."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import Event, State
from vault_of_dragons.positions import (
    GAME,
    PORTAL,
    asked,
    choose,
    do,
    enter_dungeon,
    legal,
    position,
    stack,
    start,
    told,
    top,
)


def data(state: State, field: str) -> Any:
    return state.to_data()[field]


def attempt(state: State, *chance: int, die: str = "d10") -> list[Event]:
    """Pass, and attack with a die; the random outcomes are a Critical Hit's and those suffered."""
    do(state, "pass")
    return do(state, "attack_die", *chance, die=die)


# Entering


def test_r22_any_party_but_through_the_gold_entrance_one_gold_a_follower() -> None:
    hands = {0: "luckstone keen_longsword"}
    state = start(followers={0: {PORTAL: "FFR"}}, gold=[2, 0], rumors={0: (1, 1)}, hands=hands)
    assert [tuple(action.values())[1:] for action in legal(state, "enter")] == [
        ("dungeon", "gold"),
        ("dungeon", "item", "keen_longsword"),
        ("dungeon", "item", "luckstone"),
        ("dungeon", "rumors"),
    ]
    rich = start(followers={0: {PORTAL: "FFR"}}, gold=[2, 0], rumors={0: (1, 1)}, hands=hands)
    do(state, "enter", target="dungeon", entrance="gold")
    assert {"type": "party", "fighters": 2, "rogues": 1, "wizards": 0} not in legal(state)
    events = choose(state, "party", "FF", 5)
    assert told(events, "paid") == [{"seat": 0, "cost": {"gold": 2}}]
    events = do(rich, "enter", target="dungeon", entrance="rumors")
    assert (told(events, "paid"), data(rich, "rumor_supply")) == ([{"seat": 0, "cost": {"rumors": 2}}], 30)
    assert top(rich) == {"do": "party", "target": "dungeon", "entrance": "rumors"}
    assert {"type": "party", "fighters": 2, "rogues": 1, "wizards": 0} in legal(rich)
    assert data(rich, "entrances")[0] == {"gold": False, "item": False, "rumors": True}


def test_the_item_entrance_discards_the_item() -> None:
    state = start(followers={0: {PORTAL: "F"}}, hands={0: "luckstone"})
    events = do(state, "enter", target="dungeon", entrance="item", card="luckstone")
    assert told(events, "discarded") == [{"seat": 0, "deck": "items", "card": "luckstone"}]


def test_the_secret_is_turned_up_with_the_party_not_before() -> None:
    state = start(followers={0: {PORTAL: "F"}})
    do(state, "enter", target="dungeon", entrance="gold")
    assert (data(state, "secret_shown"), state.view(1)["dungeon_secret"]) == (False, 1)
    events = choose(state, "party", "F", 5)
    assert told(events, "rooms") == [{"secret": "s01"}]
    assert (data(state, "secret_shown"), state.view(1)["dungeon_secret"]) == (True, ["s01"])


def test_a_free_entrance_is_used_up_by_the_gold_entrance_alone() -> None:
    state = start(followers={0: {PORTAL: "FF"}}, gold=[0, 0], hands={0: "tavern_token tavern_token"})
    assert not legal(state, "enter")
    do(state, "play", card="tavern_token")
    assert not legal(state, "play")
    do(state, "enter", target="dungeon", entrance="gold")
    choose(state, "party", "FF", 5)
    assert (data(state, "gold")[0], data(state, "turn")["free_entrance"]) == (0, False)


def test_r19_without_a_secret_the_dungeon_cant_be_entered() -> None:
    state = start(followers={0: {PORTAL: "F"}}, dungeon=None, secrets={0: 0, 1: 21})
    assert not legal(state, "enter")


def test_r21_the_vault_is_free_for_whoever_has_secrets_enough_as_often_as_actions_allow() -> None:
    followers = {0: {PORTAL: "FF"}, 1: {PORTAL: "FF"}}
    state = start(followers=followers, secrets={0: 3, 1: 2}, vault_open=True, rumors={1: (2, 0)})
    vault = [action for action in legal(state, "enter") if action["target"] == "vault"]
    assert vault == [{"type": "enter", "target": "vault", "entrance": "free"}]
    do(state, "enter", target="vault", entrance="free")
    choose(state, "party", "F", 5)
    attempt(state, 0, 0, 0)
    assert data(state, "entrances")[0] == {"gold": False, "item": False, "rumors": False}
    vault = [action for action in legal(state, "enter") if action["target"] == "vault"]
    assert [action["entrance"] for action in vault] == ["gold", "rumors"]


def test_more_secrets_are_needed_with_the_option() -> None:
    said: dict[str, Any] = {
        "options": {"secrets_to_open": 4},
        "secrets": {0: 3},
        "followers": {0: {PORTAL: "F"}},
    }
    assert not legal(start(**said), "reveal")
    state = start(**said, vault_open=True)
    assert [a["entrance"] for a in legal(state, "enter") if a["target"] == "vault"] == ["gold"]
    assert legal(start(**{**said, "secrets": {0: 4}}), "reveal")


# Rooms


def test_r17_the_tile_adds_to_the_second_and_third_room() -> None:
    for tile, rolled, reached in ((0, 8, 2), (1, 8, 1), (1, 9, 2), (4, 9, 1)):
        state = start(followers={0: {PORTAL: "F"}}, tile=tile)
        enter_dungeon(state, "F", rolled)
        [told_of] = told(attempt(state), "attempt")
        assert told_of == {"seat": 0, "kind": "dungeon", "strength": rolled, "reached": reached}


def test_r16_casualties_of_the_rooms_reached_the_tile_and_the_secrets_held_before() -> None:
    # s04 has a Casualty die in its third room (at 11), Twisted Caverns one in the first.
    for rumors, dice in ((0, 3), (3, 4)):
        said = position(
            followers={0: {PORTAL: "FF"}}, dungeon="s04", tile=3, secrets={0: 2}, rumors={0: (3, 0)}
        )
        state = GAME.from_data(said)
        enter_dungeon(state, "FF", 7)
        if rumors:
            do(state, "spend_rumors", count=rumors)
        attempt(state, *[1] * dice)
        assert len(top(state)["dice"]) == dice


def test_r20_the_revisited_token_hardens_the_last_room_only_and_adds_a_treasure() -> None:
    said: dict[str, Any] = {"dungeon": "s02", "revisited": True, "followers": {0: {PORTAL: "W"}}}
    state = start(**said)
    enter_dungeon(state, "W", 6)
    assert told(attempt(state, die="d12"), "attempt")[0]["reached"] == 2
    state = start(**said, rumors={0: (2, 0)})
    enter_dungeon(state, "W", 11)
    do(state, "spend_rumors", count=1)
    assert told(attempt(state, die="d12"), "attempt")[0]["reached"] == 2
    state = start(**said, rumors={0: (2, 0)})
    enter_dungeon(state, "W", 11)
    do(state, "spend_rumors", count=2)
    attempt(state, die="d12")
    assert top(state) == {
        **{"do": "draw", "seat": 0, "deck": "treasures", "count": 2},
        **{"extra": 0, "drawn": [], "step": "offer"},
    }


def test_r20_the_vault_stays_at_20_whatever_was_revisited() -> None:
    state = start(followers={0: {PORTAL: "W"}}, vault_open=True, revisited=True, rumors={0: (9, 0)})
    do(state, "enter", target="vault", entrance="gold")
    choose(state, "party", "W", 11)
    do(state, "spend_rumors", count=9)
    attempt(state, die="d12")
    assert (data(state, "winner"), state.ranks(), state.scores()) == (0, [1, 2], [100, 0])


def test_r60_two_skulls_make_fourteen() -> None:
    state = start(
        followers={0: {PORTAL: "FRW"}}, hands={0: "wand_of_lightning"}, rumors={0: (1, 0)}, dungeon="s14"
    )
    do(state, "enter", target="dungeon", entrance="gold")
    choose(state, "party", "FRW")
    do(state, "rogue_die", 6, 3, 9, 2, roll=True)
    do(state, "play", card="wand_of_lightning")
    do(state, "spend_rumors", count=1)
    [told_of] = told(attempt(state, die="d12"), "attempt")
    assert (told_of["strength"], told_of["reached"]) == (14, 3)


def test_secrets_are_worth_one_each_in_dungeons_and_the_vault_and_nothing_in_quests() -> None:
    for kind, bonus in (("dungeon", 2), ("vault", 2), ("quest", 0)):
        followers = {0: {PORTAL: "F", 0: "F"}}
        state = start(followers=followers, locations={0: "sewer_hunt"}, secrets={0: 2}, vault_open=True)
        if kind == "quest":
            do(state, "quest", 5, place=0)
        else:
            do(state, "enter", target=kind, entrance="gold")
            choose(state, "party", "F", 5)
        assert top(state)["sides"][0]["bonus"] == bonus


# Afterwards


def test_loot_is_taken_room_by_room() -> None:
    # s07: a Treasure [1c], at 7 a Treasure, at 12 a Magic Item.
    said: dict[str, Any] = {
        "deck": "coin_purse uncut_gems luckstone",
        "dungeon": "s07",
        "rumors": {0: (9, 0)},
    }
    state = start(followers={0: {PORTAL: "F"}}, **said)
    enter_dungeon(state, "F", 9)
    do(state, "spend_rumors", count=3)
    attempt(state, 0)
    assert stack(state) == ["end_action", "fight", "loot", "loot", "draw"]
    assert [entry.get("loot") for entry in data(state, "stack")[2:4]] == [{"items": 1}, {"treasures": 1}]
    assert (data(state, "stack")[1]["step"], data(state, "stack")[1]["reached"]) == ("finish", 3)
    events = do(state, "pass")
    assert told(events, "draw") == [{"seat": 0, "deck": "treasures", "count": 1}]
    assert told(events, "drawn_cards") == [{"seat": 0, "cards": ["coin_purse"], "seats": [0]}]
    assert data(state, "treasures")[0] == ["coin_purse"]
    do(state, "pass")
    events = do(state, "pass")
    assert told(events, "secret") == [{"seat": 0, "total": 1}]
    assert told(events, "dungeon") == [{"dungeon": "arcane_chambers", "revisited": False}]
    assert data(state, "items")[0] == ["luckstone"]


def test_r18_after_a_failure_the_secret_goes_under_the_pile_and_the_next_is_laid() -> None:
    state = start(followers={0: {PORTAL: "F"}}, dungeon="s08")
    pile = data(state, "secret_pile")
    enter_dungeon(state, "F", 1)
    attempt(state)
    assert (data(state, "dungeon_secret"), data(state, "secret_shown")) == ([pile[0]], False)
    assert data(state, "secret_pile") == [*pile[1:], "s08"]
    assert state.view(0)["dungeon_secret"] == 1


def test_r18_the_only_secret_left_is_laid_again() -> None:
    state = start(followers={0: {PORTAL: "F"}}, dungeon="s02", secrets={1: 20})
    enter_dungeon(state, "F", 1)
    attempt(state)
    assert (data(state, "dungeon_secret"), data(state, "secret_pile")) == (["s02"], [])


def test_the_last_secret_won_leaves_the_dungeon_empty() -> None:
    state = start(followers={0: {PORTAL: "F"}}, dungeon="s02", secrets={1: 20}, rumors={0: (9, 0)})
    enter_dungeon(state, "F", 9)
    do(state, "spend_rumors", count=4)
    attempt(state)
    do(state, "pass")
    assert (data(state, "dungeon_secret"), len(data(state, "secrets")[0])) == ([], 1)


def test_the_dungeon_that_comes_up_on_its_back_is_revisited() -> None:
    dungeons = [{"tile": 4, "side": 0}, *({"tile": tile, "side": 1} for tile in range(4))]
    said: dict[str, Any] = {"dungeon": "s02", "rumors": {0: (9, 0)}, "followers": {0: {PORTAL: "F"}}}
    state = start(**said, dungeons=dungeons)
    enter_dungeon(state, "F", 9)
    do(state, "spend_rumors", count=4)
    attempt(state)
    do(state, "pass")
    events = do(state, "pass")
    assert told(events, "dungeon") == [{"dungeon": "dungeon_level", "revisited": True}]
    assert data(state, "dungeons")[4] == {"tile": 4, "side": 1}


def test_a_party_that_is_wiped_out_takes_nothing() -> None:
    state = start(followers={0: {PORTAL: "F"}}, secrets={0: 1}, dungeon="s02", rumors={0: (9, 0)})
    enter_dungeon(state, "F", 9)
    do(state, "spend_rumors", count=4)
    attempt(state, 1)
    do(state, "pass")
    events = choose(state, "kill", "F")
    assert told(events, "wiped_out") == [{"seat": 0}]
    assert (data(state, "gold")[0], len(data(state, "secrets")[0])) == (9, 1)
    assert data(state, "dungeons")[0]["tile"] == 0


# Quests


def test_r11_all_followers_go_on_a_quest() -> None:
    state = start(followers={0: {9: "FFRW"}}, locations={9: "sewer_hunt"})
    events = do(state, "quest", place=9)
    assert told(events, "fight") == [{"seat": 0, "kind": "quest", "place": 9}]
    assert top(state)["sides"][0]["party"] == [2, 1, 1]


def test_a_completed_quest_sends_the_survivors_to_the_tavern_and_turns_over_unused() -> None:
    state = start(followers={0: {4: "FW"}}, locations={4: "tavern_cellar"})
    do(state, "quest", 9, 4, place=4)
    attempt(state, 0)
    events = do(state, "pass")
    assert told(events, "moved") == [{"seat": 0, "place": 4, "to": PORTAL, "followers": [1, 0, 1]}]
    assert told(events, "flipped") == [{"place": 4, "location": "unicorns_horn"}]
    assert data(state, "board")[4]["used"] is False


def test_r12_a_quest_at_full_strength_without_survivors_stays() -> None:
    state = start(followers={0: {4: "F"}}, locations={4: "tavern_cellar"})
    do(state, "quest", 9, place=4)
    attempt(state, 1)
    do(state, "pass")
    choose(state, "kill", "F")
    assert (data(state, "board")[4]["side"], data(state, "gold")[0]) == (1, 10)


# Cards drawn


def test_r52_extra_draws_are_for_one_batch_and_offered_whatever_is_held() -> None:
    state = start(followers={0: {11: "F"}}, locations={11: "guild_hall"}, deck="coin_purse")
    do(state, "use", place=11, option=0)
    assert (asked(state), legal(state)) == ((0, "extra_draw"), [{"type": "pass"}])
    state = start(
        followers={0: {11: "F"}},
        locations={11: "guild_hall"},
        hands={0: "helm_of_telepathy helm_of_telepathy"},
        deck="coin_purse uncut_gems coin_purse",
    )
    do(state, "use", place=11, option=0)
    do(state, "play", card="helm_of_telepathy")
    do(state, "play", card="helm_of_telepathy")
    assert top(state)["extra"] == 2
    events = do(state, "pass")
    assert told(events, "draw") == [{"seat": 0, "deck": "treasures", "count": 3}]
    assert (asked(state), top(state)["drawn"]) == (
        (0, "discard_drawn"),
        ["coin_purse", "uncut_gems", "coin_purse"],
    )
    assert state.view(1)["stack"][-1]["drawn"] == 3
    assert [action["card"] for action in legal(state)] == ["coin_purse", "uncut_gems"]
    do(state, "discard", card="coin_purse")
    assert top(state)["drawn"] == ["uncut_gems", "coin_purse"]
    do(state, "discard", card="coin_purse")
    assert data(state, "treasures")[0] == ["uncut_gems"]
    assert data(state, "treasure_discard") == ["coin_purse", "coin_purse"]


def test_r53_the_discard_pile_is_shuffled_when_a_card_is_needed_not_before() -> None:
    said = position(followers={0: {11: "F"}}, locations={11: "guild_hall"})
    deck = said["treasure_deck"]
    said["treasure_deck"], said["treasure_discard"] = deck[:1], deck[1:]
    state = GAME.from_data(said)
    do(state, "use", place=11, option=0)
    do(state, "pass")
    assert (data(state, "treasure_deck"), len(data(state, "treasure_discard"))) == ([], 49)
    said["treasure_deck"], said["treasure_discard"] = [], deck
    state = GAME.from_data(said)
    do(state, "use", place=11, option=0)
    state.apply(state.find({"type": "pass"}), [deck[::-1]])
    assert data(state, "treasures")[0] == [deck[-1]]


def test_if_deck_and_discard_pile_are_empty_nothing_is_drawn() -> None:
    said = position(followers={0: {11: "F"}}, locations={11: "guild_hall"})
    cards, said["treasure_deck"] = said["treasure_deck"], []
    said["treasures"][1] = cards
    state = GAME.from_data(said)
    do(state, "use", place=11, option=0)
    do(state, "pass")
    assert (data(state, "treasures")[0], asked(state)) == ([], (1, "turn"))


def test_a_deck_of_fortunes_draws_three_treasures_and_leaves_the_game() -> None:
    state = start(hands={0: "deck_of_fortunes"}, deck="coin_purse coin_purse uncut_gems")
    do(state, "play", card="deck_of_fortunes")
    assert (stack(state), data(state, "removed")) == (["draw"], ["deck_of_fortunes"])
    do(state, "pass")
    assert data(state, "treasures")[0] == ["coin_purse", "coin_purse", "uncut_gems"]
    assert (asked(state), data(state, "turn")["fresh"]) == ((0, "turn"), False)


# Rumors spread


@pytest.mark.parametrize("target", ["dungeon", "vault"])
def test_r65_a_failure_leaves_a_rumor_beside_it_which_helps_the_next(target: str) -> None:
    followers = {seat: {PORTAL: "FF"} for seat in (0, 1)}
    said: dict[str, Any] = {"options": {"rumors_spread": True}, "deck": "healing_potion"}
    state = start(followers=followers, vault_open=True, **said)
    other = {"dungeon": "vault", "vault": "dungeon"}[target]
    do(state, "enter", target=target, entrance="gold")
    choose(state, "party", "F", 2)
    events = attempt(state)
    if target == "dungeon":
        events = do(state, "pass")
    assert told(events, "rumor_spread") == [{"target": target}]
    assert data(state, "spread") == {target: {"new": 1, "old": 0}, other: {"new": 0, "old": 0}}
    do(state, "enter", target=target, entrance="gold")
    choose(state, "party", "F", 2)
    assert top(state)["sides"][0]["bonus"] == 1


def test_completing_the_dungeon_returns_the_rumors_beside_it() -> None:
    spread = {"dungeon": {"new": 1, "old": 1}, "vault": {"new": 1, "old": 0}}
    said: dict[str, Any] = {"options": {"rumors_spread": True}, "spread": spread, "dungeon": "s02"}
    state = start(followers={0: {PORTAL: "F"}}, **said)
    enter_dungeon(state, "F", 9)
    attempt(state)
    do(state, "pass")
    assert data(state, "spread") == {"dungeon": {"new": 0, "old": 0}, "vault": {"new": 1, "old": 0}}
    assert data(state, "rumor_supply") == 29
