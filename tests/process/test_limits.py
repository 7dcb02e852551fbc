"""What a bot may use, its rest between turns, and what becomes of it when it attacks its supervisor."""

import time
from pathlib import Path

import pytest
from miniatures import ANSWER, QUESTION, is_running, noted_pids, running, wait_for, within

from arena.process.faults import BotFault, FaultKind, LostSupervisorError
from arena.process.limits import Limits, Sandbox


def fault_of(kind: str, limits: Limits, *arguments: object) -> BotFault:
    with running(kind, *arguments, limits=limits) as bot, pytest.raises(BotFault) as caught:
        bot.exchange(QUESTION, within())
    return caught.value


@pytest.mark.parametrize("kind", ["takes_memory", "family_takes_memory"])
def test_more_memory_than_allowed_is_a_fault(kind: str) -> None:
    fault = fault_of(kind, Limits(memory_mb=150))
    assert fault.kind is FaultKind.MEMORY
    assert fault.detail.startswith("took ")
    assert fault.detail.endswith("MiB of memory, of 150 allowed")


def test_memory_shared_in_the_family_counts_once() -> None:
    with running("shares_memory", limits=Limits(memory_mb=200)) as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        time.sleep(0.3)
        assert bot.exchange(QUESTION, within()).value == ANSWER


@pytest.mark.parametrize(
    ("kind", "what"), [("forks_without_end", "processes"), ("threads_without_end", "threads")]
)
def test_more_processes_or_threads_than_allowed_are_a_fault(kind: str, what: str) -> None:
    fault = fault_of(kind, Limits(processes=20, threads=60))
    assert fault.kind is FaultKind.PROCESSES
    assert what in fault.detail


def test_files_grow_no_larger_than_allowed(tmp_path: Path) -> None:
    file = tmp_path / "big"
    with running("writes_a_file", file, limits=Limits(file_mb=3)) as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        assert "File too large" in bot.close().stderr.text
    assert file.stat().st_size == 3 << 20


def test_descriptors_run_out_for_the_bot_alone() -> None:
    with running("opens_many_files", limits=Limits(open_files=50)) as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        assert "Too many open files" in bot.close().stderr.text


def test_without_limits_a_bot_takes_what_it_wants() -> None:
    with running("opens_many_files", limits=Limits(open_files=50), sandbox=Sandbox.OFF) as bot:
        assert bot.exchange(QUESTION, within()).value == ANSWER
        assert "1000 opened" in bot.close().stderr.text


# ------------------------------------------------------------------------------------- rest


def progress(trace: Path) -> int:
    file = trace.with_name(trace.name + ".progress")
    return file.stat().st_size if file.exists() else 0


@pytest.mark.parametrize("kind", ["counts", "helper_burns"])
def test_a_paused_bot_does_nothing_and_neither_do_its_helpers(kind: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    with running(kind, trace) as bot:
        bot.exchange(QUESTION, within())
        assert wait_for(lambda: progress(trace) > 100)  # by then the supervisor has seen all groups
        assert bot.alive
        bot.pause()
        time.sleep(0.05)
        before = progress(trace)
        time.sleep(0.2)
        assert progress(trace) == before
        bot.resume()
        assert wait_for(lambda: progress(trace) > before)


def test_resting_needs_no_help_of_the_caller(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    with running("counts", trace, rests=True) as bot:
        for _ in range(3):
            assert bot.exchange(QUESTION, within()).value == ANSWER
            time.sleep(0.05)
            before = progress(trace)
            time.sleep(0.05)
            assert progress(trace) == before
        assert bot.close().code == 0


# ------------------------------------------------------------------------------------- lost supervisors


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["kills_its_supervisor", "stops_its_supervisor"])
def test_attacking_the_supervisor_gains_a_bot_nothing(kind: str, tmp_path: Path) -> None:
    trace = tmp_path / "pids"
    with running(kind, trace) as bot, pytest.raises((BotFault, LostSupervisorError)) as caught:
        bot.exchange(QUESTION, within(1.0))
    if isinstance(caught.value, BotFault):
        assert (kind, caught.value.kind) == ("stops_its_supervisor", FaultKind.TIMEOUT)
    else:  # others could have done that too
        assert (kind, str(caught.value)) == (
            "kills_its_supervisor",
            "the supervisor of bot 'kills_its_supervisor' was killed",
        )
    assert noted_pids(trace)
    assert wait_for(lambda: not any(is_running(pid) for pid in noted_pids(trace)))
