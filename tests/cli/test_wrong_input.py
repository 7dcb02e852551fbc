"""Whatever a user types wrong ends in one line that says what is wrong and what would be right."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from command_line import PYTHON, TOURNAMENT, arena, fails_in_one_line, in_shell

from arena.cli.root import arena as commands

DW = "dragon-whisperer"
THREE = ("greedy", "random", "random")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["check", "human"], "'human' is you at the terminal, and plays in `arena play` only"),
        (["check", "a" * 300], "File name too long"),
        (["play", "dragon-wisperer", *THREE], "did you mean 'dragon-whisperer'?"),
        (["play", DW, "greedy", "random"], "takes 3 to 6, not 2"),
        (["play", DW, *THREE, "--set", "short_dek=true"], "did you mean 'short_deck'?"),
        (["play", DW, *THREE, "--set", "short_deck=7"], "must be true or false"),
        (["play", DW, *THREE, "--set", "short_deck"], "option=value"),
        (["play", DW, "greedy", "random", "randm"], "no bot is called 'randm'"),
        (["play", DW, "greedy", "random", "/no/such/bot --fast"], "/no/such/bot"),
        (["play", DW, "greedy", "random", "no-such-program --fast"], "no-such-program"),
        (["play", DW, "greedy", "random", 'python3 "half'], "no command line"),
        (["play", DW, *THREE, "--seed", "seven"], "'seven' is not a valid integer"),
        (["play", DW, *THREE, "--move-ms", "0"], "--move-ms"),
        (["play", DW, "greedy", "random", "python3 no_such_bot.py"], "no_such_bot.py"),
        (["play", DW, "greedy", "random", " "], "a bot's name is empty"),
        (["play", DW, *THREE, "--move-ms", "9" * 30], "--move-ms"),
        (["play", DW, *THREE, "--components", "/no/such.toml"], "/no/such.toml: can't be read"),
        (["play", DW, *THREE, "--save", "/no/such/folder/x.replay"], "/no/such/folder"),
        (["games", "chess"], "there are dragon-whisperer, portals, vault-of-dragons, yawning-portal"),
        (["games", "dragon"], "did you mean 'dragon-whisperer'?"),
        (["games", "Portals"], "did you mean 'portals'?"),
        (["games", "whisperer"], "did you mean 'dragon-whisperer'?"),
        (["play", "portals", "gredy", "greedy"], "no bot is called 'gredy'; did you mean 'greedy'?"),
        (["check", "Greedy"], "no bot is called 'Greedy'; did you mean 'greedy'?"),
        (["leaderbord"], "there is no command 'leaderbord'; did you mean 'leaderboard'?"),
        (["tournament", "stats"], "status"),
        (["tournament", "run", "/no/such.toml"], "/no/such.toml"),
        (["leaderboard", "--db", "/no/such.db"], "/no/such.db"),
        (["replay", "show", "/no/such.replay"], "/no/such.replay"),
        (["xyzzy"], "there is no command 'xyzzy'; there are demo, games,"),
        (["leaderboard", "--format", "xml"], "'xml' is not one of"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_says_what_is_wrong(words: list[str], says: str) -> None:
    assert says in fails_in_one_line(arena(*words))


def with_a_database(group: click.Group, *path: str) -> Iterator[list[str]]:
    """Every command that reads a database, with words in the place of its other arguments."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from with_a_database(command, *path, name)
        elif command is not None and any("--db" in option.opts for option in command.params):
            arguments = [p.name for p in command.params if isinstance(p, click.Argument) and p.required]
            yield [*path, name, *map(str, arguments)]


READERS = [words for words in with_a_database(commands) if words != ["tournament", "run", "file"]]


