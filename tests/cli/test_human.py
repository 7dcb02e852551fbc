"""A person plays: what is shown, what may be typed, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command_line import PYTHON, arena, fails_in_one_line
from patience import HANGS_S

from arena import games
from arena.games import visible
from arena.match.choosing import Choosing, has_words
from arena.match.foresight import Foresight

PLAY = [sys.executable, "-m", "arena", "play", "--sandbox", "limits"]
"""Without a sandbox that a machine may lack, and would say so."""


def play(*words: str | Path, typed: str) -> subprocess.CompletedProcess[str]:
    argv = [*PLAY, *map(str, words)]
    return subprocess.run(argv, input=typed, capture_output=True, text=True, timeout=HANGS_S, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)
def test_a_person_plays_every_game_to_its_end(game: games.Game[Any, Any], tmp_path: Path) -> None:
    saved = tmp_path / "match.replay"
    more = ["random"] * (game.seats[0] - 2)
    run = play(game.id, "random", "human", *more, "--seed", "5", "--save", saved, typed="0\n" * 2000)
    assert run.returncode == 0, run.stderr
    assert "You are seat 1. You may:\n    0  " in run.stdout
    assert "rank  seat  bot" in run.stdout
    assert arena("replay", "verify", saved).returncode == 0


def test_only_the_own_seats_secrets_are_shown() -> None:
    run = play("dragon-whisperer", "random", "human", "random", "--seed", "5", typed="0\n" * 2000)
    shown, at_the_end = run.stdout.split("The game is over: ")
    assert "cards" not in at_the_end.split("hand: ")[1]  # the whole table is shown then
    hands = [line.split("hand: ")[1] for line in shown.splitlines() if "hand: " in line]
    assert len(hands) > 90
    own, others = hands[1::3], hands[0::3] + hands[2::3]
    assert all("cards" not in hand for hand in own if hand != "none")
    assert all("-" not in hand for hand in others)


def test_a_word_narrows_the_list_and_a_wrong_number_is_asked_again() -> None:
    typed = "blue\nno such thing\n99\n-1\n\n?\nq\n"
    run = play("dragon-whisperer", "human", "random", "random", "--seed", "7", typed=typed)
    assert (run.returncode, run.stderr) == (130, "arena: interrupted\n")
    first, by_word, unknown, above, below, every, again = run.stdout.split("? for help> ")[:-1]
    assert "    0  place dragon red\n    1  place dragon green" in first
    assert by_word == "You may:\n    3  place dragon blue\nplace dragon, "
    assert "No action has 'no such thing' in it." in unknown
    assert "There is no action 99: the numbers are 0 to 6." in above
    assert "No action has '-1' in it." in below
    assert every == first[first.index("You may:") :]
    assert "Round 1, trick 1" in again
    assert "q leaves it for good" in again


def test_a_person_has_no_deadline_and_of_many_actions_one_is_chosen_in_steps() -> None:
    run = play("portals", "human", "random", "--move-ms", "1", "--seed", "3", typed="0\n" * 2000)
    assert run.returncode == 0
    assert "timeout: seat 0" not in run.stdout  # the other may well be late on a busy machine
    listed = [part.split("? for help>")[0].splitlines() for part in run.stdout.split("You may:\n")[1:]]
    assert max(map(len, listed)) <= 21  # 20 actions and the prompt
    assert re.search(r"Activate, card \d+\. Which ", run.stdout) or "Activate. Which " in run.stdout


def test_what_is_asked_is_the_first_field_in_which_actions_differ() -> None:
    moves = [{"type": "move", "from": 1, "to": place} for place in range(24)]
    moves += [{"type": "move", "from": 2, "to": place} for place in (3, 4)]
    choosing = Choosing([*moves, {"type": "gather"}])
    assert choosing.question().splitlines() == [
        "What? (of 27 actions)",
        "    0  move   (26 actions)",
        "    1  gather",
    ]
    with pytest.raises(ValueError, match=r"^There is no 2: the numbers are 0 to 1\.$"):
        choosing.answer(2)
    assert choosing.answer(0) is None
    assert choosing.question().splitlines()[:2] == [
        "Move. Which from? (of 26 actions)",
        "    0  from 1   (24 actions)",
    ]
    assert choosing.answer(1) is None
    assert choosing.question().splitlines() == [
        "You may:",
        "   24  move from 2, to 3",
        "   25  move from 2, to 4",
    ]
    assert choosing.answer(25) == 25
    assert choosing.back()
    assert choosing.answer(0) is None
    assert choosing.question().splitlines()[0] == "Move, from 1. Which to? (of 24 actions)"
    assert choosing.answer(7) == 7
    assert choosing.back()
    assert choosing.back()
    assert not choosing.back()
    assert choosing.answer(1) == 26


def test_a_person_asks_for_points_and_names_and_what_actions_lead_to() -> None:
    typed = "?rage\n?nothing\np 3\npreview 99\nb\nq\n"
    run = play("dragon-whisperer", "human", "random", "random", "--seed", "7", typed=typed)
    table, rage, unknown, preview, above, back, *_ = run.stdout.split("? for help> ")
    assert "Points so far: you 0, random 0, random-2 0\n" in table
    assert "A Dragon Rage has no color" in rage
    assert "no card or region is called 'nothing'" in unknown
    assert "If you place dragon blue:\n  human sends the Dragon to the blue region.\nRound 1" in preview
    assert re.search(r"Docks \(blue\).*<- Dragon", preview)
    assert "There is no action 99: the numbers are 0 to 6." in above
    assert "This is where it begins." in back


def test_a_preview_tells_nothing_of_chance_and_hidden_cards() -> None:
    """For every position of a game: what is told is the same whatever lies where the seat can't see."""
    game = games.get("vault-of-dragons")
    state, chance, certain, open_ = game.new(2, seed=3), Random(3), 0, 0
    for _ in range(60):
        decision = state.decision
        assert decision is not None
        seat, action = decision.seat, chance.choice(decision.legal)
        view = state.view(seat)
        preview = Foresight(game, view, seat).preview(action.to_data())
        other = state.determinize(seat, chance)
        assert Foresight(game, other.view(seat), seat).preview(action.to_data()) == preview
        events = state.apply(action)
        seen = visible(events, seat)
        assert seen[: len(preview.events)] == list(preview.events)
        if preview.view is None:
            open_ += 1
        else:
            certain += 1
            assert (preview.view, len(seen)) == (state.view(seat), len(preview.events))
    assert certain > 10
    assert open_ > 1


