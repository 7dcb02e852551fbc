"""The Yawning Portal drawn as text: heroes on both sides of the row, facing it as they match."""

from __future__ import annotations

from random import Random

from yawning_portal.positions import GAME, position, start


def test_the_table_is_drawn_with_the_orders_facing_the_row() -> None:
    state = start(
        row="bgry....b.ry",
        spaces={2: "blue-01", 7: "yellow-06 potion", 3: "red-05 down", 9: "green-14"},
        hands=["blue-02", "red-02"],
    )
    lines = GAME.draw(state.view(0)).splitlines()
    # blue-01 (bg..) faces slots 8 to 11 from the left; yellow-06 (ybg.) and green-14 (ybrg) from the right.
    # Symbols that match are capitals.
    assert lines[:10] == [
        "Turn 9, seat 0   to do: tile",
        "",
        "| 5          | 6          | 7 yellow-06| 8          | 9 green-14 |",
        "|            |            |   potion   |            |   waiting  |",
        "|            |            |  .  g  b  Y|            |  g  r  b  y|",
        "|  B  G  R  Y|  .  .  .  .|  B  .  R  Y|  .  .  .  .|  .  .  .  .|   row",
        "|  0  1  2  3|  4  5  6  7|  8  9 10 11| 12 13 14 15| 16 17 18 19|   slots",
        "|            |            |  B  g  .  .|            |            |",
        "|            |            |   waiting  |   *red*    |            |",
        "| 0          | 1          | 2 blue-01  | 3 red-05   | 4          |",
    ]


def test_the_rest_says_what_everybody_has() -> None:
    text = GAME.draw(
        start(
            spaces={3: "red-05 down"},
            hands=["blue-02", "red-02"],
            seats={0: {"red": 2, "diamonds": {"blue": 1}, "potions": 1}},
            backs={0: "blue"},
        ).view(0)
    )
    for line in (
        "A gem is worth b1 g1 r2 y1",
        "Supply: gems b30 g30 r28 y30, tokens b11 g11 r11 y11, 19 diamonds, 8 potions",
        "Objective Six Diamonds (6 diamonds): open",
        "Seat 0 (to decide):",
        "    gems b0 g0 r2 y0, diamonds b1 g0 r0 y0, 1 potion; claimed 0 bonuses, seated 0 heroes",
        "    hand   blue-02 Elf Barbarian, order .ry., effect shove, bonus diamond, place_blue",
        "    hand   1 card: b0 g0 r1 y0",
    ):
        assert line in text.splitlines()
    assert "blue: play_card play_potion; green: place_green draw_two;" in text


def test_a_hero_to_be_seated_the_endgame_and_what_is_left_to_do_are_shown() -> None:
    items = [{"do": "seat", "card": "red-01"}, {"do": "flip_tile", "color": "red"}, {"do": "end_turn"}]
    text = GAME.draw(position(todo=items, ender=1, turn=0))
    assert "Turn 9, seat 0   endgame, begun by seat 1   to do: seat red-01, flip_tile red, end_turn" in text
    assert "To be seated: red-01 Human Sorcerer, order ry.., effect exchange, bonus blue, draw_two" in text


def test_alone_the_line_the_deck_and_the_objectives_slots_are_shown() -> None:
    data = position(players=1, line="red-02 blue-01", deck="blue-05 green-05")
    data["objectives"][1]["gone"] = True
    data["objectives"][2]["owner"] = 0
    lines = GAME.draw(GAME.from_data(data).view(0)).splitlines()
    assert "    line   red-02 Elf Wizard, order .bg., effect diamond, bonus diamond, place_red" in lines
    assert any(line.startswith("Decks: all 2 (blue on top)   discard: blue-02, ") for line in lines)
    assert "Objective Six Diamonds (6 diamonds): open until slot 3 is filled" in lines
    assert "Objective Three Sets (3 sets): gone" in lines
    assert "Objective Generous Guests (3 bonuses): seat 0 has it" in lines


def test_colors_change_nothing_but_the_colors() -> None:
    state, rng = GAME.new(3, seed=2), Random(2)
    for _ in range(60):
        assert state.decision is not None
        state.apply(rng.choice(state.decision.legal))
    painted = GAME.draw(state.view(1), color=True)
    for code in ("\033[34m", "\033[32m", "\033[31m", "\033[33m", "\033[0m"):
        assert code in painted
        painted = painted.replace(code, "")
    assert painted == GAME.draw(state.view(1))
