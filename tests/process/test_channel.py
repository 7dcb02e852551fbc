"""Asking and answering, with bots that do it well and with bots that do everything else."""

import os
import resource
import signal
import time
from pathlib import Path

import pytest
from miniatures import (
    ANSWER,
    PATIENCE_S,
    QUESTION,
    is_running,
    miniature,
    noted_pids,
    nothing_left_behind,
    running,
    wait_for,
    within,
)
from patience import GONE_S

from arena.process.bot_process import BotProcess, deliver_all
from arena.process.ending import close_all
from arena.process.faults import BotFault, Ending, FaultKind
from arena.process.limits import Graces, Limits, Sandbox

SHORT_S = 0.4
PAGE = 4096
QUICK = Graces(closed_ms=50, terminated_ms=50)


def fault_of(kind: str, *arguments: object, seconds: float = PATIENCE_S, questions: int = 1) -> BotFault:
    """The fault that a miniature bot earns when it is asked; its process must be gone by then."""
    with running(kind, *arguments) as bot:
        with pytest.raises(BotFault) as caught:
            for _ in range(questions):
                bot.exchange(QUESTION, within(seconds))
                wait_for(lambda: not bot.alive, 0.2)
        assert not bot.alive
        assert bot.pid is None or not is_running(bot.pid)
    return caught.value


# ------------------------------------------------------------------------------------- good bots


def test_an_exchange_gives_the_answer_and_what_it_took() -> None:
    with running("good") as bot:
        bot.exchange(QUESTION, within())
        for _ in range(50):
            answer = bot.exchange(QUESTION, within())
            assert answer.value == ANSWER
            assert 0 < answer.wall_ns < PATIENCE_S * 1e9
            assert 0 < answer.overhead_ns < PATIENCE_S * 1e9
        assert bot.close().code == 0


def test_ask_and_receive_let_several_bots_think_at_once() -> None:
    with running("good") as first, running("good") as second:
        for bot in (first, second):
            bot.ask(QUESTION)
        assert [bot.receive(within()).value for bot in (first, second)] == [ANSWER, ANSWER]
        close_all([first, second])


def test_an_answer_that_is_there_is_never_too_late() -> None:
    with running("good") as bot:
        bot.exchange(QUESTION, within())
        bot.ask(QUESTION)
        time.sleep(0.2)
        assert bot.receive(time.monotonic() - 1).value == ANSWER


@pytest.mark.parametrize("kind", ["burns_processor", "wrapped_burner"])
def test_processor_time_is_the_bots_whole_familys(kind: str) -> None:
    with running(kind) as bot:
        for _ in range(4):
            bot.exchange(QUESTION, within())  # by the end of which the supervisor has seen the family
        answer = bot.exchange(QUESTION, within())
        assert 45e6 < answer.cpu_ns < answer.wall_ns + 10e6
        assert bot.close().cpu_ms >= 240


@pytest.mark.parametrize("size", [10, 70_000, 1 << 20])
def test_questions_larger_than_a_pipe_arrive_whole(size: int) -> None:
    with running("whole_question", size) as bot:
        assert bot.exchange(bytes(size), within()).value == ANSWER


def test_what_the_bot_is_told_reaches_it_without_an_answer() -> None:
    with running("whole_question", 30) as bot:
        assert bot.tell(b"x" * 20, within())
        assert bot.exchange(b"x" * 10, within()).value == ANSWER


def test_a_bot_inherits_nothing_but_its_pipes_and_a_minimal_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET_SEED", "12345")
    secret = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(secret, True)
    try:
        with running("tells_environment") as bot:
            seen = bot.exchange(QUESTION, within()).value
    finally:
        os.close(secret)
    assert isinstance(seen, dict)
    names, folder, leads_session, descriptors = eval(seen["seen"])
    allowed = {
        "PATH",
        "HOME",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "TZ",
        "PYTHONHASHSEED",
        "PYTHONPATH",
        "ARENA_SUPERVISED",
    }
    assert set(names) <= allowed
    assert folder == str(Path.cwd())
    assert leads_session
    assert descriptors == ["0", "1", "2", "3"]  # the fourth is the listing itself


# ------------------------------------------------------------------------------------- endings


def test_a_bot_that_dies_at_once_has_its_last_line_in_the_record() -> None:
    fault = fault_of("exits_at_once")
    assert fault.kind is FaultKind.CRASH
    assert fault.evidence.exit.code == 7
    assert fault.evidence.exit.ending is Ending.ITSELF
    assert fault.evidence.exit.stderr.text == "no config file\n"


def test_a_bot_that_exits_while_asked() -> None:
    fault = fault_of("exits_when_asked")
    assert (fault.kind, fault.detail) == (FaultKind.CRASH, "exited with status 7")
    assert "what a question" in fault.evidence.exit.stderr.text
    assert fault.evidence.wall_ms is not None
    assert fault.evidence.wall_ms < PATIENCE_S * 1000 / 2


