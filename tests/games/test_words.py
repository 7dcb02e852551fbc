"""Every event has its sentence, and every card, tile and place its explanation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

from arena import games
from arena.games import Event, Game
from arena.games.errors import UnknownComponent

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"]
ALL = games.all()
ids = [game.id for game in ALL]


def words(game: Game[Any, Any]) -> Any:
    return import_module(f"{type(game).__module__}.words")


def kinds(game: Game[Any, Any]) -> set[str]:
    """The types of events that RULES.md lists."""
    page = (game.folder / "RULES.md").read_text("utf-8")
    table = page.split("\n## Events\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def events(game: Game[Any, Any], seeds: int) -> Iterator[Event]:
    """Those of random games of every size, with all that the options bring."""
    options = {option.name: True for option in game.options if option.default is False}
    for players in game.seats:
        for seed in range(seeds):
            try:
                state = game.new(players, options if seed % 2 else None, seed)
            except games.BadOption:
                continue
            rng = Random(seed)
            while (decision := state.decision) is not None:
                yield from state.apply(rng.choice(decision.legal))


@pytest.mark.parametrize("game", ALL, ids=ids)
def test_every_event_that_the_page_lists_has_its_own_sentence(game: Game[Any, Any]) -> None:
    assert kinds(game) == set(words(game)._SENTENCES)


@pytest.mark.parametrize("game", ALL, ids=ids)
def test_sentences_are_sentences(game: Game[Any, Any], amount: Callable[[int, int], int]) -> None:
    told = {}
    for event in events(game, amount(4, 50)):
        sentence = game.tell(event, NAMES)
        told[event["type"]] = sentence
        assert re.fullmatch(r"\S.*[^.][.]", sentence), sentence
        wrong = re.search(r"None|[_{[]|  | \.|\bseat |\b1 (points|stones|signs|cards|Rumors)\b", sentence)
        assert wrong is None, (event, sentence)
    assert set(told) <= kinds(game)


def test_what_is_said_is_what_happened() -> None:
    """The sentence that the specification of sentences gives, and others of its kind."""
    whisperer, portals, vault, tavern = (
        games.get(id).tell for id in ("dragon-whisperer", "portals", "vault-of-dragons", "yawning-portal")
    )
    won = {"type": "trick_won", "seat": 0, "card": "green-7", "region": "black", "value": 3}
    taken = "takes the trick with green-7 and wins the black Quest, worth 3."
    assert whisperer(won, ["greedy"]) == f"greedy {taken}"
    assert whisperer(won) == f"seat 0 {taken}"
    activated = {
        "type": "activate", "seat": 1, "card": 5, "board": 1, "rotation": 0, "row": 0, "col": 0,
        "placed": [[0, 0, "fire"]], "returned": ["air"], "match": 1, "adjacency": 2,
    }  # fmt: skip
    assert portals(activated, NAMES) == (
        "Bob activates card 5 on board 1: 1 stone lands, 1 on an occupied square returns to the bag,"
        " for 3 points: 1 for matching squares and 2 for neighbors."
    )
    activated["returned"] = ["air", "time"]
    assert "2 on occupied squares return to the bag, for 3 points" in portals(activated, NAMES)
    for kind, reached, how_far in (
        ("dungeon", 2, "reaches room 2"),
        ("quest", 0, "reaches no room"),
        ("vault", 0, "is too weak for the Vault"),
        ("vault", 1, "crosses the Vault"),
    ):
        attempt = {"type": "attempt", "seat": 1, "kind": kind, "strength": 19, "reached": reached}
        assert vault(attempt, NAMES) == f"Bob comes to strength 19 and {how_far}."
    for skulls, shown in enumerate(("no skull", "1 skull", "2 skulls")):
        rolled = {"type": "chance", "what": "casualty", "result": skulls}
        assert vault(rolled, NAMES) == f"A Casualty die shows {shown}."
    killed = {"type": "killed", "seat": 1, "place": 9, "followers": [2, 0, 1]}
    assert vault(killed, NAMES) == "Bob loses 2 Fighters and 1 Wizard at place 9."
    down = {"type": "turn_down", "seat": 1, "space": 6}
    worth = "gems of its color are worth 1 more"
    assert tavern(down, NAMES) == f"The hero on space 6 is turned face down: {worth}."
    stolen = {"type": "steal", "seat": 1, "from": 0, "color": "green"}
    assert tavern(stolen, NAMES) == "Bob takes a green gem from Ann."
    assert tavern({"type": "new_thing", "seat": 1}, NAMES) == "new thing: seat 1."


def named(game: Game[Any, Any]) -> Iterator[str]:
    """All that has a name in a component file, however deep."""

    def found(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, below in value.items():
                if key in ("id", "number") or (key == "name" and "section" in value):
                    yield str(below)
                yield from found(below)
        elif isinstance(value, list):
            for below in value:
                yield from found(below)

    components = tomllib.loads((game.folder / "components.toml").read_text("utf-8"))
    if game.id == "portals":
        yield from ("sign 20", "board 4", "time", "card 36")
        components["signs"] = components["boards"] = []
    yield from found(components)


@pytest.mark.parametrize("game", ALL, ids=ids)
def test_everything_that_has_a_name_is_explained(game: Game[Any, Any]) -> None:
    names = set(named(game))
    assert len(names) > 6
    for name in names:
        said = game.explain(name)
        assert re.fullmatch(r"[A-Z].*[^.][.]", said), said
        assert not re.search(r"None|\{|\b1 (points|stones|dice|Rumors)\b", said), said
    with pytest.raises(UnknownComponent, match="no such thing"):
        game.explain("no such thing")
