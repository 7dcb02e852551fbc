"""Whatever a bot does in whatever phase: a verdict in time, the others unharmed, nothing left, nothing grown.

To try your own set-up: `pytest tests/hostile` in a checkout.
"""

from __future__ import annotations

import json
import math
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest
from hostile_tables import HASTY, PATIENT, Arena, Memory, arena, hostile, marked, processor_s, zombies

from arena.match.faults import Void
from arena.match.narration import Film
from arena.match.process_player import ProcessPlayer, close_players
from arena.match.record import FaultRecord, MatchRecord, Step
from arena.match.referee import play_match
from arena.match.spec import Clock, MatchSpec, Settings
from arena.match.verify import verify
from arena.process.launch import BotSpec, resolve
from arena.process.limits import Sandbox
from arena.process.sandbox import bubblewrap_trouble

pytestmark = pytest.mark.slow

GROWTH_MB = 20
LATE_S = 20.0
"""How long after deadline and margin a verdict may come."""
NO_FAULT = "none"

HELLO, READY, ASKED, OTHERS, OVER = PHASES = ("hello", "ready", "asked", "others", "over")


class Case(NamedTuple):
    kind: str
    phase: str
    verdict: str
    words: str = ""


def cases(kind: str, verdict: str, words: str = "", phases: tuple[str, ...] = PHASES) -> list[Case]:
    """A kind in each of these phases. What it does once the match is over is no fault any more."""
    return [Case(kind, phase, NO_FAULT if phase == OVER else verdict, words) for phase in phases]


ANSWERS = (HELLO, READY, ASKED)
"""The phases in which a bot is to answer."""

CASES = [
    # endings
    *cases("exits", "crash", "exited with status 7"),
    *cases("segfaults", "crash", "SIGSEGV"),
    *cases("exits_in_a_message", "crash", "in the middle of a message", ANSWERS),
    *cases("exits_and_leaves_its_pipes_to_a_child", "crash", "exited with status 9"),
    *cases("closes_stdout", "crash", "closed its stdout and went on running"),
    *cases("closes_stdin", "timeout", "its stdin is closed", (HELLO, READY, ASKED, OTHERS)),
    # silence
    *cases("silent", "timeout", "no answer"),
    *cases("stops_itself", "timeout", "no answer"),
    *cases("deaf_to_end_and_term", "timeout", "no answer"),
    *cases("half_a_message", "timeout", "bytes of an answer", ANSWERS),
    *cases("drips", "timeout", "bytes of an answer", ANSWERS),
    # too much
    *cases("floods_stdout", "garbage"),
    *cases("floods_messages", "protocol"),
    *cases("floods_stderr", NO_FAULT),
    *cases("says_a_million_arrays", "oversize", "of 16384 allowed"),
    *cases("announces_4_gb", "oversize"),
    *cases("announces_4_billion_items", "oversize"),
    *cases("nests", "garbage"),
    *cases("says_2_mb", "oversize"),
    *cases("notes_5_kb", "oversize", "act.note", (ASKED,)),
    # wrong messages
    *cases("prints", "garbage", "print to stderr", (*ANSWERS, OTHERS)),
    *cases("prints_and_answers", "garbage", "print to stderr", ANSWERS),
    *cases("prints_json", "garbage", "not JSON", ANSWERS),
    *cases("says_no_map", "garbage", "must be a map", ANSWERS),
    *cases("says_invalid_utf_8", "garbage", "", ANSWERS),
    *cases("says_bytes", "garbage", "", ANSWERS),
    *cases("says_an_extension", "garbage", "", ANSWERS),
    *cases("says_a_number_for_a_key", "garbage", "", ANSWERS),
    *cases("says_nothing_known", "protocol", "world", ANSWERS),
    *cases("says_no_type", "protocol", "type", ANSWERS),
    *cases("says_a_number_for_a_type", "protocol", "type", ANSWERS),
    *cases("says_hello_out_of_turn", "protocol", "", ANSWERS),
    *cases("answers_twice", "protocol", "answered ", (HELLO, READY)),
    *cases("answers_twice", "protocol", "act.id is 3, but decision 4", (ASKED,)),
    *cases("answers_in_windows_text_mode", "illegal", "text mode", (ASKED,)),
    *cases("answers_another_question", "protocol", "act.id is 999", (ASKED,)),
    *cases("answers_an_old_question", "protocol", "act.id is 1", (ASKED,)),
    *cases("answers_a_flag_for_an_id", "protocol", "act.id must be", (ASKED,)),
    *cases("answers_a_flag_for_an_index", "protocol", "act.index must be", (ASKED,)),
    *cases("answers_a_float_for_an_index", "protocol", "act.index must be", (ASKED,)),
    *cases("answers_nil_for_an_index", "protocol", "", (ASKED,)),
    *cases("answers_text_for_an_action", "protocol", "act.action", (ASKED,)),
    *cases("chooses_what_is_not_there", "illegal", "999", (ASKED,)),
    *cases("chooses_before_the_first", "illegal", "-1", (ASKED,)),
    *cases("speaks_another_version", "protocol", "hello.protocol", (HELLO,)),
    *cases("has_a_number_for_a_name", "protocol", "hello.name must be", (HELLO,)),
    *cases("has_a_flag_for_a_version", "protocol", "hello.protocol", (HELLO,)),
    *cases("wants_unknown_parts", "protocol", "hello.send", (HELLO,)),
    *cases("plays_other_games", "startup", "chess", (HELLO,)),
    *cases("hides_escapes_in_its_name", NO_FAULT, "", (HELLO,)),
    *cases("hides_escapes_in_a_note", NO_FAULT, "", (ASKED,)),
    # gluttons, families
    *cases("takes_memory", "memory", "of 150 allowed"),
    *cases("has_children_that_take_memory", "memory", "of 150 allowed"),
    *cases("forks", "processes", "of 20 allowed"),
    *cases("starts_threads", "processes", "of 60 allowed"),
    *cases("hogs_the_processor", NO_FAULT),
    *cases("leaves_a_daemon", NO_FAULT),
    *cases("hides_behind_a_shell", NO_FAULT),
    *cases("floods_files", NO_FAULT),
]
SILENT = {
    *("silent", "stops_itself", "stops_its_supervisor", "deaf_to_end_and_term", "half_a_message", "drips"),
    "closes_stdin",
}
AT_START = {
    HELLO: ("crash", "timeout", "protocol"),
    READY: ("timeout",),
}
"""What counts as a failed start-up in which phase."""
LATER = {"closes_stdin", "plays_other_games", "answers_twice", "floods_messages"}
"""What shows in a later phase than it was done in."""
PLACES = ((Sandbox.AUTO, 0), (Sandbox.LIMITS, 1), (Sandbox.AUTO, 1), (Sandbox.LIMITS, 0))
"""The sandboxes, and the first and the middle seat of three."""
MIDDLE = 1


