"""The picture: every fact of a view is in it, and right; nothing else is."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from pictures import HOSTILE, SVG, Read, contrast, distance, played

from arena.games.portals.picture import look
from portals.naive import COLORS, KEY_COLORS, SPELLS
from portals.positions import GAME, position

BOTH = {"magic_spells": True, "secret_signs": True}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"board_side": "icons"}),
    (2, {}),
    (2, {**BOTH, "board_side": "icons"}),
    (3, {"secret_signs": True}),
    (4, {"magic_spells": True}),
    (4, BOTH),
]
NAMES = ["greedy", "search:100ms", "a-rather-long-name-of-a-bot", "Ölgötz"]
Data = dict[str, Any]


def read(view: Data, seat: int | None = None, **page: Any) -> Read:
    return Read(GAME.picture(view, seat, **page))


def stones_in(picture: Read, panel: str) -> list[str]:
    """The colors of a panel's stones, in the order in which they are drawn."""
    used = [node.attrib["href"] for node in picture.panels[panel].iter(f"{SVG}use")]
    return [name.removeprefix("#game-stone-") for name in used if name.startswith("#game-stone-")]


def size(pile: int | list[Any]) -> int:
    return pile if isinstance(pile, int) else len(pile)


def check_facts(view: Data, picture: Read) -> None:
    """Everything that the view shows can be seen."""
    check_turn(view, picture)
    check_area(view, picture)
    drawn = [
        stone for name in picture.panels if name.startswith("boards") for stone in stones_in(picture, name)
    ]
    expected: list[str] = []
    for board in range(len(view["boards"])):
        expected += [stone for row in view["boards"][board]["stones"] for stone in row if stone]
        if view["circles"]:
            expected += [color for color, held in view["circles"][board].items() for _ in range(held)]
    assert drawn == expected + view["clairvoyance"]
    markers = [
        hover for name in picture.panels if name.startswith("boards") for hover in picture.hovers(name)
    ]
    left = [
        view["players"][seat]["markers"][circle]
        for circle in range(len(view["circles"]))
        for seat in near(view, circle)
    ]
    assert [int(hover.rpartition(" ")[2]) for hover in markers] == left
    if view["spellboard"] is None:
        assert "spells" not in picture.panels
    else:
        held = [section["color"] for section in view["spellboard"] if section["color"]]
        assert stones_in(picture, "spells") == held
        numbers = [word for word in picture.said("spells") if word.startswith("x ")]
        assert numbers == [f"x {section['count']}" for section in view["spellboard"] if section["color"]]
    for seat in range(len(view["players"])):
        check_seat(view, seat, picture)


def near(view: Data, board: int) -> list[int]:
    return sorted({board, (board + 1) % len(view["players"])})


def check_turn(view: Data, picture: Read) -> None:
    said = " ".join(picture.said("turn"))
    turn = (
        f"Turn {view['turn']} of 25"
        if len(view["players"]) == 1
        else f"Round {view['round']} of 4, turn {view['turn']} of"
    )
    assert turn in said
    assert stones_in(picture, "turn") == ([view["hand"]] if view["hand"] else []) + list(view["bag"])
    assert re.findall(r"(?<=Bag ).*", said)[0].split()[::2] == [str(held) for held in view["bag"].values()]
    if view["step"] == "activate":
        assert f"card {view['pending']['card']}" in said


def check_area(view: Data, picture: Read) -> None:
    cards = [
        int(hover.split()[2].rstrip(",")) for hover in picture.hovers("area") if hover.startswith("Key card")
    ]
    assert cards == [card for color in KEY_COLORS for card in view["area"][color]]
    for color in KEY_COLORS:
        piles = f"deck {size(view['decks'][color])}, out {len(view['discards'][color])}"
        assert piles in picture.said("area")
        gone = ", ".join(map(str, view["discards"][color])) or "none"
        assert any(hover.endswith(f"Discarded, newest last: {gone}") for hover in picture.hovers("area"))


def check_seat(view: Data, seat: int, picture: Read) -> None:
    player, panel = view["players"][seat], f"seat-{seat}"
    said, hovers = picture.said(panel), picture.hovers(panel)
    assert str(player["vp"]) in said
    assert any("to decide" in words for words in said) == (view["active"] == seat)
    shown = [hover for hover in hovers if hover.startswith("Key card")]
    assert [int(hover.split()[2].rstrip(",")) for hover in shown] == [
        held["card"] for held in player["cards"]
    ]
    on_cards = [stone for held in player["cards"] for stone in held["stones"] if stone]
    on_signs = stones_in(picture, panel)[len(on_cards) :]
    assert stones_in(picture, panel)[: len(on_cards)] == on_cards
    full = [held for held in player["cards"] if None not in held["stones"]]
    assert said.count("full") == len(full)
    signs, matched = player["signs"], player["matched"]
    if view["options"]["secret_signs"]:
        assert f"{size(signs)} unmatched" in said and f"{len(matched)} matched" in said
        ids = [int(hover.split()[1].rstrip(":")) for hover in hovers if hover.startswith("Sign ")]
        assert ids == ([] if isinstance(signs, int) else signs) + matched
        assert (f"Hidden signs: {signs}" in hovers) == isinstance(signs, int)
        if isinstance(player["returned"], list) and player["returned"]:
            assert f"Returned: {', '.join(map(str, player['returned']))}" in hovers
    else:
        assert not on_signs and not any("matched" in words for words in said)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_shows_what_a_view_shows_in_games_of_all_sizes_and_options(
    players: int, options: Data, amount: Callable[[int, int], int]
) -> None:
    for seed in range(amount(1, 35)):
        rng = Random(seed)
        for state in played(GAME, players, options, seed, share=0.06):
            for seat in (*range(players), None):
                view = state.view(seat)
                before = repr(view)
                names = NAMES[:players] if seed % 2 else ()
                picture = read(view, seat, names=names, width=rng.choice([390, 800, 1280]))
                assert repr(view) == before
                check_facts(view, picture)
                picture.check_layout()
            whole = state.to_data()
            picture = read(whole)
            check_facts(whole, picture)
            picture.check_layout()


