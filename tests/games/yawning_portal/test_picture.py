"""The picture: every fact of a view is in it, and right; nothing else is."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest
from pictures import HOSTILE, SVG, Read, contrast, distance, played

from arena.games.svg import Page
from arena.games.yawning_portal.components import EFFECTS
from arena.games.yawning_portal.components import ICONS as ACTIONS
from arena.games.yawning_portal.picture import look
from yawning_portal.positions import COLORS, GAME, position

TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"red_front_play": False, "best_score": 30}),
    (2, {}),
    (2, {"red_front_play": False}),
    (3, {}),
    (4, {}),
]
NAMES = ["greedy", "search:100ms", "a-rather-long-name-of-a-bot", "Ölgötz"]
HEROES = {hero.id: hero for hero in GAME.components().heroes}
TILES = dict(zip(COLORS, GAME.components().tiles, strict=True))
Data = dict[str, Any]


def read(view: Data, seat: int | None = None, **page: Any) -> Read:
    return Read(GAME.picture(view, seat, **page))


def symbols_in(picture: Read, panel: str, kind: str) -> list[str]:
    """The names of a panel's symbols of a kind, in the order in which they are drawn."""
    used = [node.attrib["href"].removeprefix("#game-") for node in picture.panels[panel].iter(f"{SVG}use")]
    return [name.removeprefix(f"{kind}-") for name in used if name.startswith(f"{kind}-")]


def size(pile: int | list[Any]) -> int:
    return pile if isinstance(pile, int) else len(pile)


def check_facts(view: Data, picture: Read) -> None:
    """Everything that the view shows can be seen."""
    said = " ".join(picture.said("turn"))
    assert view["phase"] == "setup" or f"Turn {view['turn_number']}." in said
    assert ("Endgame" in said) == (view["ender"] is not None)
    check_row(view, picture)
    check_supply(view, picture)
    check_objectives(view, picture)
    solo = len(view["players"]) == 1
    for seat, player in enumerate(view["players"]):
        check_seat(view, seat, picture)
        hand = view["line"] if solo else player["hand"]
        if isinstance(hand, int):
            assert f"hand-{seat}" not in picture.panels
        else:
            check_hand(hand, picture, f"hand-{seat}")
    seated = [item["card"] for item in view["todo"] if item["do"] == "seat"][:1]
    assert [hover.split(",")[0] for hover in picture.hovers("turn")] == seated


def check_row(view: Data, picture: Read) -> None:
    assert sorted(symbols_in(picture, "row", "token")) == sorted(token for token in view["row"] if token)
    side = len(view["spaces"]) // 2
    hovers = picture.hovers("row")
    assert len(hovers) == len(view["spaces"])
    chips = []
    for space, seated in enumerate(view["spaces"]):
        [told] = [hover for hover in hovers if re.match(rf"Space {space}\b", hover)]
        if seated is None:
            assert told == f"Space {space}: free" and f"space {space}" in picture.said("row")
            continue
        hero = HEROES[seated["card"]]
        assert hero.id in told and str(space) in picture.said("row")
        assert (f"1 more for each {COLORS[hero.color]} gem" in told) == (not seated["up"])
        assert ("with a potion" in told) == seated["potion"] and ("being seated" in told) == seated["seating"]
        if seated["up"]:
            for cell, symbol in enumerate(hero.order):
                if symbol is not None:
                    slot = 4 * space + cell if space < side else 4 * (space - side) + 3 - cell
                    chips.append(COLORS[symbol])
                    matches = view["row"][slot] == COLORS[symbol]
                    assert f"{COLORS[symbol]} on slot {slot}{' matches' if matches else ''}" in told
    assert sorted(symbols_in(picture, "row", "chip")) == sorted(chips)
    numbers = [words for words in picture.said("row") if words.isdigit()]
    taken = [str(space) for space, seated in enumerate(view["spaces"]) if seated]
    assert sorted(numbers) == sorted([*map(str, range(len(view["row"]))), *taken])