@pytest.fixture(scope="module")
def table() -> Iterator[Arena]:
    with arena(Sandbox.AUTO) as tables:
        yield tables


@pytest.fixture(scope="module")
def open_table() -> Iterator[Arena]:
    with arena(Sandbox.LIMITS) as tables:
        yield tables


def judge(case: Case, table: Arena, settings: Settings, seat: int = 0) -> MatchRecord:
    """Play, and look at all that must hold whatever the bot did."""
    mark = f"hostile-{secrets.token_hex(6)}"
    memory = Memory()
    bot = hostile(case.kind, case.phase, mark, rest=case.phase not in (OTHERS, OVER))
    began = time.monotonic()
    record = table.play(bot, settings, seat)
    took_s = time.monotonic() - began

    assert marked(mark) == {}
    assert zombies() == []
    assert memory.growth_mb < GROWTH_MB
    assert verify(record) == [], "the others played a whole game"
    if case.verdict == NO_FAULT:
        assert record.faults == ()
        return record
    (fault,) = record.faults
    assert fault.seat == seat
    assert fault.kind == ("startup" if case.verdict in AT_START.get(fault.phase, ()) else case.verdict)
    assert case.words in fault.detail
    assert record.ranks[seat] == 3
    if case.kind not in LATER:
        check_place(case, fault)
    check_time(fault, settings, took_s)
    return record


def check_place(case: Case, fault: FaultRecord) -> None:
    assert fault.phase == ("decide" if case.phase in (ASKED, OTHERS) else case.phase)
    assert (fault.decision is None) == (case.phase in AT_START)


def check_time(fault: FaultRecord, settings: Settings, took_s: float) -> None:
    limit_s = (fault.limit_ms + settings.margin_ms) / 1000
    assert fault.wall_ms is not None
    if fault.kind == "timeout" or fault.phase in ("hello", "ready"):
        assert fault.wall_ms / 1000 < limit_s + LATE_S
    assert took_s < 2 * settings.startup_ms / 1000 + limit_s + LATE_S


def settings_for(case: Case) -> Settings:
    return HASTY if case.kind in SILENT and case.phase != OVER else PATIENT


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}-{case.phase}")
def test_the_same_verdict_everywhere_others_unharmed_nothing_left(
    case: Case, table: Arena, open_table: Arena, amount: Callable[[int, int], int]
) -> None:
    seen = set()
    for sandbox, seat in PLACES[: amount(1, len(PLACES))]:
        for _ in range(amount(1, 3)):
            record = judge(case, table if sandbox is Sandbox.AUTO else open_table, settings_for(case), seat)
            seen.add(tuple((fault.kind, fault.phase) for fault in record.faults))
    assert len(seen) == 1


