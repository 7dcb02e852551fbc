"""RULES.md says what is so: its example, and that no field, event, action or option is left out."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from dragon_whisperer_positions import GAME

TEXT = (GAME.folder / "RULES.md").read_text()


def example() -> dict[str, Any]:
    [block] = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    message: dict[str, Any] = json.loads(block)
    return message


def section(title: str) -> str:
    [text] = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    return str(text)


def first_column(title: str) -> set[str]:
    """The names in backquotes in the first column of a section's table."""
    cells = re.findall(r"^\| (`[^|]*) \|", section(title), re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_example_is_a_decision_of_the_game() -> None:
    message = example()
    state = GAME.from_view(message["view"], message["seat"], Random(0))
    assert state.view(message["seat"]) == message["view"]
    assert list(state.view(message["seat"])) == list(message["view"])
    decision = state.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (message["seat"], message["kind"])
    assert [action.to_data() for action in decision.legal] == message["legal"]
    answers = re.findall(r'`\{"type": "act".*?`', section("Example"))
    by_index, by_action = (json.loads(answer.strip("`")) for answer in answers)
    assert message["legal"][by_index["index"]] == by_action["action"]
    assert by_index["id"] == by_action["id"] == message["id"]


def test_the_examples_events_lead_to_its_view() -> None:
    message = example()
    view = message["view"]
    place, card, _ = message["events"]
    assert view["dragon"] == place["region"]
    assert view["trick"] == [{"seat": card["seat"], "card": card["card"]}]


def test_every_field_of_the_view_is_explained() -> None:
    assert first_column("The view") == set(GAME.new(3).view(0))


def test_every_event_is_explained() -> None:
    told = set()
    for seed in range(3):
        state, rng = GAME.new(3, seed=seed), Random(seed)
        while (decision := state.decision) is not None:
            told |= {event["type"] for event in state.apply(rng.choice(decision.legal))}
    assert first_column("Events") == told


def test_every_decision_and_action_is_explained() -> None:
    text = section("Decisions")
    assert first_column("Decisions") == {"place_dragon", "play_card", "draw_trump"}
    forms = [json.loads(form) for form in re.findall(r'`(\{"type".*?\})`', text)]
    assert {form["type"] for form in forms} == set(GAME.actions)
    assert all(GAME.actions[form["type"]].problem(form) is None for form in forms)


def test_every_option_is_explained_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", section("Options"), re.MULTILINE)
    assert {name: json.loads(default) for name, default in rows} == {
        option.name: option.default for option in GAME.options
    }
