"""RULES.md is enough for a bot's author: it answers a table of questions and has all rulings that bots meet.

Where the engine can be asked as well, it gives the table's answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from rules_page import RulesPage
from test_rules_lists import folder_of, rules

from arena import games


def questions(game_id: str) -> list[dict[str, Any]]:
    text = (folder_of(game_id) / "questions.toml").read_text()
    found: list[dict[str, Any]] = tomllib.loads(text)["question"]
    return found


def checks(game_id: str) -> dict[str, Callable[[], Any]]:
    """What the game's engine can be asked, by name."""
    found: dict[str, Callable[[], Any]] = import_module(f"{folder_of(game_id).name}.answers").CHECKS
    return found


def unwrapped(game_id: str) -> str:
    """The game's RULES.md as one long line."""
    return " ".join(RulesPage(games.get(game_id)).text.split())


EVERY = [
    pytest.param(game_id, question, id=f"{game_id}/{question['asks']}")
    for game_id in games.ids()
    for question in questions(game_id)
]


@pytest.mark.parametrize("game_id", games.ids())
def test_twenty_questions_or_more(game_id: str) -> None:
    asked = [question["asks"] for question in questions(game_id)]
    assert len(asked) == len(set(asked)) >= 20


@pytest.mark.parametrize(("game_id", "question"), EVERY)
def test_the_page_answers(game_id: str, question: dict[str, Any]) -> None:
    assert question["answer"]
    page = unwrapped(game_id)
    for phrase in question["stands"]:
        assert phrase in page, phrase
    if "check" in question:
        assert checks(game_id)[question["check"]]() == question["value"]


@pytest.mark.parametrize("game_id", games.ids())
def test_every_page_says_that_forced_decisions_are_not_sent(game_id: str) -> None:
    assert "A decision with one legal action isn't sent, unless the match says `ask_forced`" in unwrapped(
        game_id
    )


@pytest.mark.parametrize("game_id", games.ids())
def test_every_check_is_asked_for(game_id: str) -> None:
    asked = [question["check"] for question in questions(game_id) if "check" in question]
    assert sorted(asked) == sorted(checks(game_id))


@pytest.mark.parametrize("game_id", games.ids())
def test_every_ruling_stands_in_the_page_or_is_not_needed_there(game_id: str) -> None:
    page = unwrapped(game_id)
    for rule in rules(game_id):
        if str(rule["id"]).startswith("R"):
            assert ("page" in rule) != ("unneeded" in rule), rule["id"]
            assert rule.get("unneeded") or str(rule["page"]) in page, (rule["id"], rule["page"])
