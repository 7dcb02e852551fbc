"""The picture: every fact of a view is in it, and right; nothing else is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

import pytest
from pictures import HOSTILE, SVG, Read, contrast, distance, played

from arena.games.svg import ROLES, width_of
from arena.games.vault_of_dragons.picture import look
from vault_of_dragons.naive import CARDS, PARTS
from vault_of_dragons.positions import GAME, PORTAL, choose, do, enter_dungeon, position, start

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"max_rounds": 8}),
    (2, {"factions": "random", "max_rounds": 4, "secrets_to_open": 5}),
    (3, {"locations": 6, "rumors_spread": True, "action_packed": True, "max_rounds": 7}),
    (3, {"locations": 9, "flip_empty_locations": True, "shuffle_locations": True, "max_rounds": 7}),
    (4, {"rumor_bidding": True, "increase_profits": True, "max_rounds": 6}),
]
NAMES = ["greedy", "search:100ms", "a-rather-long-name-of-a-bot", "Ölgötz"]
CLASSES = ("fighter", "rogue", "wizard")
Data = dict[str, Any]


def read(view: Data, seat: int | None = None, **page: Any) -> Read:
    return Read(GAME.picture(view, seat, **page))


def used(picture: Read, panel: str, *kinds: str) -> list[str]:
    """The symbols of a panel that are called so, in the order in which they are drawn."""
    names = [node.attrib["href"].removeprefix("#game-") for node in picture.panels[panel].iter(f"{SVG}use")]
    return [name for name in names if name.startswith(kinds)]


def size(pile: int | list[Any]) -> int:
    return pile if isinstance(pile, int) else len(pile)


def name_of(card: str) -> str:
    return str(CARDS[card]["name"])


def check_facts(view: Data, picture: Read) -> None:
    """Everything that the view shows can be seen."""
    check_city(view, picture)
    check_below(view, picture)
    check_work(view, picture)
    for seat in range(view["players"]):
        check_seat(view, seat, picture)
    said = " ".join(picture.said("turn"))
    if view["phase"] != "setup":
        assert f"Round {view['round']} of {view['options']['max_rounds']}" in said


def check_city(view: Data, picture: Read) -> None:
    places = [view["options"]["locations"], *range(view["options"]["locations"])]
    faces = [f"face-{tile['tile']}-{tile['side']}" for tile in view["board"]]
    assert used(picture, "city", "face-") == faces
    marks = [
        f"mark-{seat}"
        for place in places
        for seat in range(view["players"])
        if any(view["followers"][seat][place])
    ]
    assert used(picture, "city", "mark-") == marks
    tokens = [tile["watch"] for tile in view["board"] if tile["watch"]]
    assert [
        "active" if name == "watch" else "regrouping" for name in used(picture, "city", "watch", "rests")
    ] == tokens
    said = picture.said("city")
    assert said.count("used") == sum(tile["used"] for tile in view["board"])
    assert [word for word in said if word.startswith("+")] == [
        f"+{tile['gold']}" for tile in view["board"] if tile["gold"]
    ]
    for place, hover in zip(places, picture.hovers("city"), strict=True):
        for seat in range(view["players"]):
            group = view["followers"][seat][place]
            for number, kind in zip(group, CLASSES, strict=True):
                if number:
                    assert f"{number} {kind.capitalize()}" in hover
        if place < places[0]:
            check_status(view, place, hover)


def check_status(view: Data, place: int, hover: str) -> None:
    tile = view["board"][place]
    printed = PARTS["locations"][tile["tile"]][("front", "back")[tile["side"]]]
    assert hover.startswith(f"{place} {printed['name']}")
    here = [seat for seat in range(view["players"]) if any(view["followers"][seat][place])]
    watched = tile["watch"] == "active"
    assert ("Contested" in hover) == (len(here) > 1 or bool(here and watched))
    assert ("Controlled by" in hover) == (len(here) == 1 and not watched)


def check_below(view: Data, picture: Read) -> None:
    said = " ".join(picture.said("below"))
    tile = view["dungeons"][0]["tile"]
    assert f"Dungeon: {PARTS['dungeons'][tile]['name']}" in said
    assert ("revisited" in said) == view["revisited"]
    assert f"Vault: {'open' if view['vault_open'] else 'closed'}" in said
    for name, title in (("treasure", "Treasures"), ("item", "Magic Items")):
        deck = view[f"{name}_deck"]
        gone: list[str] = view[f"{name}_discard"]
        assert f"{title}: deck {size(deck)}, out {len(gone)}" in said
        words = [f"{n} {name_of(card)}" if n > 1 else name_of(card) for card, n in Counter(gone).items()]
        told = f"Discarded, newest last: {', '.join(words) or 'none'}"
        assert any(hover.endswith(told) for hover in picture.hovers("below"))
    assert f"Secrets to come: {size(view['secret_pile'])}" in said
    assert f"Rumors to take: {view['rumor_supply']}" in said
    if view["secret_shown"]:
        assert f"Secret {view['dungeon_secret'][0]}, face up" in said
    else:
        assert ("face down" in said) == bool(view["dungeon_secret"])
    if view["options"]["rumors_spread"]:
        beside = [f"{held['new']} new, {held['old']} old" for held in view["spread"].values()]
        assert all(words in said for words in beside)
    assert (f"gone for good: {len(view['removed'])}" in said) == bool(view["removed"])


def check_work(view: Data, picture: Read) -> None:
    said = picture.said("work")
    task = view["stack"][-1] if view["stack"] else {"do": None}
    fights = [entry for entry in view["stack"] if entry["do"] == "fight"]
    if task["do"] == "draw" and task["drawn"]:
        cards: int | list[str] = task["drawn"]
        if isinstance(cards, int):
            assert any(word.startswith(f"{cards} card") for word in said)
        else:
            assert all(name_of(card) in said for card in cards)
    elif fights:
        check_fight(fights[-1], view, picture)
    elif laid := [*view["market"]["items"], *view["market"]["treasures"]]:
        assert task["do"] == "suffer" or all(name_of(card) in said for card in laid)


def check_fight(fight: Data, view: Data, picture: Read) -> None:
    said = picture.said("work")
    marks = used(picture, "work", "mark-")
    suffers = [view["stack"][-1]] if view["stack"][-1]["do"] == "suffer" else []
    assert marks == [f"mark-{side['seat']}" for side in [*fight["sides"], *suffers]]
    rolled = [f"{die}: {value}" for side in fight["sides"] for die, value in side["dice"].items() if value]
    assert [hover.partition(",")[0] for hover in picture.hovers("work")][: len(rolled)] == rolled
    for side in fight["sides"]:
        if side["strength"] is not None:
            assert str(side["strength"]) in said
        if fight["kind"] == "brawl" and fight["winner"] is not None:
            assert said.count("won") == 1
    if fight["watch"]:
        alive = [die["skulls"] for die in fight["watch"] if not die["ignored"]]
        assert str(6 + sum(alive)) in said
    assert said.count("reached") == (fight["reached"] if fight["kind"] != "vault" else bool(fight["reached"]))


def check_seat(view: Data, seat: int, picture: Read) -> None:
    panel = f"seat-{seat}"
    said, hovers = picture.said(panel), picture.hovers(panel)
    rumors = view["rumors"][seat]
    assert f"{rumors['new']} new, {rumors['old']} old" in said
    secrets = size(view["secrets"][seat])
    assert f"{secrets} Secret{'s' * (secrets != 1)}" in hovers
    assert any(hover.startswith((f"{view['actions'][seat] or 'no'} Action",)) for hover in hovers)
    assert str(view["gold"][seat]) in said
    unhired = [kind for number, kind in zip(view["unhired"][seat], CLASSES, strict=True) if number]
    assert used(picture, panel, *CLASSES) == unhired
    closed = [f"{way} entrance" for way, gone in view["entrances"][seat].items() if gone]
    closed += ["Faction Action"] * view["special_used"][seat]
    assert (f"used: {', '.join(closed)}" in said) == bool(closed)
    for kind, title in (("treasures", "Treasure"), ("items", "Magic Item")):
        hand = view[kind][seat]
        if isinstance(hand, int):
            assert f"{hand} {title}{'s' * (hand != 1)}" in said
        else:
            check_cards(hand, said, hovers)
    check_cards(view["played"][seat], said, hovers)


def check_cards(cards: list[str], said: list[str], hovers: list[str]) -> None:
    """Each card is named, or in the hover text of those that there was no room for."""
    for card, copies in Counter(cards).items():
        words = f"{copies} {name_of(card)}" if copies > 1 else name_of(card)
        named = any(word.rstrip(",") == words for word in said)
        assert named or any(words in hover.split(", ") for hover in hovers), words


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_shows_what_a_view_shows_in_games_of_all_sizes_and_options(
    players: int, options: Data, amount: Callable[[int, int], int]
) -> None:
    for seed in range(amount(1, 20)):
        rng = Random(seed)
        for state in played(GAME, players, options, seed, share=0.03):
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


def test_says_who_is_to_decide() -> None:
    met = set()
    for players, options in ((3, {"locations": 6}), (3, {"rumor_bidding": True}), (4, {})):
        for seed in range(2):
            for state in played(GAME, players, options, seed):
                decision = state.decision
                if decision is None or decision.kind in met:
                    continue
                met.add(decision.kind)
                for view in (state.view(decision.seat), state.view(None), state.to_data()):
                    picture = read(view, names=NAMES[:players])
                    assert picture.description.split(". ")[1].startswith(f"{NAMES[decision.seat]} ")
                    deciders = [
                        seat
                        for seat in range(players)
                        if "to decide" in " ".join(picture.said(f"seat-{seat}"))
                    ]
                    assert deciders == [decision.seat]
    assert len(met) >= 24


def test_a_brawl_is_shown_from_the_roll_to_its_result() -> None:
    state = start(followers={0: {4: "FF"}, 1: {4: "W"}}, rumors={0: (2, 0)}, secrets={0: 1})
    do(state, "fight", 9, 5, place=4)
    picture = read(state.view(0), 0, names=NAMES)
    said = picture.said("work")
    assert any(word.startswith("Brawl at 4 ") for word in said)
    assert {"attacks", "to move", "9", "5"} <= set(said)
    assert used(picture, "work", "d") == ["d10", "d12"]
    assert "greedy: 2 Fighters, d10 9, strength 9." in picture.description
    do(state, "pass")
    do(state, "pass")
    do(state, "attack_die", die="d10")
    do(state, "attack_die", die="d12")
    picture = read(state.view(1), 1, names=NAMES)
    assert {"won by greedy", "won", "lost", "9 (d10)", "5 (d12)"} <= set(picture.said("work"))
    assert "search:100ms goes to a place next door." in picture.said("turn")
    for name in HOSTILE:
        read(state.view(1), 1, names=[name, "x"]).check_layout()


def test_rooms_of_the_dungeon_are_shown_as_hard_as_they_are() -> None:
    state = start(followers={0: {PORTAL: "FW"}}, dungeon="s14", tile=1, revisited=True)
    hidden = read(state.view(0), 0).said("below")
    assert "s14" not in " ".join(hidden) and {"? +1", "? +3"} <= set(hidden)
    enter_dungeon(state, "FW", 4, 8)
    for panel in ("work", "below"):
        said = read(state.view(0), 0).said(panel)
        # 9 and 14 on the Secret, 1 more by the tile, 2 more in the last room of a Dungeon revisited.
        assert {"any", "10+", "17+"} <= set(said)


def test_the_result_of_an_attempt_is_shown_while_its_dead_are_chosen() -> None:
    state = start(followers={0: {PORTAL: "FFF"}}, dungeon="s18")
    enter_dungeon(state, "FFF", 10)
    do(state, "pass")
    # A Critical Hit's die, then the die of the first room: 10 and 1 reach the second room's 9.
    do(state, "attack_die", 1, 1, die="d10")
    picture = read(state.view(0), 0)
    said = picture.said("work")
    assert "reached room 2" in said and "11" in said and "1 to die" in said
    assert said.count("reached") == 2 and said.count("not reached") == 1
    do(state, "pass")
    assert "Of 3 Fighters 1 must die." in read(state.view(0), 0).said("turn")
    choose(state, "kill", "F")


def test_says_who_has_won() -> None:
    over: Data = {"phase": "over", "over": True, "turn": None}
    data = position(secrets={0: 3, 1: 1}, vault_open=True, winner=1, **over)
    picture = read(data, names=NAMES)
    assert "search:100ms wins" in picture.said("turn")
    assert "The Vault of Dragons is claimed." in picture.said("turn")
    assert "rank 2" in picture.said("seat-0") and "rank 1" in picture.said("seat-1")
    shared = read(position(**over), names=NAMES)
    assert "Shared by greedy and search:100ms." in shared.description
    # Equal Secrets: Magic Items, on the table too, before gold.
    items = read(position(played={1: "luckstone"}, gold=[99, 0], **over), names=NAMES)
    assert "search:100ms wins" in items.said("turn")


def test_what_others_hold_is_not_in_a_picture() -> None:
    hands = {0: "luckstone", 1: "portal_key sealed_relic"}
    state = start(hands=hands, dungeon="s05", secrets={1: 1})
    whole = GAME.picture(state.to_data())
    seen = re.sub(r"<defs>.*?</defs>", "", GAME.picture(state.view(0), 0))
    for secret in ("Portal Key", "Sealed Relic", "s05", state.to_data()["secrets"][1][0]):
        assert secret not in seen
    assert "Portal Key" in whole and "Sealed Relic" in whole and "Luckstone" in seen


def test_a_frame_keeps_its_place_and_its_symbols_all_through_a_game() -> None:
    options = {"max_rounds": 4}
    frames = [GAME.picture(s.view(0), 0).splitlines() for s in played(GAME, 4, options, 2, share=0.2)]
    assert len({frame[0] for frame in frames}) == 1
    assert len({"".join(frame[3:5]) for frame in frames}) == 1


def test_a_frame_is_small() -> None:
    for players in (2, 4):
        for state in played(GAME, players, {"max_rounds": 5}, 4, share=0.1):
            assert len(GAME.picture(state.view(0), 0).encode()) < 60_000


def test_names_by_strangers_are_text_alone() -> None:
    for players in (2, 4):
        for state in played(GAME, players, {"max_rounds": 3}, 1, share=0.1):
            for width in (390, 1280):
                picture = read(state.view(0), 0, names=HOSTILE, width=width)
                picture.check_layout()
                assert "<script>alert(1)</script>" in picture.description


def test_components_by_strangers_stay_within_their_boxes() -> None:
    parts = deepcopy(dict(PARTS))
    for tile in parts["locations"]:
        for face in tile.values():
            face["name"] = "W" * 40 + "<b>&"
            face["options" if "options" in face else "quest"] *= 5 if "options" in face else 1
    for entry in [*parts["treasures"], *parts["items"], *parts["factions"], *parts["dungeons"]]:
        entry["name"] = "W" * 40 + "<b>&"
    for state in played(GAME, 3, {"max_rounds": 6}, 1, parts, share=0.1):
        picture = read(state.to_data(), components=parts, names=HOSTILE[:3])
        picture.check_layout()
    faces = [node for node in picture.root.iter(f"{SVG}g") if "game-face-" in node.attrib.get("id", "")]
    assert len(faces) == 24
    for words in [node for face in faces for node in face.iter(f"{SVG}text")]:
        style = "b" if "font-weight" in words.attrib else "s"
        assert float(words.attrib["x"]) + width_of(words.text or "", style) <= look.CELL


def test_colors_stay_apart_for_the_color_blind_and_shapes_for_all() -> None:
    for (first, _, _), (second, _, _) in combinations(look.SEATS, 2):
        assert distance(first, second) >= 12
    for fill, ink, _ in look.SEATS:
        assert contrast(fill, ink) >= 4.5
    assert len({shape for _, _, shape in look.SEATS}) == 4
    assert len({*look.FOLLOWERS.values(), *[shape for _, shape in look.GOODS.values()]}) == 8
    for scheme in (0, 1):
        for name, (fill, _) in look.GOODS.items():
            # The coin has an edge of its own.
            assert name == "gold" or contrast(fill, ROLES["well"][scheme]) >= 2.5, name
