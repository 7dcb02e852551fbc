"""SIGKILL at any instant: every scheduled match is stored exactly once, and no bot outlives the arena."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

from arena_processes import family, start_run, wait_until_gone
from miniature_events import write

from arena.match.verify import verify
from arena.tournament import Outcome, Store, read_tournament, run_tournament

KILLS = 20
LONGEST_S = 1.0
"""Long enough for a run to play for a while; the shortest ones are killed before they have a store."""


def test_a_run_killed_at_any_instant_goes_on(tmp_path: Path) -> None:
    rng = Random(20)
    folder, store = tmp_path / "event", tmp_path / "event.db"
    file = write(folder, deals=100)
    for _ in range(KILLS):
        with start_run(file, store) as run:
            time.sleep(rng.uniform(0, LONGEST_S))  # any instant will do: there is nothing to wait for
            processes = family(run.pid)
            run.kill()
        assert wait_until_gone(processes, folder, 2.0), "workers and bots end with the arena"
    with Store(store) as reader:
        killed_at = reader.status()
    event = read_tournament(file)
    assert 0 < killed_at.done < killed_at.scheduled, "the kills hit a tournament in full swing"
    assert killed_at.void > 0, "and matches being played"
    assert run_tournament(event, store, jobs=2) is Outcome.FINISHED
    with Store(store) as reader:
        schedule = [fixture.id for fixture in event.opening()]
        assert [result.match for result in reader.results()] == schedule, "every match exactly once"
        fixed = Counter(a.match for match in schedule for a in reader.attempts(match) if a.outcome == "fixed")
        assert fixed == Counter(schedule)
        assert all(verify(reader.replay(match)) == [] for match in Random(1).sample(schedule, 10))
        assert reader.status().stopped == 0, "a killed match is not held against its table"
