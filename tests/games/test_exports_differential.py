"""Exported matches, each step held against the naive engines: who may do what, and what comes of it.

Of Vault of Dragons the naive engine knows the decisions alone: test_differential.py there has the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import portals.naive as naive_portals
import pytest
import vault_of_dragons.invariants as vault_of_dragons_invariants
import vault_of_dragons.naive as naive_vault_of_dragons
import yawning_portal.naive as naive_yawning_portal
from dragon_whisperer import naive as naive_dragon_whisperer

import bots
from arena import games
from arena.match.in_process_player import InProcessPlayer
from arena.match.referee import play_match
from arena.match.replay import export_jsonl
from arena.match.spec import MatchSpec

Map = dict[str, Any]
TABLES: dict[str, list[Map]] = {
    "dragon-whisperer": [{}, {"secret_quests": True}],
    "portals": [{}, {"magic_spells": True, "secret_signs": True}, {"board_side": "icons"}],
    "vault-of-dragons": [{"max_rounds": 6}, {"max_rounds": 6, "action_packed": True, "rumor_bidding": True}],
    "yawning-portal": [{}, {"red_front_play": False}],
}


def exported(game_id: str, number: int) -> list[Map]:
    """A match of random and greedy bots, as `arena replay export --states` writes it."""
    rng = Random(f"{game_id} {number}")
    players = rng.choice(games.get(game_id).seats)
    table = [InProcessPlayer(bots.policy(rng.choice(("random", "random", "greedy")))) for _ in range(players)]
    options = TABLES[game_id][number % len(TABLES[game_id])]
    record = play_match(MatchSpec(f"match-{number}", game_id, players, options, seed=number), table)
    return [json.loads(line) for line in export_jsonl(record, states=True)]


NAIVE: dict[str, Any] = {
    "dragon-whisperer": naive_dragon_whisperer,
    "portals": naive_portals,
    "yawning-portal": naive_yawning_portal,  # without chance after the set-up
}


def test_every_game_is_held_against_a_naive_engine() -> None:
    assert sorted(TABLES) == sorted([*NAIVE, "vault-of-dragons"]) == games.ids()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", NAIVE)
def test_an_export_is_what_the_naive_engine_makes_of_it(
    game_id: str, amount: Callable[[int, int], int]
) -> None:
    naive = NAIVE[game_id]
    for number in range(amount(3, 40)):
        head, *lines, result = exported(game_id, number)
        state = head["state"]
        for line in lines:
            assert line["legal"] == naive.legal(state)
            chance = [drawn["result"] for drawn in line["chance"]]
            naive.apply(state, line["action"], *([chance] if game_id != "yawning-portal" else chance))
            assert state == line["state"]
        assert naive.legal(state) == []
        assert (result["scores"], result["ranks"]) == (naive.scores(state), naive.ranks(state))


@pytest.mark.slow
def test_an_export_of_vault_of_dragons_has_the_decisions_of_the_naive_engine(
    amount: Callable[[int, int], int],
) -> None:
    for number in range(amount(2, 40)):
        head, *lines, _ = exported("vault-of-dragons", number)
        for before, line in pairwise([head, *lines]):
            vault_of_dragons_invariants.check(before["state"])
            asked = naive_vault_of_dragons.decision(before["state"])
            assert asked == (line["seat"], line["kind"], line["legal"])
        assert naive_vault_of_dragons.decision(lines[-1]["state"]) is None
