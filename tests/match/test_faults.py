import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import rank
from arena.match.faults import Phase, final_ranks, kind_in
from arena.match.record import FaultRecord
from arena.process.faults import FaultKind


def fault(seat: int, decision: int | None) -> FaultRecord:
    return FaultRecord(seat, "crash", decision, "", "", "decide", 0.0, None, None, None, None, "")


def test_without_faults_the_ranks_are_the_games() -> None:
    assert final_ranks([2, 1, 2, 4], []) == [2, 1, 2, 4]


def test_a_faulted_leader_ranks_last_and_the_others_move_up() -> None:
    assert final_ranks([1, 2, 3], [fault(0, 17)]) == [3, 1, 2]
    assert final_ranks([1, 2, 2, 4], [fault(0, 17)]) == [4, 1, 1, 3]


def test_of_several_faults_the_later_ranks_better() -> None:
    assert final_ranks([1, 2, 3, 4], [fault(2, 5), fault(0, 9)]) == [3, 1, 4, 2]


def test_faults_at_the_same_decision_share_a_rank() -> None:
    assert final_ranks([1, 2, 3, 4], [fault(0, None), fault(3, None)]) == [3, 1, 2, 3]


def test_a_fault_at_start_up_is_earlier_than_one_at_the_first_decision() -> None:
    assert final_ranks([1, 1, 1], [fault(0, None), fault(1, 0)]) == [3, 2, 1]


@given(
    scores=st.lists(st.integers(0, 5), min_size=2, max_size=6),
    out=st.dictionaries(st.integers(0, 5), st.integers(0, 9)),
)
def test_faults_come_last_and_leave_the_order_of_the_others(scores: list[int], out: dict[int, int]) -> None:
    out = {seat: decision for seat, decision in out.items() if seat < len(scores)}
    ranks = final_ranks(rank(scores), [fault(seat, decision) for seat, decision in out.items()])
    for left in range(len(scores)):
        for right in range(len(scores)):
            if left in out or right in out:
                better = out.get(left, 10) > out.get(right, 10)
            else:
                better = scores[left] > scores[right]
            assert (ranks[left] < ranks[right]) == better


@pytest.mark.parametrize(
    ("phase", "kind", "called"),
    [
        (Phase.HELLO, FaultKind.CRASH, "startup"),
        (Phase.HELLO, FaultKind.TIMEOUT, "startup"),
        (Phase.HELLO, FaultKind.PROTOCOL, "startup"),
        (Phase.HELLO, FaultKind.GARBAGE, "garbage"),
        (Phase.READY, FaultKind.TIMEOUT, "startup"),
        (Phase.READY, FaultKind.CRASH, "crash"),
        (Phase.DECIDE, FaultKind.TIMEOUT, "timeout"),
    ],
)
def test_no_valid_hello_and_no_ready_in_time_are_startup(phase: Phase, kind: FaultKind, called: str) -> None:
    assert kind_in(phase, kind) == called
