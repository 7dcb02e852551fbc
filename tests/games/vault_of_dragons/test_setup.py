"""Vault of Dragons' options and component files: what they may be, and what is refused with its entry."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from altered import altered

from arena.games import BadComponents, BadOption, BadSetup
from vault_of_dragons.naive import PARTS
from vault_of_dragons.positions import GAME, do, legal, position

Data = dict[str, Any]


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (2, {"location": 6}, "'location': .*did you mean 'locations'"),
        (2, {"locations": 7}, "locations: must be one of 12, 9, 6, not 7"),
        (2, {"locations": True}, "locations: must be one of"),
        (4, {"locations": 9}, "locations: 9 and 6 are for 2 or 3 players, not 4"),
        (2, {"secrets_to_open": 2}, "secrets_to_open: must be one of 3, 4, 5"),
        (2, {"action_packed": 1}, "action_packed: must be true or false"),
        (2, {"max_rounds": 0}, "max_rounds: must be an integer from 1 to 200"),
        (2, {"max_rounds": 201}, "max_rounds: must be an integer from 1 to 200"),
        (2, {"factions": "all"}, "factions: must be choose, random, or a list"),
        (2, {"factions": ["xanathar"]}, "factions: must name 2, one a seat, not 1"),
        (2, {"factions": ["xanathar", "xanathar"]}, "factions: has a faction twice"),
        (2, {"factions": ["xanathar", "harpers"]}, "factions: 'harpers' is none of zhentarim"),
        (2, {"factions": ["xanathar", 1]}, "factions: must be choose, random, or a list"),
    ],
)
def test_refuses_options(players: int, options: Data, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.new(players, options)


@pytest.mark.parametrize("players", [1, 5, True, "2"])
def test_refuses_other_numbers_of_players(players: Any) -> None:
    with pytest.raises(BadSetup, match="players: vault-of-dragons takes 2 to 4"):
        GAME.new(players)


def test_options_from_a_command_line() -> None:
    [factions] = [option for option in GAME.options if option.name == "factions"]
    assert factions.parse("random") == "random"
    assert factions.parse("xanathar,zhentarim") == ["xanathar", "zhentarim"]


# Component files


def changed(path: str, value: Any) -> Data:
    """The component file, altered."""
    return altered(PARTS, path, value)


GAIN = {"type": "gain", "gain": {"gold": 1}}
THIEVES: Data = {"cost": {"rogues": 1}, "gain": {"gold": 1}}
BROKEN: list[tuple[str, Any, str]] = [
    ("extra", {}, "extra: is unknown"),
    ("vault", ..., "vault: is missing"),
    ("counts.rumors", 31, "counts.rumors: must be 30"),
    ("counts.casualty_die", [0, 0, 1, 1, 2, 2], "counts.casualty_die"),
    ("counts.extra", 1, "counts.extra: is unknown"),
    ("vault.difficulty", 21, "vault.difficulty: must be 20"),
    ("vault.casualties", -1, "vault.casualties"),
    ("vault.source", "rumour", "vault.source: must be one of rulebook"),
    ("factions.3", ..., "factions: must have 4 entries, not 3"),
    ("factions.0.followers", [4, 3, 4], r"factions\[0\].followers: must be 10 in all"),
    ("factions.0.followers", [4, 6], r"factions\[0\].followers: must have 3"),
    ("factions.0.initiative", {"secrets": 1}, r"factions\[0\].initiative.secrets: is unknown"),
    ("factions.0.action.cost", {"fighters": 1, "rogues": 1}, r"factions\[0\].action.cost: .*two classes"),
    ("factions.0.action.gain", {"fighters": 1}, r"factions\[0\].action.gain: must not place Followers"),
    ("factions.1.id", "zhentarim", r"factions\[1\].id: 'zhentarim' is there twice"),
    ("factions.1.name", ..., r"factions\[1\].name: is missing"),
    ("factions.1.motto", "x", r"factions\[1\].motto: is unknown"),
    ("locations.11", ..., "locations: must have 12 entries"),
    ("locations.0.front.id", "quill_alley", "quill_alley' is there twice"),
    ("locations.0.front.reward", {"secrets": 1}, r"locations\[0\].front.reward.secrets"),
    ("locations.0.front.reward", {"gold": 0}, r"locations\[0\].front.reward.gold: .*at least 1"),
    ("locations.0.front.reward", {"gold": True}, r"locations\[0\].front.reward.gold"),
    ("locations.0.front.reward", {"gold_die": "d6"}, r"reward.gold_die: must be one of d4, d10, d12"),
    ("locations.0.front.reward", {"silver": 1}, r"reward.silver: is unknown"),
    ("locations.0.front.options", ..., r"locations\[0\].front: must have either a quest or options"),
    ("locations.0.front.options", [], r"locations\[0\].front.options: is empty"),
    ("locations.0.front.quest", [], r"locations\[0\].front: must have either a quest or options"),
    ("locations.0.front.options.0.casualties", 1, r"options\[0\]: must not have both a cost and casualties"),
    ("locations.0.front.options.0.alter", True, r"options\[0\]: must have either gain or alter"),
    ("locations.0.front.options.0.gain", ..., r"options\[0\]: must have either gain or alter"),
    ("locations.2.front.options.0.alter", False, r"options\[0\].alter: must be True"),
    ("locations.4.back.quest.2", ..., r"locations\[4\].back.quest: must have 3 entries"),
    ("locations.4.back.quest.0.difficulty", 3, r"quest\[0\].difficulty: is unknown"),
    ("locations.4.back.quest.1.difficulty", ..., r"quest\[1\].difficulty: is missing"),
    ("locations.4.back.quest.2.difficulty", 5, r"locations\[4\].back.quest: must have its highest"),
    ("locations.4.back.quest.0.loot", {"fighters": 1}, r"quest\[0\].loot.fighters: is unknown"),
    ("dungeons.4", ..., "dungeons: must have 5 entries"),
    ("dungeons.0.front.loot", {"gold_die": "d4"}, r"dungeons\[0\].front.loot.gold_die: is unknown"),
    ("dungeons.0.front.loot", {"secrets": 1}, r"dungeons\[0\].front.loot.secrets: is unknown"),
    ("dungeons.0.back", ..., r"dungeons\[0\].back: is missing"),
    ("secrets.20", ..., "secrets: must have 21 entries"),
    ("secrets.0.rooms.0.loot", {"secrets": 1}, r"secrets\[0\].rooms\[0\].loot.secrets: is unknown"),
    ("secrets.0.name", "x", r"secrets\[0\].name: is unknown"),
    ("secrets.1.id", "s01", "'s01' is there twice"),
    ("treasures.0.copies", 5, "treasures: have 51 copies in all, not 50"),
    ("treasures.0.use", "play", r"treasures\[0\].use: must be one of discard, remove"),
    ("treasures.0.effect.type", "fly", r"treasures\[0\].effect.type: must be one of attack"),
    ("treasures.0.effect.gain", ..., r"treasures\[0\].effect.gain: is missing"),
    ("treasures.0.effect.gain", {"treasures": 1}, r"treasures\[0\].effect: .*must not draw Treasures"),
    ("treasures.0.effect", {"type": "extra_draw", "count": 1}, "extra_draw is for Magic Items"),
    ("treasures.0.effect.bonus", 1, r"treasures\[0\].effect.bonus: is unknown"),
    ("treasures.0.class", "wizard", r"treasures\[0\].class: is unknown"),
    ("treasures.8.effect.die", "d6", r"treasures\[8\].effect.die: must be one of"),
    ("items.0.use", "discard", r"items\[0\].use: must be one of play, remove"),
    ("items.0.class", "bard", r"items\[0\].class: must be one of fighter"),
    ("items.13.class", "wizard", r"items\[13\].class: goes with an effect in fights, not with gain"),
    ("items.0.id", "coin_purse", "'coin_purse' is there twice"),
]


@pytest.mark.parametrize(("path", "value", "message"), BROKEN)
def test_refuses_a_component_file_with_the_entry_and_the_reason(path: str, value: Any, message: str) -> None:
    with pytest.raises(BadComponents, match=message):
        GAME.new(2, components=changed(path, value))


def own_file() -> Data:
    """Other Followers, a dangerous Vault, other cards and Locations: a file of the same form."""
    data = copy.deepcopy(PARTS)
    data["factions"][0]["followers"] = [10, 0, 0]
    data["factions"][1]["action"] = {"cost": {"rogues": 1}, "gain": {"fighters": 2, "gold": 1}}
    data["factions"][2]["initiative"] = {"treasures": 1, "items": 1, "gold_die": "d4"}
    data["vault"]["casualties"] = 2
    data["treasures"][0]["effect"] = {"type": "gain", "gain": {"wizards": 1, "items": 1}}
    data["treasures"][1]["use"] = "remove"
    data["treasures"][1]["effect"] = {"type": "gain", "gain": {"treasures": 1}}
    data["items"][0]["effect"] = {"type": "reroll", "die": "d10"}
    data["items"][3]["effect"] = {"type": "ignore_casualty", "count": 3}
    data["locations"][0]["front"]["options"].append({"gain": {"secrets": 2}, "casualties": 2})
    data["locations"][1]["front"]["options"].append({"cost": {"treasures": 1, "items": 1}, "alter": True})
    data["locations"][2]["front"]["reward"] = {"fighters": 99, "items": 1}
    data["note"] = None
    del data["note"]
    return data


def test_another_file_is_played_and_goes_with_the_state() -> None:
    state, rng = GAME.new(3, seed=4, components=own_file()), Random(4)
    assert state.to_data()["components"] == own_file()
    assert GAME.new(2, components=copy.deepcopy(PARTS)).to_data()["components"] is None
    while state.decision is not None:
        state.apply(rng.choice(state.decision.legal))
    again = GAME.from_data(state.to_data())
    assert again.to_data() == state.to_data()
    assert "Thort's Findings" in GAME.draw(state.view(0))


def test_a_reroll_for_one_kind_of_die() -> None:
    parts = own_file()
    said = position(followers={0: {12: "FW"}}, hands={0: "keen_longsword"}, components=parts)
    said["unhired"][0] = [9, 0, -1]
    said["factions"] = ["bregan_daerthe", "xanathar"]
    said["unhired"][0] = [3, 3, 2]
    state = GAME.from_data(said)
    do(state, "enter", target="dungeon", entrance="gold")
    do(state, "party", 3, 5, fighters=1, rogues=0, wizards=1)
    assert legal(state, "play") == [{"type": "play", "card": "keen_longsword", "die": "d10"}]


@pytest.mark.parametrize("change", [lambda d: d.update(vault=1), lambda d: d.update(treasures={})])
def test_refuses_what_is_no_table(change: Callable[[Data], None]) -> None:
    data = copy.deepcopy(PARTS)
    change(data)
    with pytest.raises(BadComponents):
        GAME.components(data)
