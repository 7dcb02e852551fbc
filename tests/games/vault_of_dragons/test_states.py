"""Reading states and views of Vault of Dragons: what is not well formed is refused by its field."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from altered import altered

from arena.games import BadState, GameError, State
from vault_of_dragons.positions import GAME, PORTAL, choose, do, position, start

Data = dict[str, Any]


def plain() -> Data:
    return position(followers={0: {0: "FF", PORTAL: "R"}, 1: {0: "W"}}, hands={0: "luckstone coin_purse"})


def after_action() -> Data:
    state = start(followers={0: {0: "FF"}}, hands={0: "coin_purse"})
    do(state, "take_gold")
    return state.to_data()


def in_brawl() -> Data:
    state = start(followers={0: {0: "FF"}, 1: {0: "F"}}, active=[1])
    do(state, "fight", place=0)
    do(state, "patrol", 7, 5, 1, origin=1, to=0)
    return state.to_data()


def in_danger() -> Data:
    state = start(followers={0: {0: "FF"}}, locations={0: "old_crypts"})
    do(state, "use", 1, place=0, option=0)
    return state.to_data()


def in_dungeon() -> Data:
    state = start(followers={0: {PORTAL: "FF"}}, dungeon="s08", rumors={0: (2, 0)})
    do(state, "enter", target="dungeon", entrance="gold")
    choose(state, "party", "FF", 7)
    return state.to_data()


BREACHES: list[tuple[Data, str, Any, str]] = [
    *[(plain(), field, ..., f"^{field}: is missing") for field in plain()],
    (plain(), "extra", 1, "^extra: is unknown"),
    (plain(), "game", "portals", "^game: must be 'vault-of-dragons'"),
    (plain(), "players", 5, "^players: .*2 to 4"),
    (plain(), "players", 3, "^(board|factions|gold)"),
    (plain(), "options.locations", 9, "^(board|followers)"),
    (plain(), "options.factions", ["xanathar"], "^options: .*must name 2"),
    (plain(), "components", {}, "^(counts|components).*missing"),
    (plain(), "round", -1, "^round"),
    (plain(), "round", 21, "^round"),
    (plain(), "phase", "refresh", "^phase: must be one of"),
    (plain(), "phase", "setup", "^(turn|stack|board)"),
    (plain(), "phase", "over", "^(over|turn)"),
    (plain(), "over", True, "^over: must be False"),
    (plain(), "winner", 0, "^winner: must be null before the end"),
    (plain(), "initiative", 2, "^initiative"),
    (plain(), "factions.1", "zhentarim", "^factions: has a faction twice"),
    (plain(), "factions.1", None, "^(factions|followers)"),
    (plain(), "gold.0", -1, r"^gold\[0\]"),
    (plain(), "gold.0", True, r"^gold\[0\]"),
    (plain(), "actions.0", 6, r"^actions\[0\]"),
    (plain(), "actions.0", 0, "^stack: must not be without Actions"),
    (plain(), "rumors.0", {"new": 1, "old": 0}, "^rumors: .*must be 30, not 31"),
    (plain(), "rumors.0.new", -1, r"^rumors\[0\].new"),
    (plain(), "rumor_supply", 29, "^rumors: .*30, not 29"),
    (plain(), "secrets.0", ["s02"], "^secrets: .*each Secret once"),
    (plain(), "secrets.0", ["s99"], r"^secrets\[0\]\[0\]: must be one of"),
    (plain(), "treasures.0", [], "^treasures: coin_purse is there too seldom"),
    (plain(), "treasures.0", ["luckstone"], r"^treasures\[0\]\[0\]: must be one of"),
    (plain(), "items.1", ["luckstone"], "^items: luckstone is there too often"),
    (plain(), "items.0", ["luckstone", "keen_longsword"], r"^items\[0\]: must be in the order"),
    (plain(), "unhired.0", [4, 3, 3], r"^followers\[0\]: .*\[4, 3, 3\] in all"),
    (plain(), "followers.0.0", [2, 0], r"^followers\[0\]\[0\]: must have 3"),
    (plain(), "followers.0", [[0, 0, 0]] * 12, r"^followers\[0\]: must have 13"),
    (plain(), "special_used.0", 1, r"^special_used\[0\]"),
    (plain(), "entrances.0.side", True, r"^entrances\[0\].side: is unknown"),
    (plain(), "board.0.tile", 1, "^board: .*each tile once"),
    (plain(), "board.0.side", 2, r"^board\[0\].side"),
    (plain(), "board.0.watch", "asleep", r"^board\[0\].watch: must be one of null, active"),
    (plain(), "board.0.watch", "active", "^board: must have 4 City Watch tokens, not 5"),
    (plain(), "unused", [{"tile": 0, "side": 0}], "^unused: must have 0 entries"),
    (plain(), "dungeons.0.tile", 1, "^dungeons: must have each tile once"),
    (plain(), "dungeon_secret", ["s01", "s02"], "^(dungeon_secret|secrets)"),
    (plain(), "secret_shown", None, "^secret_shown"),
    (plain(), "spread.dungeon.new", 1, "^rumors: "),
    (plain(), "treasure_deck.0", "luckstone", r"^treasure_deck\[0\]"),
    (plain(), "removed", ["luckstone"], "^items: luckstone is there too often"),
    (plain(), "market.items", 1, "^market.items: must be a list"),
    (plain(), "turn", None, "^turn: goes with phase actions"),
    (plain(), "turn.seat", 2, "^turn.seat"),
    (plain(), "turn.taken", 3, "^turn.taken"),
    (plain(), "stack", [{"do": "dance"}], r"^stack\[0\].do: must be one of"),
    (plain(), "stack", [{"do": "end_action"}], r"^stack\[0\]: end_action goes with an Action taken"),
    (after_action(), "turn.taken", 0, r"^stack\[0\]: end_action goes with an Action taken"),
    (after_action(), "turn.fresh", True, r"^stack\[0\]: end_action goes with an Action taken"),
    (after_action(), "options.action_packed", True, "^stack: must be empty: a second Action is due"),
    (
        after_action(),
        "stack",
        [{"do": "end_action"}, {"do": "end_action"}],
        r"^stack\[1\]: end_action can't lie on",
    ),
    (plain(), "stack", [{"do": "hire", "place": 0}], "^stack: can't begin with hire"),
    (plain(), "stack", [{"do": "end_action"}, {"do": "hire"}], r"^stack\[1\].place: is missing"),
    (plain(), "stack", [{"do": "end_action"}, {"do": "hire", "place": 13}], r"^stack\[1\].place"),
    (plain(), "stack", [{"do": "free_move"}, {"do": "free_move"}], r"^stack\[1\]: free_move can't lie on"),
    (in_brawl(), "stack.1.sides.0.seat", 1, r"^stack\[1\].sides"),
    (in_brawl(), "stack.1.sides.0.dice.d12", 3, r"^stack\[1\].sides\[0\].dice"),
    (in_brawl(), "stack.1.sides.0.dice.d10", 11, r"^stack\[1\].sides\[0\].dice"),
    (in_brawl(), "stack.1.sides.0.left", [3, 0, 0], r"^stack\[1\].sides\[0\].left"),
    (in_brawl(), "stack.1.sides.0.commit", "d4", r"^stack\[1\].sides\[0\].commit"),
    (in_brawl(), "stack.1.sides.0.place", 1, r"^stack\[1\].sides\[0\]"),
    (in_brawl(), "stack.1.mover", None, r"^stack\[1\].mover: goes with step modify"),
    (in_brawl(), "stack.1.winner", 0, r"^stack\[1\].winner"),
    (in_brawl(), "stack.1.step", "loot", r"^stack\[1\].step"),
    (in_brawl(), "stack.1.kind", "vault", r"^stack\[1\]"),
    (in_brawl(), "stack.1.watch.0.skulls", 3, r"^stack\[1\].watch\[0\].skulls"),
    (in_danger(), "stack.2.party", [3, 0, 0], r"^stack\[2\].party: must be at the place"),
    (in_danger(), "stack.2.dice.0.skulls", 0, "^stack: ends with nothing to decide"),
    (in_danger(), "stack.1.option", 1, r"^stack\[1\].option: is none of the Location's"),
    (in_danger(), "stack.1", ..., r"^stack\[1\]: suffer can't lie on end_action"),
    (in_dungeon(), "secret_shown", False, r"^stack\[1\]: needs a Secret that is shown"),
    (in_dungeon(), "stack.1.place", 0, r"^stack\[1\].place: must be 12"),
    (in_dungeon(), "stack.1.sides.0.place", 0, r"^stack\[1\].sides\[0\]"),
]


@pytest.mark.parametrize(("data", "path", "value", "message"), BREACHES)
def test_refuses_states_that_are_not_well_formed(data: Data, path: str, value: Any, message: str) -> None:
    assert GAME.from_data(data).to_data() == data
    with pytest.raises(BadState, match=message):
        GAME.from_data(altered(data, path, value))


VIEW_BREACHES: list[tuple[str, Any, str]] = [
    ("treasures.0", 1, r"^treasure"),
    ("treasures.1", 60, r"^treasures\[1\]: must be an integer from 0 to"),
    ("treasures.1", [], r"^treasures\[1\]: must be an integer"),
    ("treasure_deck", 48, "^treasure_deck: is too small"),
    ("treasure_deck", ["coin_purse"], "^treasure_deck: must be an integer"),
    ("items.0", ["luckstone"] * 4, r"^items\[0\]\[3\]: luckstone is there too often"),
    ("dungeon_secret", 2, "^(dungeon_secret|secret_pile)"),
    ("secrets.0", ["s01"], r"^secrets\[0\]: must be an integer"),
    ("secret_pile", 21, "^secret_pile"),
    ("players", 2.0, "^players"),
]


@pytest.mark.parametrize(("path", "value", "message"), VIEW_BREACHES)
def test_refuses_views_that_are_not_well_formed(path: str, value: Any, message: str) -> None:
    view = GAME.from_data(plain()).view(0)
    assert GAME.from_view(view, 0, Random(1)).view(0) == view
    with pytest.raises(BadState, match=message):
        GAME.from_view(altered(view, path, value), 0, Random(1))


def test_refuses_a_view_of_another_seat() -> None:
    with pytest.raises(BadState):
        GAME.from_view(GAME.from_data(plain()).view(0), 1, Random(1))
    with pytest.raises(BadState, match="players: has no seat 2"):
        GAME.from_view(GAME.from_data(plain()).view(0), 2, Random(1))


# Hostile data


@cache
def positions() -> list[Data]:
    """States in the middle of things, and in the middle of turns."""
    found = []
    for seed in range(4):
        state, rng = GAME.new(2 + seed % 3, {"rumor_bidding": seed % 2 == 1}, seed), Random(seed)
        while state.decision is not None:
            if rng.random() < (0.2 if state.to_data()["stack"] else 0.02):
                found.append(state.to_data())
            state.apply(rng.choice(state.decision.legal))
    return found


SAMPLES: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, -1, 7, 12, 99, 1.5, "x", [], {}, [0], [0, 0, 0], [9, 9, 9]),
    *("brawl", "dungeon", "vault", "gold", "d10", "pay", "gain", "kill", "harm", "loot", "finish", "modify"),
]


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if way:
        yield way
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in below:
        yield from paths(entry, (*way, key))


@pytest.mark.parametrize("seed", range(250))
def test_any_change_to_a_state_is_refused_or_gives_a_state_that_plays_on(seed: int) -> None:
    rng = Random(seed)
    data = copy.deepcopy(rng.choice(positions()))
    inside = [way for way in paths(data) if way[0] == "stack"]
    *way, last = rng.choice(inside if inside and rng.random() < 0.7 else list(paths(data)))
    place: Any = data
    for key in way:
        place = place[key]
    old, new = place[last], rng.choice(SAMPLES)
    place[last] = old + rng.choice((-1, 1)) if type(old) is int and rng.random() < 0.5 else new
    try:
        state: State = GAME.from_data(json.loads(json.dumps(data)))
    except GameError:
        return
    for _ in range(150):
        if state.decision is None:
            break
        state.apply(rng.choice(state.decision.legal))
    assert GAME.from_data(state.to_data()).to_data() == state.to_data()
