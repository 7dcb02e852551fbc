from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_tables import PATIENT, messages, misbehaving, no_children, random_process, spec

from arena.match import roster as roster_module
from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.roster import Roster
from arena.process.launch import ResolvedCommand


def play(roster: Roster, table: list[ResolvedCommand], seed: int) -> tuple[MatchRecord, list[int | None]]:
    """A match, and the process ids of its players."""
    match = spec(seed=seed)
    with roster.table(table, match) as players:
        record = play_match(match, players)
        return record, [player.process.pid for player in players]


def test_bots_are_kept_alive_between_matches(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table: list[ResolvedCommand] = [misbehaving("good", log), random_process(), random_process()]
    with no_children(), Roster() as roster:
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
    with no_children(), Roster() as roster:
        _, first = play(roster, table, seed=1)
        _, second = play(roster, table, seed=2)
    assert first[0] != second[0]
    assert first[1:] == second[2:] + second[1:2] or set(first[1:]) == set(second[1:])
    assert len(messages(log, "hello")) == len(messages(log, "bye")) == 2


def test_a_bot_with_a_fault_is_started_anew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table: list[ResolvedCommand] = [misbehaving("exit", log), random_process(), random_process()]
    with no_children(), Roster() as roster:
        one, first = play(roster, table, seed=1)
        two, second = play(roster, table, seed=2)
    assert first[0] != second[0]
    assert [fault.kind for fault in (*one.faults, *two.faults)] == ["crash", "crash"]


def test_a_bot_at_two_seats_is_two_processes() -> None:
    with no_children(), Roster() as roster:
        _, pids = play(roster, [random_process()] * 3, seed=1)
    assert len(set(pids)) == 3


# -------------------------------------------------------------------------------- what they have met


class Lasting:
    """A player that needs no program: it can play for ever, or has had a fault."""

    def __init__(self, command: ResolvedCommand, *_: object, log: int | None) -> None:
        self.command = command
        self.reusable = True
        self.launched = False


def seat(roster: Roster, table: list[ResolvedCommand], seed: int) -> list[int]:
    """Give out players for a match, and take them back; which these were."""
    with roster.table(table, spec(players=len(table), seed=seed)) as players:
        return [id(player) for player in players]


@given(st.lists(st.tuples(st.integers(0, 3), st.permutations(range(3))), max_size=40))
def test_no_process_meets_a_deal_twice(matches: list[tuple[int, list[int]]]) -> None:
    """Whatever the order; and a bot never has more processes than its busiest deal had matches."""
    table = [random_process(name) for name in "abc"]
    met: set[tuple[int, int]] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(roster_module, "ProcessPlayer", Lasting)
        roster = Roster()
        for deal, seats in matches:
            for process in seat(roster, [table[number] for number in seats], deal):
                assert (process, deal) not in met
                met.add((process, deal))
        deals = Counter(deal for deal, _ in matches)
        assert len({process for process, _ in met}) == 3 * max(deals.values(), default=0)


def test_a_match_that_was_given_out_counts_as_met_whatever_came_of_it() -> None:
    with no_children(), Roster() as roster:
        with roster.table([random_process()] * 3, spec(seed=1)) as before:
            pass  # void before anybody was told of it
        with roster.table([random_process()] * 3, spec(seed=1)) as now:
            assert not set(map(id, before)) & set(map(id, now))


def test_rotations_need_a_process_each_and_more_deals_no_more(tmp_path: Path) -> None:
    log = tmp_path / "log"
    table = [misbehaving("good", log), random_process("b"), random_process("c")]
    with no_children(), Roster() as roster:
        for deal in range(2):
            for shift in range(3):
                record, _ = play(roster, table[shift:] + table[:shift], seed=deal)
                assert record.faults == ()
    assert len(messages(log, "start")) == 6
    assert len(messages(log, "hello")) == len(messages(log, "bye")) == 3


def test_each_process_has_a_name_of_its_own_for_its_whole_life() -> None:
    with no_children(), Roster() as roster:
        named = []
        for seed in (1, 2, 2):
            with roster.table([random_process("b")] * 3, spec(seed=seed)) as players:
                assert seed != 1 or {player.generation for player in players} == {None}
                play_match(spec(seed=seed), players)
                named.append({player.generation: player.process.pid for player in players})
    assert named[0] == named[1]
    assert len({**named[0], **named[2]}) == 6


# -------------------------------------------------------------------------------- how many are kept


def test_of_the_idle_those_that_played_last_are_kept() -> None:
    table = [random_process(name) for name in "abcdef"]
    with no_children(), Roster(most_idle=4) as roster:
        first = play(roster, table[:3], seed=1)[1]
        second = play(roster, table[3:], seed=2)[1]
        third = play(roster, [table[5], table[3], table[2]], seed=3)[1]
    assert third == [second[2], second[0], first[2]]
    with no_children(), Roster(most_idle=4) as roster:
        first = play(roster, table[:3], seed=1)[1]
        play(roster, table[3:], seed=2)
        third = play(roster, table[:3], seed=3)[1]
    assert (third[0] in first, third[1] in first, third[2] in first) == (False, False, True)


def test_where_memory_is_short_half_of_them_go(monkeypatch: pytest.MonkeyPatch) -> None:
    table = [random_process(name) for name in "abc"]
    with no_children(), Roster() as roster:
        first = play(roster, table, seed=1)[1]
        monkeypatch.setattr(roster_module, "LEAST_FREE", 2.0)
        second = play(roster, table, seed=2)[1]
        third = play(roster, table, seed=3)[1]
    assert second == first
    assert [pid in first for pid in third] == [False, False, True]


def test_a_process_that_has_met_very_many_deals_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster_module, "MOST_DEALS", 2)
    with no_children(), Roster() as roster:
        pids = [play(roster, [random_process(name) for name in "abc"], seed)[1] for seed in range(4)]
    assert pids[0] == pids[1]
    assert pids[2] == pids[3]
    assert not set(pids[0]) & set(pids[2])


def test_who_plays_under_other_limits_is_another_process() -> None:
    tight = replace(PATIENT, limits=replace(PATIENT.limits, memory_mb=300))
    with no_children(), Roster() as roster:
        pids = []
        for seed, settings in enumerate([PATIENT, tight, replace(PATIENT, retries=2)]):
            match = spec(seed=seed, settings=settings)
            with roster.table([random_process()] * 3, match) as players:
                play_match(match, players)
                pids.append({player.process.pid for player in players})
    assert not pids[0] & pids[1]
    assert pids[0] == pids[2], "retries are the match's, not the process's"