def test_a_bot_that_ends_between_questions_had_its_answer_counted() -> None:
    with running("good_then_exit") as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        assert wait_for(lambda: not bot.alive)
        with pytest.raises(BotFault, match="crash: exited with status 3"):
            bot.exchange(QUESTION, within())


def test_a_bot_that_dies_of_a_signal() -> None:
    fault = fault_of("dies_of_a_signal")
    assert (fault.kind, fault.detail) == (FaultKind.CRASH, "ended by SIGSEGV")
    assert fault.evidence.exit.signal == signal.SIGSEGV


def test_a_bot_that_dies_in_the_middle_of_a_message() -> None:
    fault = fault_of("half_a_message")
    assert (fault.kind, fault.detail) == (FaultKind.CRASH, "exited with status 0 in the middle of a message")
    assert fault.evidence.received == b"\x82\xa4typ"


@pytest.mark.parametrize(
    ("kind", "ending", "how"),
    [
        ("good", Ending.CLOSED, "exited with status 0"),
        ("ignores_eof", Ending.TERMINATED, "ended by SIGTERM"),
        ("ignores_eof_and_term", Ending.KILLED, "ended by SIGKILL"),
    ],
)
def test_closing_goes_as_far_as_it_must(kind: str, ending: Ending, how: str) -> None:
    with running(kind) as bot:
        bot.exchange(QUESTION, within())
        report = bot.close(Graces(closed_ms=50 if ending is not Ending.CLOSED else 5000, terminated_ms=500))
        assert (report.ending, str(report)) == (ending, how)


def test_closing_again_says_the_same_and_a_closed_bot_takes_nothing() -> None:
    with running("good") as bot:
        bot.exchange(QUESTION, within())
        report = bot.close()
        assert bot.close() is report
        assert bot.kill() is report
        assert not bot.tell(QUESTION, within())
        with pytest.raises(RuntimeError, match="was closed"):
            bot.exchange(QUESTION, within())


def test_a_bot_can_be_closed_before_it_said_anything() -> None:
    with running("silent") as bot:
        assert bot.close(QUICK).signal in (signal.SIGTERM, signal.SIGKILL)


def test_a_program_that_the_system_refuses_is_a_startup_fault(tmp_path: Path) -> None:
    program = tmp_path / "broken"
    program.write_bytes(b"\x7fELF\0\0\0\0")
    program.chmod(0o755)
    from arena.process.launch import BotSpec, resolve

    command = resolve(BotSpec("broken", (str(program),)))
    with (
        nothing_left_behind(),
        BotProcess(command, sandbox=Sandbox.LIMITS) as bot,
        pytest.raises(BotFault) as caught,
    ):
        bot.exchange(QUESTION, within())
    assert caught.value.kind is FaultKind.STARTUP
    assert "Exec format error" in caught.value.detail


# ------------------------------------------------------------------------------------- time


@pytest.mark.parametrize("kind", ["silent", "stops_itself", "drips_a_map"])
def test_no_whole_answer_in_time_is_a_timeout(kind: str) -> None:
    started = time.monotonic()
    fault = fault_of(kind, seconds=SHORT_S)
    assert fault.kind is FaultKind.TIMEOUT
    assert fault.evidence.wall_ms is not None
    assert time.monotonic() - started < SHORT_S + GONE_S


def test_a_bot_that_never_reads_cant_block_the_arena() -> None:
    with running("never_reads") as bot:
        assert wait_for(lambda: bot.pid is not None or not bot.alive)
        assert not bot.tell(bytes(1 << 20), within(SHORT_S))
        assert not bot.tell(QUESTION, within())
    with running("silent") as bot, pytest.raises(BotFault, match="timeout: does not read its stdin"):
        bot.exchange(bytes(1 << 20), within(SHORT_S))


def test_the_clock_runs_from_when_the_question_is_to_be_written(tmp_path: Path) -> None:
    """A bot with a small pipe, that thinks before it reads the rest, thinks in its own time."""
    with running("thinks_before_it_reads_on", PAGE) as bot:
        bot.exchange(QUESTION, within())
        answer = bot.exchange(bytes(3 * PAGE), within())
        assert answer.value == ANSWER
        assert answer.wall_ns >= 0.3e9
        with pytest.raises(BotFault, match="timeout: does not read its stdin"):
            bot.exchange(bytes(3 * PAGE), within(0.1))


def test_a_pipe_that_nobody_empties_holds_up_no_other_bot() -> None:
    with running("silent") as jammed, running("whole_question", PAGE) as other:
        jammed.ask(bytes(1 << 20))
        other.ask(bytes(PAGE))
        assert other.receive(within()).value == ANSWER
        jammed.post(b"more")
        other.post(bytes(3 << 16))
        deliver_all([jammed, other], within(SHORT_S))
        assert not jammed.up_to_date
        with pytest.raises(BotFault, match="timeout: does not read its stdin"):
            jammed.receive(within(SHORT_S))