WITHOUT_SANDBOX = [
    *(case for case in CASES if case.phase == ASKED and case.kind in ("exits", "silent", "floods_stdout")),
    *cases("leaves_a_daemon", NO_FAULT, "", (ASKED, OVER)),
    *cases("forks", "processes", "of 20 allowed", (ASKED, OTHERS, OVER)),
    *cases("has_children_that_take_memory", "memory", "of 150 allowed", (ASKED, OTHERS, OVER)),
    *cases("stops_its_supervisor", "timeout", "no answer", (ASKED,)),
]


@pytest.mark.parametrize("case", WITHOUT_SANDBOX, ids=lambda case: f"{case.kind}-{case.phase}")
def test_the_same_without_a_sandbox(case: Case, open_table: Arena) -> None:
    judge(case, open_table, settings_for(case), MIDDLE)


@pytest.mark.parametrize("kind", ["kills_its_supervisor", "kills_others_supervisors"])
@pytest.mark.parametrize("phase", [READY, ASKED])
def test_whoever_kills_supervisors_wins_nothing(kind: str, phase: str) -> None:
    """Without a sandbox it can't be told who did it: the match is void, and says who could have."""
    mark = f"hostile-{secrets.token_hex(6)}"
    bot = hostile(kind, phase, mark)
    with (
        arena(Sandbox.LIMITS) as tables,
        pytest.raises(Void, match=f"supervisor of bot .* was killed; .*'{kind}'"),
    ):
        tables.play(bot, PATIENT)
    assert not marked(mark)


@pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))
@pytest.mark.parametrize("phase", [READY, ASKED])
def test_in_a_sandbox_there_are_no_others_to_kill(phase: str) -> None:
    with arena(Sandbox.BUBBLEWRAP) as tables:
        judge(Case("kills_others_supervisors", phase, NO_FAULT), tables, PATIENT)


# ------------------------------------------------------------------------------------------ beyond the table


def test_processor_time_beyond_a_limit_is_a_timeout_and_says_so(table: Arena) -> None:
    for clock in (Clock(move_ms=30_000, move_cpu_ms=200), Clock(move_ms=30_000, match_cpu_ms=300)):
        case = Case("burns_processor_time", ASKED, "timeout", "ms of processor time")
        (fault,) = judge(case, table, replace(PATIENT, clock=clock)).faults
        assert fault.cpu_ms is not None
    judge(
        case._replace(verdict=NO_FAULT),
        table,
        replace(PATIENT, clock=Clock(move_ms=30_000, move_cpu_ms=5_000)),
    )


def test_what_a_bot_calls_itself_can_do_no_harm_on_a_terminal(table: Arena) -> None:
    record = judge(Case("hides_escapes_in_its_name", HELLO, NO_FAULT), table, PATIENT)
    assert record.bots[0].says["name"] == "\\x1b[2J\\x1b[31mred"
    record = judge(Case("hides_escapes_in_a_note", ASKED, NO_FAULT), table, PATIENT)
    film = Film.of(record)
    text = "".join(map(film.words, range(len(record.decisions)))) + json.dumps(record.to_data())
    assert "\x1b" not in text


def test_a_resting_hog_takes_no_time_from_the_others() -> None:
    """Between its turns it is stopped with all that it started."""
    assert taken_by_a_hog(rest=True) < taken_by_a_hog(rest=False) / 3


def taken_by_a_hog(rest: bool) -> float:
    """How many seconds of processor time a hog takes in a match while it is not its turn."""
    mark = f"hostile-{secrets.token_hex(6)}"
    bot = hostile("hogs_the_processor", ASKED, mark, rest=rest)
    thinker = resolve(BotSpec("thinker", (sys.executable, "-c", THINKER)))
    players = [ProcessPlayer(bot, HASTY.limits, rests=rest), *(ProcessPlayer(thinker) for _ in range(2))]
    before_s = math.inf
    taken_s = 0.0

    def look(step: Step) -> None:
        """Add up what it takes from one decision of another's to the next of another's."""
        nonlocal before_s, taken_s
        now_s = processor_s(mark)
        others_turn = step.decision.seat != 0
        taken_s += max(0, now_s - before_s) if others_turn else 0
        before_s = now_s if others_turn else math.inf

    settings = replace(PATIENT, limits=HASTY.limits)
    play_match(MatchSpec("hog", "dragon-whisperer", 3, seed=5, settings=settings), players, look)
    close_players(players)
    return taken_s


THINKER = """
import time
from protocol.bot import run
run(lambda decision: time.sleep(0.01) or 0, name="thinker", send=[])
"""
