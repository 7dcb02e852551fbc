"""The picture: every fact of a view is in it, and right; nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from pictures import HOSTILE, Read, contrast, distance, played

from arena.games import Event, svg
from arena.games.dragon_whisperer.picture import look
from arena.games.dragon_whisperer.picture.table import Trick, playable_cards
from dragon_whisperer.positions import COLORS, GAME, position

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"secret_quests": True}),
    (5, {}),
    (6, {"secret_quests": True, "first_dealer": 5}),
    (3, {"short_deck": True}),
    (4, {"short_deck": True, "secret_quests": True, "removed_suits": ["blue", "red"]}),
]
NAMES = ["greedy", "search:100ms", "Ölgötz", "a-rather-long-name-of-a-bot", "x", "five"]


def read(view: dict[str, Any], seat: int | None = None, **page: Any) -> Read:
    return Read(GAME.picture(view, seat, **page))


def card_in(hover: str) -> str:
    """The card that a hover text is about."""
    return "rage" if "Rage has no color" in hover else hover.partition(".")[0].replace(" ", "-")


def check_facts(view: dict[str, Any], seat: int | None, picture: Read) -> None:
    """Everything that the view shows can be seen."""
    trick = picture.hovers("trick")
    on_table = [play["card"] for play in view["trick"]]
    cards = [card_in(hover) for hover in trick if hover.count(" ") == 1 or "." in hover]
    assert cards[0] == view["trump_card"]
    assert view["trick"] == [] or cards[1:] == on_table
    said = picture.said("trick")
    assert f"Round {view['round']}, trick {view['trick_no']}" in said
    assert svg.fitted(f"Trump: {view['trump'] or 'none'}", 150, "b") in said
    deck = view["deck"] if isinstance(view["deck"], int) else len(view["deck"])
    assert f"deck {deck}" in said
    if seat is not None and isinstance(view["hands"][seat], list):
        assert [card_in(hover) for hover in picture.hovers("hand")] == view["hands"][seat]
    for owner in range(view["players"]):
        check_seat(view, seat, owner, picture)
    regions = " ".join(picture.hovers("map"))
    for color in view["colors"]:
        region = view["regions"][color]
        assert (
            f"({color}): no Quest left" if region["top"] is None else f"({color}): Quest {region['top']}"
        ) in regions
    tops = [str(region["top"]) for region in view["regions"].values() if region["top"]]
    assert (
        sorted(word for word in picture.said("map") if word.isdigit() and len(word) == 1 and word != "0")[
            : len(tops)
        ]
        or not tops
    )
    assert ("Dragon is here" in regions) == (view["dragon"] is not None)
    assert f"Dragon Rages played before: {view['discard'].count('rage')} of" in " ".join(picture.said("gone"))


def check_seat(view: dict[str, Any], seat: int | None, owner: int, picture: Read) -> None:
    panel = f"seat-{owner}"
    hovers, hand = picture.hovers(panel), view["hands"][owner]
    shown = isinstance(hand, list)
    assert f"Cards in hand: {len(hand) if shown else hand}" in hovers
    assert f"Monsters, worth 1 each: {view['monsters'][owner]}" in hovers
    assert any(hover.startswith(f"Treasures: {view['treasures'][owner]}.") for hover in hovers)
    assert ("First Player token" in hovers) == (view["first_player"] == owner)
    voids = view["voids"][owner]
    assert (f"Has shown to hold no {', '.join(voids)}" in hovers) == bool(voids)
    for color in view["colors"]:
        values = [
            "?" if q["value"] is None else str(q["value"])
            for q in view["quests"][owner]
            if q["color"] == color
        ]
        assert (f"{color} Quests: {', '.join(values)}" in hovers) == bool(values)
    said = picture.said(panel)
    assert any("to decide" in words for words in said) == (view["turn"] == owner)
    in_panel = [card_in(hover) for hover in hovers]
    if shown and seat != owner:
        assert [card for card in in_panel if card == "rage" or card[:-2] in view["colors"]] == hand


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_shows_what_a_view_shows_in_games_of_all_sizes_and_options(
    players: int, options: dict[str, Any], amount: Callable[[int, int], int]
) -> None:
    for seed in range(amount(1, 35)):
        rng = Random(seed)
        for state in played(GAME, players, options, seed, share=0.04):
            for seat in (*range(players), None):
                view = state.view(seat)
                before = repr(view)
                page = {"names": NAMES[:players] if seed % 2 else (), "width": rng.choice([390, 800, 1280])}
                picture = read(view, seat, **page)
                assert repr(view) == before
                check_facts(view, seat, picture)
                picture.check_layout()
            whole = state.to_data()
            picture = read(whole)
            check_facts(whole, None, picture)
            picture.check_layout()


def test_is_the_same_for_all_that_a_seat_can_not_tell_apart() -> None:
    for state in played(GAME, 4, {}, 3, share=0.1):
        for seat in range(4):
            guess = state.determinize(seat, Random(state.view(seat)["trick_no"]))
            assert GAME.picture(state.view(seat), seat) == GAME.picture(guess.view(seat), seat)


def test_says_how_a_game_has_ended() -> None:
    for seed in range(10):
        *_, state = played(GAME, 3, {}, seed)
        picture = read(state.view(0), 0, names=NAMES)
        for seat, score in enumerate(state.scores()):
            assert str(score) in picture.said(f"seat-{seat}")
            assert f"rank {state.ranks()[seat]}" in picture.said(f"seat-{seat}")
            assert f"{score} points" in picture.description
        [headline] = [words.said for words in picture.words("trick") if "l" in words.look.split()][:1]
        winners = [NAMES[seat] for seat in range(3) if state.ranks()[seat] == 1]
        assert all(winner in headline for winner in winners)


def test_points_are_those_of_the_game_where_nothing_is_secret() -> None:
    for state in played(GAME, 5, {}, 8, share=0.1):
        picture = read(state.view(2), 2)
        for seat, score in enumerate(state.scores()):
            assert str(score) in picture.said(f"seat-{seat}")


def test_secret_quests_leave_a_score_open() -> None:
    data = position(["red-2", "green-6", "red-7"], dragon="red", left={"red": 4, "blue": 3}, owner=1)
    data["options"]["secret_quests"] = True
    state = GAME.from_data(data)
    [shown, *_] = [word for word in read(state.view(0), 0).said("seat-1") if "?" in word]
    assert shown == "0+?"
    assert str(state.scores()[1]) in read(state.view(1), 1).said("seat-1")


def test_marks_the_cards_that_may_be_played() -> None:
    for state in played(GAME, 4, {}, 11):
        decision = state.decision
        if decision is not None and decision.kind == "play_card":
            view = state.view(decision.seat)
            legal = {action.to_data()["card"] for action in decision.legal}
            assert set(playable_cards(view, view["hands"][decision.seat])) == legal


@pytest.mark.parametrize("players", [3, 6])
def test_tells_who_played_what_in_the_last_trick_and_who_won_it(
    players: int, amount: Callable[[int, int], int]
) -> None:
    for seed in range(amount(3, 20)):
        state = GAME.new(players, seed=seed)
        rng = Random(seed)
        events: list[Event] = []
        while state.decision is not None:
            told = state.apply(rng.choice(state.decision.legal))
            if told[0]["type"] == "place_dragon":
                events = []
            events += told
            view = state.view(None)
            if view["trick"] or not view["discard"]:
                continue  # no trick is over, or a round is
            trick = Trick(view)
            plays = [(event["seat"], event["card"]) for event in events if event["type"] == "play_card"]
            won = [event for event in events if event["type"] == "trick_won"]
            if not won and not any(event["type"] == "trick_raged" for event in events):
                continue
            assert trick.past and list(zip(trick.seats, trick.cards, strict=True)) == plays
            assert trick.winner == (won[0]["seat"] if won else None)
            assert (trick.best is not None) == bool(won)
            if won:
                assert trick.quest == {"color": won[0]["region"], "value": won[0]["value"]}
                assert plays[trick.best or 0][1] == won[0]["card"]
            told_effects = [
                (event["seat"], number)
                for event in events
                for number, type, reason in (
                    (1, "first_player", "one"),
                    (2, "monster", "two"),
                    (4, "treasure", None),
                )
                if event["type"] == type and event.get("reason") == reason
            ]
            effects = [(trick.seats[place], trick.effect(place)) for place in range(players)]
            assert sorted(told_effects) == sorted((seat, number) for seat, number in effects if number)


def test_tells_who_leads_who_wins_so_far_and_what_is_at_stake() -> None:
    state = GAME.from_data(
        position(
            ["red-2 green-5", "green-6 rage", "red-7 white-1 white-2"],
            trick="red-1 white-3",
            trump="white-7",
            dragon="white",
            leader=0,
        )
    )
    picture = read(state.view(2), 2, names=NAMES)
    said = picture.said("trick")
    assert "Ölgötz plays a card" in said
    assert "At stake: the Tundra Quest, worth 2." in said
    assert "So far search:100ms wins it and a Monster." in said
    assert [word for word in said if word in ("leads", "winning", "to play")] == [
        "leads",
        "winning",
        "to play",
    ]
    for words in ("Ölgötz plays a card.", "At stake: the Tundra Quest, worth 2.", "search:100ms white 3"):
        assert words in picture.description


def test_a_frame_keeps_its_place_all_through_a_game() -> None:
    for names in ((), NAMES):
        heads = {
            GAME.picture(state.view(0), 0, names=names).partition("\n")[0]
            for state in played(GAME, 4, {}, 2, share=0.2)
        }
        assert len(heads) == 1, "the size is always the same"


def test_frames_of_a_match_share_their_style_and_symbols() -> None:
    shared = [
        set(GAME.picture(state.view(0), 0).splitlines()[3:5]) for state in played(GAME, 4, {}, 2, share=0.2)
    ]
    assert all(lines == shared[0] for lines in shared) and sum(map(len, shared[0])) > 5000


def test_a_frame_is_small() -> None:
    for players, limit in ((3, 30_000), (4, 30_000), (6, 36_000)):
        sizes = [
            len(GAME.picture(state.view(0), 0).encode()) for state in played(GAME, players, {}, 4, share=0.1)
        ]
        assert max(sizes) < limit


def test_names_by_strangers_are_text_alone() -> None:
    state = GAME.new(6, seed=1)
    for width in (390, 1280):
        picture = read(state.view(0), 0, names=HOSTILE, width=width)
        picture.check_layout()
        assert "<script>alert(1)</script>" in picture.description
        assert picture.said("trick").count("0 <sc…") or any("0 <" in word for word in picture.said("trick"))
    same = read(state.view(0), 0, names=["bot"] * 6)
    assert "bot (3)" in same.description


def test_pictures_on_one_page_have_ids_of_their_own() -> None:
    view = GAME.new(3, seed=1).view(0)
    one, two = GAME.picture(view, 0, prefix="a"), GAME.picture(view, 0, prefix="b")
    assert Read(one, "a").panels.keys() == Read(two, "b").panels.keys()
    for bad in ("1", "a b", "a{", "<"):
        with pytest.raises(ValueError, match="prefix: must be a letter"):
            GAME.picture(view, 0, prefix=bad)


def test_a_scheme_can_be_forced() -> None:
    view = GAME.new(3, seed=1).view(0)
    paper = svg.ROLES["paper"]
    assert all(color in GAME.picture(view) for color in paper)
    assert paper[0] in GAME.picture(view, scheme="light") and paper[1] not in GAME.picture(
        view, scheme="light"
    )
    assert paper[1] in GAME.picture(view, scheme="dark") and paper[0] not in GAME.picture(view, scheme="dark")
    with pytest.raises(ValueError, match="scheme: must be light or dark"):
        GAME.picture(view, scheme="sepia")


def test_colors_stay_apart_for_the_color_blind_and_shapes_for_all() -> None:
    fills = {suit: fill for suit, (fill, _) in look.SUITS.items()} | {"rage": look.RAGE_FILL}
    for (one, first), (other, second) in combinations(fills.items(), 2):
        assert distance(first, second) >= (12 if "rage" not in (one, other) else 6), (one, other)
    assert len(set(look.ICONS.values()) | set(look.OTHER_ICONS)) == 14
    for fill, ink in [*look.SUITS.values(), (look.RAGE_FILL, look.RAGE_INK), (look.TOKEN, look.TOKEN_INK)]:
        assert contrast(fill, ink) >= 4.5


def test_a_component_file_of_ones_own_is_drawn_with_its_names() -> None:
    parts = {
        "game": "dragon-whisperer",
        "format": 1,
        "color": [
            {
                "id": id,
                "region": f"Land <{id}> of the very long name",
                "quests": [9] * 7,
                "source": "reconstructed",
            }
            for id in ("pink", "red", "grey", "abcdefghijklmnop", "teal", "gold", "white")
        ],
        "cards": {"numbers": [1, 2, 3, 4, 5, 6, 7], "rage": 4, "source": "rulebook"},
        "tokens": {
            "monster": {"ones": 28, "fives": 6, "source": "rulebook"},
            "treasure": {"ones": 28, "fives": 6, "source": "rulebook"},
            "dragon": {"count": 1, "source": "rulebook"},
            "first_player": {"count": 1, "source": "rulebook"},
        },
    }
    for state in played(GAME, 3, {}, 1, parts, share=0.1):
        view = state.view(1)
        picture = read(view, 1, components=parts)
        picture.check_layout()
        check_facts(view, 1, picture)
        assert "Land <grey> of the very long name (grey)" in picture.description
        read(view, 1).check_layout()  # without the file: as well as it can be


def test_a_made_up_position_is_drawn() -> None:
    state = GAME.from_data(position(["red-2", "rage", "red-7"], trick="", placed=False, dragon=None))
    picture = read(state.view(0), 0)
    picture.check_layout()
    assert "The Dragon, not placed yet." in picture.hovers("map")
    assert COLORS[0] in picture.said("gone")
