"""Greedy Portals: how strong it is, and what single choices it makes."""

from __future__ import annotations

from random import Random
from statistics import mean
from typing import Any

import pytest
from bot_games import decision_for, start

import bots
from arena import games

GAME = games.get("portals")
Data = dict[str, Any]


def play(names: list[str], seed: int, **options: Any) -> games.State:
    """A game of bundled bots, without a referee for speed."""
    players = len(names)
    state: games.State = GAME.new(players, options, seed)
    state.events_on = False
    seats = [bots.policy(name) for name in names]
    matches = [
        start(bot, players, seat, seed=seed, options=options, game="portals")
        for seat, bot in enumerate(seats)
    ]
    while (pending := state.decision) is not None:
        answer: object = 0
        if len(pending.legal) > 1:
            bot = seats[pending.seat]
            answer = bot.choose(decision_for(bot, state, matches[pending.seat]))
        assert isinstance(answer, int)
        state.apply(pending.legal[answer])
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{}, {"board_side": "icons", "magic_spells": True, "secret_signs": True}],
    ids=["basic", "everything"],
)
def test_greedy_beats_random_in_both_seats(options: Data) -> None:
    deals = 5
    for seat in (0, 1):
        names = ["random", "random"]
        names[seat] = "greedy"
        won = sum(play(names, seed, **options).ranks()[seat] == 1 for seed in range(deals))
        assert won == deals  # measured: all of 100 deals, both seatings, by some 30 points


@pytest.mark.slow
def test_greedy_scores_no_less_than_the_published_greedy_player() -> None:
    """Published: 36.3 with two seats, 33.2 alone (deviations 3.4 and 7.1). Measured: 38.7 and 33.5."""
    two = mean(score for seed in range(5) for score in play(["greedy"] * 2, seed).scores())
    alone = mean(play(["greedy"], seed).scores()[0] for seed in range(12))
    assert two > 34
    assert alone > 28


def answers(view: Data, kind: str, legal: list[Data]) -> list[Data]:
    """What greedy may choose of these actions, over several of its seeds."""
    found = []
    for seed in range(8):
        bot = bots.policy("greedy")
        match = start(bot, 2, 0, seed=seed, game="portals")
        decision = decision_for(bot, GAME.new(2, seed=1), match)
        decision.seat, decision.kind, decision.view, decision.legal = 0, kind, view, legal
        index = bot.choose(decision)
        assert isinstance(index, int)
        if legal[index] not in found:
            found.append(legal[index])
    return found


def with_boards(cards: list[Data], rows: list[str], hand: str | None = None) -> Data:
    """A view of seat 0 with these cards and these stones on board 0, which is the printed board 1."""
    names = {"A": "air", "E": "earth", "F": "fire", "W": "water", "T": "time"}
    view: Data = GAME.new(2, seed=Random(1).randrange(100)).view(0)
    view["boards"][0] = {"id": 1, "stones": [[names.get(letter) for letter in row] for row in rows]}
    view["boards"][1] = {"id": 2, "stones": [["air"] * 5 for _ in range(5)]}
    view["players"][0]["cards"] = cards
    view["hand"] = hand
    return view


EMPTY = ["....."] * 5


def test_it_activates_where_the_points_are() -> None:
    """Card 3 is a pair; earth and fire stand side by side in the first row of board 1."""
    view = with_boards([{"card": 3, "stones": ["earth", "fire"]}], EMPTY)
    legal = [
        {"type": "activate", "card": 3, "board": 0, "rotation": 0, "row": 0, "col": col} for col in range(4)
    ]
    assert answers(view, "activate", legal) == [legal[1]]
    # With earth at row 1, column 3: a match and a neighbor, or two neighbors; column 0 has one match only.
    neighbors = with_boards([{"card": 3, "stones": ["earth", "earth"]}], [".....", "...E.", *EMPTY[:3]])
    chosen = answers(neighbors, "activate", legal)
    assert legal[0] not in chosen
    assert len(chosen) > 1


def test_it_finishes_a_card_that_then_matches() -> None:
    """On board 1 fire lies next to earth in many places, water and earth nowhere."""
    view = with_boards([{"card": 3, "stones": ["earth", None]}], EMPTY)
    legal = [{"type": "take_stone", "circle": 0, "color": color} for color in ("earth", "water", "fire")]
    assert answers(view, "take_stone", legal) == [legal[2]]


def test_it_casts_no_spells_and_keeps_one_sign() -> None:
    view = with_boards([{"card": 3, "stones": ["earth", None]}], EMPTY, hand="air")
    place = {"type": "place_stone", "card": 3, "square": 1}
    assert answers(view, "place_stone", [place, {"type": "cast", "spell": "unlock"}]) == [place]
    keeps = [{"type": "keep_signs", "signs": signs} for signs in ([1], [4], [1, 4])]
    assert [4] in [answer["signs"] for answer in answers(view, "keep_signs", keeps)]
    assert [1, 4] not in [answer["signs"] for answer in answers(view, "keep_signs", keeps)]


def test_it_answers_every_kind_of_decision() -> None:
    """Also those that come after spells, which it never casts itself."""
    rng = Random(3)
    kinds = set()
    for seed in range(4):
        state = GAME.new(2, {"magic_spells": True, "secret_signs": True}, seed)
        bot = bots.policy("greedy")
        match = start(bot, 2, 0, game="portals")
        while (pending := state.decision) is not None:
            if pending.kind not in kinds:
                kinds.add(pending.kind)
                index = bot.choose(decision_for(bot, state, match))
                assert isinstance(index, int)
                assert 0 <= index < len(pending.legal)
            state.apply(rng.choice(pending.legal))
    assert len(kinds) == 10