def check_hand(hand: list[str], picture: Read, panel: str) -> None:
    assert [hover.split(",")[0] for hover in picture.hovers(panel)] == hand[:18]
    assert symbols_in(picture, panel, "chip") == [
        COLORS[symbol] for card in hand[:18] for symbol in HEROES[card].order if symbol is not None
    ]
    assert all(card in picture.said(panel) for card in hand[:18])


def check_supply(view: Data, picture: Read) -> None:
    supply, solo = view["supply"], len(view["players"]) == 1
    worth = dict.fromkeys(COLORS, 1)
    for seated in view["spaces"]:
        if seated and not seated["up"]:
            worth[COLORS[HEROES[seated["card"]].color]] += 1
    if view["deck_top"]:
        worth[view["deck_top"]] += 1
    rows = [worth, supply["gems"], supply["food"]]
    if not solo:
        rows.append({color: size(deck) for color, deck in view["decks"].items()})
    rows.append(view["spent_gems"])
    said = picture.said("supply")
    numbers = [int(words) for words in said if words.isdigit()]
    assert numbers == [row[color] for color in COLORS for row in rows]
    text = " ".join(said)
    assert re.search(rf"\b{supply['diamonds'] or 'no'} diamond", text)
    assert re.search(rf"\b{supply['potions'] or 'no'} potion", text)
    assert not solo or f"{size(view['decks']['all']) or 'no'} card" in text
    [hover] = picture.hovers("supply")
    assert f"newest last: {', '.join(view['discard']) or 'none'}" in hover


def check_objectives(view: Data, picture: Read) -> None:
    known = {objective.id: objective for objective in GAME.components().objectives}
    lines = picture.said("objectives")[1:]
    assert not any("…" in words for words in lines[::3] + lines[1::3])
    assert lines[::3] == [known[shown["id"]].name for shown in view["objectives"]]
    for shown, state in zip(view["objectives"], lines[2::3], strict=True):
        if shown["owner"] is not None:
            assert state not in ("open", "gone") and "until" not in state
        else:
            until = "open" if shown["x"] is None else f"until slot {shown['x']}"
            assert state == ("gone" if shown["gone"] else until)


def check_seat(view: Data, seat: int, picture: Read) -> None:
    player, panel = view["players"][seat], f"seat-{seat}"
    said, hovers = picture.said(panel), picture.hovers(panel)
    solo = len(view["players"]) == 1
    deciding = view["phase"] != "over" and view["turn"] == seat
    assert any("to decide" in words for words in said) == deciding
    icons = []
    for color, side in player["tiles"].items():
        assert f"{color} {side}" in said
        icons += getattr(TILES[color], side)
        if (color, side) == ("red", "front") and not view["options"]["red_front_play"]:
            assert icons.pop() == "play_card"
    icons.append("take_potion")
    drawn = symbols_in(picture, panel, "icon")
    assert drawn == [icon for icon in icons if icon != "diamond"]
    assert [hover for hover in hovers if " gems: " in hover] == [
        f"{color} gems: {player['gems'][color]}, and diamonds: {player['diamonds'][color]}"
        for color in COLORS
    ]
    shown = [hover for hover in hovers if "cards in hand" in hover]
    assert shown == [
        f"{color} cards in hand: {held}" for color, held in player["hand_colors"].items() if not solo
    ]
    assert f"Potions: {player['potions']}" in hovers
    assert f"{player['seated']} seated" in said
    assert any(re.match(rf"{player['bonuses'] or 'no'} bonus", words) for words in said)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_shows_what_a_view_shows_in_games_of_all_sizes_and_options(
    players: int, options: Data, amount: Callable[[int, int], int]
) -> None:
    for seed in range(amount(1, 35)):
        rng = Random(seed)
        for state in played(GAME, players, options, seed, share=0.06):
            for seat in (*range(players), None):
                view = state.view(seat)
                before = copy.deepcopy(view)
                names = NAMES[:players] if seed % 2 else ()
                picture = read(view, seat, names=names, width=rng.choice([390, 800, 1280]))
                assert view == before
                check_facts(view, picture)
                picture.check_layout()
                for owner, score in enumerate(state.scores()):
                    assert str(score) in picture.said(f"seat-{owner}")
            whole = state.to_data()
            picture = read(whole)
            check_facts(whole, picture)
            picture.check_layout()


