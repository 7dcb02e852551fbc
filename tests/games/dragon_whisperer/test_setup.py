"""Dragon Whisperer's set-up, options and component files."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from altered import altered
from told import says

from arena import games
from arena.games import BadComponents, BadOption, BadSetup
from dragon_whisperer import naive

GAME = games.get("dragon-whisperer")
COLORS = ["red", "green", "yellow", "blue", "brown", "white", "black"]
FILE = tomllib.loads((GAME.folder / "components.toml").read_text())


@pytest.mark.parametrize(("players", "hand", "deck"), [(3, 10, 22), (4, 8, 20), (5, 8, 12), (6, 7, 10)])
def test_the_first_deal(players: int, hand: int, deck: int) -> None:
    data = GAME.new(players, seed=1).to_data()
    assert [len(cards) for cards in data["hands"]] == [hand] * players
    assert len(data["deck"]) == deck
    cards = [card for cards in data["hands"] for card in cards] + data["deck"] + [data["trump_card"]]
    assert Counter(cards) == Counter(naive.cards_in_play(data))
    assert len(cards) == 53
    assert data["trump"] == naive.color_of(data["trump_card"])
    dealer = data["dealer"]
    assert (data["first_player"], data["leader"], data["turn"]) == (dealer, dealer, dealer)
    assert (data["phase"], data["dragon"], data["round"], data["trick_no"]) == ("place_dragon", None, 1, 1)
    assert data["discard"] == data["trick"] == []
    assert data["quests"] == data["voids"] == [[]] * players
    assert data["monsters"] == data["treasures"] == [0] * players


@pytest.mark.parametrize(("players", "hand", "deck"), [(3, 10, 7), (4, 8, 5)])
def test_r21_the_short_deck_is_an_option(players: int, hand: int, deck: int) -> None:
    data = GAME.new(players, {"short_deck": True}, seed=1).to_data()
    assert len(data["colors"]) == len(data["regions"]) == 5
    assert [len(cards) for cards in data["hands"]] == [hand] * players
    assert len(data["deck"]) == deck
    cards = [card for cards in data["hands"] for card in cards] + data["deck"] + [data["trump_card"]]
    assert len(cards) == 38
    assert Counter(cards) == Counter(naive.cards_in_play(data))
    assert cards.count("rage") == 3
    assert GAME.new(players).to_data()["options"]["short_deck"] is False


def test_r22_the_suits_removed_are_random_or_the_options() -> None:
    removed = {
        tuple(
            color
            for color in COLORS
            if color not in GAME.new(3, {"short_deck": True}, seed).to_data()["colors"]
        )
        for seed in range(300)
    }
    assert len(removed) == 21
    options = {"short_deck": True, "removed_suits": ["black", "green"]}
    assert GAME.new(4, options).view(2)["colors"] == ["red", "yellow", "blue", "brown", "white"]


def test_the_quests_are_five_on_the_region_and_two_in_the_box_in_any_order() -> None:
    boxes: Counter[tuple[int, ...]] = Counter()
    tops: Counter[int] = Counter()
    for seed in range(200):
        data = GAME.new(3, seed=seed).to_data()
        for color in COLORS:
            region, box = data["regions"][color], data["box"][color]
            assert sorted([region["top"], *region["below"], *box]) == [1, 1, 2, 2, 3, 3, 5]
            assert (len(region["below"]), len(box)) == (4, 2)
            assert data["quest_values"][color] == [1, 1, 2, 2, 3, 3, 5]
            boxes[tuple(box)] += 1
            tops[region["top"]] += 1
    assert len(boxes) == 15  # ordered pairs of 1, 2, 3, 5, but not 5-5
    for value, share in {1: 2 / 7, 2: 2 / 7, 3: 2 / 7, 5: 1 / 7}.items():
        assert tops[value] / 1400 == pytest.approx(share, abs=0.05)


def test_r01_the_first_dealer_is_random_or_the_options() -> None:
    assert {GAME.new(5, seed=seed).to_data()["dealer"] for seed in range(60)} == {0, 1, 2, 3, 4}
    assert {GAME.new(5, {"first_dealer": 3}, seed).to_data()["dealer"] for seed in range(20)} == {3}


def test_the_state_holds_all_options_as_given_with_defaults_filled_in() -> None:
    defaults = {"short_deck": False, "removed_suits": [], "secret_quests": False, "first_dealer": -1}
    assert says(GAME.new(3).to_data()["options"], defaults)
    options = {
        "short_deck": True,
        "removed_suits": ["white", "red"],
        "secret_quests": True,
        "first_dealer": 2,
    }
    assert says(GAME.new(3, options).to_data()["options"], options)


def test_one_seed_is_one_game_and_another_seed_another() -> None:
    assert GAME.new(4, seed=5).to_data() == GAME.new(4, seed=5).to_data()
    assert GAME.new(4, seed=5).to_data() != GAME.new(4, seed=6).to_data()


@pytest.mark.parametrize("players", [2, 7, 0, -1, True, 4.0, "4", None])
def test_refuses_other_numbers_of_players(players: Any) -> None:
    with pytest.raises(BadSetup, match="players: dragon-whisperer takes 3 to 6, not "):
        GAME.new(players)


@pytest.mark.parametrize("seed", ["7", 1.0, None, True])
def test_refuses_a_seed_that_is_no_integer(seed: Any) -> None:
    with pytest.raises(BadSetup, match="seed: must be an integer"):
        GAME.new(3, seed=seed)


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (3, {"short_dek": True}, "'short_dek': .*did you mean 'short_deck'"),
        (3, {"zzz": True}, "'zzz': .*there are short_deck, removed_suits, secret_quests, first_dealer"),
        (3, {"short_deck": 1}, "short_deck: must be true or false, not 1"),
        (3, {"short_deck": "true"}, "short_deck: must be true or false"),
        (3, {"short_deck": None}, "short_deck: must be true or false"),
        (5, {"short_deck": True}, "short_deck: .*3 or 4 players, not 5"),
        (6, {"short_deck": True}, "short_deck: .*3 or 4 players, not 6"),
        (3, {"secret_quests": 0}, "secret_quests: must be true or false"),
        (3, {"removed_suits": ["red", "green"]}, "removed_suits: goes with short_deck"),
        (3, {"short_deck": True, "removed_suits": ["red"]}, "removed_suits: must be a list of two"),
        (3, {"short_deck": True, "removed_suits": ["red", "green", "blue"]}, "removed_suits: must be a list"),
        (3, {"short_deck": True, "removed_suits": ["red", "red"]}, "removed_suits: 'red' is there twice"),
        (3, {"short_deck": True, "removed_suits": ["red", "pink"]}, "removed_suits: 'pink' is none of red"),
        (3, {"short_deck": True, "removed_suits": ["red", 1]}, "removed_suits: must be a list"),
        (3, {"short_deck": True, "removed_suits": "red"}, "removed_suits: must be a list"),
        (3, {"short_deck": True, "removed_suits": ("red", "blue")}, "removed_suits: must be a list"),
        (3, {"first_dealer": 3}, "first_dealer: must be below the 3 players"),
        (6, {"first_dealer": 6}, "first_dealer: must be an integer from -1 to 5"),
        (3, {"first_dealer": -2}, "first_dealer: must be an integer from -1 to 5"),
        (3, {"first_dealer": True}, "first_dealer: must be an integer"),
        (3, {"first_dealer": 1.0}, "first_dealer: must be an integer"),
        (3, {"first_dealer": "1"}, "first_dealer: must be an integer"),
    ],
)
def test_refuses_options(players: int, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.new(players, options)
    with pytest.raises(BadOption, match=message):
        GAME.check_options(options, players)


# Component files


def test_the_own_components_are_the_printed_ones() -> None:
    components = GAME.components()
    assert components.colors == tuple(COLORS)
    regions = ("Mountain", "Forest", "Plains", "Docks", "Farmlands", "Tundra", "Swamps")
    assert components.regions == regions
    assert set(components.quests) == {(1, 1, 2, 2, 3, 3, 5)}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The component file, altered."""
    return altered(FILE, path, value)


