"""RULES.md says what is so: its example, and that no field, event, action or option is left out."""

from __future__ import annotations

import json
import re
from random import Random

from rules_page import RulesPage

from dragon_whisperer.positions import GAME

PAGE = RulesPage(GAME)


def test_the_examples_events_lead_to_its_view() -> None:
    message = PAGE.example()
    view = message["view"]
    place, card, _ = message["events"]
    assert view["dragon"] == place["region"]
    assert view["trick"] == [{"seat": card["seat"], "card": card["card"]}]


def test_every_field_of_the_view_is_explained() -> None:
    assert PAGE.first_column("The view") == set(GAME.new(3).view(0))


def test_every_event_is_explained() -> None:
    told = set()
    for seed in range(3):
        state, rng = GAME.new(3, seed=seed), Random(seed)
        while (decision := state.decision) is not None:
            told |= {event["type"] for event in state.apply(rng.choice(decision.legal))}
    assert PAGE.first_column("Events") == told


def test_every_decision_and_action_is_explained() -> None:
    text = PAGE.section("Decisions")
    assert PAGE.first_column("Decisions") == {"place_dragon", "play_card", "draw_trump"}
    forms = [json.loads(form) for form in re.findall(r'`(\{"type".*?\})`', text)]
    assert {form["type"] for form in forms} == set(GAME.actions)
    assert all(GAME.actions[form["type"]].problem(form) is None for form in forms)


def test_every_option_is_explained_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", PAGE.section("Options"), re.MULTILINE)
    assert {name: json.loads(default) for name, default in rows} == {
        option.name: option.default for option in GAME.options
    }
