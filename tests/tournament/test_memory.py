"""No deal is dealt twice to the same memory: bots that remember all that they saw predict no card from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from arena_processes import no_bots_left, start_run, wait_for_line
from memories import all_predictions, check_chance, knowing, meetings, met_twice
from miniature_events import bot, write

from arena.process.sandbox import bubblewrap_trouble
from arena.ratings.aims import Comparing
from arena.tournament import Outcome, Store, read_tournament, run_tournament
from arena.tournament.ledger import Ledger

UNCONFINED = '[limits]\nsandbox = "limits"\n'
BOTS = [bot(name, "remembering.py") for name in "abc"]


class MoreDeals(Comparing):
    """A comparison that is done after so many matches."""

    def __init__(self, matches: int) -> None:
        super().__init__("a", "b", None, worth=0.1, error=0.1)
        self.matches = matches

    def is_reached(self, ledger: Ledger) -> bool:
        return ledger.status().done >= self.matches


@pytest.mark.slow
@pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_remembers_predicts_no_better_than_chance(
    tmp_path: Path, amount: Callable[[int, int], int], jobs: int
) -> None:
    """Nor when the arena is killed and goes on, or when a comparison adds deals."""
    folder, store = tmp_path / "event", tmp_path / "event.db"
    deals = amount(6, 67)
    file = write(folder, deals=deals, bots=BOTS)
    for kill in (1, 2):
        with no_bots_left(folder), start_run(file, store, jobs) as run:
            for _ in range(kill * deals // 2):
                wait_for_line(run, "Fixed")
            run.kill()
    event = read_tournament(file)
    assert run_tournament(event, store, jobs) is Outcome.FINISHED
    with Store(store) as reader:
        assert reader.status().done == 3 * deals
        assert reader.status().void > 0, "the kills hit matches"
    assert len(dict(meetings(store))) <= 3 * (3 * 3 * jobs), "a run, a bot, a rotation and a worker"
    assert run_tournament(event, store, jobs, aim=MoreDeals(3 * deals + 6)) is Outcome.REACHED
    check_chance(store)


@pytest.mark.slow
def test_what_lies_about_is_found_by_others_where_no_sandbox_hides_it(tmp_path: Path) -> None:
    """As the run's advice says; and why it says what helps."""
    file = write(tmp_path / "event", deals=4, bots=[*BOTS, UNCONFINED])
    assert run_tournament(read_tournament(file), tmp_path / "event.db", jobs=1) is Outcome.FINISHED
    assert met_twice(tmp_path / "event.db") == []
    assert knowing(all_predictions(tmp_path / "event.db")) > 0


@pytest.mark.slow
def test_fresh_rotations_help_where_no_sandbox_does(tmp_path: Path) -> None:
    file = write(tmp_path / "event", deals=4, bots=[*BOTS, UNCONFINED])
    file.write_text('rotations = "fresh"\n' + file.read_text())
    assert run_tournament(read_tournament(file), tmp_path / "event.db", jobs=2) is Outcome.FINISHED
    check_chance(tmp_path / "event.db")
    with Store(tmp_path / "event.db") as reader:
        assert len({reader.replay(result.match).seed for result in reader.results()}) == 12