BROKEN = [
    ("game", "portals", "game", "dragon-whisperer"),
    ("game", ..., "game", "missing"),
    ("format", 2, "format", "must be 1"),
    ("format", True, "format", "must be 1"),
    ("format", ..., "format", "missing"),
    ("extra", 1, "extra", "unknown"),
    ("color", [], "color", "7 entries"),
    ("color", {}, "color", "list"),
    ("color", ..., "color", "missing"),
    ("color.6", ..., "color", "7 entries, not 6"),
    ("color.2", "yellow", r"color\[2\]", "map"),
    ("color.2.id", ..., r"color\[2\].id", "missing"),
    ("color.2.id", "", r"color\[2\].id", "string"),
    ("color.2.id", 7, r"color\[2\].id", "string"),
    ("color.2.id", "Red", r"color\[2\].id", "letters a-z"),
    ("color.2.id", "r-d", r"color\[2\].id", "letters a-z"),
    ("color.2.id", "rouß", r"color\[2\].id", "letters a-z"),
    ("color.2.id", "a" * 17, r"color\[2\].id", "1 to 16 letters"),
    ("color.2.id", "rage", r"color\[2\].id", "rage"),
    ("color.2.id", "red", r"color\[2\].id", "twice"),
    ("color.2.region", "", r"color\[2\].region", "string"),
    ("color.2.region", ..., r"color\[2\].region", "missing"),
    ("color.2.quests", [1, 1, 2, 2, 3, 3], r"color\[2\].quests", "7 entries"),
    ("color.2.quests", ..., r"color\[2\].quests", "missing"),
    ("color.2.quests.3", 0, r"color\[2\].quests\[3\]", "from 1 to 9"),
    ("color.2.quests.3", 10, r"color\[2\].quests\[3\]", "from 1 to 9"),
    ("color.2.quests.3", True, r"color\[2\].quests\[3\]", "integer"),
    ("color.2.quests.3", 2.0, r"color\[2\].quests\[3\]", "integer"),
    ("color.2.source", "guess", r"color\[2\].source", "rulebook, public, reconstructed"),
    ("color.2.source", ..., r"color\[2\].source", "missing"),
    ("color.2.extra", 1, r"color\[2\].extra", "unknown"),
    ("cards.numbers", [1, 2, 3, 4, 5, 6], "cards.numbers", r"\[1, 2, 3, 4, 5, 6, 7\]"),
    ("cards.numbers", ..., "cards.numbers", "missing"),
    ("cards.rage", 3, "cards.rage", "must be 4"),
    ("cards.rage", 4.0, "cards.rage", "must be 4"),
    ("cards.source", "", "cards.source", "rulebook"),
    ("cards.extra", 1, "cards.extra", "unknown"),
    ("cards", ..., "cards", "missing"),
    ("tokens", ..., "tokens", "missing"),
    ("tokens.coin", {}, "tokens.coin", "unknown"),
    ("tokens.monster.ones", 27, "tokens.monster.ones", "must be 28"),
    ("tokens.monster.fives", 7, "tokens.monster.fives", "must be 6"),
    ("tokens.monster.source", ..., "tokens.monster.source", "missing"),
    ("tokens.treasure.ones", ..., "tokens.treasure.ones", "missing"),
    ("tokens.treasure.fives", "6", "tokens.treasure.fives", "must be 6"),
    ("tokens.treasure.tens", 1, "tokens.treasure.tens", "unknown"),
    ("tokens.dragon.count", 2, "tokens.dragon.count", "must be 1"),
    ("tokens.dragon.source", "book", "tokens.dragon.source", "rulebook"),
    ("tokens.first_player.count", 0, "tokens.first_player.count", "must be 1"),
    ("tokens.first_player", ..., "tokens.first_player", "missing"),
]


