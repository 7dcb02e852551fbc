"""The registry, options and errors that all games share, and data from outside that is anything at all."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_game import Toy

from arena import games
from arena.games import (
    BadChance,
    BadComponents,
    BadOption,
    BadState,
    Game,
    GameError,
    IllegalAction,
    UnknownGame,
    visible,
)

GAME = games.get("dragon-whisperer")
FILE = tomllib.loads((GAME.folder / "components.toml").read_text())


def test_the_registry_knows_its_games_and_names_the_nearest() -> None:
    assert GAME in games.all()
    assert games.get("dragon-whisperer") is GAME
    with pytest.raises(UnknownGame, match=r"'dragon-whisper'; did you mean 'dragon-whisperer'\?"):
        games.get("dragon-whisper")
    with pytest.raises(UnknownGame, match=r"'zzz'; there are .*dragon-whisperer"):
        games.get("zzz")


def test_an_own_game_can_be_registered_but_no_second_one_of_its_name() -> None:
    program = (
        "from toy_game import Toy\nfrom arena import games\n"
        "toy = Toy(); games.register(toy); games.register(toy)\n"
        "assert games.get('toy') is toy and toy in games.all()\n"
        "try: games.register(Toy())\nexcept ValueError as error: print(error)"
    )
    here = Path(__file__)
    paths = [str(folder) for folder in (here.parent, here.parents[2] / "examples/a_new_game", Path.cwd())]
    folders = f"import sys; sys.path[:0] = {paths!r}\n"
    done = subprocess.run(
        [sys.executable, "-c", folders + program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "a game called 'toy' is there already\n"


def test_an_onlooker_sees_what_everyone_may() -> None:
    events: list[dict[str, Any]] = [{"type": "a"}, {"type": "b", "seats": [1]}, {"type": "c", "seats": []}]
    assert [event["type"] for event in visible(events, None)] == ["a"]
    assert [event["type"] for event in visible(events, 1)] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("short_deck", "true", True),
        ("first_dealer", "2", 2),
        ("removed_suits", "red,blue", ["red", "blue"]),
        ("removed_suits", '["red", "blue"]', ["red", "blue"]),
        ("removed_suits", "[]", []),
    ],
)
def test_options_are_read_from_a_command_line(name: str, text: str, value: Any) -> None:
    [option] = [option for option in GAME.options if option.name == name]
    assert option.parse(text) == value


@pytest.mark.parametrize("text", ["", "yes", "1", "[" * 100_000, "1" * 5000, "NaN", "\x00"])
def test_options_that_make_no_sense_are_refused_in_words(text: str) -> None:
    with pytest.raises(BadOption, match="option short_deck: must be true or false"):
        GAME.options[0].parse(text)


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "1" * 5000], ids=["nested", "long"])
def test_component_files_without_end_are_refused_in_words(tmp_path: Path, text: str) -> None:
    file = tmp_path / "endless.toml"
    file.write_text(text)
    with pytest.raises(BadComponents, match=r"endless\.toml: is no TOML"):
        GAME.components(file)


def test_pickled_and_copied_states_are_of_the_one_game() -> None:
    state = GAME.new(3, seed=1)
    for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert other.game is state.game is GAME
        assert other.to_data() == state.to_data()
        other.apply(state.decision.legal[0])


def test_an_action_must_come_from_the_state_not_be_made_up() -> None:
    game = Toy()
    state = game.new(2)
    lookalike = games.Action("play", 1, **{"card": state.hands[state.turn][0]})
    with pytest.raises(IllegalAction, match=r"decision\.legal or state\.find"):
        state.apply(lookalike)


# Anything at all, anywhere

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def somewhere(data: Any, rng: Random) -> tuple[Any, Any]:
    """A map or list inside `data`, and one of its keys."""
    found = []

    def walk(place: Any) -> None:
        for key in place if isinstance(place, dict) else range(len(place)):
            found.append((place, key))
            if isinstance(place[key], dict | list):
                walk(place[key])

    walk(data)
    place, key = rng.choice(found)
    return place, key


def damaged(data: Any, value: Any, rng: Random) -> Any:
    """A copy of `data` with another value in one place: `value`, or one from elsewhere in it, or none."""
    data = json.loads(json.dumps(data))
    place, key = somewhere(data, rng)
    match rng.randrange(3):
        case 0:
            place[key] = value
        case 1:
            other, its_key = somewhere(data, rng)
            place[key] = json.loads(json.dumps(other[its_key]))
        case _:
            del place[key]
    return data


def with_all_options(data: dict[str, Any]) -> dict[str, Any]:
    """The data with the options that they don't name as by default, and without those that there are not."""
    options = {option.name: data["options"].get(option.name, option.default) for option in GAME.options}
    return {**data, "options": options}


