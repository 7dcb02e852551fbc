"""The Yawning Portal's components, options and set-up."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from altered import alter, put
from told import says

from arena.games import BadComponents, BadOption, BadSetup, BadState
from yawning_portal.positions import COLORS, GAME, do, legal, made_up_components

Data = dict[str, Any]
OWN: Data = tomllib.loads((GAME.folder / "components.toml").read_text())


# The printed components


def test_the_own_components_are_those_of_the_rules_page() -> None:
    parts = GAME.components()
    assert len(parts.heroes) == len({hero.id for hero in parts.heroes}) == 68
    assert Counter(hero.color for hero in parts.heroes) == {0: 17, 1: 17, 2: 17, 3: 17}
    assert len({hero.order for hero in parts.heroes}) == 68
    symbols = Counter(4 - hero.order.count(None) for hero in parts.heroes)
    assert symbols == {2: 6 * 4, 3: 7 * 4, 4: 4 * 4}
    assert set(Counter(hero.hero_class for hero in parts.heroes).values()) == {5, 6}
    assert (
        len({hero.hero_class for hero in parts.heroes}) == len({hero.effect for hero in parts.heroes}) == 12
    )
    assert [(o.id, o.count, o.mark) for o in parts.objectives] == [
        *(
            ("six-blue", 6, 2),
            ("six-green", 6, 3),
            ("six-red", 6, 2),
            ("six-yellow", 6, 3),
            ("six-white", 6, 4),
        ),
        *(("three-sets", 3, 1), ("three-bonuses", 3, 3), ("five-heroes", 5, 2), ("sixteen-gems", 16, 1)),
    ]
    assert [(tile.front, tile.back) for tile in parts.tiles] == [
        (("place_blue", "swap"), ("play_card", "play_potion")),
        (("place_green", "draw_two"), ("diamond", "remove_card")),
        (("place_red", "remove_card", "play_card"), ("play_card", "remove_token")),
        (("place_yellow", "take_potion"), ("play_card", "exchange")),
    ]


@pytest.mark.parametrize(("players", "slots"), [(1, 16), (2, 20), (3, 24), (4, 28)])
def test_the_table_grows_with_the_players(players: int, slots: int) -> None:
    data = GAME.new(players).to_data()
    assert (len(data["row"]), len(data["spaces"])) == (slots, slots // 2)


REFUSED: list[tuple[str, Any, str]] = [
    *(
        (name, ..., f"^{name}: is missing")
        for name in ("table", "supply", "start", "tile", "objective", "class", "hero")
    ),
    *((name, 7, f"^{name}") for name in ("table", "supply", "start", "tile", "objective", "class", "hero")),
    ("table.end_pieces", 3, "^table.end_pieces: must be 2"),
    ("table.inserts", 2, "^table.inserts: must be 3"),
    ("table.inserts", 3.0, "^table.inserts: must be 3, not 3.0"),
    ("table.slots_per_space", 5, "^table.slots_per_space: must be 4"),
    ("table.end_spaces", 7, "^table.end_spaces: must be an integer from 1 to 6"),
    ("table.end_spaces", 0, "^table.end_spaces: must be an integer from 1 to 6"),
    ("table.end_spaces", True, "^table.end_spaces: must be an integer"),
    ("table.end_spaces", ..., "^table.end_spaces: is missing"),
    ("table.insert_spaces", 2, "^table.insert_slots: must be 8"),
    ("table.end_slots", 9, "^table.end_slots: must be 8"),
    ("table.end_slots", 8.0, "^table.end_slots: must be 8, not 8.0"),
    ("supply.gems_per_color", 29, "^supply.gems_per_color: must be 30"),
    ("supply.diamonds", 21, "^supply.diamonds: must be 20"),
    ("supply.potions", ..., "^supply.potions: is missing"),
    ("supply.food_per_color", 13, "^supply.food_per_color: must be 12"),
    ("start.0", ..., "^start: must have 4 entries, not 3"),
    ("start.0.players", 5, r"^start\[0\].players: must be an integer from 1 to 4"),
    ("start.0.players", 2, r"^start\[1\].players: 2 is there twice"),
    ("start.0.food.red", 0, r"^start\[0\].food.red: must be an integer from 1 to 12"),
    ("start.0.food.red", 13, r"^start\[0\].food.red: must be an integer from 1 to 12"),
    ("start.0.food.red", 2, r"^start\[0\].food: must have an even sum of at most 14, not 5"),
    ("start.0.food.red", 12, r"^start\[0\].food: must have an even sum of at most 14, not 15"),
    ("start.0.food.red", ..., r"^start\[0\].food.red: is missing"),
    ("start.0.food", [1, 1, 1, 1], r"^start\[0\].food: must be a map"),
    ("tile.0", ..., "^tile: must have 4 entries, not 3"),
    ("tile.1.color", "blue", r"^tile\[1\].color: blue is there twice"),
    ("tile.1.color", "white", r"^tile\[1\].color: must be one of blue"),
    ("tile.0.copies", 3, r"^tile\[0\].copies: must be 4"),
    ("tile.0.front", [], r"^tile\[0\].front: must have 1 to 3 entries, not 0"),
    ("tile.0.front", ["place_blue"] * 4, r"^tile\[0\].front: must have 1 to 3 entries, not 4"),
    ("tile.0.front", ["swap", "place_blue"], r"^tile\[0\].front: must begin with place_blue"),
    ("tile.0.front.1", "blue", r"^tile\[0\].front\[1\]: must be one of place_blue"),
    ("tile.0.back.1", "place_red", r"^tile\[0\].back: must place no token"),
    ("tile.0.back", ["play_potion"], r"^tile\[0\]: must have play_card in its back or draw_two in its front"),
    ("tile.0.back", "play_card", r"^tile\[0\].back: must be a list"),
    ("objective.0", ..., "^objective: must have 9 entries, not 8"),
    ("objective.1.id", "six-blue", "^objective: has an id twice"),
    ("objective.1.id", "", r"^objective\[1\].id: must be a non-empty string"),
    ("objective.1.name", 7, r"^objective\[1\].name: must be a non-empty string"),
    ("objective.0.kind", "rubies", r"^objective\[0\].kind: must be one of gems"),
    ("objective.0.kind", "total", r"^objective\[0\]: must have a color if and only if its kind is gems"),
    ("objective.0.color", ..., r"^objective\[0\]: must have a color if and only if its kind is gems"),
    ("objective.0.color", "white", r"^objective\[0\].color: must be one of blue"),
    ("objective.0.count", 0, r"^objective\[0\].count: must be an integer of at least 1"),
    ("objective.0.mark", 5, r"^objective\[0\].mark: must be an integer from 1 to 4"),
    ("objective.0.vp", 6, r"^objective\[0\].vp: must be 5"),
    ("class", [], r"^(class|hero\[0\].class)"),
    ("class.1.id", "bard", "^class: has an id twice"),
    ("class.1.effect", "sing", r"^class\[1\].effect: must be one of draw_two"),
    ("class.1.effect", "play_card", r"^class\[1\].effect: must be one of draw_two"),
    ("hero.0", ..., "^hero: must have 68 entries, not 67"),
    ("hero.0.color", "green", "^hero: must have 17 heroes of blue, not 16"),
    ("hero.0.color", "white", r"^hero\[0\].color: must be one of blue"),
    ("hero.1.id", "blue-01", "^hero: has an id twice"),
    ("hero.1.name", "", r"^hero\[1\].name: must be a non-empty string"),
    ("hero.1.class", "cook", r"^hero\[1\].class: must be one of bard"),
    ("hero.1.order", "....", r"^hero\[1\].order: must be four of b g r y"),
    ("hero.1.order", "bgryb", r"^hero\[1\].order: must be four of b g r y"),
    ("hero.1.order", "bgw.", r"^hero\[1\].order: must be four of b g r y"),
    ("hero.1.bonus", [], r"^hero\[1\].bonus: must have 1 to 6 entries, not 0"),
    ("hero.1.bonus", ["red"] * 7, r"^hero\[1\].bonus: must have 1 to 6 entries, not 7"),
    ("hero.1.bonus.0", "white", r"^hero\[1\].bonus\[0\]: must be one of blue"),
    ("hero.1.bonus.0", 1, r"^hero\[1\].bonus\[0\]: must be one of"),
    ("meta.when", float("nan"), "^the whole: must be plain data"),
    ("meta.when", {1, 2}, "^the whole: must be plain data"),
]


@pytest.mark.parametrize(("path", "value", "message"), REFUSED)
def test_refuses_a_component_file_with_the_entry_and_the_reason(path: str, value: Any, message: str) -> None:
    data = deepcopy(OWN)
    put(path, value)(data)
    with pytest.raises(BadComponents, match=message):
        GAME.new(2, components=data)


@pytest.mark.parametrize("key", ["extra", "meta", "table.source", "hero.3.extra", "start.0.food.white"])
def test_keys_that_the_page_does_not_name_are_ignored(key: str) -> None:
    data = deepcopy(OWN)
    alter(data, key, "anything")
    assert GAME.new(2, components=data).to_data()["components"] == data


def test_a_file_that_cant_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"nowhere\.toml: can't be read"):
        GAME.new(2, components=tmp_path / "nowhere.toml")


def test_a_state_names_components_that_are_not_the_games_own() -> None:
    assert GAME.new(3, seed=5, components=deepcopy(OWN)).to_data() == GAME.new(3, seed=5).to_data()
    assert GAME.new(3).to_data()["components"] is None
    other = made_up_components(Random(1))
    state = GAME.new(3, seed=5, components=other)
    assert state.to_data()["components"] == other
    copy = GAME.from_data(json.loads(json.dumps(state.to_data())))  # no components given: the state has them
    assert copy.to_data() == state.to_data()
    assert GAME.draw(state.view(1)) == GAME.draw(state.view(1), other)


def test_a_file_may_change_sizes_tiles_and_the_starting_tokens() -> None:
    data = deepcopy(OWN)
    data["table"].update(end_spaces=1, end_slots=4, insert_spaces=3, insert_slots=12)
    data["start"][1]["food"] = {"blue": 3, "green": 1, "red": 1, "yellow": 1}
    data["tile"][2]["front"] = ["place_red", "play_card", "play_card"]
    state = GAME.new(2, {"red_front_play": False}, components=data)
    assert (len(state.to_data()["row"]), len(state.to_data()["spaces"])) == (20, 10)
    slots = [do(state, legal(state)[0])[0]["slot"] for _ in range(6)]
    assert slots == [7, 8, 9, 10, 11, 12]
    do(state, "tile red")
    assert [item["do"] for item in state.to_data()["todo"]] == ["place", "flip_tile", "end_turn"]


# Options


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (2, {"best_score": 3}, "best_score: is for one player, not 2"),
        (1, {"best_score": -1}, "best_score: must be an integer of at least 0, or null"),
        (1, {"best_score": True}, "best_score"),
        (1, {"best_score": 3.0}, "best_score"),
        (2, {"red_front_play": 1}, "red_front_play: must be true or false"),
        (2, {"red_front": True}, "did you mean 'red_front_play'"),
    ],
)
def test_refuses_options(players: int, options: Data, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.new(players, options)


def test_options_are_read_from_a_command_line() -> None:
    [red, best] = [option for option in GAME.options if option.name in ("red_front_play", "best_score")]
    assert (red.parse("false"), best.parse("12"), best.parse("null")) == (False, 12, None)
    for text in ("-1", "many", "true"):
        with pytest.raises(BadOption, match="best_score: must be an integer of at least 0, or null"):
            best.parse(text)
    state = GAME.new(1, {"best_score": 0})
    assert says(state.to_data()["options"], {"red_front_play": True, "best_score": 0})


@pytest.mark.parametrize("players", [0, 5, True, "2"])
def test_refuses_other_numbers_of_players(players: Any) -> None:
    with pytest.raises(BadSetup, match="takes 1 to 4"):
        GAME.new(players)


def test_refuses_a_state_with_another_number_of_seats() -> None:
    data = GAME.new(2).to_data()
    data["players"] *= 3
    with pytest.raises(BadState, match=r"^players: must have 1 to 4 entries, not 6"):
        GAME.from_data(data)


# Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_gets_a_card_of_each_color_and_r41_before_the_starting_tokens(players: int) -> None:
    data = GAME.new(players, seed=4).to_data()
    assert data["phase"] == "setup" and data["turn"] == players - 1
    dealt = [card for player in data["players"] for card in player["hand"]]
    for player in data["players"]:
        assert [card.split("-")[0] for card in player["hand"]] == COLORS
        assert player["hand_colors"] == dict.fromkeys(COLORS, 1)  # r40
        assert player["tiles"] == dict.fromkeys(COLORS, "front")
    for color in COLORS:
        assert len(data["decks"][color]) == 17 - players
        dealt += data["decks"][color]
    assert sorted(dealt) == sorted(hero["id"] for hero in OWN["hero"])
    assert len(data["objectives"]) == 5
    assert data["supply"] == {
        "gems": dict.fromkeys(COLORS, 30),
        "diamonds": 20,
        "potions": 9,
        "food": dict.fromkeys(COLORS, 12),
    }
    [start] = [entry["food"] for entry in OWN["start"] if entry["players"] == players]
    assert data["start_food"] == start
    assert data["todo"] == [{"do": "start"}] * sum(start.values())


def test_r35_r46_alone_there_is_a_line_and_four_objectives() -> None:
    data = GAME.new(1, seed=4).to_data()
    assert (data["phase"], data["turn"], data["turn_number"]) == ("play", 0, 1)
    assert data["todo"] == [{"do": "tile"}]
    assert len(data["line"]) == 4 and len(data["decks"]["all"]) == 64
    assert data["deck_top"] == data["decks"]["all"][0].split("-")[0]
    assert sorted(data["line"] + data["decks"]["all"]) == sorted(hero["id"] for hero in OWN["hero"])
    assert data["players"][0]["hand"] == [] and data["players"][0]["hand_colors"] == dict.fromkeys(COLORS, 0)
    marks = {entry["id"]: entry["mark"] for entry in OWN["objective"]}
    x = [objective["x"] for objective in data["objectives"]]
    ids = [objective["id"] for objective in data["objectives"]]
    assert x == [marks[ids[0]] - 1, marks[ids[1]] - 1, 11 + marks[ids[2]], 11 + marks[ids[3]]]
    assert sorted(data["row"][6:10]) == COLORS
    assert data["supply"]["food"] == dict.fromkeys(COLORS, 11)


def test_starting_tokens_of_the_solo_game_take_no_objective_away() -> None:
    data = deepcopy(OWN)
    data["table"].update(end_spaces=1, end_slots=4)
    data["start"][0]["food"] = {"blue": 3, "green": 1, "red": 1, "yellow": 1}  # all slots but the ends
    for seed in range(10):
        state = GAME.new(1, seed=seed, components=data)
        assert sum(token is not None for token in state.to_data()["row"]) == 6
        assert not any(objective["gone"] for objective in state.to_data()["objectives"])


def test_decks_objectives_and_solo_tokens_come_in_any_order() -> None:
    games = [GAME.new(2, seed=seed).to_data() for seed in range(60)]
    assert len({game["decks"]["red"][0] for game in games}) > 10
    assert {o["id"] for game in games for o in game["objectives"]} == {o["id"] for o in OWN["objective"]}
    alone = [GAME.new(1, seed=seed).to_data() for seed in range(300)]
    assert len({tuple(game["row"]) for game in alone}) == 24
    assert len({game["line"][0] for game in alone}) > 50
