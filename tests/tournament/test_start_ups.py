"""Bots that never start: reported early, and dropped if that is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from miniature_events import bot, write

from arena.tournament import Fixed, NotStarting, Outcome, Store, read_tournament, run_tournament
from arena.tournament.events import Event

STILLBORN = bot("stillborn", "-c", "import sys; sys.exit('no such book')")
GOOD = [bot(name, "first.py") for name in "abc"]
LATE = bot("late", "quitter.py")


def run(folder: Path, *, drop: bool, bots: list[str]) -> tuple[Outcome, list[Event], Path]:
    file = write(folder, deals=1, bots=bots)
    file.write_text(f"drop_broken = {str(drop).lower()}\n" + file.read_text())
    heard: list[Event] = []
    store = folder.with_suffix(".db")
    return run_tournament(read_tournament(file), store, jobs=1, listener=heard.append), heard, store


def reports(heard: list[Event]) -> list[NotStarting]:
    return [event for event in heard if isinstance(event, NotStarting)]


@pytest.mark.slow
def test_a_bot_that_does_not_start_is_reported_at_once_and_plays_on(tmp_path: Path) -> None:
    outcome, heard, store = run(tmp_path / "event", drop=False, bots=[*GOOD, STILLBORN])
    assert outcome is Outcome.FINISHED
    first, third = reports(heard)
    assert (first.bot, first.times, third.times) == ("stillborn", 1, 3)
    assert first.words == "startup: exited with status 1 | no such book"
    its = [e for e in heard if isinstance(e, Fixed) and "stillborn" in e.result.bots]
    assert heard.index(first) == heard.index(its[0]) + 1
    assert heard.index(third) == heard.index(its[2]) + 1
    assert not first.dropped
    assert not third.dropped
    with Store(store) as reader:
        assert len(list(reader.results())) == 12


@pytest.mark.slow
def test_it_is_dropped_if_that_is_wanted_and_the_others_play_on(tmp_path: Path) -> None:
    outcome, heard, store = run(tmp_path / "event", drop=True, bots=[*GOOD, STILLBORN])
    assert outcome is Outcome.FINISHED
    assert [report.dropped for report in reports(heard)] == [False, True]
    with Store(store) as reader:
        results = list(reader.results())
        without = [result for result in results if "stillborn" not in result.bots]
        assert len(without) == 3, "one table of three, three rotations"
        assert 3 <= len(results) - len(without) <= 4, "one more may have been issued already"
        status = reader.status()
        assert status.out == {
            "stillborn": "bot 'stillborn' was dropped: it failed to start in its first 3 matches: "
            "startup: exited with status 1 | no such book"
        }
        assert status.cancelled == 12 - len(results)
        assert not status.stopped_tables
        assert status.waiting == status.running == 0


@pytest.mark.slow
def test_the_next_run_gives_it_another_chance(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    _, _, store = run(folder, drop=True, bots=[*GOOD, STILLBORN])
    file = folder / "event.toml"
    file.write_text(file.read_text().replace(STILLBORN, bot("stillborn", "first.py")))
    event = read_tournament(file)
    assert run_tournament(event, store, jobs=1, accept_changes=True) is Outcome.FINISHED
    with Store(store) as reader:
        assert sorted(r.match for r in reader.results()) == sorted(f.id for f in event.opening())


@pytest.mark.slow
def test_a_bot_that_fails_later_is_no_such_case(tmp_path: Path) -> None:
    outcome, heard, _ = run(tmp_path / "event", drop=True, bots=[*GOOD, LATE])
    assert outcome is Outcome.FINISHED
    assert reports(heard) == []
