"""What a seat of The Yawning Portal may know, and guesses at what it can't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import pytest

from arena.games import State, visible
from yawning_portal.positions import GAME, do, position, start

Data = dict[str, Any]
Guess = Callable[[State, int, Random], State]


def by_determinize(state: State, seat: int, rng: Random) -> State:
    return state.determinize(seat, rng)


def by_view(state: State, seat: int, rng: Random) -> State:
    copy: State = GAME.from_view(state.view(seat), seat, rng)
    return copy


GUESSES = [by_determinize, by_view]


def small() -> Data:
    """Three seats, few cards: seat 0 can't know two blue, three red and one green card."""
    hands = ["blue-01 green-01", "red-02 blue-03", "red-04"]
    return position(players=3, hands=hands, deck="blue-05 red-06 green-07")


def test_a_view_hides_other_hands_and_decks_and_nothing_else() -> None:
    data = small()
    state = GAME.from_data(data)
    shown = deepcopy(data)
    shown["decks"] = {"blue": 1, "green": 1, "red": 1, "yellow": 0}
    for seat, size in enumerate((2, 2, 1)):
        shown["players"][seat]["hand"] = size
    assert state.view(None) == shown
    for seat in range(3):
        own = deepcopy(shown)
        own["players"][seat]["hand"] = data["players"][seat]["hand"]
        assert state.view(seat) == own


def test_the_solo_view_shows_the_line_and_the_back_on_top_of_the_deck() -> None:
    data = position(players=1, line="red-01 blue-01", deck="green-02 red-03 blue-04")
    view = GAME.from_data(data).view(0)
    assert view == {**data, "decks": {"all": 3}}
    assert (view["line"], view["deck_top"]) == (["red-01", "blue-01"], "green")


def test_a_card_chosen_but_not_yet_seated_is_open() -> None:
    state = start(row="bgryb", hands=["blue-01 blue-02"], backs={0: "red"})
    do(state, "tile red", "play blue-02")
    assert state.view(1)["todo"][0] == {"do": "seat", "card": "blue-02"}
    assert state.determinize(1, Random(0)).to_data()["todo"] == state.to_data()["todo"]


def test_a_drawn_card_is_told_to_its_seat_and_its_back_to_all() -> None:
    state = start()
    do(state, "tile green", "place green 7")
    events = do(state, "draw blue")
    assert [event["type"] for event in visible(events, 0)] == ["draw", "drawn"]
    assert [event["type"] for event in visible(events, 1)] == ["draw"]
    assert [event["type"] for event in visible(events, None)] == ["draw"]


# Guesses: every arrangement that a seat can't rule out is as likely as any other


def chi_square_is_plain(counts: Counter[Any], possible: Iterable[Any], draws: int) -> bool:
    """Whether the counts are those of a fair draw among the possible ones, within five deviations."""
    outcomes = list(possible)
    assert set(counts) <= set(outcomes)
    expected = draws / len(outcomes)
    chi_square = sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)
    freedom = len(outcomes) - 1
    return chi_square < freedom + 5 * sqrt(2 * freedom)


@pytest.mark.slow
@pytest.mark.parametrize("guess", GUESSES)
def test_every_possible_deal_is_equally_likely(guess: Guess) -> None:
    state = GAME.from_data(small())
    counts: Counter[Any] = Counter()
    draws, rng = 2000, Random(1)
    for _ in range(draws):
        guessed = guess(state, 0, rng)
        data = guessed.to_data()
        assert guessed.view(0) == state.view(0)
        hands = [frozenset(player["hand"]) for player in data["players"]]
        assert hands[0] == {"blue-01", "green-01"}
        counts[hands[1], hands[2], data["decks"]["blue"][0], data["decks"]["red"][0]] += 1
    possible = {
        (frozenset({blue[0], red[0]}), frozenset({red[1]}), blue[1], red[2])
        for blue in permutations(["blue-03", "blue-05"])
        for red in permutations(["red-02", "red-04", "red-06"])
    }
    assert chi_square_is_plain(counts, possible, draws)


@pytest.mark.slow
@pytest.mark.parametrize("guess", GUESSES)
def test_the_solo_deck_is_guessed_but_for_the_back_on_top(guess: Guess) -> None:
    hidden = ["blue-02", "blue-03", "red-04", "red-05"]
    state = start(players=1, line="green-01", deck="red-04 blue-02 red-05 blue-03")
    counts: Counter[Any] = Counter()
    draws, rng = 2000, Random(2)
    for _ in range(draws):
        counts[tuple(guess(state, 0, rng).to_data()["decks"]["all"])] += 1
    possible = {order for order in permutations(hidden) if order[0].startswith("red")}
    assert chi_square_is_plain(counts, possible, draws)


def test_a_guess_leaves_each_hand_its_backs_in_the_order_in_which_they_came() -> None:
    rng = Random(3)
    state = GAME.new(4, seed=3)
    for _ in range(80):
        assert state.decision is not None
        state.apply(rng.choice(state.decision.legal))
    hands = [player["hand"] for player in state.to_data()["players"]]
    guess = state.determinize(1, rng).to_data()
    for seat, (hand, player) in enumerate(zip(hands, guess["players"], strict=True)):
        assert [card.split("-")[0] for card in player["hand"]] == [card.split("-")[0] for card in hand]
        assert (player["hand"] == hand) or seat != 1