@pytest.mark.parametrize(
    ("typed", "fits"),
    [
        ("", True),
        ("act", True),
        ("board 1", True),
        ("board 1 row 2", True),
        ("row 2, board 1", True),
        ("card 5 col", True),
        ("board 2", False),
        ("row 1", False),  # as in col 10
        ("col 1", False),
        ("col 10", True),
        ("2 board", True),
    ],
)
def test_words_narrow_the_list_in_any_order(typed: str, fits: bool) -> None:
    assert has_words("activate card 5, board 1, rotation 90, row 2, col 10", typed) is fits


def test_the_end_of_the_input_leaves_the_match() -> None:
    run = play("portals", "human", "random", typed="0\n")
    assert run.returncode == 130
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (b"caf\xe9\n", "No action has 'caf"),
        (b"\0\n", "No action has"),
        (b"9" * 5000 + b"\n", "No action has '999"),
        ("\u0662\n".encode(), "2  "),
    ],
)
def test_whatever_is_typed_is_no_fault_of_a_persons(typed: bytes, answer: str) -> None:
    argv = [*PLAY, "portals", "human", "random", "--seed", "3"]
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    run = subprocess.run(
        argv, input=typed + b"q\n", capture_output=True, env=strict, timeout=HANGS_S, check=False
    )
    assert run.returncode == 130
    assert answer in run.stdout.decode()
    assert b"Traceback" not in run.stderr