def test_hands_of_others_are_not_in_a_picture() -> None:
    for state in played(GAME, 3, {}, 4, share=0.1):
        picture = GAME.picture(state.view(0), 0)
        data = state.to_data()
        hidden = {card for player in data["players"][1:] for card in player["hand"]}
        hidden |= {card for deck in data["decks"].values() for card in deck}
        seen = set(re.findall(r"(?:blue|green|red|yellow)-\d\d", picture))
        assert hidden and not seen & hidden


def framed(picture: Read, panel: str) -> tuple[int, int]:
    """How many slots and how many spaces are framed."""
    frames = [
        float(node.attrib["height"])
        for node in picture.panels[panel].iter(f"{SVG}rect")
        if node.attrib["class"] == "table"
    ]
    return sum(height < 20 for height in frames), sum(height > 20 for height in frames)


def test_frames_what_may_be_chosen() -> None:
    met = set()
    for seed in range(3):
        for state in chain(played(GAME, 4, {}, seed), played(GAME, 1, {}, seed)):
            if state.decision is None:
                continue
            legal = [action.to_data() for action in state.decision.legal]
            slots = {action["slot"] for action in legal if "slot" in action}
            spaces = {action["space"] for action in legal if "space" in action}
            if state.decision.kind == "place_start":
                slots = {sum(token is not None for token in state.to_data()["row"])}
            met.add((state.decision.kind, bool(slots), bool(spaces)))
            picture = read(state.view(state.decision.seat), state.decision.seat)
            assert framed(picture, "row") == (len(slots), len(spaces)), state.decision.kind
    assert {kind for kind, slots, _ in met if slots} == {
        *("place_start", "place_token", "swap_first", "swap_second", "remove_token")
    }
    assert {kind for kind, _, spaces in met if spaces} == {
        *("choose_space", "remove_card", "remove_neighbour", "play_potion", "turn_down")
    }


def test_says_how_a_game_has_ended() -> None:
    for seed in range(8):
        *_, state = played(GAME, 3, {}, seed, share=0)
        picture = read(state.view(0), 0, names=NAMES)
        for seat, score in enumerate(state.scores()):
            assert str(score) in picture.said(f"seat-{seat}")
            assert f"rank {state.ranks()[seat]}" in picture.said(f"seat-{seat}")
        winners = [NAMES[seat] for seat in range(3) if state.ranks()[seat] == 1]
        assert all(winner in picture.description.partition("The game is over")[0] for winner in winners)
    *_, state = played(GAME, 1, {"best_score": 0}, 1, share=0)
    said = read(state.view(0), 0, names=NAMES).description
    assert f"greedy has {state.scores()[0]} points." in said
    assert f"The best score was {'' if state.to_data()['beaten'] else 'not '}beaten." in said


DECISIONS = {
    "place_start": "places a starting token",
    "choose_tile": "chooses a tile",
    "place_token": "places a token",
    "swap_first": "swaps two tokens",
    "swap_second": "swaps two tokens",
    "draw_card": "draws a card",
    "play_card": "plays a card",
    "choose_space": "seats a hero",
    "remove_card": "removes a hero",
    "remove_neighbour": "removes a neighbor",
    "remove_token": "removes a token",
    "play_potion": "plays a potion",
    "turn_down": "turns a neighbor down",
    "assign_diamond": "takes a diamond",
    "exchange_give": "gives up a gem",
    "exchange_take": "takes a gem",
    "gain_gem": "gains a gem",
    "steal_gem": "steals a gem",
}


