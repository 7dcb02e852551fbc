"""The bundled bot that searches: its levels, its time, and that it finds what there is to find."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from bot_games import actions, play_here, start
from endgames import before_the_end

import bots
from arena import games
from arena.match.in_process_player import InProcessPlayer
from arena.match.referee import play_match
from arena.match.spec import MatchSpec
from arena.process.launch import BotSpec, LaunchError, bundled, is_bundled
from protocol.bot import Bot, Decision
from protocol.codec import pack
from protocol.messages import MAX_NOTE

IDS = games.ids()


# Levels


def test_a_level_follows_the_name() -> None:
    assert bundled("search:100ms").command == (*bundled("search").command, "100ms")
    assert bundled("search:500").command == (*bundled("search").command, "500")
    assert bundled("search:500").name == "search:500"
    assert is_bundled(bundled("search:500"))
    assert not is_bundled(BotSpec("mine", (*bundled("search").command, "500", "more")))


@pytest.mark.parametrize("level", ["", "fast", "0", "-5", "1.5s", "100 ms", "ms"])
def test_what_is_no_level_is_refused_with_what_one_is(level: str) -> None:
    with pytest.raises(
        LaunchError, match="a level is a time, as in search:100ms, or playouts, as in search:500"
    ):
        bundled(f"search:{level}")


def test_a_bot_without_levels_takes_none() -> None:
    with pytest.raises(LaunchError, match="bot 'greedy:5': greedy has no levels; only search has"):
        bundled("greedy:5")


def test_with_so_many_playouts_it_plays_the_same_again() -> None:
    names = ["search:25", "search:25", "random"]
    assert actions(play_here(names)) == actions(play_here(names))


@pytest.mark.slow
@pytest.mark.parametrize("game", IDS)
def test_it_plays_every_game_with_the_most_seats_and_the_least(game: str) -> None:
    seats = games.get(game).seats
    for players in {seats[0], seats[-1]}:
        record = play_match(
            MatchSpec("test", game, players, seed=2),
            [InProcessPlayer(bots.policy("search:3")) for _ in range(players)],
        )
        assert record.faults == ()
        notes = [decision.note for decision in record.decisions if decision.note is not None]
        assert notes
        assert all(len(pack(note)) <= MAX_NOTE for note in notes)
        assert all(note["playouts"] == 3 for note in notes)


# Time


def asked(state: games.State, bot: Bot, *, move_ms: int | None = 1000, bank_ms: int | None = None) -> Any:
    """The bot's answer to the pending decision with such a clock, and the decision."""
    pending = state.decision
    assert pending is not None
    match = start(bot, state.players, pending.seat, game=state.game.id)
    match.clock["move_ms"] = move_ms
    message = {
        "id": 1,
        "seat": pending.seat,
        "kind": pending.kind,
        "clock": {"move_ms": move_ms, "bank_ms": bank_ms},
        "view": state.view(pending.seat),
    }
    decision = Decision(message, match)
    return bot.choose(decision), decision


@pytest.mark.parametrize(
    ("level", "move_ms", "bank_ms", "most"),
    [
        ("", 100, None, 0.070),  # 30 of 100 ms are the machine's
        ("", 1000, None, 0.880),
        ("", None, 20_000, 0.500),  # a fortieth
        ("", 1000, 20_000, 0.500),
        ("", None, None, 1.0),
        (":50ms", 1000, None, 0.050),
        (":500ms", 100, None, 0.070),
        (":100000", 100, None, 0.070),
    ],
)
def test_it_stops_when_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch, level: str, move_ms: int | None, bank_ms: int | None, most: float
) -> None:
    """By a clock that goes on by a millisecond whenever it is read."""
    ticks = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: next(ticks) / 1000)
    state = games.get("portals").new(2, seed=1)
    bot = bots.policy(f"search{level}")
    _, decision = asked(state, bot, move_ms=move_ms, bank_ms=bank_ms)
    spent = next(ticks) / 1000
    assert spent <= most + 0.005
    assert decision.note["playouts"] >= most * 1000 - 10  # it is all used: a playout reads the clock once


@pytest.mark.parametrize(
    ("move_ms", "bank_ms", "increment_ms", "seconds"),
    [
        (1000, None, 0, 0.88),
        (100, None, 0, 0.07),
        (20, None, 0, 0.01),
        (None, 40_000, 0, 1.0),
        (None, 40_000, 500, 1.4),
        (None, 100, 500, 0.05),
        (500, 40_000, 0, 0.43),
        (5000, 40_000, 0, 1.0),
        (None, 0, 0, 0.0),
        (None, None, 0, float("inf")),
    ],
)
def test_how_long_a_bot_may_think(
    monkeypatch: pytest.MonkeyPatch,
    move_ms: int | None,
    bank_ms: int | None,
    increment_ms: int,
    seconds: float,
) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 7.0)
    match = start(bots.policy("random"), 2, 0)
    match.clock["increment_ms"] = increment_ms
    message = {"id": 1, "seat": 0, "kind": "x", "clock": {"move_ms": move_ms, "bank_ms": bank_ms}}
    decision = Decision(message, match)
    assert decision.seconds() == pytest.approx(seconds)
    monkeypatch.setattr("time.monotonic", lambda: 7.005)
    assert decision.seconds() == pytest.approx(max(seconds - 0.005, 0))


# What it finds


@pytest.mark.parametrize("seed", range(8))
def test_it_takes_the_best_of_a_games_last_actions(seed: int) -> None:
    """Of Dragon Whisperer, where the game is over after the decision."""
    state = before_the_end(3, seed)
    decision = state.decision
    rewards = []
    for action in decision.legal:
        copy = state.clone()
        copy.apply(action)
        rewards.append(games.rewards(copy)[decision.seat])
    answer, _ = asked(state, bots.policy("search:60"))
    assert rewards[decision.legal.index(state.find(answer))] == max(rewards)


def test_the_tree_is_kept_where_all_came_as_it_was_foreseen() -> None:
    """At Portals a card taken shows a new one of the deck, a stone taken shows nothing that was hidden."""
    state: Any = games.get("portals").new(2, seed=1)
    bot: Any = bots.policy("search:200")
    match = start(bot, 2, 0, game="portals")
    kept = []
    for _ in range(3):
        pending = state.decision
        message = {
            "id": 1,
            "seat": 0,
            "kind": pending.kind,
            "clock": {"move_ms": None, "bank_ms": None},
            "view": state.view(0),
        }
        decision = Decision(message, match)
        known = bot._kept(decision)
        kept.append((pending.kind, known is not None and known.visits > 0))
        state.apply(state.find(bot.choose(decision)))
    assert kept == [("take_card", False), ("take_stone", False), ("place_stone", True)]


@pytest.mark.slow
@pytest.mark.parametrize("game", IDS)
def test_a_few_playouts_beat_random_play(game: str) -> None:
    players = max(games.get(game).seats[0], 2)
    for seed in range(2):
        names = ["random"] * players
        names[seed] = "search:15"
        record = play_match(
            MatchSpec("test", game, players, seed=seed),
            [InProcessPlayer(bots.policy(name)) for name in names],
        )
        assert record.ranks[seed] == 1
