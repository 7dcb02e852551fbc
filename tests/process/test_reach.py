"""What a bot's command opens: a stranger's its folder and the system, the owner's what he names."""

import errno
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote

import pytest
from miniatures import QUESTION, nothing_left_behind, within

from arena.process.bot_process import BotProcess
from arena.process.launch import BotSpec, LaunchError, ResolvedCommand, load_manifest, opened, resolve
from arena.process.limits import Sandbox
from arena.process.sandbox import bubblewrap_trouble

needs_bubblewrap = pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))

LOOKS = """
import os, pathlib, sys
def seen(path):
    try:
        return pathlib.Path(path).read_text()
    except OSError as error:
        return type(error).__name__
os.read(0, 9)
words = "|".join(map(seen, {paths!r})).encode()
os.write(1, b"\\x81\\xa4seen\\xda" + len(words).to_bytes(2, "big") + words)
os.read(0, 9)
"""


def looker(folder: Path, *paths: Path | str, name: str = "bot.py") -> Path:
    """A program in the folder that answers what it sees at these paths."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(LOOKS.format(paths=[str(path) for path in paths]))
    return folder


def manifest(folder: Path, *command: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.toml").write_text(f'name = "mine"\ncommand = {json.dumps(command)}\n')
    return folder


def answer(command: ResolvedCommand, sandbox: Sandbox = Sandbox.BUBBLEWRAP) -> list[str]:
    """What a looker saw."""
    with nothing_left_behind(), BotProcess(command, sandbox=sandbox) as bot:
        value = bot.exchange(QUESTION, within()).value
    assert isinstance(value, dict)
    seen: list[str] = value["seen"].split("|")
    return seen


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The owner's home, with what nobody should see."""
    home = tmp_path / "owner"
    for place in ("lib/secret.txt", "bin/tool", "project/plans.py", "common/main.py", "common/bin/tool"):
        (home / place).parent.mkdir(parents=True, exist_ok=True)
        (home / place).write_text("#!/bin/sh\n")
        (home / place).chmod(0o755)
    monkeypatch.setenv("HOME", str(home))
    return home


STRANGERS: list[tuple[Sequence[str], str]] = [
    (("python3", "../owner/project/plans.py"), "project/plans.py"),
    (("python3", "{owner}/project/plans.py"), "project/plans.py"),
    (("python3", "bot.py", "{owner}/lib/secret.txt"), "lib/secret.txt"),
    (("python3", "bot.py", "../owner/project"), "project"),
    (("python3", "bot.py", "/dev/../{owner}/lib/secret.txt"), "lib/secret.txt"),
    (("python3", "linked.py"), "project/plans.py"),
    (("python3", "linked/plans.py"), "project/plans.py"),
    (("python3", "-m", "{owner}/project"), "project"),
    (("python3", "-m", "x.{owner}/project"), "project/plans.py"),
    (("{owner}/bin/tool",), "bin/tool"),
    (("../owner/bin/tool",), "bin/tool"),
    (("./tool",), "bin/tool"),
    (("./asks",), "bin/tool"),
    (("./twice",), "common/bin/tool"),
]


@pytest.mark.parametrize(("command", "named"), STRANGERS, ids=str)
def test_a_strangers_manifest_may_not_lead_out_of_its_folder(
    owner: Path, tmp_path: Path, command: Sequence[str], named: str
) -> None:
    folder = looker(tmp_path / "bot")
    (folder / "linked.py").symlink_to(owner / "project" / "plans.py")
    (folder / "linked").symlink_to(owner / "project")
    (folder / "tool").symlink_to(owner / "bin" / "tool")
    if command == ("./asks",) and " " in str(owner):
        pytest.skip("a script's first line can't name a path with blanks")
    (folder / "asks").write_text(f"#!{owner}/bin/tool\n")
    (folder / "asks").chmod(0o755)
    (owner / "common" / "bin" / "sh").symlink_to("/bin/sh")
    (folder / "twice").symlink_to(owner / "common" / "bin" / "tool")
    spec = load_manifest(manifest(folder, *(word.format(owner=owner) for word in command)))
    with pytest.raises(LaunchError) as caught:
        resolve(spec)
    said = str(caught.value)
    assert f"leads to {str(owner / named)!r}, out of its folder {str(folder)!r}" in said
    assert f'show = ["{owner / named}"]' in said
    assert f"--show {quote(str(owner / named))} " in said