def test_signs_of_others_are_not_in_a_picture() -> None:
    for state in played(GAME, 3, BOTH, 4, share=0.1):
        if state.over:
            continue
        picture = GAME.picture(state.view(0), 0)
        hidden = [player["signs"] + player["returned"] for player in state.to_data()["players"][1:]]
        seen = {int(id) for id in re.findall(r"<title>Sign (\d+):", picture)}
        assert not seen & {sign for signs in hidden for sign in signs}


def test_says_how_a_game_has_ended() -> None:
    for seed in range(8):
        *_, state = played(GAME, 3, BOTH, seed, share=0)
        picture = read(state.view(0), 0, names=NAMES)
        for seat, score in enumerate(state.scores()):
            assert str(score) in picture.said(f"seat-{seat}")
            assert f"rank {state.ranks()[seat]}" in picture.said(f"seat-{seat}")
        winners = [NAMES[seat] for seat in range(3) if state.ranks()[seat] == 1]
        assert all(winner in picture.description.partition("The game is over")[0] for winner in winners)
    *_, state = played(GAME, 1, {}, 1, share=0)
    assert (
        f"greedy is an {state.to_data()['achievement']}." in read(state.view(0), 0, names=NAMES).description
    )


DECISIONS = {
    "keep_signs": "chooses signs",
    "take_card": "takes a Key card",
    "take_stone": "takes a stone",
    "place_stone": "places a stone",
    "activate": "activates card",
    "shift_from": "casts shift",
    "shift_to": "casts shift",
    "unlock": "casts unlock",
    "banish": "casts banish",
    "recall": "casts recall",
}


def test_says_who_is_to_decide_what() -> None:
    met = set()
    for seed in range(4):
        for state in played(GAME, 2, BOTH, seed):
            if state.decision is None or state.decision.kind in met:
                continue
            met.add(state.decision.kind)
            seat = state.decision.seat
            picture = read(state.view(seat), seat, names=NAMES)
            assert f"{NAMES[seat]} {DECISIONS[state.decision.kind]}" in picture.description
            assert any(DECISIONS[state.decision.kind] in words for words in picture.said("turn"))
    assert met == DECISIONS.keys()


def test_a_board_is_told_square_by_square() -> None:
    state = GAME.from_data(position([{}, {}], step="take_card", boards={0: ["F....", *["....."] * 4]}))
    view = state.view(0)
    picture = read(view, 0)
    printed = GAME.components().boards[view["boards"][0]["id"]]
    ground = [color for color, mask in zip(COLORS, printed.sides["plain"], strict=True) if mask & 1]
    assert f"fire on {ground[0]}" in picture.description
    squares = [
        node.attrib["href"] for node in picture.root.iter(f"{SVG}use") if "square" in node.attrib["href"]
    ]
    assert squares[0] == f"#game-square-{ground[0]}" and len(squares) == 50


def test_a_frame_keeps_its_place_and_its_symbols_all_through_a_game() -> None:
    frames = [GAME.picture(state.view(0), 0).splitlines() for state in played(GAME, 4, BOTH, 2, share=0.2)]
    assert len({frame[0] for frame in frames}) == 1
    assert len({"".join(frame[3:5]) for frame in frames}) == 1


def test_a_frame_is_small() -> None:
    for players, options, limit in ((1, {}, 25_000), (2, {}, 25_000), (4, BOTH, 40_000)):
        for state in played(GAME, players, options, 4, share=0.1):
            assert len(GAME.picture(state.view(0), 0).encode()) < limit


def test_names_by_strangers_are_text_alone() -> None:
    for players in (1, 4):
        state = GAME.new(players, seed=1)
        for width in (390, 1280):
            picture = read(state.view(0), 0, names=HOSTILE, width=width)
            picture.check_layout()
            assert "<script>alert(1)</script>" in picture.description


def test_colors_stay_apart_for_the_color_blind_and_shapes_for_all() -> None:
    for looks, least in ((look.STONES, 12), (look.KEYS, 20)):
        for (one, first), (other, second) in combinations(looks.items(), 2):
            assert distance(first[0], second[0]) >= least, (one, other)
        for fill, ink in looks.values():
            assert contrast(fill, ink) >= 4.5
    assert len({*look.SHAPES.values(), look.ICON}) == 6
    assert list(look.STONES) == list(COLORS) and list(look.KEYS) == list(KEY_COLORS) and len(SPELLS) == 4
