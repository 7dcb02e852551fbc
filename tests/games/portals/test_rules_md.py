"""RULES.md says what is so: its example and tables; no field, event, action or option is left out."""

from __future__ import annotations

import json
import re
from random import Random

from rules_page import RulesPage, names_in_first_column

from portals.naive import COLORS, FILE, KEY_COLORS, LETTER
from portals.positions import GAME, activate

PAGE = RulesPage(GAME)


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text."""
    return [line.split(" | ") for line in re.findall(r"^\| (.*) \|$", text, re.MULTILINE)]


def test_the_examples_event_leads_to_its_view() -> None:
    message = PAGE.example()
    [event] = message["events"]
    assert (event["type"], event["seat"]) == ("take_stone", message["seat"])
    assert event["color"] == message["view"]["hand"]


def test_the_examples_pair_would_earn_what_is_said() -> None:
    """With the stone placed, and the card activated at once in place of what else comes first."""
    message = PAGE.example()
    state = GAME.from_view(message["view"], message["seat"], Random(0))
    state.apply(state.find({"type": "place_stone", "card": 29, "square": 1}))
    data = state.to_data()
    data.update(step="activate", turn=1, active=1, pending={"card": 29})
    state = GAME.from_data(data)
    event = state.apply(state.find(activate(29, 1, 3, 2, 270)))[0]
    assert event["placed"] == [[3, 2, "water"], [4, 2, "air"]]
    assert (event["match"], event["adjacency"]) == (2, 1)


def test_every_field_of_the_view_is_explained() -> None:
    fields, parts = PAGE.section("The view").split("Each seat's entry")
    view = GAME.new(3).view(0)
    assert names_in_first_column(fields) == set(view)
    assert names_in_first_column(parts) == set(view["players"][0])


def test_every_event_is_explained_with_its_fields() -> None:
    explained = {
        name: set(re.findall(r"`(\w+)`", row[1]))
        for row in rows(PAGE.section("Events"))
        for name in re.findall(r"`(\w+)`", row[0])
    }
    told: dict[str, set[str]] = {}
    for players, options in ((1, {}), (2, {"magic_spells": True, "secret_signs": True}), (3, {})):
        for seed in range(12):
            state, rng = GAME.new(players, options, seed=seed), Random(seed)
            while (decision := state.decision) is not None:
                for event in state.apply(rng.choice(decision.legal)):
                    told.setdefault(event["type"], set()).update(event)
    assert {name: fields | {"type"} for name, fields in explained.items()} == told


def test_every_decision_and_action_is_explained() -> None:
    text = PAGE.section("Decisions")
    assert names_in_first_column(text) == {
        *("keep_signs", "take_card", "take_stone", "place_stone", "activate"),
        *("shift_from", "shift_to", "unlock", "banish", "recall"),
    }
    forms = [json.loads(form) for form in re.findall(r'`(\{"type".*?\})`', text)]
    assert {form["type"] for form in forms} == set(GAME.actions)
    assert all(GAME.actions[form["type"]].problem(form) is None for form in forms)


def test_every_option_is_explained_with_its_default() -> None:
    found = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", PAGE.section("Options"), re.MULTILINE)
    assert {name: json.loads(default) for name, default in found} == {
        option.name: option.default for option in GAME.options
    }


# The tables of what is printed


def squares(cells: list[list[int]], marks: str) -> str:
    at = {(row, col): mark for (row, col), mark in zip(cells, marks, strict=True)}
    height, width = max(row for row, _ in at) + 1, max(col for _, col in at) + 1
    return "/".join("".join(at.get((row, col), ".") for col in range(width)) for row in range(height))


def numbered(text: str) -> dict[int, str]:
    return {int(number): shape for number, shape in re.findall(r"(\d+)\s+`(.*?)`", text)}


def test_the_tables_show_all_cards_boards_and_signs() -> None:
    text = PAGE.section("Cards, boards and signs")
    table = {row[0]: row[1:] for row in rows(text)}
    for color in KEY_COLORS:
        cards = [key for key in FILE["keys"] if key["color"] == color]
        expected = {key["number"]: squares(key["cells"], "0123"[: len(key["cells"])]) for key in cards}
        assert numbered(table[color][0]) == expected
    for board in FILE["boards"]:
        sides = [f"`{'/'.join(board[side])}`" for side in ("plain", "icons")]
        assert table[str(board["id"])] == [board["name"], *sides]
    signs = {
        sign["id"]: squares(
            [[stone["row"], stone["col"]] for stone in sign["stones"]],
            "".join(LETTER[stone["color"]] for stone in sign["stones"]),
        )
        for sign in FILE["signs"]
    }
    assert numbered(text[text.index("Signs, each") :]) == signs
    assert all(f"{color} {LETTER[color]}" in text for color in COLORS)
