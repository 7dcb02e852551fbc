"""Whatever order of issues, results, voids and deaths: in the end every match has exactly one result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from miniature_events import synthetic, tournament

from arena.tournament.ledger import Issued, Ledger
from arena.tournament.tournament import Tournament

STEPS = st.lists(
    st.tuples(st.sampled_from(["issue", "issue", "fix", "void", "stop", "die"]), st.integers(0, 99)),
    max_size=60,
)


@pytest.fixture(scope="module")
def event() -> Iterator[Tournament]:
    with TemporaryDirectory() as folder:
        yield tournament(Path(folder))


class Life:
    """A tournament under way, and what it is known to have fixed."""

    def __init__(self, event: Tournament, path: Path) -> None:
        self.event = event
        self.path = path
        self.fixed: list[str] = []
        self.begin()

    def begin(self) -> None:
        self.ledger = Ledger(self.path)
        self.ledger.enter(self.event)
        self.running: list[Issued] = []

    def step(self, verb: str, number: int) -> None:
        if verb == "die":
            self.ledger.close()
            self.begin()
        elif verb == "issue":
            if (issued := self.ledger.issue()) is not None:
                assert issued.fixture.id not in self.fixed + [other.fixture.id for other in self.running]
                self.running.append(issued)
        elif self.running:
            issued = self.running.pop(number % len(self.running))
            if verb == "fix":
                self.ledger.fix(issued, synthetic(issued.fixture))
                self.fixed.append(issued.fixture.id)
            else:
                if verb == "stop":
                    self.ledger.stop(issued.fixture, "a test")
                self.ledger.rollback(issued, "void", "a test")


@pytest.mark.slow
@settings(max_examples=60)
@given(steps=STEPS)
def test_exactly_once(event: Tournament, steps: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        life = Life(event, Path(folder) / "event.db")
        for verb, number in steps:
            life.step(verb, number)
            assert sorted(result.match for result in life.ledger.results()) == sorted(life.fixed)
            status = life.ledger.status()
            assert status.running == len(life.running)
            assert status.done + status.running + status.waiting + status.stopped == status.scheduled == 12
        life.step("die", 0)
        while (issued := life.ledger.issue()) is not None:
            life.ledger.fix(issued, synthetic(issued.fixture))
        assert [r.match for r in life.ledger.results()] == [f.id for f in event.opening()]
        life.ledger.close()
