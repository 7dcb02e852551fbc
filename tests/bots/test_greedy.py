from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bot_games import DRAGON, decision_for, share_of_wins, start

import bots
from arena import games
from bots.greedy import policy_for
from bots.greedy.best import best
from bots.greedy.dragon_whisperer import Table
from protocol.bot import Decision


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "deals", "least"),
    # Published for a simple greedy bot: 77, 65, 57, 54 %. Measured for this one over thousands of games:
    # 84, 73, 67, 60 %. The bounds are three standard deviations and more below that.
    [(3, 40, 0.72), (4, 30, 0.6), (5, 20, 0.52), (6, 20, 0.45)],
)
def test_greedy_beats_random_players(players: int, deals: int, least: float) -> None:
    assert share_of_wins(players, deals) >= least


@pytest.mark.slow
def test_greedy_beats_random_players_with_the_short_deck() -> None:
    assert share_of_wins(4, 20, short_deck=True) >= 0.53  # published: 61 %; measured: 69 %


def test_a_game_without_policy_is_played_at_random_and_that_is_said_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    policy_for.cache_clear()
    seen = set()
    for seed in range(20):
        bot = bots.policy("greedy")
        match = start(bot, 2, 0, seed=seed, game="tic-tac-toe")
        message = {"id": 1, "seat": 0, "kind": "place", "clock": {}, "legal": [{}] * 3, "view": {}}
        seen.add(bot.choose(Decision(message, match)))
    assert seen == {0, 1, 2}
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "greedy has no policy for tic-tac-toe and plays it at random\n"


def test_best_draws_among_the_equal_ones() -> None:
    rng = Random(1)
    assert {best([1, 3, 2, 3], rng) for _ in range(50)} == {1, 3}


def view_with(hand: list[str], trick: list[str], **changes: object) -> dict[str, object]:
    """A made-up view of seat 1 of three, with red trumps and the Dragon on a green Quest of 5."""
    view: dict[str, Any] = games.get(DRAGON).new(3, seed=1).view(1)
    view["hands"] = [10 - len(trick), hand, 10]
    view["trick"] = [{"seat": 3 - len(trick) + place, "card": card} for place, card in enumerate(trick)]
    view.update(trump="red", trump_card="red-1", dragon="green", discard=[])
    view["regions"]["green"]["top"] = 5
    return view | changes


def chance(card: tuple[str, int], hand: list[str], trick: list[str]) -> float:
    return Table(view_with(hand, trick), 1).chance(card)


def test_the_highest_card_of_the_last_player_wins_for_sure() -> None:
    trick = ["blue-3", "blue-5"]
    assert chance(("blue", 6), ["blue-6"], trick) == 1
    assert chance(("blue", 4), ["blue-4"], trick) == 0
    assert chance(("red", 2), ["red-2"], trick) == 1
    assert chance(("white", 7), ["white-7"], trick) == 0


def test_nothing_wins_a_raged_trick() -> None:
    assert chance(("red", 7), ["red-7"], ["blue-3", "rage"]) == 0
    assert chance(("red", 7), ["red-7"], ["rage"]) == 0


def test_a_higher_card_wins_more_likely_and_a_trump_more_than_that() -> None:
    hand = ["blue-2", "blue-7", "red-7"]
    low, high, trump = (chance(card, hand, []) for card in (("blue", 2), ("blue", 7), ("red", 7)))
    assert 0 < low < high < trump < 1


def test_greedy_wins_a_dear_quest_with_its_lowest_sure_card_and_takes_the_two() -> None:
    state_view = view_with(["blue-6", "blue-7"], ["blue-3", "blue-5"])
    assert chosen(state_view, "play_card", ["blue-6", "blue-7"]) == "blue-6"
    lost = view_with(["blue-1", "blue-2"], ["blue-3", "blue-5"])
    assert chosen(lost, "play_card", ["blue-1", "blue-2"]) == "blue-2"


def chosen(view: dict[str, object], kind: str, cards: list[str]) -> str:
    bot = bots.policy("greedy")
    match = start(bot, 3, 1)
    decision = decision_for(bot, games.get(DRAGON).new(3, seed=1), match)
    decision.seat, decision.kind, decision.view = 1, kind, view
    decision.legal = [{"type": kind, "card": card} for card in cards]
    index = bot.choose(decision)
    assert isinstance(index, int)
    return cards[index]
