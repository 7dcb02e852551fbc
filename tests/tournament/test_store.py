"""The store: issue, fix, rollback; files that are no store; and failures of the file under a run."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from miniature_events import bot, synthetic, tournament

from arena.match.in_process_player import InProcessPlayer
from arena.match.referee import play_match
from arena.match.spec import MatchSpec
from arena.tournament import MatchResult, Store, StoreError, TournamentChanged, read_tournament
from arena.tournament import database as database_module
from arena.tournament.ledger import Issued, Ledger
from arena.tournament.packing import pack_record
from arena.tournament.play import played
from arena.tournament.tournament import Tournament
from protocol.bot import Bot, Decision


class First(Bot):
    """Plays the first legal action, in process."""

    name = "first"

    def choose(self, decision: Decision) -> int:
        return 0


@pytest.fixture
def event(tmp_path: Path) -> Tournament:
    return tournament(tmp_path / "event", deals=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "event.db"


@pytest.fixture
def ledger(event: Tournament, path: Path) -> Iterator[Ledger]:
    with Ledger(path) as ledger:
        ledger.enter(event)
        yield ledger


def issue(ledger: Ledger) -> Issued:
    issued = ledger.issue()
    assert issued is not None
    return issued


def fix_all(ledger: Ledger) -> list[MatchResult]:
    results = []
    while (issued := ledger.issue()) is not None:
        results.append(ledger.fix(issued, synthetic(issued.fixture)))
    return results


# -------------------------------------------------------------------------------- the three verbs


def test_every_match_is_issued_once_and_fixed_once(ledger: Ledger, event: Tournament) -> None:
    schedule = list(event.opening())
    assert list(ledger.fixtures()) == schedule
    results = fix_all(ledger)
    assert [result.match for result in results] == [fixture.id for fixture in schedule]
    assert list(ledger.results()) == results
    assert [result.order for result in results] == list(range(1, 25))
    status = ledger.status()
    assert (status.scheduled, status.done, status.waiting, status.void) == (24, 24, 0, 0)


def test_a_result_is_what_was_played(ledger: Ledger) -> None:
    issued = issue(ledger)
    played = synthetic(issued.fixture)
    result = ledger.fix(issued, played)
    assert result == next(ledger.results())
    assert result.bots == issued.fixture.bots
    assert result.ranks == (1, 2, 3)
    assert result.scores == (3, 2, 1)
    assert result.faults == (None, None, None)
    assert result.decisions == (1, 1, 1)
    assert result.ms == (0.5, 0.5, 0.5)
    assert (result.game, result.players, result.table, result.deal) == (
        "dragon-whisperer",
        3,
        1,
        "t0001/d001",
    )
    assert list(ledger.results("dragon-whisperer")) == [result]
    assert list(ledger.results("portals")) == []


def test_a_second_result_of_a_match_is_refused(ledger: Ledger) -> None:
    issued = issue(ledger)
    ledger.fix(issued, synthetic(issued.fixture))
    for again in (
        lambda: ledger.fix(issued, synthetic(issued.fixture)),
        lambda: ledger.rollback(issued, "void", ""),
    ):
        with pytest.raises(StoreError, match=f"{issued.fixture.id} has ended already"):
            again()
    assert len(list(ledger.results())) == 1
    assert ledger.status().done == 1


def test_a_void_match_is_issued_again_under_the_same_id(ledger: Ledger) -> None:
    first = issue(ledger)
    other = issue(ledger)
    assert ledger.rollback(first, "void", "no descriptors left", ("x", None, None))
    again = issue(ledger)
    assert again.fixture == first.fixture
    ledger.fix(again, replace(synthetic(again.fixture), processes=("p", "q", "r")))
    ledger.fix(other, synthetic(other.fixture))
    attempts = ledger.attempts(first.fixture.id)
    assert [a.processes for a in attempts] == [("x", None, None), ("p", "q", "r")]
    assert ledger.attempts(other.fixture.id)[0].processes == ()
    assert [(a.outcome, a.reason) for a in attempts] == [("void", "no descriptors left"), ("fixed", None)]
    assert all(a.ended is not None and a.began <= a.ended for a in attempts)
    assert ledger.status().void == 1


def test_a_stopped_table_is_left_until_the_next_run(ledger: Ledger, event: Tournament, path: Path) -> None:
    first, second = issue(ledger), issue(ledger)
    assert ledger.stop(first.fixture, "failed") == 4, "what waits of its 6 matches"
    assert ledger.rollback(first, "void", "failed") == "stopped"
    ledger.fix(second, synthetic(second.fixture))
    assert all(result.table != 1 for result in fix_all(ledger))
    status = ledger.status()
    assert (status.done, status.stopped, status.waiting) == (19, 5, 0)
    assert status.stopped_tables == {"dragon-whisperer-3/t0001": "failed"}
    ledger.close()
    with Ledger(path) as next_run:
        next_run.enter(event)
        assert len(fix_all(next_run)) == 5
        assert next_run.status().stopped_tables == {}


def test_what_a_killed_run_had_issued_is_issued_again(event: Tournament, path: Path, ledger: Ledger) -> None:
    lost = issue(ledger)
    assert ledger.status().running == 1
    ledger.close()
    with Store(path) as store:
        status = store.status()
        assert (status.running, status.void, status.active) == (0, 1, False)
    with Ledger(path) as next_run:
        next_run.enter(event)
        again = issue(next_run)
        assert again.fixture == lost.fixture
        assert [a.outcome for a in next_run.attempts(lost.fixture.id)] == ["interrupted", None]
        with pytest.raises(StoreError, match="has ended already"):
            next_run.fix(lost, synthetic(lost.fixture))


def test_a_replay_is_kept_whole(ledger: Ledger, event: Tournament) -> None:
    issued = issue(ledger)
    record = play_match(
        MatchSpec(issued.fixture.id, "dragon-whisperer", 3, seed=4),
        [InProcessPlayer(First()) for _ in range(3)],
    )
    outcome = played(record)
    assert outcome.replay == pack_record(record)
    assert (outcome.scores, outcome.ranks) == (record.scores, record.ranks)
    assert outcome.decisions == tuple(seat.answered for seat in record.timing)
    ledger.fix(issued, outcome)
    assert ledger.replay(issued.fixture.id).to_data() == record.to_data()
    with pytest.raises(StoreError, match="holds nothing about no-such-match"):
        ledger.replay("no-such-match")


def test_adding_a_result_never_searches_the_file(ledger: Ledger) -> None:
    """Neither the next match nor an attempt is found by reading through a table that grows."""
    queries: list[str] = []
    ledger._db.set_trace_callback(queries.append)
    issued = issue(ledger)
    ledger.fix(issued, synthetic(issued.fixture))
    again = issue(ledger)
    ledger.rollback(again, "void", "")
    ledger._db.set_trace_callback(None)
    statements = [query for query in queries if query.split()[0] in ("SELECT", "UPDATE", "INSERT")]
    assert len(statements) > 8
    for query in statements:
        plan = [row[3] for row in ledger._db.execute(f"EXPLAIN QUERY PLAN {query}")]
        assert not [step for step in plan if step.startswith("SCAN")], (query, plan)


# -------------------------------------------------------------------------------- changes


def test_a_changed_bot_is_noticed(tmp_path: Path, path: Path, ledger: Ledger) -> None:
    issued = issue(ledger)
    ledger.fix(issued, synthetic(issued.fixture))
    ledger.close()
    event = tournament(tmp_path / "event", deals=2)
    program = tmp_path / "event/first.py"
    program.write_text(program.read_text() + "\n# stronger\n")
    changed = read_tournament(tmp_path / "event/event.toml")
    assert changed.bots[0].fingerprint != event.bots[0].fingerprint
    with Ledger(path) as next_run:
        with pytest.raises(TournamentChanged) as refusal:
            next_run.enter(changed)
        assert refusal.value.changes == [
            f"bot {name!r}: its program is another one than before" for name in "abcd"
        ]
        assert not refusal.value.fatal
        next_run.enter(changed, accept_changes=True)
        assert len(fix_all(next_run)) == 23
        next_run.enter(changed)


def test_a_changed_file_is_noticed_and_what_changed_is_said(
    tmp_path: Path, path: Path, ledger: Ledger
) -> None:
    fix_all(ledger)
    ledger.close()
    bots = [bot(name, "first.py") for name in "abce"]
    changed = tournament(tmp_path / "event", deals=3, players=(3, 4), bots=bots)
    with Ledger(path) as next_run:
        with pytest.raises(TournamentChanged) as refusal:
            next_run.enter(changed)
        assert refusal.value.changes == [
            "bot 'd' is gone",
            "bot 'e' is new",
            "deals was 2 and is 3",
            "game 'dragon-whisperer': players was [3] and is [3, 4]",
        ]
        next_run.enter(changed, accept_changes=True)
        results = fix_all(next_run)
        assert len(results) == 3, "first what is left of the tables so far"
        while next_run.extend(changed):
            results += fix_all(next_run)
        assert all("d" not in result.bots for result in results)
        # {a,b,c} has one deal more; three sets with e have 3 deals; the table of 4 has 3 deals
        assert len(results) == 3 + 3 * 3 * 3 + 3 * 4
        assert len({result.match for result in next_run.results()}) == 24 + len(results)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("seed = 1", "seed = 2"), "seed was 1 and is 2"),
        (("seed = 1", 'seed = 1\nrotations = "fresh"'), "rotations was 'same' and is 'fresh'"),
        (
            ("players = [3]", "players = [3]\noptions = { short_deck = true }"),
            "short_deck was False and is True",
        ),
    ],
)
def test_some_changes_need_a_new_store(
    tmp_path: Path, path: Path, ledger: Ledger, change: tuple[str, str], said: str
) -> None:
    ledger.close()
    file = tmp_path / "event/event.toml"
    file.write_text(file.read_text().replace(*change))
    with Ledger(path) as next_run:
        with pytest.raises(TournamentChanged, match=said) as refusal:
            next_run.enter(read_tournament(file), accept_changes=True)
        assert refusal.value.fatal


@pytest.mark.parametrize(
    "change",
    [
        ("seed = 1", 'seed = 1\nrotations = "same"'),
        ("players = [3]", "players = [3]\noptions = { short_deck = false }"),
        ("[[game]]", "[limits]\nmove_ms = 10000\n[[game]]"),
    ],
    ids=str,
)
def test_to_say_what_is_meant_anyway_is_no_change(
    tmp_path: Path, path: Path, ledger: Ledger, change: tuple[str, str]
) -> None:
    first = issue(ledger)
    ledger.close()
    file = tmp_path / "event/event.toml"
    file.write_text(file.read_text().replace(*change))
    with Ledger(path) as next_run:
        next_run.enter(read_tournament(file))
        assert issue(next_run).fixture == first.fixture
        assert next_run._execute("SELECT count(*) FROM events").fetchone() == (1,)


def test_a_drawn_seed_is_stored_and_goes_on(tmp_path: Path, path: Path) -> None:
    tournament(tmp_path / "event", deals=2)
    file = tmp_path / "event/event.toml"
    file.write_text(file.read_text().replace("seed = 1\n", ""))
    with Ledger(path) as first_run:
        begun = first_run.enter(read_tournament(file))
        first = first_run.issue()
    with Ledger(path) as next_run:
        read = read_tournament(file)
        resumed = next_run.enter(read)
        assert read.seed != begun.seed == resumed.seed == next_run.description()["seed"]
        assert first is not None
        assert issue(next_run) == replace(first, attempt=2)
        assert resumed.secret == begun.secret


def test_a_seed_may_be_left_out_later_and_no_other_taken(tmp_path: Path, path: Path, ledger: Ledger) -> None:
    ledger.close()
    file = tmp_path / "event/event.toml"
    file.write_text(file.read_text().replace("seed = 1\n", ""))
    with Ledger(path) as next_run:
        assert next_run.enter(read_tournament(file)).seed == 1


# -------------------------------------------------------------------------------- one run at a time


@pytest.mark.slow
def test_two_runs_at_once_are_refused_and_readers_are_not(path: Path, ledger: Ledger) -> None:
    with pytest.raises(StoreError, match="another run is at work on"):
        Ledger(path)
    link = path.with_name("link.db")
    link.symlink_to(path)
    with pytest.raises(StoreError, match="another run is at work on"):
        Ledger(link)
    issued = issue(ledger)
    with Store(path) as store:
        assert (store.status().active, store.status().running) == (True, 1)
        ledger.fix(issued, synthetic(issued.fixture))
        assert len(list(store.results())) == 1, "a reader sees what was fixed meanwhile"
    ledger.close()
    with Ledger(path):
        pass


def test_a_killed_run_leaves_no_lock(path: Path, ledger: Ledger) -> None:
    ledger.close()
    hold = "import sys, time; from pathlib import Path; from arena.tournament.ledger import Ledger\n"
    hold += "ledger = Ledger(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(path)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match="another run is at work on"):
            Ledger(path)
        other.kill()
        other.wait()
    Ledger(path).close()


# -------------------------------------------------------------------------------- files that are no store


def database(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    return path


def test_a_store_that_is_not_there(path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        Store(path)
    assert not path.exists()


@pytest.mark.parametrize("opening", [Store, Ledger])
def test_files_that_are_no_store(tmp_path: Path, opening: type[Store]) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to be looked at as one" * 20)
    other = database(tmp_path / "other.db", "CREATE TABLE t (x)", "PRAGMA application_id = 77")
    plain = database(tmp_path / "plain.db", "CREATE TABLE t (x)")
    before = other.read_bytes(), plain.read_bytes()
    with pytest.raises(StoreError, match="is no SQLite database"):
        opening(text)
    for path in (other, plain):
        with pytest.raises(StoreError, match="is the database of another program"):
            opening(path)
    assert (other.read_bytes(), plain.read_bytes()) == before, "left as they were"
    with pytest.raises(StoreError, match="can't be opened: it is a folder"):
        opening(tmp_path)
    assert not list(tmp_path.glob("*.lock")), "nothing is left beside them"


@pytest.mark.parametrize("opening", [Store, Ledger])
def test_a_store_of_a_newer_arena(path: Path, ledger: Ledger, opening: type[Store]) -> None:
    ledger.close()
    database(path, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="written by a newer arena: its format is 99, this one knows 4"):
        opening(path)


@pytest.mark.parametrize("opening", [Store, Ledger])
def test_a_store_of_older_rules(path: Path, ledger: Ledger, opening: type[Store]) -> None:
    ledger.close()
    database(path, "PRAGMA user_version = 3")
    with pytest.raises(StoreError, match=r"older arena: its format is 3, not 4, and the rules of .* changed"):
        opening(path)


def test_a_read_only_store_can_be_read_and_not_run(path: Path, ledger: Ledger) -> None:
    fix_all(ledger)
    ledger.close()
    path.chmod(0o444)
    with pytest.raises(StoreError, match="is read-only, and a run has to write to it"):
        Ledger(path)
    with Store(path) as store:
        assert len(list(store.results())) == 24
    assert sorted(p.name for p in path.parent.glob("event.db*")) == ["event.db"]


def test_a_store_in_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"can't be opened: there is no folder .*nowhere"):
        Ledger(tmp_path / "nowhere/event.db")


def test_an_empty_file_becomes_a_store(path: Path, event: Tournament) -> None:
    path.touch()
    with Ledger(path) as ledger:
        ledger.enter(event)
        assert ledger.status().scheduled == 24


def test_readers_change_nothing(path: Path, ledger: Ledger) -> None:
    fix_all(ledger)
    ledger.close()
    before = path.read_bytes()
    with Store(path) as store:
        list(store.results())
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store._db.execute("DELETE FROM results")
    assert path.read_bytes() == before


# -------------------------------------------------------------------------------- failures under a run


def test_a_store_deleted_under_a_run(path: Path, ledger: Ledger) -> None:
    issued = issue(ledger)
    path.unlink()
    with pytest.raises(StoreError, match="was deleted or replaced while a run was at work on it"):
        ledger.fix(issued, synthetic(issued.fixture))


def test_a_store_replaced_under_a_run(path: Path, ledger: Ledger) -> None:
    issued = issue(ledger)
    shutil.copy(path, path.with_suffix(".copy"))
    path.with_suffix(".copy").replace(path)
    with pytest.raises(StoreError, match="was deleted or replaced"):
        ledger.fix(issued, synthetic(issued.fixture))


def test_a_full_disk(path: Path, ledger: Ledger, event: Tournament) -> None:
    first, second = issue(ledger), issue(ledger)
    ledger.fix(first, synthetic(first.fixture))
    pages = ledger._db.execute("PRAGMA page_count").fetchone()[0]
    ledger._db.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own way to play a full disk
    big = synthetic(second.fixture)
    object.__setattr__(big, "replay", bytes(1 << 20))
    with pytest.raises(StoreError, match="could not be written: the disk is full"):
        ledger.fix(second, big)
    ledger.close()
    with Ledger(path) as next_run:
        next_run.enter(event)
        assert [result.match for result in next_run.results()] == [first.fixture.id]
        assert issue(next_run).fixture == second.fixture


def test_a_store_held_by_another_program(path: Path, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.close()
    monkeypatch.setattr(database_module, "BUSY_S", 0.05)
    other = sqlite3.connect(path)
    other.execute("BEGIN EXCLUSIVE")
    with Ledger(path) as next_run, pytest.raises(StoreError, match="is held by another program"):
        next_run.issue()
    other.close()


def test_a_copy_taken_while_a_run_writes_opens(path: Path, ledger: Ledger, tmp_path: Path) -> None:
    issued = issue(ledger)
    ledger.fix(issued, synthetic(issued.fixture))
    copy = tmp_path / "copy.db"
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    with Store(copy) as store:
        assert len(list(store.results())) == 1


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE results SET scores = '[1]' WHERE place = 1", "is damaged: the result of"),
        ("UPDATE results SET ms = '[1' WHERE place = 1", "is damaged: the result of"),
        ("UPDATE results SET ranks = '[\"x\", 1, 2]' WHERE place = 1", "is damaged: the result of"),
        ("UPDATE results SET scores = '[NaN, 1, 2]' WHERE place = 1", "is damaged: the result of"),
        ("UPDATE results SET faults = '[3, 4, null]' WHERE place = 1", "is damaged: the result of"),
        (f"UPDATE results SET ms = '{'[' * 5000}' WHERE place = 1", "is damaged: the result of"),
        ("UPDATE matches SET bots = 3 WHERE place = 1", "is damaged: the bots of match 1"),
        ("UPDATE matches SET bots = '[[], []]' WHERE place = 1", "is damaged: the bots of match 1"),
        ("UPDATE attempts SET began = 'x'", "is damaged: the times"),
        ("INSERT INTO absences VALUES ('a', 0, '{}', 'late', NULL)", "is damaged: the absence of a"),
        ("INSERT INTO absences VALUES ('a', 'x', NULL, 'late', NULL)", "is damaged: the absence of a"),
        ("UPDATE attempts SET began = 1e300, ended = 1e300", "is damaged: the times"),
        ("UPDATE events SET description = json_set(description, '$.games', 3)", "the event's description"),
        (
            "UPDATE events SET description = json_set(description, '$.limits', json('{}'))",
            "event's description",
        ),
        ("UPDATE results SET faults = CAST(x'5bff5d' AS TEXT) WHERE place = 1", "is damaged: a text"),
        ("UPDATE events SET description = '{}'", "is damaged: the event's description"),
        ("UPDATE events SET description = CAST(x'7bff' AS TEXT)", "is damaged: a text"),
    ],
)
def test_a_damaged_row_is_named(path: Path, ledger: Ledger, damage: str, words: str) -> None:
    fix_all(ledger)
    ledger.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(damage)
    with Store(path) as store, pytest.raises(StoreError, match=words):
        list(store.results())
        store.field()
        store.span()


def test_damage_is_named(path: Path, ledger: Ledger) -> None:
    fix_all(ledger)
    ledger.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with Store(path) as store, pytest.raises(StoreError, match="is damaged"):
        store.status()
