"""What the engine answers to the questions about Dragon Whisperer: `check` in questions.toml names it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from engine_answers import each, whole

from arena.games import State
from dragon_whisperer.positions import GAME


def longest_list() -> int:
    """The leader may play any card of its hand; three seats have the largest."""
    lengths = set()
    for seed in range(20):
        state = GAME.new(3, seed=seed)
        state.apply(state.decision.legal[0])
        lengths.add(len(state.decision.legal))
    return max(lengths)


def short_deck() -> list[int]:
    data = whole(GAME.new(3, {"short_deck": True}, seed=1))
    cards = [*chain(*data["hands"]), *data["deck"], data["trump_card"]]
    stacks = [1 + len(region["below"]) for region in data["regions"].values()]
    return [len(data["colors"]), cards.count("rage"), sum(stacks)]


def short_deal(state: State) -> list[int]:
    return [len(whole(state)["hands"][0]), len(whole(state)["deck"])]


def discard_under_way() -> list[int]:
    state = GAME.new(4, seed=1)
    while not whole(state)["trick"]:
        state.apply(state.decision.legal[0])
    return [len(whole(state)[pile]) for pile in ("trick", "discard")]


CHECKS: dict[str, Callable[[], Any]] = {
    "hand_sizes": lambda: each(range(3, 7), lambda s: len(whole(s)["hands"][0]), GAME),
    "deck_sizes": lambda: each(range(3, 7), lambda s: len(whole(s)["deck"]), GAME),
    "dealer_leads": lambda: whole(GAME.new(4, seed=1))["dealer"] == GAME.new(4, seed=1).decision.seat,
    "quests_of_a_color": lambda: [
        whole(GAME.new(3, seed=1))["quest_values"]["red"],
        len(whole(GAME.new(3, seed=1))["box"]["red"]),
    ],
    "longest_list": longest_list,
    "short_deck": short_deck,
    "short_deal": lambda: [short_deal(GAME.new(n, {"short_deck": True}, seed=1)) for n in (3, 4)],
    "discard_under_way": discard_under_way,
}
