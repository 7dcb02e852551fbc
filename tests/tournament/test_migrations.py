"""Stores of an older format: read as they are, brought forward by a run, and whole at any instant."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from errno import ENOSPC
from pathlib import Path
from random import Random

import later_arena
import pytest
from arena_processes import ROOT
from later_arena import FORMAT, POINTS
from miniature_events import Here, synthetic, tournament

from arena.match.verify import verify
from arena.tournament import BroughtForward, Outcome, Store, StoreError, migrations, runner, schema
from arena.tournament.events import Event
from arena.tournament.ledger import Ledger
from arena.tournament.merge import merge

OLD = 4
SAMPLE = ROOT / "tests/samples/first/events/swiss.db"
"""Of the old format."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLE, tmp_path / "event.db"))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process is an arena whose format is two steps on."""
    later_arena.install(monkeypatch.setattr)


def content(path: Path) -> list[str]:
    """All that is in a database, as statements, and its format."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [*db.iterdump(), f"format {db.execute('PRAGMA user_version').fetchone()[0]}"]


def is_of_later_format(path: Path) -> bool:
    """Whether a store is, and in all of its parts; the other one is asserted to be as it was."""
    lines = content(path)
    if lines[-1] == f"format {OLD}":
        assert lines == content(SAMPLE)
        return False
    assert lines[-1] == f"format {FORMAT}"
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT DISTINCT machine FROM attempts").fetchall() == [("here",)]
        marks = {packed[-1:] for (packed,) in db.execute("SELECT replay FROM replays")}
        assert marks == {b"!"}
        assert db.execute("SELECT count(*) FROM results").fetchone() == (4,)
    return True


def test_the_list_of_steps_leads_from_format_to_format() -> None:
    assert [*migrations.MIGRATIONS] == [*range(5, schema.FORMAT + 1)]
    assert 4 + len(migrations.MIGRATIONS) == schema.FORMAT


# -------------------------------------------------------------------------------- readers


@pytest.mark.usefixtures("later")
def test_a_reader_reads_what_is_brought_forward_and_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    with Store(path) as store:
        results = list(store.results())
        assert len(results) == 4
        assert all(verify(store.replay(result.match)) == [] for result in results)
        assert store._execute("SELECT DISTINCT machine FROM attempts").fetchall() == [("here",)]
        assert store.status().done == 4
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store._db.execute("DELETE FROM results")
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.usefixtures("later")
def test_a_read_only_store_is_read(path: Path) -> None:
    path.chmod(0o444)
    with Store(path) as store:
        assert store.status().done == 4
    with pytest.raises(StoreError, match="is read-only, and a run has to write to it"):
        Ledger(path)


@pytest.mark.usefixtures("later")
def test_older_stores_are_merged(path: Path, tmp_path: Path) -> None:
    other = Path(shutil.copy(path, tmp_path / "other.db"))
    merged = merge(path, other, tmp_path / "both.db")
    assert merged == (4, 4, 4)
    assert content(path) == content(other) == content(SAMPLE)
    assert is_of_later_format(tmp_path / "both.db")


# -------------------------------------------------------------------------------- a run


@pytest.mark.usefixtures("later")
def test_a_run_brings_a_store_forward_and_keeps_it_as_it_was(path: Path) -> None:
    path.chmod(0o640)
    with Ledger(path) as ledger:
        assert ledger.kept == path.with_name(f"event.db.before-{FORMAT}")
        assert ledger.status().done == 4
    assert is_of_later_format(path)
    assert content(ledger.kept) == content(SAMPLE)
    assert ledger.kept.stat().st_mode & 0o777 == 0o640
    assert sorted(file.name for file in path.parent.iterdir()) == ["event.db", f"event.db.before-{FORMAT}"]
    with Ledger(path) as again:
        assert again.kept is None


@pytest.mark.usefixtures("later")
def test_a_copy_takes_the_place_of_no_other_file(path: Path) -> None:
    taken = path.with_name(f"event.db.before-{FORMAT}")
    taken.write_text("mine")
    taken.with_name(f"{taken.name}.part").write_text("left by a run that was killed")
    with Ledger(path) as ledger:
        assert ledger.kept == path.with_name(f"event.db.before-{FORMAT}.2")
    assert taken.read_text() == "mine"
    assert content(ledger.kept) == content(SAMPLE)


@pytest.mark.usefixtures("later")
def test_a_link_to_a_store_stays_one(path: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere/link.db"
    link.symlink_to(path)
    with Ledger(link) as ledger:
        assert ledger.kept == path.with_name(f"event.db.before-{FORMAT}")
    assert link.is_symlink()
    assert is_of_later_format(path)


def test_a_run_goes_on_with_what_it_has_brought_forward_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, path = tournament(tmp_path / "event"), tmp_path / "new.db"
    heard: list[Event] = []
    with Ledger(path) as ledger:
        ledger.enter(event)
        issued = ledger.issue()
        assert issued is not None
        first = ledger.fix(issued, synthetic(issued.fixture))
    later_arena.install(monkeypatch.setattr)
    with Ledger(path) as ledger:
        outcome = runner.run(ledger.enter(event), ledger, Here(), 1, heard.append)
        assert outcome is Outcome.FINISHED
        assert next(ledger.results()) == first
        assert ledger.status().done == 12
    told = [event for event in heard if isinstance(event, BroughtForward)]
    assert [event.kept for event in told] == [ledger.kept]


# -------------------------------------------------------------------------------- failures


@pytest.mark.usefixtures("later")
def test_a_step_that_fails_leaves_the_store_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {**later_arena.STEPS, FORMAT: lambda execute: execute("SELECT nonsense")}
    monkeypatch.setattr(migrations, "MIGRATIONS", broken)
    with pytest.raises(StoreError, match=r"event.db can't be used: no such column: nonsense"):
        Ledger(path)
    with pytest.raises(StoreError, match=r"no copy of it could be brought forward to be read: no such"):
        Store(path)
    assert content(path) == content(SAMPLE)


@pytest.mark.usefixtures("later")
def test_nothing_is_done_where_no_copy_can_be_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(os, "link", fail)
    with pytest.raises(StoreError, match=r"no copy of it could be put beside it: No space left on device$"):
        Ledger(path)
    assert content(path) == content(SAMPLE)


def test_a_store_at_which_an_older_arena_is_at_work_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(path):
        later_arena.install(monkeypatch.setattr)
        with pytest.raises(StoreError, match="another run is at work on"):
            Ledger(path)
        assert not [*path.parent.glob("*before*")]
        with Store(path) as store:
            assert store.status().active


@pytest.mark.usefixtures("later")
def test_an_older_arena_refuses_what_was_brought_forward_by_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Ledger(path).close()
    monkeypatch.undo()
    for opening in (Ledger, Store):
        with pytest.raises(StoreError, match=f"newer arena: its format is {FORMAT}, this one knows 4"):
            opening(path)
    assert is_of_later_format(path)


# -------------------------------------------------------------------------------- kills


def start(store: Path, point: str) -> subprocess.Popen[str]:
    """A run of the later arena, as a process of its own."""
    argv = [sys.executable, later_arena.__file__, str(store), point]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, env=env)


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_a_run_killed_on_the_way_leaves_the_old_store_or_the_new_one(path: Path, point: str) -> None:
    with start(path, point) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == f"{point}\n"
        run.kill()
    assert is_of_later_format(path) is (point == "when all is done")
    kept = [file for file in path.parent.glob("*before*") if file.suffix != ".part"]
    assert len(kept) == (point != POINTS[0])
    assert all(content(copy) == content(SAMPLE) for copy in kept)
    with start(path, "through") as run:
        assert run.wait() == 0
    assert is_of_later_format(path)
    assert not [*path.parent.glob("*.part")]


@pytest.mark.slow
def test_a_run_killed_at_any_instant_leaves_the_old_store_or_the_new_one(
    path: Path, amount: Callable[[int, int], int]
) -> None:
    rng, found = Random(4), []
    with start(path, "through") as run:  # how long it takes here
        began = time.monotonic()
        run.wait()
        longest = time.monotonic() - began
    for _ in range(amount(10, 200)):
        for file in path.parent.iterdir():
            file.unlink()
        shutil.copy(SAMPLE, path)
        with start(path, "through") as run:
            time.sleep(rng.uniform(longest / 2, longest))  # any instant will do: there is nothing to wait for
            run.kill()
        found.append(is_of_later_format(path))
        for copy in path.parent.glob("*before*"):
            assert copy.name.endswith(".part") or content(copy) == content(SAMPLE)
        with start(path, "through") as run:
            assert run.wait() == 0
        assert is_of_later_format(path)
    print(f"{found.count(True)} of {len(found)} had come to be new")
