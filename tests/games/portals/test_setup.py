"""Portals' set-up, options and component files."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from altered import altered
from told import says

from arena.games import BadComponents, BadOption, BadSetup, BadState
from portals.naive import COLORS, KEY_COLORS, KEYS
from portals.positions import GAME

FILE = tomllib.loads((GAME.folder / "components.toml").read_text())


def all_cards(data: dict[str, Any]) -> list[int]:
    """The Key cards of area and decks."""
    return sorted(card for pile in ("area", "decks") for color in KEY_COLORS for card in data[pile][color])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r01_r02_the_table_for_several(players: int) -> None:
    data = GAME.new(players, seed=3).to_data()
    assert len(data["boards"]) == len(data["circles"]) == len(data["players"]) == players
    assert len({board["id"] for board in data["boards"]}) == players
    assert all(stone is None for board in data["boards"] for row in board["stones"] for stone in row)
    assert [sum(circle.values()) for circle in data["circles"]] == [6] * players
    for color in COLORS:
        assert data["bag"][color] + sum(circle[color] for circle in data["circles"]) == 20
    assert [len(data["area"][color]) for color in KEY_COLORS] == [2, 2, 2]
    assert [len(data["decks"][color]) for color in KEY_COLORS] == [10, 10, 10]
    assert all_cards(data) == list(range(1, 37))
    assert all(KEYS[card]["color"] == color for color in KEY_COLORS for card in data["decks"][color])
    assert data["discards"] == {color: [] for color in KEY_COLORS}
    assert (data["phase"], data["step"], data["round"], data["turn"]) == ("collect", "take_card", 1, 1)
    assert (data["first"], data["active"]) == (0, 0)
    assert (data["spellboard"], data["sign_deck"], data["clairvoyance"], data["hand"]) == (None, [], [], None)
    for player in data["players"]:
        assert sorted(player["markers"], reverse=True)[:2] == [3, 3]
        assert (player["vp"], player["cards"], player["signs"]) == (0, [], [])


def test_the_modules_lay_out_spellboard_and_signs() -> None:
    data = GAME.new(3, {"magic_spells": True, "secret_signs": True}, seed=3).to_data()
    assert data["spellboard"] == [{"color": None, "count": 0}] * 4
    assert (data["phase"], data["step"], data["active"]) == ("signs", "keep_signs", 0)
    dealt = [sign for player in data["players"] for sign in player["signs"]]
    assert [len(player["signs"]) for player in data["players"]] == [3, 3, 3]
    assert all(player["signs"] == sorted(player["signs"]) for player in data["players"])
    assert sorted(dealt + data["sign_deck"]) == list(range(1, 21))


def test_r32_the_solo_table() -> None:
    data = GAME.new(1, seed=3).to_data()
    assert says(data["options"], {"board_side": "plain", "magic_spells": True, "secret_signs": True})
    assert Counter(data["clairvoyance"]) == dict.fromkeys(COLORS, 5)
    assert data["bag"] == dict.fromkeys(COLORS, 0)
    assert (data["circles"], data["players"][0]["markers"]) == ([], [])
    assert (len(data["players"][0]["signs"]), len(data["sign_deck"])) == (5, 15)
    assert (data["phase"], data["step"], data["round"], data["turn"]) == ("solo", "take_card", 1, 1)
    assert {GAME.new(1, seed=seed).to_data()["boards"][0]["id"] for seed in range(40)} == {1, 2, 3, 4}


def test_everything_random_differs_from_seed_to_seed_and_evenly() -> None:
    boards: Counter[tuple[int, ...]] = Counter()
    stones: Counter[str] = Counter()
    first_cards: Counter[int] = Counter()
    signs: Counter[int] = Counter()
    games = 400
    for seed in range(games):
        data = GAME.new(2, {"secret_signs": True}, seed).to_data()
        boards[tuple(board["id"] for board in data["boards"])] += 1
        for circle in data["circles"]:
            stones.update(circle)
        first_cards.update(data["area"]["purple"])
        signs.update(sign for player in data["players"] for sign in player["signs"])
    assert len(boards) == 12
    for count in boards.values():
        assert count / games == pytest.approx(1 / 12, abs=0.05)
    for color in COLORS:
        assert stones[color] / games == pytest.approx(12 / 5, abs=0.3)
    assert len(first_cards) == 12
    for count in first_cards.values():
        assert count / games == pytest.approx(2 / 12, abs=0.07)
    assert len(signs) == 20
    for count in signs.values():
        assert count / games == pytest.approx(6 / 20, abs=0.09)


def test_r03_the_side_of_all_boards_is_an_option() -> None:
    for side in ("plain", "icons"):
        state = GAME.new(2, {"board_side": side}, seed=1)
        for board, drawn in zip(state.to_data()["boards"], squares(GAME.draw(state.view(0))), strict=True):
            printed = "".join(FILE["boards"][board["id"] - 1][side])
            assert drawn == printed.lower()


def squares(drawing: str) -> list[str]:
    """The squares of the two boards in a drawing, which have no stones."""
    rows = [line.split() for line in drawing.splitlines() if line[:1] in "01234"]
    return ["".join("".join(row[start : start + 5]) for row in rows) for start in (1, 7)]


def test_one_seed_is_one_game_and_another_seed_another() -> None:
    assert GAME.new(4, seed=5).to_data() == GAME.new(4, seed=5).to_data()
    assert GAME.new(4, seed=5).to_data() != GAME.new(4, seed=6).to_data()


@pytest.mark.parametrize("players", [0, 5, -1, True, 2.0, "2", None])
def test_refuses_other_numbers_of_players(players: Any) -> None:
    with pytest.raises(BadSetup, match="players: portals takes 1 to 4, not "):
        GAME.new(players)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"magic_spell": True}, "'magic_spell': .*did you mean 'magic_spells'"),
        ({"zzz": True}, "'zzz': .*there are board_side, magic_spells, secret_signs"),
        ({"magic_spells": 1}, "magic_spells: must be true or false, not 1"),
        ({"secret_signs": "true"}, "secret_signs: must be true or false"),
        ({"secret_signs": None}, "secret_signs: must be true or false"),
        ({"board_side": "back"}, "board_side: must be one of plain, icons, not 'back'"),
        ({"board_side": True}, "board_side: must be one of plain, icons"),
        ({"board_side": ["plain"]}, "board_side: must be one of plain, icons"),
    ],
)
@pytest.mark.parametrize("players", [1, 3])
def test_refuses_options(players: int, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        GAME.new(players, options)


def test_both_modules_belong_to_the_solo_game_whatever_was_given() -> None:
    off = {"board_side": "icons", "magic_spells": False, "secret_signs": False}
    on = {"board_side": "icons", "magic_spells": True, "secret_signs": True}
    for players, settled in ((1, on), (2, off)):
        assert says(GAME.check_options(off, players), settled)
        assert GAME.new(players, off).to_data()["options"] == GAME.check_options(off, players)


# Component files


def test_r39_the_own_components_are_those_of_the_page() -> None:
    orange = {n for n, key in KEYS.items() if key["color"] == "orange"}
    red = {n for n, key in KEYS.items() if key["color"] == "red"}
    assert {3, 4, 18} <= orange
    assert {5, 33} <= red
    means = [
        sum(cards) / 12 for cards in (set(KEYS) - orange - red, red, orange)
    ]  # "mean 12 purple, 20 red, 24 orange"
    assert [round(mean) for mean in means] == [12, 20, 24]
    assert GAME.new(2).to_data()["components"] is None
    for board in FILE["boards"]:
        plain, icons = "".join(board["plain"]), "".join(board["icons"])
        assert [plain.count(letter) for letter in "AEFWT."] == [5] * 5 + [0]
        assert [icons.count(letter) for letter in "AEFWT."] == [4] * 5 + [5]
    triples = Counter(frozenset(stone["color"] for stone in sign["stones"]) for sign in FILE["signs"])
    assert len(triples) == 10
    assert set(triples.values()) == {2}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The component file, altered."""
    return altered(FILE, path, value)


