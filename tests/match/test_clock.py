import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match.clock import SeatClock
from arena.match.spec import Clock
from protocol.messages import TimeLeft


def test_a_move_limit_is_the_same_for_every_decision() -> None:
    clock = SeatClock(Clock(move_ms=1000), margin_ms=20)
    clock.spend(990)
    assert clock.finish() == 990
    assert (clock.allowed_ms, clock.told_bank_ms) == (1000, None)


def test_a_bank_shrinks_by_what_is_used_and_grows_by_the_increment() -> None:
    clock = SeatClock(Clock(move_ms=None, bank_ms=1000, increment_ms=50), margin_ms=20)
    assert (clock.allowed_ms, clock.told_bank_ms) == (1000, 1000)
    clock.spend(300.25)
    clock.finish()
    assert clock.allowed_ms == 749.75
    assert clock.told_bank_ms == 749  # never more than there is


def test_the_increment_may_lift_a_bank_above_its_beginning() -> None:
    clock = SeatClock(Clock(move_ms=None, bank_ms=100, increment_ms=50), margin_ms=20)
    clock.finish()
    assert clock.told_bank_ms == 150


def test_with_both_limits_the_smaller_counts() -> None:
    clock = SeatClock(Clock(move_ms=400, bank_ms=1000), margin_ms=20)
    assert clock.allowed_ms == 400
    clock.spend(400)
    clock.finish()
    clock.spend(300)
    clock.finish()
    assert (clock.allowed_ms, clock.told_bank_ms) == (300, 300)


def test_after_a_rejected_answer_what_is_left_of_both_limits_is_told() -> None:
    clock = SeatClock(Clock(move_ms=100, bank_ms=5000), margin_ms=20)
    clock.spend(60.5)
    assert clock.told_left() == TimeLeft(39, 4939)
    clock.spend(50)  # into the margin
    assert clock.told_left() == TimeLeft(0, 4889)


def test_tries_at_one_decision_share_its_time() -> None:
    clock = SeatClock(Clock(move_ms=100), margin_ms=20)
    clock.spend(60)
    assert clock.left_ms == 40
    assert clock.told_left() == TimeLeft(40, None)
    clock.spend(55)  # into the margin
    assert clock.left_ms == 0
    assert clock.finish() == 115
    assert clock.left_ms == 100


def test_the_margin_is_on_top_of_what_is_left() -> None:
    before = time.monotonic()
    deadline = SeatClock(Clock(move_ms=100), margin_ms=20).deadline()
    assert before + 0.12 <= deadline <= time.monotonic() + 0.12


@given(
    bank=st.integers(0, 5000),
    increment=st.integers(0, 100),
    used=st.lists(st.floats(0, 3000), max_size=30),
)
def test_a_bot_is_never_told_a_negative_time(bank: int, increment: int, used: list[float]) -> None:
    clock = SeatClock(Clock(move_ms=None, bank_ms=bank, increment_ms=increment), margin_ms=20)
    for ms in used:
        clock.spend(ms)
        assert clock.left_ms >= 0
        clock.finish()
        assert clock.told_bank_ms is not None
        assert clock.told_bank_ms >= increment


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"move_ms": -1}, "move_ms must be"),
        ({"bank_ms": 1.5}, "bank_ms must be"),
        ({"move_ms": True}, "move_ms must be"),
        ({"move_ms": None}, "needs move_ms or bank_ms"),
        ({"increment_ms": 5}, "goes with bank_ms"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(limits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Clock(**limits)


def test_processor_time_has_limits_of_its_own() -> None:
    clock = SeatClock(Clock(move_ms=1000, move_cpu_ms=100, match_cpu_ms=250), margin_ms=20)
    clock.spend(50, cpu_ms=100)
    assert clock.excess is None
    clock.finish()
    clock.spend(10, cpu_ms=60)
    clock.spend(10, cpu_ms=45)  # tries at one decision share it too
    assert clock.excess == "took 105 ms of processor time, of 100 allowed a decision"
    clock.finish()
    clock.spend(10, cpu_ms=46)
    assert clock.excess == "took 251 ms of processor time in this match, of 250 allowed"


def test_without_such_limits_processor_time_is_only_counted() -> None:
    clock = SeatClock(Clock(move_ms=1000), margin_ms=20)
    clock.spend(50, cpu_ms=10**9)
    assert clock.excess is None