def test_several_bots_get_long_messages_at_the_same_time() -> None:
    """Also those that rest: they wake up to read, and rest again."""
    with running("whole_question", 1 << 20) as first, running("whole_question", 1 << 20, rests=True) as last:
        last.pause()
        for bot in (first, last):
            bot.post(bytes((1 << 20) - 1))
        deliver_all([first, last], within())
        assert first.up_to_date
        assert last.up_to_date
        for bot in (first, last):
            assert bot.exchange(b"x", within()).value == ANSWER


# ------------------------------------------------------------------------------------- messages


def test_what_a_long_answer_costs_the_arena_is_measured() -> None:
    with running("answers_with_many_values", 16_000) as bot:
        answer = bot.exchange(QUESTION, within())
        assert answer.value == {"v": [[]] * 16_000}
        assert 0 < answer.reading_ns <= answer.wall_ns
    with running("good") as bot:
        assert bot.exchange(QUESTION, within()).reading_ns == 0
    fault = fault_of("answers_with_many_values", 1_000_000)
    assert fault.kind is FaultKind.OVERSIZE
    assert "1000003 values, of 16384 allowed" in fault.detail


@pytest.mark.parametrize(
    ("kind", "fault_kind", "words"),
    [
        ("prints", FaultKind.GARBAGE, ""),
        ("drips", FaultKind.GARBAGE, ""),
        ("announces_4_gb", FaultKind.OVERSIZE, ""),
        ("closes_stdout", FaultKind.CRASH, "closed its stdout and went on running"),
    ],
)
def test_wrong_messages_have_a_name(kind: str, fault_kind: FaultKind, words: str) -> None:
    fault = fault_of(kind)
    assert fault.kind is fault_kind
    assert words in fault.detail


@pytest.mark.parametrize("kind", ["speaks_unasked", "answers_twice"])
def test_a_message_that_nothing_asked_for(kind: str) -> None:
    """It is the answer to the next question, whether the arena saw it before or after it asked."""
    with running(kind) as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        assert bot.exchange(QUESTION, within()).value == ANSWER
        with pytest.raises(BotFault, match="timeout: gave no answer"):
            bot.exchange(QUESTION, within(SHORT_S))


def test_what_comes_after_an_answer_is_judged_at_the_next_question() -> None:
    with running("answers_with_junk") as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        with pytest.raises(BotFault, match="garbage"):
            bot.exchange(QUESTION, within())


def test_a_bot_that_closed_its_stdin_can_only_be_late() -> None:
    """Whether the question still went into the pipe is a matter of luck, and makes no difference."""
    with running("closes_stdin") as bot:
        bot.exchange(QUESTION, within())
        with pytest.raises(BotFault, match=r"timeout: gave no answer in \d+ ms; its stdin is closed"):
            bot.exchange(QUESTION, within(SHORT_S))


def test_the_arenas_memory_stays_flat_under_floods() -> None:
    def ask_often(kind: str) -> None:
        with running(kind) as bot:
            for _ in range(100):
                bot.exchange(QUESTION, within())

    ask_often("floods_messages")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ask_often("floods_stdout")
    ask_often("floods_messages")
    with running("floods_stderr") as bot:
        for _ in range(20):
            bot.exchange(QUESTION, within())
            time.sleep(0.01)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024


def test_stderr_keeps_its_head_and_its_tail_and_shows_no_escapes() -> None:
    with running("logs_much") as bot:
        bot.exchange(QUESTION, within())
        stderr = bot.close().stderr
    assert stderr.total == len(b"first line\n") + 200_000 + len(b"\nlast \x1b[31mline\n")
    assert stderr.text.startswith("first line\nxxx")
    assert stderr.text.endswith("xxx\nlast \\x1b[31mline\n")
    assert "bytes left out" in stderr.text
    assert len(stderr.text) < 9000


# ------------------------------------------------------------------------------------- families


@pytest.mark.parametrize("kind", ["leaves_a_daemon", "wrapped", "forks_many"])
def test_the_whole_family_ends_with_the_bot(kind: str, tmp_path: Path) -> None:
    trace = tmp_path / "pids"
    expected = {"leaves_a_daemon": 1, "wrapped": 2, "forks_many": 100}[kind]
    with running(kind, trace, limits=Limits(processes=200)) as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        assert wait_for(lambda: len(noted_pids(trace)) == expected)
        bot.close()
        assert not [pid for pid in noted_pids(trace) if is_running(pid)]


def test_a_grandchild_that_holds_the_pipes_does_not_hide_the_bots_end(tmp_path: Path) -> None:
    trace = tmp_path / "pids"
    fault = fault_of("grandchild_holds_pipes", trace)
    assert (fault.kind, fault.detail) == (FaultKind.CRASH, "exited with status 9")
    assert not [pid for pid in noted_pids(trace) if is_running(pid)]


@pytest.mark.slow
def test_fifty_launches_leave_nothing() -> None:
    with nothing_left_behind():
        for _ in range(10):
            bots = [BotProcess(miniature("good")) for _ in range(5)]
            for bot in bots:
                bot.ask(QUESTION)
            assert [bot.receive(within()).value for bot in bots] == [ANSWER] * 5
            close_all(bots)