BROKEN = [
    ("game", "dragon-whisperer", "game", "portals"),
    ("game", ..., "game", "missing"),
    ("extra", 1, "extra", "unknown"),
    ("stones", ..., "stones", "missing"),
    ("stones.4", ..., "stones", "5 entries, not 4"),
    ("stones.1.color", "air", r"stones\[1\].color", "must be 'earth'"),
    ("stones.1.letter", "e", r"stones\[1\].letter", "must be 'E'"),
    ("stones.1.look", "", r"stones\[1\].look", "non-empty string"),
    ("stones.1.count", 19, r"stones\[1\].count", "must be 20"),
    ("stones.1.count", 20.0, r"stones\[1\].count", "must be 20"),
    ("stones.1.source", "guess", r"stones\[1\].source", "rulebook, public, reconstructed"),
    ("stones.1.extra", 1, r"stones\[1\].extra", "unknown"),
    ("spells.3", ..., "spells", "4 entries, not 3"),
    ("spells.0.section", 1, r"spells\[0\].section", "must be 0"),
    ("spells.0.section", False, r"spells\[0\].section", "must be 0"),
    ("spells.0.name", "move", r"spells\[0\].name", "must be 'shift'"),
    ("spells.0.source", ..., r"spells\[0\].source", "missing"),
    ("achievements", [], "achievements", "must have an entry"),
    ("achievements.0.from", 1, r"achievements\[0\].from", "must be 0"),
    ("achievements.1.from", 0, r"achievements\[1\].from", "must be above 0"),
    ("achievements.2.from", 36, r"achievements\[2\].from", "must be above 36"),
    ("achievements.2.from", "40", r"achievements\[2\].from", "integer"),
    ("achievements.2.label", 7, r"achievements\[2\].label", "string"),
    ("achievements.2.source", None, r"achievements\[2\].source", "one of"),
    ("keys.35", ..., "keys", "36 entries, not 35"),
    ("keys.4.number", 4, r"keys\[4\].number", "4 is there twice"),
    ("keys.4.number", 37, r"keys\[4\].number", "from 1 to 36"),
    ("keys.4.number", True, r"keys\[4\].number", "integer"),
    ("keys.4.color", "pink", r"keys\[4\].color", "orange, red, purple"),
    ("keys.4.color", "orange", r"keys\[4\].cells", "2 entries, not 3"),
    ("keys.4.shape", "", r"keys\[4\].shape", "string"),
    ("keys.4.cells", [[0, 0], [1, 0]], r"keys\[4\].cells", "3 entries, not 2"),
    ("keys.4.cells", [[1, 0], [0, 0], [1, 1]], r"keys\[4\].cells", "row-major order"),
    ("keys.4.cells", [[0, 0], [0, 0], [1, 1]], r"keys\[4\].cells", "row-major order, each square once"),
    ("keys.4.cells.1", [0, 3], r"keys\[4\].cells\[1\]\[1\]", "from 0 to 2"),
    ("keys.4.cells.1", [0], r"keys\[4\].cells\[1\]", "2 entries"),
    ("keys.4.cells.1", [0, True], r"keys\[4\].cells\[1\]\[1\]", "integer"),
    ("keys.4.source", "", r"keys\[4\].source", "one of"),
    ("keys.4.extra", 0, r"keys\[4\].extra", "unknown"),
    ("boards.3", ..., "boards", "4 entries, not 3"),
    ("boards.1.id", 3, r"boards\[1\].id", "must be 2"),
    ("boards.1.name", "", r"boards\[1\].name", "string"),
    ("boards.1.plain", ["AEFWT"] * 4, r"boards\[1\].plain", "5 entries, not 4"),
    ("boards.1.plain.0", "AEFW", r"boards\[1\].plain\[0\]", "5 of the letters AEFWT, not 'AEFW'"),
    ("boards.1.plain.0", "AEF.T", r"boards\[1\].plain\[0\]", "5 of the letters AEFWT"),
    ("boards.1.icons.0", "AEFXT", r"boards\[1\].icons\[0\]", r"5 of the letters AEFWT\."),
    ("boards.1.plain", ["AEFWA"] * 5, r"boards\[1\].plain", "must have a 'T' somewhere"),
    ("boards.1.icons", ["AEFWT"] * 5, r"boards\[1\].icons", r"must have a '\.' somewhere"),
    ("boards.1.icons", ..., r"boards\[1\].icons", "missing"),
    ("boards.1.source", 1, r"boards\[1\].source", "one of"),
    ("signs.19", ..., "signs", "20 entries, not 19"),
    ("signs.0.id", 2, r"signs\[0\].id", "must be 1"),
    ("signs.0.shape", ..., r"signs\[0\].shape", "missing"),
    ("signs.0.stones", [], r"signs\[0\].stones", "2 to 5 entries, not 0"),
    ("signs.0.stones.0.row", 3, r"signs\[0\].stones\[0\].row", "from 0 to 2"),
    ("signs.0.stones.0.col", 1, r"signs\[0\].stones\[1\]", "on the square of another"),
    ("signs.0.stones.0.color", "red", r"signs\[0\].stones\[0\].color", "air, earth"),
    ("signs.0.stones.0.extra", 1, r"signs\[0\].stones\[0\].extra", "unknown"),
    ("signs.0.source", "book", r"signs\[0\].source", "one of"),
]


