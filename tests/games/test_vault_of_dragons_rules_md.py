"""RULES.md says what is so: its example and tables; and no field, event, action or option is missing."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from test_vault_of_dragons_coverage import EVENTS
from vault_of_dragons_positions import GAME
from vault_of_dragons_tables import TABLES

from arena.games.vault_of_dragons.components import EFFECTS
from arena.games.vault_of_dragons.plain_stack import FORMS, SIDE

TEXT = (GAME.folder / "RULES.md").read_text()


def section(title: str) -> str:
    level = "#" * (3 if f"\n### {title}\n" in TEXT else 2)
    [text] = re.findall(rf"^{level} {title}\n(.*?)(?=^##|\Z)", TEXT, re.DOTALL | re.MULTILINE)
    return str(text)


def first_column(title: str) -> set[str]:
    """The names in backquotes in the first column of a section's tables."""
    cells = re.findall(r"^\| (`[^|]*) \|", section(title), re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def forms(title: str) -> list[dict[str, Any]]:
    return [json.loads(form) for form in re.findall(r'`(\{"type".*?\})`', section(title))]


def test_the_example_is_a_decision_of_the_game() -> None:
    [block] = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    message = json.loads(block)
    state = GAME.from_view(message["view"], message["seat"], Random(0))
    assert state.view(message["seat"]) == message["view"]
    assert list(state.view(message["seat"])) == list(message["view"])
    decision = state.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (message["seat"], message["kind"])
    assert [action.to_data() for action in decision.legal] == message["legal"]
    answers = re.findall(r'`(\{"type": "act".*?\})`', section("Example"))
    by_index, by_action = (json.loads(answer) for answer in answers)
    assert message["legal"][by_index["index"]] == by_action["action"]
    assert by_index["id"] == by_action["id"] == message["id"]
    assert all({*event} - {"type"} == EVENTS[event["type"]] for event in message["events"])


@pytest.mark.parametrize("title", TABLES)
def test_the_tables_of_components_are_the_component_file(title: str) -> None:
    rows = [line for line in section(title).splitlines() if line.startswith("|")]
    rows = rows[2 : 2 + len(TABLES[title])]
    assert rows == TABLES[title]


def test_every_field_of_the_view_is_explained() -> None:
    assert first_column("The view") == set(GAME.new(3).view(0))


def test_every_entry_of_the_stack_and_every_field_of_a_side_is_explained() -> None:
    text = section("Work in progress")
    assert first_column("Work in progress") == set(FORMS)
    for name in (*[field for _, form in FORMS.values() for field in form], *SIDE):
        assert f"`{name}`" in text, name


def test_every_event_is_explained_with_its_fields() -> None:
    assert first_column("Events") == set(EVENTS)
    rows = [line for line in section("Events").splitlines() if line.startswith("| `")]
    for line in rows:
        names = re.findall(r"`(\w+)`", line.split("|")[1])
        told = set(re.findall(r"`(\w+)`", line.split("|")[2]))
        assert told >= {field for name in names for field in EVENTS[name]}, line


def test_every_decision_and_action_is_explained() -> None:
    named = forms("Decisions")
    assert {form["type"] for form in named} == set(GAME.actions)
    assert all(GAME.actions[form["type"]].problem(form) is None for form in named)


def test_every_option_is_explained_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", section("Options"), re.MULTILINE)
    assert {name: json.loads(default) for name, default in rows} == {
        option.name: option.default for option in GAME.options
    }


def test_every_effect_is_explained() -> None:
    assert set(EFFECTS) <= first_column("Magic Items")
