from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from bot_games import actions, decision_for, play_as_processes, play_here, start
from patience import HANGS_S

import bots
from arena import games
from arena.process.launch import LaunchError, bundled, bundled_names
from protocol.bot import Bot
from protocol.codec import Decoder, pack

NAMES = bundled_names()
PLAYING = [f"{name}:15" if name == "search" else name for name in NAMES]
"""The bots, one that thinks at a level that is quick and plays the same each time."""


def test_every_bot_of_the_readme_is_there() -> None:
    assert {"greedy", "novice", "random", "search"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_is_a_new_bot_each_time(name: str) -> None:
    first, second = bots.policy(name), bots.policy(name)
    assert isinstance(first, Bot)
    assert first is not second
    assert first.name == name


def test_an_unknown_bot_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(LaunchError, match=r"no bundled bot 'zzz'; there are greedy, novice, random, search"):
        bundled("zzz")
    with pytest.raises(ModuleNotFoundError):
        bots.policy("zzz")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whole_games_in_process_have_no_fault(players: int) -> None:
    names = [PLAYING[seat % len(PLAYING)] for seat in range(players)]
    record = play_here(names, seed=players)
    assert record.faults == ()
    assert {decision.seat for decision in record.decisions} == set(range(players))


def test_processes_play_the_very_game_that_the_same_bots_play_in_process() -> None:
    names = ["greedy", "novice", "search:15"]
    record = play_as_processes([bundled(name).command for name in names])
    assert record.faults == ()
    assert actions(record) == actions(play_here(names))


@pytest.mark.parametrize("name", PLAYING)
def test_the_same_seed_gives_the_same_game_and_another_one_another(name: str) -> None:
    first, again, other = (play_here([name] * 3, seed) for seed in (1, 1, 2))
    assert actions(first) == actions(again)
    assert actions(first) != actions(other)


def test_random_chooses_every_action_about_equally_often() -> None:
    state = games.get("dragon-whisperer").new(3, seed=1)
    bot = bots.policy("random")
    decision = decision_for(bot, state, start(bot, 3, 0))
    counts = Counter(bot.choose(decision) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(850 < count < 1150 for count in counts.values())  # 1000 each, five standard deviations of 29


def test_random_asks_for_the_legal_actions_alone(tmp_path: Path) -> None:
    assert hello_of(bundled("random").command, tmp_path)["send"] == ["legal"]


def hello_of(command: tuple[str, ...], folder: Path) -> dict[str, object]:
    greeting = pack({"type": "hello", "protocol": 1, "arena": "0"}) + pack({"type": "bye"})
    done = subprocess.run(
        command, input=greeting, cwd=folder, capture_output=True, check=True, timeout=HANGS_S
    )
    decoder = Decoder()
    decoder.feed(done.stdout)
    hello = decoder.next()
    assert isinstance(hello, dict)
    return hello


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_starts_without_the_rules_engine(name: str) -> None:
    listing = f"import bots.{name}, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"arena", "typing", "dataclasses", "asyncio"}


def test_a_novice_plays_by_the_policy_but_for_its_slips() -> None:
    """Of a decision in which one action is clearly best it takes that six times of ten, else any."""
    game = games.get("portals")
    state = game.new(2, seed=1)

    def is_clear(now: games.State) -> bool:
        worths = sorted(game.worths(now))
        return len(worths) > 2 and worths[-1] > worths[-2]

    state.play_on(Random(1), game.policy(), until=is_clear)
    pending = state.decision
    assert pending is not None
    worths = list(game.worths(state))
    best = worths.index(max(worths))
    bot = bots.policy("novice")
    decision = decision_for(bot, state, start(bot, 2, pending.seat, game="portals"))
    taken: Counter[int] = Counter()
    for _ in range(1000):
        answer = bot.choose(decision)
        assert isinstance(answer, dict)
        taken[decision.legal.index(answer)] += 1
    share = 0.6 + 0.4 / len(worths)
    assert abs(taken[best] / 1000 - share) < 5 * (share * (1 - share) / 1000) ** 0.5
    assert set(taken) == set(range(len(worths)))
