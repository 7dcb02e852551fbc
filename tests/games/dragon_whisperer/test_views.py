"""What a seat of Dragon Whisperer may know, and guesses at what it can't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import pytest

from arena.games import State
from dragon_whisperer import naive
from dragon_whisperer.positions import COLORS, GAME, do, position, start

Data = dict[str, Any]
Guess = Callable[[State, int, Random], State]


def by_determinize(state: State, seat: int, rng: Random) -> State:
    return state.determinize(seat, rng)


def by_view(state: State, seat: int, rng: Random) -> State:
    copy: State = GAME.from_view(state.view(seat), seat, rng)
    return copy


GUESSES = [by_determinize, by_view]


def test_a_view_hides_other_hands_deck_stacks_and_box_and_nothing_else() -> None:
    data = position(
        ["red-2 green-5", "green-6 rage red-6", "red-7 white-1 white-2"],
        trick="red-1",
        deck="blue-1 blue-2",
        left={"green": 4},
    )
    state = GAME.from_data(data)
    shown = deepcopy(data)
    shown["deck"] = 2
    shown["box"] = dict.fromkeys(COLORS, 2)
    for color in COLORS:
        shown["regions"][color]["below"] = 3 if color == "green" else 4
    hands = data["hands"]
    assert state.view(0) == {**shown, "hands": [hands[0], 3, 3]}
    assert state.view(1) == {**shown, "hands": [2, hands[1], 3]}
    assert state.view(2) == {**shown, "hands": [2, 3, hands[2]]}
    assert state.view(None) == {**shown, "hands": [2, 3, 3]}


def test_r20_secret_quests_hide_the_values_of_others_until_the_end() -> None:
    secret = {"short_deck": False, "removed_suits": [], "secret_quests": True, "first_dealer": -1}
    last = dict.fromkeys(COLORS, 0) | {"red": 1}
    state = start(["red-5 blue-5", "red-6 blue-6", "red-7 blue-7"], left=last, owner=1, options=secret)
    whole = state.to_data()["quests"]
    hidden = [{**quest, "value": None} for quest in whole[1]]
    assert state.view(1)["quests"] == whole
    assert state.view(0)["quests"] == state.view(None)["quests"] == [[], hidden, []]
    events = do(state, "red-5", "red-6", "red-7")
    assert {"type": "trick_won", "seat": 2, "card": "red-7", "region": "red", "value": 1} in events
    assert state.over
    assert state.view(0)["quests"] == state.view(None)["quests"] == state.to_data()["quests"]


def test_without_secret_quests_all_values_are_open() -> None:
    state = start(["red-5", "red-6", "red-7"], left={"green": 2}, owner=1)
    assert state.view(0)["quests"] == state.to_data()["quests"]


# Guesses: every arrangement that a seat can't rule out is as likely as any other


def chi_square_is_plain(counts: Counter[Any], possible: Iterable[Any], draws: int) -> bool:
    """Whether the counts are those of a fair draw among the possible ones, within five deviations."""
    outcomes = list(possible)
    assert set(counts) <= set(outcomes)
    expected = draws / len(outcomes)
    chi_square = sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)
    freedom = len(outcomes) - 1
    return chi_square < freedom + 5 * sqrt(2 * freedom)


def deals(cards: list[str], sizes: list[int], barred: list[set[str]]) -> set[Any]:
    """All ways to deal the cards to hands of these sizes, without barred colors, and a deck in order."""
    found = set()
    for order in permutations(cards):
        rest = list(order)
        hands = []
        for size in sizes:
            hands.append(tuple(sorted(rest[:size])))
            del rest[:size]
        if all(
            naive.color_of(card) not in out for hand, out in zip(hands, barred, strict=True) for card in hand
        ):
            found.add((*hands, tuple(rest)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("guess", GUESSES)
@pytest.mark.parametrize(
    "voids", [[[], [], []], [[], ["red"], []], [[], ["red"], ["blue", "black"]], [[], ["green"], ["green"]]]
)
def test_every_possible_deal_is_equally_likely(guess: Guess, voids: list[list[str]]) -> None:
    state = start(
        ["red-5 green-5", "blue-6 yellow-6", "red-7 yellow-7"],
        deck="green-1 blue-1",
        placed=False,
        voids=voids,
    )
    hidden = ["red-7", "green-1", "blue-1", "blue-6", "yellow-6", "yellow-7"]
    possible = deals(hidden, [2, 2], [set(voids[1]), set(voids[2])])
    counts: Counter[Any] = Counter()
    draws, rng = 3000, Random(1)
    for _ in range(draws):
        data = guess(state, 0, rng).to_data()
        assert data["hands"][0] == ["red-5", "green-5"]
        counts[(*(tuple(sorted(hand)) for hand in data["hands"][1:]), tuple(data["deck"]))] += 1
    assert chi_square_is_plain(counts, possible, draws)


@pytest.mark.parametrize("guess", GUESSES)
def test_every_order_of_the_quests_is_equally_likely(guess: Guess) -> None:
    state = start(["red-5", "red-6", "red-7"], left={"red": 3}, placed=False)
    hidden = [5, 1, 2, 3]  # below the 3 on top: 5, 1; in the box: 2, 3; taken: 2, 1
    counts: Counter[Any] = Counter()
    draws, rng = 1500, Random(2)
    for _ in range(draws):
        data = guess(state, 2, rng).to_data()
        assert data["regions"]["red"]["top"] == 3
        counts[(*data["regions"]["red"]["below"], *sorted(data["box"]["red"]))] += 1
    possible = {(*order[:2], *sorted(order[2:])) for order in permutations(hidden)}
    assert chi_square_is_plain(counts, possible, draws)


@pytest.mark.parametrize("guess", GUESSES)
def test_secret_quests_are_guessed_too_or_left(guess: Guess) -> None:
    options = {"short_deck": False, "removed_suits": [], "secret_quests": True, "first_dealer": -1}
    state = start(["red-5", "red-6", "red-7"], left={"red": 3}, owner=1, placed=False, options=options)
    for seed in range(50):
        guessed = guess(state, 0, Random(seed))
        assert guessed.view(0) == state.view(0)
        values = guessed.to_data()
        tokens = [quest["value"] for quest in values["quests"][1]]
        region = values["regions"]["red"]
        assert sorted([*tokens, region["top"], *region["below"], *values["box"]["red"]]) == [
            1,
            1,
            2,
            2,
            3,
            3,
            5,
        ]
        assert guess(state, 1, Random(seed)).to_data()["quests"] == state.to_data()["quests"]


@pytest.mark.parametrize("guess", GUESSES)
def test_tight_voids_leave_the_one_deal_that_there_is(guess: Guess) -> None:
    voids = [[], ["red", "green", "yellow"], ["blue", "brown", "white"]]
    state = start(
        ["black-5 black-6", "blue-6 brown-6", "red-7 yellow-7"], placed=False, trump="rage", voids=voids
    )
    guessed = guess(state, 0, Random(3)).to_data()
    assert guessed["hands"] == [["black-5", "black-6"], ["blue-6", "brown-6"], ["red-7", "yellow-7"]]


@pytest.mark.parametrize("players", [3, 4, 6])
def test_in_a_guess_all_that_was_played_this_round_was_legal(players: int) -> None:
    rng = Random(players)
    state = GAME.new(players, seed=players)
    history: list[tuple[Data, str]] = []
    round_no = 1
    checked = 0
    while (decision := state.decision) is not None:
        data = state.to_data()
        if data["round"] != round_no:
            round_no, history = data["round"], []
        if rng.random() < 0.2:
            seat = rng.randrange(players)
            hands = state.determinize(seat, rng).to_data()["hands"]
            for before, card in reversed(history):
                hand = hands[before["turn"]]
                hand.append(card)
                assert card in naive.playable(before, hand)
                checked += 1
        action = rng.choice(decision.legal)
        if action.type == "play_card":
            history.append((data, action.to_data()["card"]))
        state.apply(action)
    assert checked > 200
