"""What pages and files of the games say of each other, and of the protocol."""

import json
import re
from typing import Any

import pytest

from arena import games
from arena.match.spec import Clock

GAMES = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)


@GAMES
def test_pages_that_a_component_file_names_stand_beside_it(game: games.Game[Any, Any]) -> None:
    header = (game.folder / "components.toml").read_text().split("\n\n")[0]
    named = re.findall(r"\w+\.(?:md|py)", header)
    assert "RULES.md" in named
    assert [name for name in named if not (game.folder / name).is_file()] == []


@GAMES
def test_the_clock_of_the_example_is_one_that_the_arena_tells(game: games.Game[Any, Any]) -> None:
    page = (game.folder / "RULES.md").read_text()
    (told,) = re.findall(r'"clock": (\{.*?\})', page)
    clock = Clock(move_ms=1000)
    assert json.loads(told) == {"move_ms": clock.move_ms, "bank_ms": clock.bank_ms}