def test_says_who_is_to_decide_what() -> None:
    met = set()
    for seed in range(7):
        for state in played(GAME, 2, {}, seed):
            if state.decision is None or state.decision.kind in met:
                continue
            met.add(state.decision.kind)
            seat = state.decision.seat
            picture = read(state.view(seat), seat, names=NAMES)
            assert f"{NAMES[seat]} {DECISIONS[state.decision.kind]}." in picture.description
            assert any(DECISIONS[state.decision.kind] in words for words in picture.said("turn"))
    assert met == DECISIONS.keys()


def test_long_hands_are_listed() -> None:
    hand = " ".join(f"{color}-{number:02}" for number in range(1, 6) for color in COLORS)
    view = GAME.from_data(position(hands=[hand])).view(0)
    picture = read(view, 0)
    picture.check_layout()
    check_facts(view, picture)
    assert "2 more" in picture.said("hand-0")
    assert all(card in picture.description for card in hand.split())


def test_large_tables_are_drawn_in_parts() -> None:
    components = copy.deepcopy(GAME.components().content())
    components["table"] |= {"end_spaces": 6, "end_slots": 24, "insert_spaces": 6, "insert_slots": 24}
    components["hero"][0] |= {"bonus": ["place_blue", "play_potion", "blue", "swap", "exchange", "draw_two"]}
    names = {hero["id"]: f"{hero['id']} of the long name and a <b>" for hero in components["hero"]}
    for hero in components["hero"]:
        hero["id"] = names[hero["id"]]
    for state in played(GAME, 4, {}, 1, components, share=0.1):
        picture = read(state.view(0), 0, names=HOSTILE)
        picture.check_layout()
        assert [str(slot) for slot in range(120)] == sorted(
            {words for words in picture.said("row") if words.isdigit()}, key=int
        )


def test_a_frame_keeps_its_place_and_its_symbols_all_through_a_game() -> None:
    frames = [GAME.picture(state.view(0), 0).splitlines() for state in played(GAME, 4, {}, 2, share=0.2)]
    assert len({frame[0] for frame in frames}) == 1
    assert len({"".join(frame[3:5]) for frame in frames}) == 1


def test_a_frame_is_small() -> None:
    for players, limit in ((1, 40_000), (2, 50_000), (4, 60_000)):
        for state in played(GAME, players, {}, 4, share=0.1):
            assert len(GAME.picture(state.view(0), 0).encode()) < limit


def test_names_by_strangers_are_text_alone() -> None:
    for players in (1, 4):
        state = GAME.new(players, seed=1)
        for width in (390, 1280):
            picture = read(state.view(0), 0, names=HOSTILE, width=width)
            picture.check_layout()
            assert "<script>alert(1)</script>" in picture.description


def test_colors_stay_apart_for_the_color_blind_and_shapes_for_all() -> None:
    for (one, first), (other, second) in combinations(look.FILLS.items(), 2):
        assert distance(first[0], second[0]) >= 12, (one, other)
    for fill, ink in look.FILLS.values():
        assert contrast(fill, ink) >= 4.5
    assert list(look.FILLS) == list(look.FOOD) == list(COLORS)
    assert len(set(look.FOOD.values())) == 4 and len(set(look.GEMS.values())) == 5
    assert len(set(look.ICONS.values())) == len(look.ICONS)


def test_every_icon_and_effect_has_its_symbol_and_is_explained() -> None:
    symbols = look.symbols(Page().pen)
    for icon in (*ACTIONS, *EFFECTS, *COLORS):
        assert f'id="game-{look.icon_name(icon)}"' in symbols, icon
        assert icon in COLORS or icon.startswith("place_") or icon in look.LABELS