@pytest.mark.parametrize(("path", "value", "where", "why"), BROKEN)
def test_refuses_a_component_file_with_the_entry_and_the_reason(
    path: str, value: Any, where: str, why: str
) -> None:
    with pytest.raises(BadComponents, match=f"^{where}: .*{why}"):
        GAME.new(3, components=changed(path, value))


def test_numbers_are_integers_not_booleans_or_floats() -> None:
    with pytest.raises(BadComponents, match=r"cards.numbers"):
        GAME.new(3, components=changed("cards.numbers.0", True))
    with pytest.raises(BadComponents, match=r"cards.numbers"):
        GAME.new(3, components=changed("cards.numbers.1", 2.0))


def test_a_file_may_rename_reorder_and_revalue(tmp_path: Path) -> None:
    text = (GAME.folder / "components.toml").read_text()
    text = text.replace('"red"', '"crimson"').replace("Mountain", "Peak")
    text = text.replace("quests = [1, 1, 2, 2, 3, 3, 5]", "quests = [9, 1, 2, 2, 3, 3, 5]", 1)
    file = tmp_path / "own.toml"
    file.write_text(text)
    for source in (file, str(file), tomllib.loads(text)):
        state = GAME.new(3, components=source)
        data = state.to_data()
        assert data["colors"] == ["crimson", *COLORS[1:]]
        assert data["quest_values"]["crimson"] == [1, 2, 2, 3, 3, 5, 9]
        assert GAME.from_data(data, components=source).to_data() == data
        assert GAME.from_data(data).to_data() == data
        assert "of 1 2 2 3 3 5 9" in GAME.draw(state.view(0))
    reordered = {**FILE, "color": FILE["color"][::-1]}
    state = GAME.new(3, components=reordered)
    assert state.to_data()["colors"] == COLORS[::-1]
    assert GAME.from_data(state.to_data(), components=reordered).to_data() == state.to_data()


def test_the_drawing_tells_what_was_discarded() -> None:
    view = GAME.new(3, seed=1).view(0) | {"discard": ["red-7", "rage", "blue-4", "red-1", "rage"]}
    assert "Discarded: blue 4, rage 2, red 1 7\n" in GAME.draw(view)
    assert "Discarded: none\n" in GAME.draw(view | {"discard": []})


def test_removed_suits_speak_of_the_files_colors() -> None:
    renamed = changed("color.0.id", "crimson")
    options = {"short_deck": True, "removed_suits": ["crimson", "blue"]}
    assert GAME.new(3, options, components=renamed).to_data()["colors"] == [
        "green",
        "yellow",
        "brown",
        "white",
        "black",
    ]
    with pytest.raises(BadOption, match="'red' is none of crimson"):
        GAME.new(3, {"short_deck": True, "removed_suits": ["red", "blue"]}, components=renamed)


def test_a_file_that_cant_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"none\.toml: can't be read: No such file"):
        GAME.new(3, components=tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("game = \n")
    with pytest.raises(BadComponents, match=r"broken\.toml: is no TOML: .*line 1"):
        GAME.new(3, components=broken)
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(BadComponents, match=r"broken\.toml: is no TOML"):
        GAME.new(3, components=broken)
