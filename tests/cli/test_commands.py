"""Each command does what its help says."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import PYTHON, TOURNAMENT, arena, in_shell
from patience import HANGS_S

from arena import games
from arena.cli.demo_file import tournament_text
from arena.tournament import read_tournament

DW = "dragon-whisperer"


@pytest.mark.slow
def test_every_command_has_a_help_with_an_example() -> None:
    commands = [
        "demo",
        "games",
        "play",
        "leaderboard",
        "crosstable",
        "bench",
        "tournament run",
        "replay show",
    ]
    for command in commands:
        run = arena(*command.split(), "--help")
        assert run.returncode == 0
        assert f"arena {command.split()[0]}" in run.stdout.replace("Usage: python -m arena", "")


def test_play_prints_the_fixed_json(tmp_path: Path) -> None:
    first, again = (
        arena("play", DW, "greedy", "random", "random", "--seed", 7, "--format", "json") for _ in range(2)
    )
    told = json.loads(first.stdout)
    assert list(told) == [
        "match",
        "game",
        "players",
        "seed",
        "bots",
        "scores",
        "ranks",
        "decisions",
        "faults",
    ]
    assert told["bots"] == ["greedy", "random", "random-2"]
    assert (told["game"], told["players"], told["seed"], told["faults"]) == (DW, 3, 7, [])
    assert json.loads(again.stdout) == told


def test_a_seed_that_is_not_given_is_drawn_and_told_so_that_the_match_can_be_repeated() -> None:
    match = ("play", DW, "random", "random", "random", "--format", "json")
    drawn, other = (json.loads(arena(*match).stdout) for _ in range(2))
    assert 0 <= drawn["seed"] != other["seed"] < 2**63
    assert json.loads(arena(*match, "--seed", drawn["seed"]).stdout) == drawn


def test_a_schedule_says_what_is_drawn_only_when_it_begins(tmp_path: Path) -> None:
    file = tmp_path / "event.toml"
    file.write_text(TOURNAMENT)
    assert arena("tournament", "schedule", file).stderr == ""
    file.write_text(TOURNAMENT.replace("seed = 3\n", ""))
    assert arena("tournament", "schedule", file).stderr.startswith(
        f"{file} has no seed: who sits beside whom"
    )


def test_play_names_a_fault_and_shows_the_bots_own_words() -> None:
    broken = f"{PYTHON} -c \"import sys; sys.exit('no such file: weights.bin')\""
    run = arena("play", DW, broken, "random", "random", "--seed", 1, "--format", "json")
    assert run.returncode == 0
    told = json.loads(run.stdout)
    assert told["ranks"][0] == 3
    (fault,) = told["faults"]
    assert (fault["seat"], fault["kind"], fault["decision"]) == (0, "startup", None)
    assert "no such file: weights.bin" in fault["stderr"]


def test_play_watch_draws_every_decision() -> None:
    run = arena("play", DW, "random", "random", "random", "--seed", 1, "--watch")
    told = json.loads(arena("play", DW, *["random"] * 3, "--seed", 1, "--format", "json").stdout)
    assert f"\n{run.stdout}".count("\n--- ") == told["decisions"]
    assert "Trick: " in run.stdout


def test_a_replay_is_shown_verified_and_exported(tmp_path: Path) -> None:
    path = tmp_path / "match.replay"
    played = json.loads(
        arena("play", DW, *["random"] * 3, "--seed", 5, "--save", path, "--format", "json").stdout
    )
    shown = arena("replay", "show", path, "--from", 3, "--to", 4)
    assert f"\n{shown.stdout}".count("\n--- ") == 2
    lines = [json.loads(line) for line in arena("replay", "export", path, "--states").stdout.splitlines()]
    assert [lines[0]["type"], lines[-1]["type"]] == ["match", "result"]
    decisions = lines[1:-1]
    assert len(decisions) == played["decisions"]
    assert all(line["action"] in line["legal"] for line in decisions)
    assert lines[-1]["scores"] == played["scores"]


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that has been played."""
    folder = tmp_path_factory.mktemp("event")
    (folder / "event.toml").write_text(TOURNAMENT)
    run = arena("tournament", "run", "event.toml", "--jobs", 1, cwd=folder)
    assert run.returncode == 0, run.stderr
    assert "greedy" in run.stdout
    assert "3/3" in run.stderr
    return folder


def millions(folder: Path, deals: int = 90_000) -> Path:
    """A tournament of 12 matches a deal."""
    file = folder / "big.toml"
    more = '[[game]]\nid = "portals"\nplayers = [2, 3]\n'
    file.write_text(TOURNAMENT.replace("deals = 1\n", f"deals = {deals}\n") + more)
    return file


def test_a_schedule_of_millions_is_counted_and_not_listed(tmp_path: Path) -> None:
    file = millions(tmp_path)
    for command in ("schedule", "run"):
        refused = arena("tournament", command, file)
        assert refused.returncode == 2 and not refused.stdout
        assert "big.toml: this comes to 1,080,000 matches, 300 hours" in refused.stderr
        assert "--yes" in refused.stderr
    assert not (tmp_path / "big.db").exists()


