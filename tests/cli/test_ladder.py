"""`arena ladder`: a bot finds its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import PYTHON, arena

from arena import games
from arena.bench import ladder
from arena.bench.ladder import Place, Rung, climb
from arena.match.spec import Settings
from arena.process.launch import bundled, resolve
from arena.ratings.compare import Verdict


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Place("portals", 2, "novice", "greedy", None), "about like greedy"),
        (
            Place("portals", 2, "novice", "greedy", None, 40),
            "about like greedy; about 40 more matches would settle it",
        ),
        (Place("portals", 2, "novice", None, "greedy"), "between novice and greedy"),
        (Place("portals", 2, "search:100ms", None, None), "better than search:100ms"),
        (Place("portals", 2, None, None, "random"), "worse than random"),
    ],
)
def test_a_place_in_words(place: Place, words: str) -> None:
    assert place.words() == words


BETTER, WORSE, ALIKE, OPEN = Verdict.FIRST, Verdict.SECOND, Verdict.NO_DIFFERENCE, Verdict.OPEN


@pytest.mark.parametrize(
    ("verdicts", "met", "words"),
    [
        ({"novice": BETTER, "greedy": WORSE}, ["novice", "greedy"], "between novice and greedy"),
        ({"novice": WORSE, "random": BETTER}, ["novice", "random"], "between random and novice"),
        ({"novice": WORSE, "random": WORSE}, ["novice", "random"], "worse than random"),
        ({"novice": BETTER, "greedy": OPEN}, ["novice", "greedy"], "about like greedy"),
        ({"novice": ALIKE}, ["novice"], "about like novice"),
        (
            {"novice": BETTER, "greedy": BETTER, "search:100ms": BETTER},
            ["novice", "greedy", "search:100ms"],
            "better than search:100ms",
        ),
    ],
)
def test_it_climbs_and_steps_down_to_the_nearest_rung(
    monkeypatch: pytest.MonkeyPatch, verdicts: dict[str, Verdict], met: list[str], words: str
) -> None:
    def found(game: Any, players: int, bot: object, name: str, **settings: object) -> Rung:
        return Rung(game.id, players, name, 0.5, 2, verdicts[name], None)

    monkeypatch.setattr(ladder, "_against", found)
    told: list[Rung] = []
    place = climb(
        games.get("portals"),
        resolve(bundled("random")),
        seed=1,
        deals=1,
        settings=Settings(),
        tell=told.append,
    )
    assert [rung.rung for rung in told] == met
    assert place.words() == words


@pytest.mark.slow
@pytest.mark.parametrize("twin", ["random", "greedy"])
def test_a_bundled_bot_under_another_name_is_placed_where_it_is(twin: str, tmp_path: Path) -> None:
    bot = f"{PYTHON} -P -m bots.{twin}"
    done = arena("ladder", bot, "--game", "portals", "--format", "json", "--sandbox", "off", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    [place] = found["places"]
    assert place["place"].startswith(f"about like {twin}")
    assert [rung["rung"] for rung in found["rungs"]] == ["novice", twin]