@pytest.mark.parametrize(("path", "value", "where", "why"), BROKEN)
def test_refuses_a_component_file_with_the_entry_and_the_reason(
    path: str, value: Any, where: str, why: str
) -> None:
    with pytest.raises(BadComponents, match=f"^{where}: .*{why}"):
        GAME.new(3, components=changed(path, value))


def test_the_counts_of_key_colors_are_checked() -> None:
    data = changed("keys.2.color", "red")
    data["keys"][2]["cells"] = [[0, 0], [0, 1], [0, 2]]
    with pytest.raises(BadComponents, match=r"^keys: must have 12 orange cards, not 11"):
        GAME.new(2, components=data)


def own_file(tmp_path: Path) -> Path:
    """A file with another card, board, sign and achievement."""
    text = (GAME.folder / "components.toml").read_text()
    text = text.replace('"Diagonals"', '"Stripes"', 1).replace('"AEFWT", "EFWTA"', '"AAAAA", "EFWTA"', 1)
    text = text.replace("from = 36", "from = 1").replace('"Guild Member"', '"Beginner"')
    text = text.replace("cells = [[0, 0], [0, 1]]", "cells = [[0, 0], [2, 1]]", 1)
    file = tmp_path / "own.toml"
    file.write_text(text)
    return file


def test_a_file_of_ones_own_goes_with_the_state(tmp_path: Path) -> None:
    file = own_file(tmp_path)
    contents = tomllib.loads(file.read_text())
    for source in (file, str(file), contents):
        state = GAME.new(2, seed=1, components=source)
        data = state.to_data()
        assert data["components"] == contents
        assert state.view(0)["components"] == contents
        assert GAME.from_data(data).to_data() == data
        assert GAME.draw(state.view(0)) == GAME.draw(state.view(0), components=source)
    boards = {board["id"] for board in data["boards"]}
    drawn = GAME.draw(data)
    assert ("Stripes" in drawn) is (1 in boards)


