"""Data flows one way: a layer imports only from those below it."""

from __future__ import annotations

import ast
import graphlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = (
    "games",
    "search",
    "engine",
    "process",
    "match",
    "check",
    "kits",
    "tournament",
    "ratings",
    "report",
    "bench",
    "cli",
)
"""The packages of `arena`, from the ground up."""
GROUND = ("columns", "entries", "errors", "extras", "hints", "lazy", "safe_json", "toml")
"""Modules below them all."""


def imports(file: Path, types: bool = True, names: bool = False) -> Iterator[str]:
    """The modules that a file imports, wherever it does; without `types` not those for the type checker.

    With `names` each name taken from a module, after a dot, in place of the module.
    """
    tree = ast.parse(file.read_text("utf-8"))
    if not types:
        tree.body = [node for node in tree.body if not isinstance(node, ast.If)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and names:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def modules(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if "templates" not in path.parts)


def test_every_package_of_the_arena_has_its_layer() -> None:
    assert {path.parent.name for path in (ROOT / "arena").glob("*/__init__.py")} == set(LAYERS)


def test_the_ground_stands_on_nothing() -> None:
    for name in GROUND:
        for module in imports(ROOT / f"arena/{name}.py"):
            top, _, rest = module.partition(".")
            own = top in ("arena", "bots", "protocol")
            assert not own or rest in GROUND or module == "protocol.errors", f"{name} imports {module}"


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_from_those_below(layer: str) -> None:
    below = (*GROUND, *LAYERS[: LAYERS.index(layer) + 1])
    for file in modules(f"arena/{layer}"):
        for module in imports(file):
            top, _, rest = module.partition(".")
            assert top != "bots", f"{file} imports {module}"
            if top == "arena" and rest:
                assert rest.split(".")[0] in below, f"{file} imports {module}"


def test_rooms_of_a_layer_stand_on_each_other_in_one_order() -> None:
    """No module needs, by whatever detour, one that needs it; types apart."""
    files = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for package in ("arena", "bots", "protocol")
        for file in modules(package)
    }
    needs = {
        name: {
            taken if taken in files else taken.rpartition(".")[0]
            for taken in imports(file, types=False, names=True)
        }
        for name, file in files.items()
    }
    assert sum(len(files.keys() & taken) for taken in needs.values()) > len(files)
    graphlib.TopologicalSorter(needs).prepare()  # or it names a circle


GAME_GROUND = {"entries", "errors", "options", "sentences", "svg"}
"""Modules of `arena.games` that all its rooms stand on."""
GAMES = sorted(path.parent.name for path in (ROOT / "arena/games").glob("*/RULES.md"))


def rooms_of_games(package: str, types: bool = True) -> Iterator[tuple[Path, list[str]]]:
    """What each file of a package in `arena.games` takes from there, as paths: `core.Action`, `svg`."""
    for file in modules(f"arena/games/{package}"):
        inside = [name for name in imports(file, types, names=True) if name.startswith("arena.games.")]
        yield file, [name.removeprefix("arena.games.") for name in inside]


@pytest.mark.parametrize(
    ("package", "below"), [("core", set()), ("testing", {"core"}), *[(game, {"core"}) for game in GAMES]]
)
def test_the_core_knows_no_game_and_a_game_no_other(package: str, below: set[str]) -> None:
    for file, taken in rooms_of_games(package):
        for name in taken:
            assert name.split(".")[0] in {package, *GAME_GROUND, *below}, f"{file} imports {name}"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_know_nothing_of_its_data_and_views(game: str) -> None:
    barred = {"checks", "data", "picture", "state", "text", "view", "words"}
    for file, taken in rooms_of_games(game, types=False):
        room = file.relative_to(ROOT / "arena/games" / game).parts[0].removesuffix(".py")
        if room in ("components", "events", "tables", "rules", "refusals"):
            known = {name.split(".")[1] for name in taken if name.startswith(f"{game}.")}
            assert not known & barred, f"{file} imports {known & barred}"


def test_the_protocol_stands_alone() -> None:
    for file in modules("protocol"):
        for module in imports(file):
            assert module.split(".")[0] not in ("arena", "bots"), f"{file} imports {module}"


def test_bots_know_the_protocol_and_the_public_interface_of_the_games() -> None:
    for file in modules("bots"):
        for module in imports(file, types=False):
            if module.split(".")[0] == "arena":
                assert module in ("arena", "arena.games"), f"{file} imports {module}"


def test_the_rules_know_nothing_of_the_wire() -> None:
    for file in modules("arena/games"):
        if file.parent.name != "testing":  # which looks whether all that is given is plain
            assert not {"msgpack", "protocol"} & {module.split(".")[0] for module in imports(file)}, file
    code = "import sys; from arena import games; games.all(); print('msgpack' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_rules_know_no_clock_no_files_but_their_own_and_no_processes() -> None:
    barred = {"time", "os", "subprocess", "socket", "threading", "datetime", "secrets", "sqlite3"}
    for file in modules("arena/games"):
        assert not barred & {module.split(".")[0] for module in imports(file)}, file


def test_the_product_imports_what_it_requires_and_what_an_extra_brings() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = [
        *project["dependencies"],
        *(line for name in extras if name != "dev" for line in extras[name]),
    ]
    brought = {re.split(r"[>=\[ ]", line)[0] for line in declared} | {"markupsafe"}  # which comes with jinja2
    ours = {"arena", "bots", "protocol", "__future__"}
    distributions = packages_distributions()
    for package in ("arena", "bots", "protocol"):
        for file in modules(package):
            for module in imports(file, types=False):
                top = module.split(".")[0]
                if top not in ours and top not in sys.stdlib_module_names:
                    names = {name.lower().replace("_", "-") for name in distributions[top]}
                    assert names & brought, f"{file} imports {module}"
