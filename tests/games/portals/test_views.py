"""What a seat of Portals may know, guesses at what it can't, and how much a bot is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations
from math import sqrt
from random import Random
from statistics import median
from typing import Any

import pytest

from arena.games import State, visible
from portals.naive import KEY_COLORS, available, lies_on
from portals.positions import GAME, do, place, position, start
from protocol.codec import pack

Data = dict[str, Any]
Guess = Callable[[State, int, Random], State]
SIGNS: Data = {"signs": [[1, 2], [3], [7, 8]], "returned": [[4], [5, 6], [9]]}
BOTH = {"magic_spells": True, "secret_signs": True}


def by_determinize(state: State, seat: int, rng: Random) -> State:
    return state.determinize(seat, rng)


def by_view(state: State, seat: int, rng: Random) -> State:
    copy: State = GAME.from_view(state.view(seat), seat, rng)
    return copy


GUESSES = [by_determinize, by_view]


def signs_shown(view: Data) -> list[tuple[Any, Any]]:
    return [(player["signs"], player["returned"]) for player in view["players"]]


def test_a_view_hides_the_decks_and_the_signs_of_others_and_nothing_else() -> None:
    data = position([{5: "A.E"}, {}, {}], vp=[1, 2, 3], **SIGNS)
    state = GAME.from_data(data)
    shown = deepcopy(data)
    shown["decks"] = {color: len(data["decks"][color]) for color in KEY_COLORS}
    shown["sign_deck"] = 11
    sizes = [(2, 1), (1, 2), (2, 1)]
    lists = [([1, 2], [4]), ([3], [5, 6]), ([7, 8], [9])]
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        expected = [lists[other] if other == seat else sizes[other] for other in range(3)]
        assert signs_shown(view) == expected
        for player, whole in zip(view["players"], shown["players"], strict=True):
            player.update(signs=whole["signs"], returned=whole["returned"])
        assert view == shown


def test_r29_r30_points_and_bag_are_open() -> None:
    state = start([{5: "A.E"}, {}, {}], vp=[1, 2, 3])
    assert [player["vp"] for player in state.view(None)["players"]] == [1, 2, 3]
    assert state.view(1)["bag"] == state.to_data()["bag"]
    assert state.view(1)["discards"] == state.to_data()["discards"]


def test_r22_nobody_learns_how_many_signs_were_kept_until_all_have_chosen() -> None:
    state = start(
        [{}, {}, {}], phase="signs", step="keep_signs", active=0,
        signs=[[1, 2, 3], [4, 5, 6], [7, 8, 9]],
    )  # fmt: skip
    first = state.apply(state.find({"type": "keep_signs", "signs": [2]}))
    assert visible(first, 1) == visible(first, None) == []
    assert signs_shown(state.view(0)) == [([2], [1, 3]), (3, 0), (3, 0)]
    assert signs_shown(state.view(2)) == [(3, 0), (3, 0), ([7, 8, 9], [])]
    do(state, {"type": "keep_signs", "signs": [4, 5, 6]}, {"type": "keep_signs", "signs": [7, 9]})
    assert signs_shown(state.view(2)) == [(1, 2), (3, 0), ([7, 9], [8])]


def test_when_the_game_is_over_all_signs_are_shown_but_no_deck() -> None:
    state = start([{}, {}, {5: "A.."}], turn=18, round=4, **SIGNS)
    do(state, place(5, 1))
    assert state.over
    whole = state.to_data()
    for observer in (0, 2, None):
        view = state.view(observer)
        assert signs_shown(view) == signs_shown(whole)
        assert view["sign_deck"] == 11
        assert view["decks"]["red"] == len(whole["decks"]["red"])


def test_solo_hides_only_decks_also_from_an_onlooker() -> None:
    state = GAME.new(1, seed=4)
    whole = state.to_data()
    for observer in (0, None):
        view = state.view(observer)
        assert signs_shown(view) == signs_shown(whole)
        assert view["clairvoyance"] == whole["clairvoyance"]
        assert (view["sign_deck"], view["decks"]) == (15, dict.fromkeys(KEY_COLORS, 10))


# Guesses: every arrangement that a seat can't rule out is as likely as any other


def chi_square_is_plain(counts: Counter[Any], possible: int, draws: int) -> bool:
    """Whether the counts are those of a fair draw among so many outcomes, within five deviations."""
    expected = draws / possible
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    chi_square += (possible - len(counts)) * expected
    freedom = possible - 1
    return chi_square < freedom + 5 * sqrt(2 * freedom)


@pytest.mark.slow
@pytest.mark.parametrize("guess", GUESSES)
def test_every_order_of_a_deck_is_equally_likely(guess: Guess) -> None:
    state = start([{5: "A.."}, {}], piles={"area": {"red": [7, 10]}, "decks": {"red": [12, 15, 17, 21]}})
    draws, rng = 2400, Random(1)
    counts = Counter(tuple(guess(state, 0, rng).to_data()["decks"]["red"]) for _ in range(draws))
    assert set(counts) == set(permutations([12, 15, 17, 21]))
    assert chi_square_is_plain(counts, 24, draws)


@pytest.mark.slow
@pytest.mark.parametrize("guess", GUESSES)
def test_every_hand_of_signs_is_equally_likely(guess: Guess) -> None:
    state = start([{5: "A.."}, {}, {}], **SIGNS)
    kept: Counter[Any] = Counter()
    returned: Counter[Any] = Counter()
    draws, rng = 3400, Random(2)
    for _ in range(draws):
        data = guess(state, 0, rng).to_data()
        assert signs_shown(data)[0] == ([1, 2], [4])
        kept[tuple(data["players"][1]["signs"])] += 1
        returned[data["players"][2]["returned"][0]] += 1
    assert chi_square_is_plain(kept, 17, draws)
    assert chi_square_is_plain(returned, 17, draws)


@pytest.mark.slow
@pytest.mark.parametrize("guess", GUESSES)
def test_while_signs_are_chosen_also_the_number_kept_is_guessed(guess: Guess) -> None:
    state = start(
        [{}, {}, {}], phase="signs", step="keep_signs", active=1,
        signs=[[1], [4, 5, 6], [7, 8, 9]], returned=[[2, 3], [], []],
    )  # fmt: skip
    counts: Counter[int] = Counter()
    draws, rng = 1400, Random(3)
    for _ in range(draws):
        data = guess(state, 1, rng).to_data()
        counts[len(data["players"][0]["signs"])] += 1
        assert len(data["players"][2]["signs"]) == 3
    assert counts[1] / draws == pytest.approx(3 / 7, abs=0.07)
    assert counts[3] / draws == pytest.approx(1 / 7, abs=0.06)


@pytest.mark.parametrize("options", [{"secret_signs": True}, BOTH])
def test_a_guess_gives_nobody_a_sign_that_would_have_been_matched(options: Data) -> None:
    rng = Random(5)
    checked = 0
    for seed in range(6):
        state = GAME.new(3, options, seed)
        lay_at_checks: list[list[Data]] = []
        while (decision := state.decision) is not None:
            if state.to_data()["phase"] == "collect" and rng.random() < 0.05:
                seat = rng.randrange(3)
                guessed = by_determinize(state, seat, rng).to_data()
                for other, player in enumerate(guessed["players"]):
                    for sign in player["signs"]:
                        for boards in lay_at_checks:
                            near = [boards[b]["stones"] for b in available(guessed, other)]
                            assert not any(lies_on(sign, stones) for stones in near)
                            checked += 1
            before = state.to_data()
            events = state.apply(rng.choice(decision.legal))
            if any(event["type"] == "round" for event in events):
                # Nothing moves between the check and the round's start, but the action itself comes before.
                after = state.to_data()
                assert after["round"] == before["round"] + 1
                lay_at_checks.append(after["boards"])
    assert checked > 200


def test_a_bot_that_only_has_the_view_rules_out_the_same_where_no_spell_can_have_moved_a_stone() -> None:
    """Sign 1, a row of earth, air, fire, lies on board 0 since the last check: seat 1 has it no more."""
    state = start(
        [{5: "A.."}, {}, {}], boards={0: ["EAF..", *["....."] * 4]}, round=2,
        signs=[[3], [4], [5]], returned=[[6, 7], [8, 9], [10, 11]],
    )  # fmt: skip
    rng = Random(6)
    holders = Counter[int]()
    for _ in range(400):
        data = by_view(state, 0, rng).to_data()
        holders.update(other for other in (1, 2) if 1 in data["players"][other]["signs"])
    assert holders[1] == 0  # board 0 is available to it
    assert holders[2] > 0


def test_a_guess_is_found_even_if_too_few_signs_are_left() -> None:
    """A made-up position in which seat 1 holds what it would have matched."""
    everywhere = ["EAFWT", "AFWTE", "FWTEA", "WTEAF", "TEAFW"]
    state = start(
        [{5: "A.."}, {}], boards={0: everywhere, 1: [row[::-1] for row in everywhere]}, round=2,
        signs=[[16], [1, 2, 3]], returned=[list(range(5, 13)), []], circles={0: "AAEEFF", 1: "WWTTA"},
    )  # fmt: skip
    guessed = by_view(state, 0, Random(1))
    assert guessed.view(0) == state.view(0)


# How much is sent


def test_the_median_decide_message_of_three_players_is_under_6_kb() -> None:
    """View, legal list and events as the referee packs them; with both modules, which make it longest."""
    for options in ({}, BOTH):
        sizes = []
        for seed in range(4):
            rng = Random(seed)
            state = GAME.new(3, options, seed)
            unseen: list[list[Data]] = [[], [], []]
            while (decision := state.decision) is not None:
                seat = decision.seat
                message = {
                    "type": "decide",
                    "id": 1,
                    "seat": seat,
                    "kind": decision.kind,
                    "view": state.view(seat),
                    "legal": [action.to_data() for action in decision.legal],
                    "events": unseen[seat],
                    "clock": {"move_ms": 1000, "bank_ms": 0},
                }
                sizes.append(len(pack(message)))
                unseen[seat] = []
                events = state.apply(rng.choice(decision.legal))
                for other in range(3):
                    unseen[other] += visible(events, other)
        assert median(sizes) < 6 * 1024
        assert max(sizes) < 32 * 1024
