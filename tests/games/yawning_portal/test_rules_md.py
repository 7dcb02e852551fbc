"""RULES.md says what is so: its example and tables; no field, event, action or option is left out."""

from __future__ import annotations

import json
import re
import tomllib
from random import Random

from rules_page import RulesPage

from yawning_portal import naive
from yawning_portal.positions import GAME

PAGE = RulesPage(GAME)


def rows(title: str) -> list[list[str]]:
    """The cells of all tables of a section."""
    lines = re.findall(r"^\| (.*) \|$", PAGE.section(title), re.MULTILINE)
    return [re.split(r" ?\| ?", line) for line in lines]


def names_in(cell: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", cell))


def first_column(title: str) -> set[str]:
    return set().union(*(names_in(row[0]) for row in rows(title)))


def test_the_example_pays_what_it_says() -> None:
    message = PAGE.example()
    state = GAME.from_view(message["view"], message["seat"], Random(0))
    played = state.clone()
    played.apply(played.find({"type": "space", "space": 6}))
    events = played.apply(played.find({"type": "remove_hero", "space": 7}))
    assert [event for event in events if event["type"] == "gem"] == [
        {"type": "gem", "seat": 1, "color": "blue"}
    ]
    assert [event["type"] for event in events] == ["remove_hero", "gem"]


def test_the_todo_list_of_the_example_is_the_one_that_is_explained() -> None:
    [block] = re.findall(r"```\n(.*?)```", PAGE.section("The to-do list"), re.DOTALL)
    assert json.loads(block) == PAGE.example()["view"]["todo"]


def test_every_field_of_the_view_is_explained() -> None:
    view = GAME.new(3).view(0)
    assert first_column("The view") == {*view, *view["players"][0]}


def test_every_event_is_explained_with_its_fields() -> None:
    told: dict[str, set[str]] = {}
    for seed in range(60):
        state, rng = GAME.new(1 + seed % 4, seed=seed), Random(seed)
        while (decision := state.decision) is not None:
            for event in state.apply(rng.choice(decision.legal)):
                told[event["type"]] = {*event} - {"type", "seat"}
    told.setdefault("pass", set())
    explained = {name: names_in(row[1]) for row in rows("Events") for name in names_in(row[0])}
    assert explained == told


def test_every_item_of_the_todo_list_is_explained() -> None:
    kinds = {
        *("start", "tile", "place", "swap", "swap_to", "draw", "play", "seat", "effect", "collect"),
        *("remove_card", "remove_token", "take_potion", "play_potion", "diamond", "give", "take", "gem"),
        *("shove", "turn_down", "neighbour_gems", "balance", "steal", "flip_tile", "end_turn"),
    }
    fields = {"colors", "slot", "card", "space", "color"}
    assert first_column("The to-do list") == kinds | fields


def test_every_decision_and_action_is_explained() -> None:
    text = PAGE.section("Decisions")
    kinds = {
        *("place_start", "choose_tile", "place_token", "swap_first", "swap_second", "draw_card", "play_card"),
        *("choose_space", "remove_card", "remove_neighbour", "remove_token", "play_potion", "turn_down"),
        *("assign_diamond", "exchange_give", "exchange_take", "gain_gem", "steal_gem"),
    }
    assert first_column("Decisions") == kinds
    forms = [json.loads(form) for form in re.findall(r'`(\{"type".*?\})`', text)]
    assert {form["type"] for form in forms} == set(GAME.actions)
    assert all(GAME.actions[form["type"]].problem(form) is None for form in forms)


def test_every_option_is_explained_with_its_default() -> None:
    found = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", PAGE.section("Options"), re.MULTILINE)
    assert {name: json.loads(default) for name, default in found} == {
        option.name: option.default for option in GAME.options
    }


def test_every_class_has_its_effect() -> None:
    effects = {entry["id"]: entry["effect"] for entry in naive.own_components()["class"]}
    table = rows("The game")
    assert {row[0]: row[1].strip("`") for row in table if row[0] in effects} == effects


def test_every_tile_has_its_icons() -> None:
    table = {row[0]: row[1:] for row in rows("The game") if row[0] in naive.COLORS}
    for tile in tomllib.loads((GAME.folder / "components.toml").read_text())["tile"]:
        sides = [re.findall(r"`(\w+)`", cell) for cell in table[tile["color"]]]
        assert sides == [tile["front"], tile["back"]]


def test_every_hero_is_listed_as_in_the_component_file() -> None:
    listed = [[cell.strip("`") for cell in row] for row in rows("Heroes")[1:] if row[0].startswith("`")]
    assert listed == [
        [hero["id"], hero["class"], hero["order"], "` `".join(hero["bonus"])]
        for hero in naive.own_components()["hero"]
    ]
    assert all(hero["id"].startswith(f"{hero['color']}-") for hero in naive.own_components()["hero"])