def test_the_standard_file_under_another_name_is_the_standard_file() -> None:
    assert GAME.new(2, components=FILE).to_data() == GAME.new(2).to_data()


def test_a_file_of_ones_own_changes_the_rules(tmp_path: Path) -> None:
    file = own_file(tmp_path)
    state = next(
        state
        for seed in range(50)
        if (state := GAME.new(1, seed=seed, components=file)).to_data()["boards"][0]["id"] == 1
    )
    data = state.to_data()
    data.update(turn=25, step="place_stone", hand="air", clairvoyance=[])
    for pile in ("area", "decks"):
        data[pile]["orange"] = [card for card in data[pile]["orange"] if card != 3]
    data["area"]["orange"] = (data["area"]["orange"] + data["decks"]["orange"])[:2]
    data["decks"]["orange"] = [
        card
        for card in range(1, 37)
        if KEYS[card]["color"] == "orange" and card not in (3, *data["area"]["orange"])
    ]
    data["players"][0].update(cards=[{"card": 3, "stones": [None, "air"]}], signs=[])
    data["sign_deck"] = list(range(1, 21))
    data["bag"] = {"air": 3, "earth": 5, "fire": 5, "water": 5, "time": 5}
    state = GAME.from_data(data)
    state.apply(state.find({"type": "place_stone", "card": 3, "square": 0}))
    place = {"card": 3, "board": 0, "rotation": 90, "row": 0, "col": 2}
    event = state.apply(state.find({"type": "activate", **place}))[0]
    # (0, 0) and (2, 1) of the 3 by 3 grid become (0, 2) and (1, 0).
    assert event["placed"] == [[0, 4, "air"], [1, 2, "air"]]
    assert event["match"] == 1
    assert state.to_data()["achievement"] == "Beginner"


def test_a_state_with_bad_components_is_refused_by_their_entry() -> None:
    data = GAME.new(2).to_data()
    data["components"] = changed("keys.4.number", 4)
    with pytest.raises(BadState, match=r"^components: keys\[4\].number: 4 is there twice"):
        GAME.from_data(data)