def test_a_long_schedule_comes_as_it_is_made(tmp_path: Path) -> None:
    """In pieces that make one document: nothing is held back until the end."""
    command = [sys.executable, "-m", "arena", "tournament", "schedule", str(millions(tmp_path)), "--yes"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().split()[:2] == ["match", "game"]
        process.terminate()
    file = millions(tmp_path, deals=200)
    listed = json.loads(arena("tournament", "schedule", file, "--format", "json").stdout)
    rows = arena("tournament", "schedule", file, "--format", "csv").stdout
    assert len(listed) == 200 * 12
    assert [row["match"] for row in csv.DictReader(io.StringIO(rows))] == [row["match"] for row in listed]


@pytest.mark.slow
def test_schedule_lists_what_run_plays(event: Path) -> None:
    listed = json.loads(arena("tournament", "schedule", "event.toml", "--format", "json", cwd=event).stdout)
    assert len(listed) == 3
    for seat in range(3):  # one deal, in all rotations
        assert {match["bots"][seat] for match in listed} == {"greedy", "other", "random"}
    status = json.loads(arena("tournament", "status", "--format", "json", cwd=event).stdout)
    assert (status["scheduled"], status["done"], status["void"], status["running"]) == (3, 3, 0, 0)


def test_leaderboard_in_every_format(event: Path) -> None:
    rows = json.loads(arena("leaderboard", "--format", "json", cwd=event).stdout)
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert sum(row["matches"] for row in rows) == 9
    for row in rows:
        assert row["rating"] == pytest.approx(row["mu"] - 3 * row["sigma"])
        assert row["faults"] == 0
    table = list(csv.DictReader(io.StringIO(arena("leaderboard", "--format", "csv", cwd=event).stdout)))
    assert [row["bot"] for row in table] == [row["bot"] for row in rows]
    assert "| rank" in arena("leaderboard", "--format", "markdown", cwd=event).stdout.replace(
        "|   rank", "| rank"
    )


def test_crosstable_points_add_up(event: Path) -> None:
    rows = json.loads(arena("crosstable", "--format", "json", cwd=event).stdout)
    points = {(row["bot"], other): cell["points"] for row in rows for other, cell in row["against"].items()}
    assert len(points) == 6
    for (bot, other), earned in points.items():
        assert earned + points[other, bot] == pytest.approx(1.0)


def test_a_second_run_plays_nothing_again(event: Path) -> None:
    before = arena("leaderboard", "--format", "json", cwd=event).stdout
    assert arena("tournament", "run", "event.toml", cwd=event).returncode == 0
    assert arena("leaderboard", "--format", "json", cwd=event).stdout == before


def test_a_stored_match_is_replayed_from_the_database(event: Path) -> None:
    (match, *_) = json.loads(
        arena("tournament", "schedule", "event.toml", "--format", "json", cwd=event).stdout
    )
    run = arena("replay", "verify", "event.db", "--match", match["match"], cwd=event)
    assert (run.returncode, run.stdout.split(":")[0]) == (0, "verified")


def test_a_changed_file_is_noticed(event: Path) -> None:
    (event / "changed.toml").write_text(TOURNAMENT.replace("seed = 3", "seed = 4"))
    run = arena("tournament", "run", "changed.toml", "--db", "event.db", cwd=event)
    assert run.returncode == 2
    assert "seed" in run.stderr


@pytest.mark.slow
def test_ctrl_c_finishes_the_running_matches_and_prints_the_table(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(TOURNAMENT.replace("deals = 1", "deals = 1000"))
    argv = [sys.executable, "-m", "arena", "tournament", "run", "event.toml", "--jobs", "1"]
    process = subprocess.Popen(
        argv, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not _done(tmp_path):
        assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=HANGS_S)
    assert process.returncode == 130, err
    assert "greedy" in out
    status = json.loads(arena("tournament", "status", "--format", "json", cwd=tmp_path).stdout)
    assert status["running"] == 0
    assert 0 < status["done"] < 3000


def _done(folder: Path) -> int:
    run = arena("tournament", "status", "--db", folder / "event.db", "--format", "json")
    return int(json.loads(run.stdout)["done"]) if run.returncode == 0 else 0


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{PYTHON} -m arena play {DW} random random random --watch --sandbox limits | head -1"
    run = in_shell(command)
    assert run.stdout.startswith("--- 0")
    assert run.stderr == ""


def test_the_demo_is_played_over_all_games(tmp_path: Path) -> None:
    """How it goes is shown where the README's commands are run."""
    file = tmp_path / "demo.toml"
    file.write_text(tournament_text())
    demo = read_tournament(file)
    assert {game for game, _ in demo.field.setups} == {game.id for game in games.all()}
    assert set(demo.field.bots) == {"random", "novice", "greedy"}


def test_a_game_in_json_has_its_components_which_the_engine_reads_as_its_own() -> None:
    for game in games.all():
        told = json.loads(arena("games", game.id, "--format", "json").stdout)
        own, same = (game.new(game.seats[-1], seed=7, components=file) for file in (None, told["components"]))
        assert same.to_data() == own.to_data()
    signs = json.loads(arena("games", "portals", "--format", "json").stdout)["components"]["signs"]
    assert [stone["color"] for stone in signs[0]["stones"]] == ["earth", "air", "fire"]
