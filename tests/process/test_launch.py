"""What really runs, and what is refused before it starts."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.process.launch import BotSpec, LaunchError, bundled, environment, load_manifest, resolve

Script = Callable[..., Path]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    def write(text: str, *, name: str = "bot.sh", mode: int = 0o755) -> Path:
        path = tmp_path / name
        path.write_text(text)
        path.chmod(mode)
        return path

    return write


def test_a_relative_program_is_looked_up_from_the_bots_folder(script: Script, tmp_path: Path) -> None:
    path = script("#!/bin/sh\n")
    command = resolve(BotSpec("x", ("./bot.sh", "now"), cwd=tmp_path))
    assert (command.program, command.argv, command.cwd) == (path, ("./bot.sh", "now"), tmp_path)


def test_python3_is_the_arenas_own() -> None:
    command = resolve(BotSpec("x", ("python3", "-V")))
    assert command.program.parent == Path(sys.executable).parent


def test_what_runs_is_recorded_by_content(script: Script, tmp_path: Path) -> None:
    source = script("print()\n", name="bot.py")
    spec = BotSpec("x", ("python3", "bot.py"), cwd=tmp_path)
    before = resolve(spec)
    assert [(file.path.name, file.size) for file in before.files[1:]] == [("bot.py", 8)]
    assert before.fingerprint == resolve(spec).fingerprint
    source.write_text("print(1)\n")
    assert resolve(spec).fingerprint != before.fingerprint


def test_a_modules_sources_belong_to_what_runs(script: Script, tmp_path: Path) -> None:
    script("print()\n", name="mine.py")
    command = resolve(BotSpec("x", ("python3", "-m", "mine"), cwd=tmp_path))
    assert [file.path for file in command.files[1:]] == [tmp_path / "mine.py"]


def test_an_argument_can_be_a_whole_program() -> None:
    command = resolve(BotSpec("x", ("python3", "-c", "print()\n" * 1000)))
    assert [file.path for file in command.files] == [command.program]


@pytest.mark.parametrize(
    ("file", "argv", "words"),
    [
        (None, ("./missing",), "which does not exist"),
        (None, ("no-such-program-anywhere",), "'no-such-program-anywhere', which is not on PATH"),
        (("#!/bin/sh\n", 0o644), ("./bot.sh",), "not an executable file; chmod"),
        (("#!/no/such/python\n", 0o755), ("./bot.sh",), "asks for '/no/such/python', which is missing"),
        (("#!/usr/bin/env -S nopython -u\n", 0o755), ("./bot.sh",), "asks for 'nopython', which is missing"),
        (("#!\n", 0o755), ("./bot.sh",), "asks for '', which is missing"),
        (("echo hi\n", 0o755), ("./bot.sh",), "neither a program nor a script with a '#!' line"),
        (("#!/bin/sh\n", 0o755), ("bot.sh",), "write './bot.sh'"),
        (None, (), "empty command"),
    ],
)
def test_what_cant_start_is_refused(
    script: Script, tmp_path: Path, file: tuple[str, int] | None, argv: tuple[str, ...], words: str
) -> None:
    if file is not None:
        script(file[0], mode=file[1])
    with pytest.raises(LaunchError) as caught:
        resolve(BotSpec("mine", argv, cwd=tmp_path))
    assert words in str(caught.value)
    assert "'mine'" in str(caught.value)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match=r"its folder .* does not exist"):
        resolve(BotSpec("mine", ("python3",), cwd=tmp_path / "gone"))


def test_the_environment_holds_no_more_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_SEED", "7")
    env = environment({"MODEL": "small"})
    assert env["MODEL"] == "small"
    assert "ARENA_SEED" not in env


def test_a_manifest_says_how_to_run_the_bot(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(
        'name = "Ada"\ncommand = ["./ada", "-q"]\nlanguage = "c"\nbuild = ["make"]\n'
        'restart = true\ngames = ["portals"]\n'
    )
    assert load_manifest(tmp_path) == BotSpec(
        name="Ada",
        command=("./ada", "-q"),
        cwd=tmp_path,
        restart=True,
        games=("portals",),
        language="c",
        build=("make",),
        by_manifest=True,
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "holds no bot.toml"),
        ('name = "x"\ncommand = [', "line 2, column 12"),
        ('name = "x"\ncomand = ["a"]', "comand: is unknown; did you mean 'command'?"),
        ('name = "x"', "command: is missing; it must be a list"),
        ('name = "x"\ncommand = "a b"', "command: must be a list, such as"),
        ("name = " + "[" * 100_000, "is no TOML"),
        ("\nname = [", "line 2, column 9"),
        ('name = 3\ncommand = ["a"]', "name: must be a non-empty string, not 3"),
        ('name = "x"\ncommand = ["a"]\nrestart = 1', "restart: must be true or false, not 1"),
    ],
)
def test_a_wrong_manifest_is_refused_with_its_place(tmp_path: Path, text: str | None, words: str) -> None:
    if text is not None:
        (tmp_path / "bot.toml").write_text(text)
    with pytest.raises(LaunchError) as caught:
        load_manifest(tmp_path)
    assert words in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_a_folder_that_can_not_be_looked_into_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match="can't be read: File name too long"):
        load_manifest(tmp_path / ("a" * 300))
    (tmp_path / "bot.toml").symlink_to("bot.toml")
    with pytest.raises(LaunchError, match="can't be read: Too many levels of symbolic links"):
        load_manifest(tmp_path)


def test_an_unknown_bundled_bot_is_refused() -> None:
    with pytest.raises(LaunchError, match="there is no bundled bot 'gredy'"):
        bundled("gredy")
