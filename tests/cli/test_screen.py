"""A match on one screen of a real terminal: leafed through, and watched."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import arena
from tmux import Tmux

from arena.columns import width
from arena.match.narration import Film
from arena.match.replay import read_replay

pytestmark = pytest.mark.slow

GAME = "dragon-whisperer"
PLAY = ("play", GAME, "random", "random", "random", "--seed", "7", "--sandbox", "limits")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recorded match, `m.replay`."""
    folder = tmp_path_factory.mktemp("screen")
    assert arena(*PLAY, "--save", "m.replay", cwd=folder).returncode == 0
    return folder


def test_a_recorded_match_is_leafed_through(folder: Path) -> None:
    record = read_replay(folder / "m.replay")
    film, last = Film.of(record), len(record.decisions) - 1
    with Tmux("replay", "show", "m.replay", "--step", cwd=folder) as terminal:
        seen = terminal.until(f" 0 of {last}: ", f"0: {film.page(0).text}")
        assert "Round 1, trick 1" in seen.splitlines()[0]
        assert film.page(0).sentences[0] in seen
        terminal.press("Enter", "Right", "n")
        terminal.until(f" 3 of {last}: ", f"3: {film.page(3).text}", film.page(3).sentences[0])
        terminal.press("b")
        terminal.until(f" 2 of {last}: ")
        terminal.press("Left", "Left", "Left")
        terminal.until(f" 0 of {last}: the decisions are 0 to {last}; ")
        terminal.press("End")
        terminal.until(f" {last} of {last}: ", "The game is over: ", f"scores {list(record.scores)}")
        terminal.press("Home")
        terminal.until(f" 0 of {last}: ")


def test_it_is_jumped_and_searched_through(folder: Path) -> None:
    record = read_replay(folder / "m.replay")
    film, last = Film.of(record), len(record.decisions) - 1
    won = [n for n in range(last + 1) if "takes the trick" in film.words(n)]
    with Tmux("replay", "show", "m.replay", "--step", cwd=folder, rows=40) as terminal:
        terminal.until(f" 0 of {last}: ")
        terminal.press("g")
        terminal.until("to decision:")
        terminal.type("20")
        terminal.until(f" 20 of {last}: ")
        terminal.press("g")
        terminal.type("9999")
        terminal.until(f" 20 of {last}: the decisions are 0 to {last}; ")
        terminal.press("Home", "/")
        terminal.type("Takes The Trick")
        terminal.until(f" {won[0]} of {last}: ", "takes the trick")
        terminal.press("/", "Enter")
        terminal.until(f" {won[1]} of {last}: ")
        terminal.press("/")
        terminal.type("no such thing")
        terminal.until(f" {won[1]} of {last}: nothing is told with 'no such thing'; ")
        terminal.press("/", "x", "Escape")
        terminal.press("e")
        terminal.until(f" {won[1]} of {last}, a spectator: ")
        terminal.press("e")
        seen = terminal.until(", seat 0: random: ")
        hands = [" cards" in line for line in seen.splitlines() if "hand:" in line]
        assert hands == [False, True, True]


@pytest.mark.parametrize("key", ["q", "Escape"])
def test_it_is_left_with_status_0_and_what_was_there_comes_back(folder: Path, key: str) -> None:
    with Tmux("replay", "show", "m.replay", "--step", cwd=folder) as terminal:
        terminal.until(" 0 of ")
        terminal.press("?")
        terminal.until("Any key goes on")
        terminal.press("x")
        terminal.until(" 0 of ")
        terminal.press(key)
        assert "Round 1" not in terminal.until("ended with 0")


def test_ctrl_c_interrupts_and_leaves_the_terminal_as_it_was(folder: Path) -> None:
    with Tmux("replay", "show", "m.replay", "--step", cwd=folder) as terminal:
        terminal.until(" 0 of ")
        terminal.press("C-c")
        assert "Round 1" not in terminal.until("arena: interrupted", "ended with 130")


def test_a_screen_of_another_size_is_drawn_anew(folder: Path) -> None:
    with Tmux("replay", "show", "m.replay", "--step", cwd=folder, columns=120, rows=40) as terminal:
        terminal.until("q quit")
        terminal.press("g")
        terminal.type("30")
        wide = terminal.until(" 30 of ")
        terminal.resize(60, 20)
        terminal.until("-- Down shows more ".ljust(60, "-"))
        narrow = [line for line in terminal.screen() if line.strip()]
        assert len(narrow) <= 20
        assert narrow[-1].startswith(" 30 of ")
        terminal.press("Down", "PageDown", "PageDown", "PageDown")
        terminal.until("Points so far")
        terminal.resize(120, 40)
        terminal.until("-" * 120)
        assert terminal.until(" 30 of ") == wide


def test_lines_are_folded_between_words(folder: Path) -> None:
    with Tmux("replay", "show", "m.replay", "--to", "5", cwd=folder) as terminal:
        terminal.until("ended with 0")
        told = terminal.scrolled()
    plain = arena("replay", "show", "m.replay", "--to", 5, cwd=folder).stdout
    assert max(map(len, plain.splitlines())) > 80
    assert "\x1b" not in plain
    assert max(map(len, told.splitlines())) <= 80
    assert told.split() == [*plain.split(), *["ended", "with", "0"]]


def test_a_match_is_watched_at_a_pace(folder: Path) -> None:
    with Tmux(*PLAY, "--watch", "--delay", "3600", cwd=folder) as terminal:
        terminal.until(" 0: Enter goes on", "0: random (seat ")
        terminal.press("Enter", "Enter")
        terminal.until(" 2: Enter goes on")
        terminal.press("p")
        terminal.until(" 2: paused: Enter goes on")
        terminal.press("q")
        seen = terminal.until("rank  seat  bot", "ended with 0")
        assert "Round" not in seen


def test_a_match_that_is_watched_goes_on_by_itself(folder: Path) -> None:
    with Tmux(*PLAY, "--watch", "--delay", "0", cwd=folder) as terminal:
        terminal.until("rank  seat  bot", "ended with 0")
        assert "Round" not in terminal.scrolled()


def test_wide_characters_are_aligned() -> None:
    assert [width(text) for text in ("abc", "日本語", "🤖", "é", "e\u0301", "👩‍💻")] == [3, 6, 2, 1, 1, 2]
