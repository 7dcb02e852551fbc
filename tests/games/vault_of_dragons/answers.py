"""What the engine answers to the questions about Vault of Dragons: `check` in questions.toml names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_answers import whole

import vault_of_dragons.positions as vault
from arena.games import State
from vault_of_dragons.positions import GAME


def started(players: int) -> State:
    """A game of Vault of Dragons when the first turn begins."""
    state: State = GAME.new(players, seed=1)
    while (decision := state.decision) is not None and decision.kind != "turn":
        state.apply(decision.legal[0])
    return state


def home_from_the_dungeon() -> list[int]:
    """Who stands on the Yawning Portal when two skulls of one's own were no help."""
    state = vault.start(followers={0: {vault.PORTAL: "FR"}}, dungeon="s08")
    vault.do(state, "enter", target="dungeon", entrance="gold")
    vault.choose(state, "party", "FR")
    vault.do(state, "rogue_die", 1, 1, 2, roll=True)
    vault.do(state, "pass")
    events = vault.do(state, "attack_die", die="d10")
    assert vault.told(events, "attempt")[0]["strength"] == 3
    followers: list[int] = whole(state)["followers"][0][vault.PORTAL]
    return followers


def item_of_an_entrance() -> list[list[str]]:
    state = vault.start(followers={0: {vault.PORTAL: "F"}}, hands={0: "luckstone"})
    vault.do(state, "enter", target="dungeon", entrance="item", card="luckstone")
    return [whole(state)["item_discard"], whole(state)["played"][0]]


def score_of_claim() -> int:
    said: dict[str, Any] = {"followers": {0: {vault.PORTAL: "W"}}, "rumors": {0: (9, 0)}}
    state = vault.start(vault_open=True, **said)
    vault.do(state, "enter", target="vault", entrance="gold")
    vault.choose(state, "party", "W", 11)
    vault.do(state, "spend_rumors", count=9)
    vault.do(state, "pass")
    vault.do(state, "attack_die", die="d12")
    return state.scores()[0]


CHECKS: dict[str, Callable[[], Any]] = {
    "starting_gold": lambda: whole(GAME.new(3, seed=1))["gold"][0],
    "watch_tokens": lambda: [
        sum(place["watch"] is not None for place in whole(started(players))["board"]) for players in (2, 3, 4)
    ],
    "first_to_choose": lambda: GAME.new(3, seed=1).decision.seat == whole(GAME.new(3, seed=1))["initiative"],
    "score_of_claim": score_of_claim,
    "home_from_the_dungeon": home_from_the_dungeon,
    "item_of_an_entrance": item_of_an_entrance,
}
