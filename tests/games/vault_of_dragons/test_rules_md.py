"""RULES.md says what is so: its example and tables; and no field, event, action or option is missing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from rules_page import RulesPage

from arena.games.vault_of_dragons.components import EFFECTS
from arena.games.vault_of_dragons.data.stack import LAYOUTS, SIDE
from vault_of_dragons.page_tables import TABLES
from vault_of_dragons.positions import GAME
from vault_of_dragons.test_coverage import EVENTS

PAGE = RulesPage(GAME)


def forms(title: str) -> list[dict[str, Any]]:
    return [json.loads(form) for form in re.findall(r'`(\{"type".*?\})`', PAGE.section(title))]


def test_the_examples_events_have_their_fields() -> None:
    assert all({*event} - {"type"} == EVENTS[event["type"]] for event in PAGE.example()["events"])


@pytest.mark.parametrize("title", TABLES)
def test_the_tables_of_components_are_the_component_file(title: str) -> None:
    rows = [line for line in PAGE.section(title).splitlines() if line.startswith("|")]
    rows = rows[2 : 2 + len(TABLES[title])]
    assert rows == TABLES[title]


def test_every_field_of_the_view_is_explained() -> None:
    assert PAGE.first_column("The view") == set(GAME.new(3).view(0))


def test_every_entry_of_the_stack_and_every_field_of_a_side_is_explained() -> None:
    text = PAGE.section("Work in progress")
    assert PAGE.first_column("Work in progress") == set(LAYOUTS)
    for name in (*[field for _, form in LAYOUTS.values() for field in form], *SIDE):
        assert f"`{name}`" in text, name


def test_every_event_is_explained_with_its_fields() -> None:
    assert PAGE.first_column("Events") == set(EVENTS)
    rows = [line for line in PAGE.section("Events").splitlines() if line.startswith("| `")]
    for line in rows:
        names = re.findall(r"`(\w+)`", line.split("|")[1])
        told = set(re.findall(r"`(\w+)`", line.split("|")[2]))
        assert told >= {field for name in names for field in EVENTS[name]}, line


def test_every_decision_and_action_is_explained() -> None:
    named = forms("Decisions")
    assert {form["type"] for form in named} == set(GAME.actions)
    assert all(GAME.actions[form["type"]].problem(form) is None for form in named)


def test_every_option_is_explained_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", PAGE.section("Options"), re.MULTILINE)
    assert {name: json.loads(default) for name, default in rows} == {
        option.name: option.default for option in GAME.options
    }


def test_every_effect_is_explained() -> None:
    assert set(EFFECTS) <= PAGE.first_column("Magic Items")
