"""`arena new` and `arena build` as a user runs them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from command_line import arena, fails_in_one_line

from arena.process.launch import load_manifest

OPENLY = ("--sandbox", "limits")
"""Without a sandbox that a machine may lack, and would say so."""


def test_new_makes_a_folder_that_says_what_it_is(tmp_path: Path) -> None:
    run = arena("new", "first", "--lang", "python", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "arena check first" in run.stdout
    spec = load_manifest(tmp_path / "first")
    assert (spec.name, spec.language, spec.command, spec.games) == (
        "first", "Python", ("python3", "bot.py"), None,
    )  # fmt: skip
    readme = (tmp_path / "first" / "README.md").read_text()
    assert "Start to think in `bot.py`" in readme
    assert not [
        path for path in (tmp_path / "first").rglob("*") if path.is_file() and b"{{" in path.read_bytes()
    ]
    assert len(readme.splitlines()) <= 45, "a README of one screen"


def test_a_bot_for_one_game_says_so(tmp_path: Path) -> None:
    run = arena("new", "first", "--lang", "python", "--game", "portals", cwd=tmp_path)
    assert "arena play portals first random" in run.stdout
    assert load_manifest(tmp_path / "first").games == ("portals",)


def test_a_kind_of_bot_has_files_of_its_own(tmp_path: Path) -> None:
    assert arena("new", "first", "--lang", "ruby", "--kind", "search", cwd=tmp_path).returncode == 0
    assert load_manifest(tmp_path / "first").engine
    assert "playouts" in (tmp_path / "first/bot.rb").read_text()
    assert "`engine.rb`: asks the rules engine" in (tmp_path / "first/README.md").read_text()
    assert arena("new", "second", "--lang", "ruby", cwd=tmp_path).returncode == 0
    assert not list((tmp_path / "second").rglob("*engine.rb"))
    assert not load_manifest(tmp_path / "second").engine


@pytest.mark.parametrize("name", ["js", "C++", "c#", "TS"])
def test_languages_go_by_their_other_names_too(tmp_path: Path, name: str) -> None:
    assert arena("new", "first", "--lang", name, cwd=tmp_path).returncode == 0


def test_the_list_names_every_language_and_what_it_needs() -> None:
    rows = json.loads(arena("new", "--list", "--format", "json").stdout)
    assert [row["language"] for row in rows] == [
        "c", "cpp", "csharp", "go", "java", "javascript", "kotlin", "lua", "perl", "php", "python", "ruby",
        "rust", "typescript",
    ]  # fmt: skip
    assert all(row["needs"] for row in rows)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    line = fails_in_one_line(arena("new", ".", "--lang", "python", cwd=tmp_path))
    assert "name a folder that is new or empty" in line
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("new", "bot"), "--lang"),
        (("new", "bot", "--lang", "pyton"), "did you mean 'python'?"),
        (("new", "bot", "--lang", "python", "--game", "chess"), "no game is called"),
        (("new", "bot", "--lang", "c", "--kind", "search"), "these have: "),
        (("build", "nowhere", *OPENLY), "holds no bot.toml"),
    ],
)
def test_wrong_words_are_refused_in_one_line(tmp_path: Path, words: tuple[str, ...], error: str) -> None:
    assert error in fails_in_one_line(arena(*words, cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []


def bot_with_build(folder: Path, *build: str) -> Path:
    (folder / "bot.toml").write_text(f'name = "b"\ncommand = ["./bot"]\nbuild = {json.dumps(build)}\n')
    return folder


def test_a_build_is_run_in_the_bots_folder_and_shown(tmp_path: Path) -> None:
    run = arena(
        "build", bot_with_build(tmp_path, "sh", "-c", "echo building; echo >&2 warning; touch bot"), *OPENLY
    )
    assert run.returncode == 0
    assert run.stdout.startswith("built, in ")
    assert run.stderr.splitlines() == ["building", "warning"]
    assert (tmp_path / "bot").exists()


def test_a_build_that_fails_says_how(tmp_path: Path) -> None:
    run = arena("build", bot_with_build(tmp_path, "sh", "-c", "echo no such luck; exit 3"))
    assert run.returncode == 1
    assert run.stdout.startswith("not built: exited with status 3")
    assert "no such luck" in run.stderr


@pytest.mark.slow
def test_a_build_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    run = arena("build", bot_with_build(tmp_path, "sleep", "600"), "--seconds", 1)
    assert run.returncode == 1
    assert run.stdout.startswith("not built: did not end in 1 s")


def test_a_build_without_its_tool_or_without_any_is_refused(tmp_path: Path) -> None:
    line = fails_in_one_line(arena("build", bot_with_build(tmp_path, "no-such-compiler", "bot.x"), *OPENLY))
    assert "'no-such-compiler', which is not on PATH" in line
    (tmp_path / "bot.toml").write_text('name = "b"\ncommand = ["./bot"]\n')
    assert "names no build" in fails_in_one_line(arena("build", tmp_path, *OPENLY))


def test_a_mistyped_build_is_told_of_the_mistake_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that lacks the sandbox, of which a build warns."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for folder in ("nowhere", bot_with_build(tmp_path, "no-such-compiler")):
        assert "warning" not in fails_in_one_line(arena("build", folder, cwd=tmp_path))
    (tmp_path / "sh").symlink_to("/bin/sh")
    run = arena("build", bot_with_build(tmp_path, "sh", "-c", "exit 0"))
    assert run.stderr.startswith("warning: not enforced on this machine: ")


def test_a_library_that_is_missing_is_said_by_all_who_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A C compiler is there, msgpack-c is not."""
    programs = {"cc": "exit 0", "pkg-config": "exit 1", "make": "echo no msgpack.h; exit 2"}
    for name, line in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    lacks = "this machine lacks msgpack-c: install it (Debian: apt install libmsgpack-dev)"
    new = arena("new", "first", "--lang", "c", cwd=tmp_path)
    assert [line for line in new.stdout.splitlines() if "lacks" in line] == [lacks]
    build = arena("build", "first", cwd=tmp_path)
    assert build.returncode == 1
    assert "no msgpack.h" in build.stderr
    assert build.stdout.splitlines()[1:] == [lacks]
    doctor = json.loads(arena("doctor", "--format", "json").stdout)
    [c] = [language for language in doctor["languages"] if language["language"] == "C"]
    assert not c["ready"]
    assert c["missing"] == ["msgpack-c: install it (Debian: apt install libmsgpack-dev)"]


def test_a_compiler_that_is_missing_is_said_before_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert arena("new", "first", "--lang", "c++", cwd=tmp_path).returncode == 0
    monkeypatch.setenv("PATH", str(tmp_path))
    line = fails_in_one_line(arena("build", "first", *OPENLY, cwd=tmp_path))
    assert "'make', which is not on PATH" in line
    assert "this machine lacks c++: install a C++ compiler (Debian: apt install g++)" in line
    assert "this machine lacks msgpack-cxx" in line
    everything = arena("doctor")
    assert "Python" in everything.stdout
    assert "g++" in everything.stdout


def test_a_bot_that_is_not_built_is_told_how_to_build_it(tmp_path: Path) -> None:
    line = fails_in_one_line(arena("check", bot_with_build(tmp_path, "make")))
    assert f"build it first: arena build {tmp_path}" in line