def some_state(seed: int) -> Any:
    rng = Random(seed)
    options = {"secret_quests": seed % 2 == 0, "short_deck": seed % 3 == 0}
    state = GAME.new(3 + seed % 2, options, seed)
    for _ in range(rng.randrange(120)):
        state.apply(rng.choice(state.decision.legal))
    return state


@pytest.mark.slow
@settings(max_examples=300)
@given(st.integers(0, 30), JSON, st.randoms(use_true_random=False))
def test_a_damaged_state_is_refused_or_is_another_whole_state(seed: int, value: Any, rng: Random) -> None:
    data = damaged(some_state(seed).to_data(), value, rng)
    try:
        state = GAME.from_data(data)
    except BadState as error:
        assert ": " in str(error)
        return
    assert state.to_data() == with_all_options(data)
    while (decision := state.decision) is not None:
        state.apply(rng.choice(decision.legal))


@pytest.mark.slow
@settings(max_examples=300)
@given(st.integers(0, 30), JSON, st.randoms(use_true_random=False))
def test_a_damaged_view_is_refused_or_is_another_view(seed: int, value: Any, rng: Random) -> None:
    true = some_state(seed)
    view = damaged(true.view(1), value, rng)
    try:
        state = GAME.from_view(view, 1, Random(0))
    except GameError as error:
        assert ": " in str(error)
        return
    assert state.view(1) == with_all_options(view)


@settings(max_examples=150)
@given(JSON, st.randoms(use_true_random=False))
def test_a_damaged_component_file_is_refused_or_can_be_played(value: Any, rng: Random) -> None:
    file = damaged(FILE, value, rng)
    try:
        state = GAME.new(3, components=file)
    except BadComponents as error:
        assert ": " in str(error)
        return
    assert GAME.from_data(state.to_data(), components=file).to_data() == state.to_data()


@settings(max_examples=300)
@given(st.integers(0, 30), JSON, st.randoms(use_true_random=False))
def test_an_answer_is_the_legal_action_that_it_names_or_is_refused(
    seed: int, value: Any, rng: Random
) -> None:
    state = some_state(seed)
    legal = [action.to_data() for action in state.decision.legal]
    for answer in (value, damaged(rng.choice(legal), value, rng)):
        try:
            assert state.find(answer).to_data() == answer
        except IllegalAction as error:
            assert answer not in legal
            assert " " in str(error)


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_equal_component_files_give_states_that_share_their_actions(game: Game[Any, Any]) -> None:
    file = tomllib.loads((game.folder / "components.toml").read_text())
    players = game.seats[-1]
    first = game.new(players, components=file, seed=1)
    again = game.new(players, components=copy.deepcopy(file), seed=1)
    assert first.decision is not None
    again.apply(first.decision.legal[0])
    assert again.to_data() == game.from_data(again.to_data(), components=file).to_data()


@pytest.mark.parametrize("chance", [5, "abc", {}])
def test_chance_that_is_no_list_is_refused(chance: Any) -> None:
    state = some_state(3)
    assert state.decision is not None
    with pytest.raises(BadChance, match="must be a list"):
        state.apply(state.decision.legal[0], chance=chance)
