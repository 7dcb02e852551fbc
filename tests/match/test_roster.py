from pathlib import Path

from match_tables import PATIENT, messages, misbehaving, no_children, random_process, spec

from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.roster import Roster
from arena.process.launch import ResolvedCommand


def play(roster: Roster, table: list[ResolvedCommand], seed: int) -> tuple[MatchRecord, list[int | None]]:
    """A match, and the process ids of its players."""
    with roster.table(table) as players:
        record = play_match(spec(seed=seed), players)
        return record, [player.process.pid for player in players]


def test_bots_are_kept_alive_between_matches(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table: list[ResolvedCommand] = [misbehaving("good", log), random_process(), random_process()]
    with no_children(), Roster(PATIENT) as roster:
        _, first = play(roster, table, seed=1)
        record, second = play(roster, list(reversed(table)), seed=2)
        assert sorted(map(str, first)) == sorted(map(str, second))
        assert record.faults == ()
    assert len(messages(log, "hello")) == 1
    assert [message["seat"] for message in messages(log, "start")] == [0, 2]
    assert len(messages(log, "over")) == 2
    assert len(messages(log, "bye")) == 1


def test_restart_plays_one_match_a_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table: list[ResolvedCommand] = [
        misbehaving("good", log, restart=True),
        random_process(),
        random_process(),
    ]
    with no_children(), Roster(PATIENT) as roster:
        _, first = play(roster, table, seed=1)
        _, second = play(roster, table, seed=2)
    assert first[0] != second[0]
    assert first[1:] == second[2:] + second[1:2] or set(first[1:]) == set(second[1:])
    assert len(messages(log, "hello")) == len(messages(log, "bye")) == 2


def test_a_bot_with_a_fault_is_started_anew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table: list[ResolvedCommand] = [misbehaving("exit", log), random_process(), random_process()]
    with no_children(), Roster(PATIENT) as roster:
        one, first = play(roster, table, seed=1)
        two, second = play(roster, table, seed=2)
    assert first[0] != second[0]
    assert [fault.kind for fault in (*one.faults, *two.faults)] == ["crash", "crash"]


def test_a_bot_at_two_seats_is_two_processes() -> None:
    with no_children(), Roster(PATIENT) as roster:
        _, pids = play(roster, [random_process()] * 3, seed=1)
    assert len(set(pids)) == 3