def test_a_link_through_the_owners_folders_to_the_system_opens_nothing_either(
    owner: Path, tmp_path: Path
) -> None:
    (owner / "bin" / "python").symlink_to("/usr/bin/env")
    folder = manifest(tmp_path / "bot", "./python")
    (folder / "python").symlink_to(owner / "bin" / "python")
    with pytest.raises(LaunchError, match=r"leads to .*/owner/bin/python'"):
        resolve(load_manifest(folder))


@pytest.mark.parametrize(
    "command",
    [
        ("python3", "bot.py", "/dev/null", "/tmp", "/usr/share", "/no/such/file", "x" * 5000, "\0"),
        ("/usr/bin/env", "python3", "bot.py"),
        (sys.executable, "./sub/../bot.py"),
        ("{base}/bin/python3", "bot.py"),
        ("./python", "-m", "bot"),
        ("python3", "-m", "bots.random"),
        ("./bot", "../bot/bot.py"),
    ],
    ids=" ".join,
)
def test_the_system_its_own_and_what_path_finds_a_manifest_may_name(
    tmp_path: Path, command: Sequence[str]
) -> None:
    folder = looker(tmp_path / "bot")
    (folder / "sub").mkdir()
    (folder / "python").symlink_to(sys.executable)
    (folder / "bot").write_text("#!/usr/bin/env python3\n")
    (folder / "bot").chmod(0o755)
    resolve(load_manifest(manifest(folder, *(word.format(base=sys.base_prefix) for word in command))))


@needs_bubblewrap
def test_a_folder_called_bin_opens_nothing_beside_it(owner: Path, tmp_path: Path) -> None:
    folder = manifest(looker(tmp_path / "house" / "bin", tmp_path / "house" / "lib" / "secret.txt"), "./run")
    (tmp_path / "house" / "lib").mkdir()
    (tmp_path / "house" / "lib" / "secret.txt").write_text("secret")
    (folder / "run").write_text("#!/bin/sh\nexec python3 bot.py\n")
    (folder / "run").chmod(0o755)
    assert answer(resolve(load_manifest(folder))) == ["FileNotFoundError"]


