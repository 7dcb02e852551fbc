"""Every game's RULES.md shows a decision that the game could ask, and both ways to answer it."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from rules_page import RulesPage

from arena import games
from arena.games import Game


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_the_example_is_a_decision_of_the_game(game: Game[Any, Any]) -> None:
    page = RulesPage(game)
    message = page.example()
    state = game.from_view(message["view"], message["seat"], Random(0))
    assert state.view(message["seat"]) == message["view"]
    assert list(state.view(message["seat"])) == list(message["view"])
    decision = state.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (message["seat"], message["kind"])
    assert [action.to_data() for action in decision.legal] == message["legal"]
    answers = re.findall(r'`(\{"type": "act".*?\})`', page.section("Example"), re.DOTALL)
    by_index, by_action = (json.loads(answer) for answer in answers)
    assert message["legal"][by_index["index"]] == by_action["action"]
    assert by_index["id"] == by_action["id"] == message["id"]