@pytest.mark.parametrize("closed", ["<&-", "</dev/null", "0>/dev/null", ">&-", ">/dev/full"])
def test_where_nobody_can_be_asked_there_is_no_result(closed: str, tmp_path: Path) -> None:
    saved = tmp_path / "match.replay"
    line = f"{shlex.join([*PLAY, 'portals', 'human', 'random', '--save', str(saved)])} {closed}"
    run = subprocess.run(
        ["sh", "-c", line], input="0\n" * 500, text=True, capture_output=True, timeout=HANGS_S, check=False
    )
    assert (run.returncode, run.stderr.strip()) == (130, "arena: interrupted")
    assert not saved.exists()


def test_a_match_without_people_needs_no_output() -> None:
    line = f"{shlex.join([*PLAY, 'portals', 'random', 'random'])} >&-"
    run = subprocess.run(["sh", "-c", line], text=True, capture_output=True, timeout=HANGS_S, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_people_are_told_who_is_out() -> None:
    bot = f"{PYTHON} -c 'print(1)'"
    run = play("portals", "human", bot, "--seed", "3", typed="0\n" * 2000)
    assert run.returncode == 0
    assert run.stdout.count("at seat 1, is out: another plays on there, at random.") == 1


@pytest.mark.parametrize(
    ("settings", "wiped"),
    [
        ({"TERM": "xterm"}, "\033[2J\033[3J"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "\033[2J\033[3J"),
        ({"TERM": "dumb"}, "\r\n" * 100),
    ],
)
def test_people_who_share_a_terminal_hand_it_on(settings: dict[str, str], wiped: str) -> None:
    keyboard, screen = pty.openpty()
    argv = [*PLAY, "dragon-whisperer", "human", "human", "random", "--seed", "7"]
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | settings
    run = subprocess.Popen(argv, stdin=screen, stdout=screen, stderr=screen, env=env)
    os.close(screen)
    shown = b""

    def until(text: str) -> str:
        nonlocal shown
        while text.encode() not in shown:
            assert select.select([keyboard], [], [], 60)[0], f"{text!r} does not come after {shown!r}"
            shown += os.read(keyboard, 4096)
        before, shown = shown.split(text.encode(), 1)
        return before.decode()

    until(wiped)
    assert "hand:" not in until("human, at seat 0: press Enter when nobody else looks ")
    os.write(keyboard, b"\n")
    assert "hand:" in until("place dragon, ? for help> ")
    os.write(keyboard, b"0\n")
    assert "at seat 0" not in until("play card, ? for help> ")  # still the same person
    os.write(keyboard, b"0\n\n\n\n")  # Enter too often
    until(wiped)
    assert "hand:" not in until("human-2, at seat 1: press Enter when nobody else looks ")
    assert not shown
    os.write(keyboard, b"\n")
    until("play card, ? for help> ")
    os.write(keyboard, b"q\n")
    assert run.wait(60) == 130
    os.close(keyboard)


def test_what_is_said_to_people_stays_out_of_a_result_for_scripts() -> None:
    run = play("portals", "human", "random", "--seed", "3", "--format", "json", typed="0\n" * 2000)
    assert json.loads(run.stdout)["bots"] == ["human", "random"]
    assert "You are seat 0" in run.stderr


def test_the_others_conversations_are_traced(tmp_path: Path) -> None:
    trace = tmp_path / "match.trace"
    run = play("portals", "human", "random", "--seed", "3", "--trace", trace, typed="0\n" * 2000)
    assert run.returncode == 0
    said = arena("trace", trace).stdout.splitlines()
    assert all(" 1 random " in line for line in said)
    assert '"seat": 1' in arena("trace", trace, "--seat", 1).stdout


def test_what_chance_brings_is_told() -> None:
    run = play("vault-of-dragons", "human", "random", "--seed", "3", typed="0\n" * 2000)
    assert re.search(r"^  A d\d+ shows \d+\.$", run.stdout, re.MULTILINE)


def test_the_end_is_told_once_to_all_people() -> None:
    run = play("dragon-whisperer", "human", "human", "human", "--seed", "7", typed="0\n\n" * 2000)
    assert run.returncode == 0
    assert run.stdout.count("The game is over: ") == 1


def test_watching_and_playing_exclude_each_other() -> None:
    assert "--watch shows all secrets" in fails_in_one_line(
        arena("play", "portals", "human", "random", "--watch")
    )
