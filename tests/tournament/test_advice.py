"""What is said once before a tournament begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from miniature_events import bot, write

from arena.process.launch import LaunchError
from arena.process.limits import Sandbox
from arena.process.sandbox import bubblewrap_trouble
from arena.tournament import advice, cores, read_tournament, run_tournament
from arena.tournament.tournament import Tournament

needs_bubblewrap = pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))
IN_A_FOLDER = '[[bot]]\nname = "{name}"\ncommand = ["python3", "first.py"]\ncwd = "{folder}"\n'


def said(event: Tournament, jobs: int = 1, *secrets: Path) -> list[str]:
    """All but what is said of its seed, which can be guessed."""
    _, *words = advice(event, jobs, secrets)
    return words


def test_more_jobs_than_cores(tmp_path: Path) -> None:
    event = read_tournament(write(tmp_path))
    jobs = cores() + 1
    expected = f"{jobs} matches at once on {cores()} cores: bots take time from each other"
    assert expected in said(event, jobs)
    assert expected not in said(event, cores())


def test_what_is_not_enforced_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event = read_tournament(write(tmp_path))
    off = read_tournament(write(tmp_path, bots=[*_bots("abc"), '[limits]\nsandbox = "off"\n']))
    wanted = read_tournament(write(tmp_path, bots=[*_bots("abc"), '[limits]\nsandbox = "bubblewrap"\n']))
    monkeypatch.setenv("PATH", str(tmp_path))
    bubblewrap_trouble.cache_clear()
    try:
        (sentence, of_rotations) = said(event)
        assert "no network" in sentence
        assert "install the package 'bubblewrap'" in sentence
        assert said(off) == [of_rotations.replace(", d", "")], "who asks for less knows the rest"
        with pytest.raises(LaunchError, match="install the package 'bubblewrap'"):
            run_tournament(wanted, tmp_path / "event.db", jobs=1)
        assert not (tmp_path / "event.db").exists()
    finally:
        bubblewrap_trouble.cache_clear()


@needs_bubblewrap
def test_what_a_bot_can_leave_for_itself_without_a_sandbox(tmp_path: Path) -> None:
    entries = [*_bots("ab"), *_bots("c", 'sandbox = "limits"\n'), *_bots("d", 'sandbox = "off"\n')]
    entries.append('[[bot]]\nname = "e"\nbundled = "random"\nsandbox = "limits"\n')
    file = write(tmp_path, bots=entries)
    (sentence,) = said(read_tournament(file))
    assert sentence.startswith("c, d: without bubblewrap a bot can leave word"), "bundled bots don't"
    assert sentence.endswith('rotations = "fresh" deals no cards twice')
    file.write_text('rotations = "fresh"\n' + file.read_text())
    assert said(read_tournament(file)) == []


@needs_bubblewrap
def test_a_seed_that_strangers_can_guess(tmp_path: Path) -> None:
    file = write(tmp_path)
    text = file.read_text()
    (sentence,) = advice(read_tournament(file), 1, ())
    assert sentence.startswith("seed 1 can be guessed, and gives all cards away")
    assert list(advice(read_tournament(file), 1, (), here=False)) == [sentence], "wherever it is played"
    for seed, guessable in ((2**64 - 1, True), (1 - 2**63, True), (2**64, False), (-(2**90), False)):
        file.write_text(text.replace("seed = 1", f"seed = {seed}"))
        assert bool([*advice(read_tournament(file), 1, ())]) == guessable
    file.write_text(text.replace("seed = 1\n", ""))
    assert [*advice(read_tournament(file), 1, ())] == []
    bundled = [f'[[bot]]\nname = "{name}"\nbundled = "random"\n' for name in "abc"]
    assert [*advice(read_tournament(write(tmp_path, bots=bundled)), 1, ())] == []


@needs_bubblewrap
def test_what_a_bot_would_see_in_its_folder(tmp_path: Path) -> None:
    entries = [
        *_bots("ab"),
        IN_A_FOLDER.format(name="c", folder="."),
        IN_A_FOLDER.format(name="d", folder="own"),
    ]
    (tmp_path / "own").mkdir()
    file = write(tmp_path, bots=entries)
    (tmp_path / "own" / "first.py").write_text((tmp_path / "first.py").read_text())
    store = tmp_path / "event.db"
    (sentence,) = said(read_tournament(file), 1, file, store)
    assert sentence.startswith("bot 'c' can read ")
    for seen in (file, store, tmp_path / "own"):
        assert str(seen) in sentence
    assert "folder of its own" in sentence


@needs_bubblewrap
def test_what_a_bot_would_see_in_what_it_is_shown(tmp_path: Path) -> None:
    file = write(tmp_path, bots=[*_bots("ab"), bot("c", "first.py") + 'show = ["."]\n'])
    (sentence,) = said(read_tournament(file), 1, file)
    assert sentence == f"bot 'c' can read {file}, in what it is shown, {tmp_path}; show it less"


def test_sandbox_and_rest_of_a_tournament_and_a_bot(tmp_path: Path) -> None:
    entries = [*_bots("ab"), bot("c", "first.py") + 'sandbox = "limits"\nrest = true\n']
    event = read_tournament(write(tmp_path, bots=[*entries, '[limits]\nsandbox = "off"\nrest = false\n']))
    assert (event.settings.sandbox, event.settings.rest) == (Sandbox.OFF, False)
    assert [(b.spec.sandbox, b.spec.rest) for b in event.bots] == [
        (None, None),
        (None, None),
        (Sandbox.LIMITS, True),
    ]
    default = read_tournament(write(tmp_path))
    assert (default.settings.sandbox, default.settings.rest) == (Sandbox.AUTO, True)


def _bots(names: str, more: str = "") -> list[str]:
    return [bot(name, "first.py") + more for name in names]