def test_the_commands_that_read_a_database_are_found() -> None:
    assert len(READERS) >= 11
    assert ["ratings", "rebuild"] in READERS


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_an_empty_file_is_no_database_and_stays_what_it_is(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "empty.db").touch()
    line = fails_in_one_line(arena(*words, "--db", "empty.db", cwd=tmp_path))
    assert "empty.db is an empty file" in line
    assert "arena tournament run FILE.toml --db empty.db" in line
    assert [(file.name, file.stat().st_size) for file in tmp_path.iterdir()] == [("empty.db", 0)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("deals = 1", "deals = = 1"), "line 4, column 9"),
        (("deals = 1", "deels = 1"), "'deals'"),
        (("deals = 1", 'deals = "one"'), "deals"),
        (("deals = 1", "deals = 0"), "deals"),
        (("seed = 3", 'seed = "x"'), "seed"),
        (('"round-robin"', '"round-robbin"'), "round-robin"),
        (('id = "dragon-whisperer"', 'id = "dragon"'), "dragon"),
        (("players = [3]", "players = [2]"), "3 to 6, not 2"),
        (("players = [3]", "players = [4]"), "4"),
        (("players = [3]", "players = [3]\noptions = { short_dek = true }"), "short_deck"),
        (('name = "other"', 'name = "random"'), "random"),
        (('name = "other"', 'name = "bad\\u0007name"'), "name"),
        (('bundled = "greedy"', 'bundled = "greedier"'), "greedier"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else None,
)
def test_says_what_is_wrong_in_a_tournament_file(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    file = tmp_path / "event.toml"
    file.write_text(TOURNAMENT.replace(*change))
    line = fails_in_one_line(arena("tournament", "run", file))
    assert "event.toml" in line
    assert says in line
    assert not (tmp_path / "event.db").exists()


def test_refuses_the_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("create table cats (name)")
    before = path.read_bytes()
    file = tmp_path / "event.toml"
    file.write_text(TOURNAMENT + '[limits]\nsandbox = "limits"\n')
    commands: list[list[str | Path]] = [
        ["leaderboard", "--db", path],
        ["tournament", "run", file, "--db", path],
    ]
    for words in commands:
        assert "other.db" in fails_in_one_line(arena(*words))
    assert path.read_bytes() == before


def test_asks_which_database_is_meant(tmp_path: Path) -> None:
    assert "name it with --db" in fails_in_one_line(arena("leaderboard", cwd=tmp_path))
    (tmp_path / "a.db").touch()
    (tmp_path / "b.db").touch()
    assert "a.db, b.db" in fails_in_one_line(arena("leaderboard", cwd=tmp_path))


@pytest.mark.slow
def test_refuses_replays_that_were_cut_or_altered_or_are_of_another_version(tmp_path: Path) -> None:
    whole = tmp_path / "match.replay"
    assert arena("play", DW, *THREE, "--seed", 1, "--save", whole).returncode == 0
    content = whole.read_bytes()
    assert arena("replay", "verify", whole).returncode == 0
    broken = {
        "cut short": content[: len(content) // 2],
        "altered": content.replace(b'"place_dragon"', b'"place_dragoN"', 1),
        "version": re.sub(rb'"version":\d+', b'"version":99', content, count=1),
        "no replay": b"hello\n" + content,
    }
    for says, data in broken.items():
        path = tmp_path / "broken.replay"
        path.write_bytes(data)
        for verb in ("show", "export"):
            assert says in fails_in_one_line(arena("replay", verb, path))
        verdict = arena("replay", "verify", path)  # whether it is as it was written is just what is asked
        assert verdict.returncode == (1 if says in ("cut short", "altered") else 2)
        assert says in verdict.stdout + verdict.stderr


def test_never_overwrites_what_is_no_replay(tmp_path: Path) -> None:
    file = tmp_path / "event.toml"
    file.write_text(TOURNAMENT)
    line = fails_in_one_line(arena("play", DW, *THREE, "--save", file))
    assert "no replay" in line
    assert file.read_text() == TOURNAMENT


def test_asks_for_a_match_where_a_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "event.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("create table cats (name)")
    assert "--match" in fails_in_one_line(arena("replay", "show", path))


def test_a_manifest_names_the_games_that_its_bot_plays(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "x"\ncommand = ["python3", "-c", "0"]\ngames = ["portals"]\n')
    assert "does not play" in fails_in_one_line(arena("play", DW, "random", "random", tmp_path))
    assert "name the folder" in fails_in_one_line(
        arena("play", DW, "random", "random", tmp_path / "bot.toml")
    )


def test_output_that_cant_be_written_is_said() -> None:
    command = f"{PYTHON} -m arena games > /dev/full"
    run = in_shell(command)
    assert run.returncode == 2
    assert "can't be written" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_page_takes_the_place_of_no_device(tmp_path: Path) -> None:
    replay = tmp_path / "match.replay"
    assert arena("play", "portals", "random", "random", "--save", replay).returncode == 0
    line = fails_in_one_line(arena("replay", "html", replay, "-o", "/dev/zero"))
    assert line == "arena: /dev/zero is there, and no page of the arena's: name another place with -o"
