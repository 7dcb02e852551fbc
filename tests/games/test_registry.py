"""Games of other packages: found by their entry points, loaded when asked for, and named where they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OWN = ["dragon-whisperer", "portals", "vault-of-dragons", "yawning-portal"]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder that packages are installed in; one of them has a game."""
    install(tmp_path, "twelve-cards", {"twelve-cards": "twelve_cards:GAME"})
    return tmp_path


def install(site: Path, package: str, games: dict[str, str], source: str = "") -> None:
    """Put a package there with entry points, and a module of its name where it has a source."""
    about = site / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{game} = {where}" for game, where in games.items()]
    (about / "entry_points.txt").write_text("\n".join(["[bot_arena.games]", *lines, ""]))
    if source:
        (site / f"{package.replace('-', '_')}.py").write_text(source)


def ask(site: Path, program: str) -> Any:
    """What a program prints as JSON where these packages are installed."""
    path = os.pathsep.join(map(str, (site, ROOT / "examples/a_new_game", ROOT)))
    lines = f"import json, sys\nfrom arena import games\n{program}"
    done = subprocess.run(
        [sys.executable, "-c", lines],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


ALL = "print(json.dumps([games.ids(), [game.id for game in games.all()], games.problems()]))"
GET = (
    "try: games.get({!r})\n"
    "except games.GameError as error: print(json.dumps([type(error).__name__, str(error)]))"
)


def test_a_packages_game_comes_after_the_arenas_own(site: Path) -> None:
    assert ask(site, ALL) == [[*OWN, "twelve-cards"]] * 2 + [[]]


def test_nothing_is_looked_for_or_imported_before_it_is_asked_for(site: Path) -> None:
    modules = "[name in sys.modules for name in ('importlib.metadata', 'twelve_cards')]"
    program = f"games.get('portals'); first = {modules}; games.ids(); print(json.dumps([first, {modules}]))"
    assert ask(site, program) == [[False, False], [True, False]]


def test_an_unknown_game_may_be_meant_for_a_packages(site: Path) -> None:
    kind, message = ask(site, GET.format("twelv-cards"))
    assert (kind, message) == (
        "UnknownGame",
        "no game is called 'twelv-cards'; did you mean 'twelve-cards'?",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "source", "reason"),
    [
        ("bad:GAME", "1 / 0", "bad:GAME can't be loaded: ZeroDivisionError: division by zero"),
        ("bad:GAME", "raise SystemExit(3)", "bad:GAME can't be loaded: SystemExit: 3"),
        (
            "bad:GAME",
            "A = 1",
            "bad:GAME can't be loaded: AttributeError: module 'bad' has no attribute 'GAME'",
        ),
        (
            "no_such_module:GAME",
            "",
            "no_such_module:GAME can't be loaded: ModuleNotFoundError: No module named",
        ),
        ("bad:GAME", "GAME = 5", "bad:GAME is no Game but 5"),
        (
            "bad:GAME",
            "from twelve_cards import GAME",
            "bad:GAME has the id 'twelve-cards': the entry point must be called so",
        ),
        (
            "bad:GAME",
            "from twelve_cards import TwelveCards\nfrom arena.games import Game\n"
            "class Bad(TwelveCards): id = 'bad'\n"
            "class Half(Game):\n id = 'bad'; state_type = TwelveCards.state_type\n"
            " longest = _new = _read_components = _draw = _new_state = TwelveCards.longest\nGAME = Half()",
            "bad:GAME has no title, summary, seats, options, actions, hidden_information, scoring, endings,",
        ),
    ],
)
def test_a_broken_package_is_named_in_one_sentence_and_the_rest_works(
    site: Path, where: str, source: str, reason: str
) -> None:
    install(site, "bad", {"bad": where}, source)
    ids, found, problems = ask(site, ALL)
    assert ids == [*OWN, "bad", "twelve-cards"]
    assert found == [*OWN, "twelve-cards"]
    [problem] = problems
    assert problem.startswith(f"game 'bad' of the package bad: {reason}")
    assert "\n" not in problem
    assert ask(site, GET.format("bad")) == ["BadPackage", problem]


def test_a_game_that_two_packages_have_is_neithers(site: Path) -> None:
    install(site, "other-cards", {"twelve-cards": "twelve_cards:GAME"})
    _, found, problems = ask(site, ALL)
    assert found == OWN
    assert problems == [
        "game 'twelve-cards' of the package other-cards: the package twelve-cards has one of this id, too:"
        " uninstall one of them"
    ]


def test_no_package_takes_the_place_of_the_arenas_own(site: Path) -> None:
    install(site, "usurper", {"portals": "usurper:GAME"}, "raise SystemExit")
    ids, found, problems = ask(site, ALL)
    assert ids == found == [*OWN, "twelve-cards"]
    assert problems == ["game 'portals' of the package usurper: the arena's own game of this id is played"]