@needs_bubblewrap
def test_a_program_in_the_bin_of_the_owners_home_opens_nothing_else_of_it(
    owner: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (owner / "bin" / "starts").write_text('#!/bin/sh\nexec python3 "$@"\n')
    (owner / "bin" / "starts").chmod(0o755)
    monkeypatch.setenv("PATH", f"{owner / 'bin'}:{os.environ['PATH']}")
    folder = manifest(
        looker(tmp_path / "bot", owner / "lib" / "secret.txt", owner / "bin" / "tool"), "starts", "bot.py"
    )
    assert answer(resolve(load_manifest(folder))) == ["FileNotFoundError", "FileNotFoundError"]


@needs_bubblewrap
def test_a_folder_that_changes_after_it_was_read_opens_nothing_new(owner: Path, tmp_path: Path) -> None:
    folder = manifest(looker(tmp_path / "bot", owner / "common" / "bin" / "tool"), "./run", "bot.py")
    (folder / "run").symlink_to(sys.executable)
    command = resolve(load_manifest(folder))
    for place in ("common/bin/python3", "common/bin/run"):
        (owner / place).symlink_to(sys.executable)
    (folder / "run").unlink()
    (folder / "run").symlink_to(owner / "common" / "bin" / "run")
    assert owner / "common" / "bin" / "run" not in opened(command)
    assert not [path for path in opened(command) if path.is_relative_to(owner)]


@needs_bubblewrap
def test_links_in_a_folder_open_nothing(owner: Path, tmp_path: Path) -> None:
    folder = manifest(
        looker(tmp_path / "bot", "plans.py", "project/plans.py", "own.txt"), "python3", "bot.py"
    )
    (folder / "plans.py").symlink_to(owner / "project" / "plans.py")
    (folder / "project").symlink_to(owner / "project")
    (folder / "own.txt").write_text("mine")
    assert answer(resolve(load_manifest(folder))) == ["FileNotFoundError", "FileNotFoundError", "mine"]


@pytest.mark.slow
@needs_bubblewrap
@pytest.mark.parametrize("sandbox", [Sandbox.BUBBLEWRAP, Sandbox.LIMITS])
@pytest.mark.parametrize("folder", ["bot", "link-to-bot", "linked-room/bot"])
def test_what_the_owner_names_beside_a_folder_works_in_every_sandbox(
    tmp_path: Path, sandbox: Sandbox, folder: str
) -> None:
    looker(tmp_path / "room" / "common", "own.txt", name="main.py")
    (tmp_path / "room" / "bot").mkdir()
    (tmp_path / "room" / "bot" / "own.txt").write_text("mine")
    (tmp_path / "room" / "link-to-bot").symlink_to("bot")
    (tmp_path / "room" / "linked-room").symlink_to(".")
    (tmp_path / "room" / "bot" / "through").symlink_to("../common")
    for path in ("../common/main.py", "through/main.py", "../bot/../common/main.py"):
        command = resolve(BotSpec("mine", ("python3", path), cwd=tmp_path / "room" / folder))
        assert answer(command, sandbox) == ["mine"]


@needs_bubblewrap
def test_what_is_shown_can_be_read_as_it_is_named_and_as_it_lies(owner: Path, tmp_path: Path) -> None:
    (owner / "common" / "book.txt").write_text("book")
    (tmp_path / "library").symlink_to(owner / "common")
    looks_at = (
        tmp_path / "library" / "book.txt",
        owner / "common" / "book.txt",
        owner / "lib" / "secret.txt",
    )
    folder = manifest(looker(tmp_path / "bot", *looks_at), "python3", "bot.py", "../library/book.txt")
    with pytest.raises(LaunchError):
        resolve(load_manifest(folder))
    shown = replace(load_manifest(folder), show=(tmp_path / "library",))
    assert answer(resolve(shown)) == ["book", "book", "FileNotFoundError"]


@needs_bubblewrap
def test_what_is_shown_can_not_be_written(owner: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").write_text(
        "import os, pathlib\nos.read(0, 9)\n"
        f"try:\n    pathlib.Path({str(owner / 'common' / 'new')!r}).touch()\n"
        "except OSError as error:\n    os.write(1, b'\\x81\\xa5errno' + bytes([error.errno]))\n"
        "os.read(0, 9)\n"
    )
    spec = BotSpec("mine", ("python3", "bot.py"), cwd=folder, show=(owner / "common",))
    with nothing_left_behind(), BotProcess(resolve(spec), sandbox=Sandbox.BUBBLEWRAP) as bot:
        assert bot.exchange(QUESTION, within()).value == {"errno": errno.EROFS}
    assert not (owner / "common" / "new").exists()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/no/such/place", "'/no/such/place', does not exist"),
        ("/", "every sandbox has its own /tmp, /dev, /proc"),
        ("/tmp", "name what the bot needs below it"),
        ("/proc/1", "can't be shown"),
        ("/dev/shm", "can't be shown"),
    ],
)
def test_what_can_not_be_shown_is_refused(path: str, words: str) -> None:
    with pytest.raises(LaunchError) as caught:
        resolve(BotSpec("mine", ("true",), show=(Path(path),)))
    assert words in str(caught.value)


def test_links_in_a_circle_are_no_file(tmp_path: Path) -> None:
    folder = manifest(looker(tmp_path / "bot"), "python3", "bot.py", "round")
    (folder / "round").symlink_to("about")
    (folder / "about").symlink_to("round")
    resolve(load_manifest(folder))
    with pytest.raises(LaunchError, match="which does not exist"):
        resolve(load_manifest(manifest(folder, "./round")))
