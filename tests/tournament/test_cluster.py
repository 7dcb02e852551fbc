"""A cluster on loopback: every match stored once, whoever dies, and the results those of a local run."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from arena_processes import wait_until
from dask_machines import Machines
from memories import check_chance, meetings
from miniature_events import bot, tournament

pytest.importorskip("distributed")

from arena.match.verify import verify
from arena.process.sandbox import bubblewrap_trouble
from arena.ratings.book import Book, read_book
from arena.tournament import Fixed, Outcome, Store, Tournament, run_tournament
from arena.tournament.cluster import Cluster, ClusterError, lacking_bots
from arena.tournament.events import Event

pytestmark = pytest.mark.slow

SEEDED = '[[bot]]\nname = "{name}"\nbundled = "random"\n'


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with Machines(tmp_path_factory.mktemp("machines")) as machines:
        for _ in range(3):
            machines.start_worker()
        yield machines


def seeded(folder: Path, deals: int) -> Tournament:
    """An event of bots that play the same for the same seed."""
    return tournament(folder, deals=deals, bots=[SEEDED.format(name=name) for name in "abcd"])


def told(store: Path) -> list[object]:
    """All that was stored of results but how long it took."""
    with Store(store) as reader:
        return [result._replace(ms=()) for result in reader.results()]


def wait_for_workers(cluster: Cluster, count: int) -> None:
    def there() -> bool:
        try:
            return cluster.slots >= count
        except ClusterError:
            return False

    assert wait_until(there)


def test_a_worker_is_killed_and_the_scheduler_restarted_in_the_middle(
    machines: Machines, tmp_path: Path
) -> None:
    event = seeded(tmp_path / "event", deals=6)
    fixed: list[str] = []

    def wreck(happened: Event) -> None:
        if isinstance(happened, Fixed):
            fixed.append(happened.result.match)
            if len(fixed) == 10:
                machines.kill_worker()
            elif len(fixed) == 25:
                machines.restart_scheduler()

    with Cluster(machines.address) as cluster:
        wait_for_workers(cluster, 3)
        cluster.check(event.bots)
        outcome = run_tournament(event, tmp_path / "far.db", 3, wreck, open_book=Book.open, executor=cluster)
    assert outcome is Outcome.FINISHED
    assert run_tournament(event, tmp_path / "near.db", 2, open_book=Book.open) is Outcome.FINISHED
    schedule = [fixture.id for fixture in event.opening()]
    assert Counter(fixed) == Counter(schedule), "every match exactly once"
    assert told(tmp_path / "far.db") == told(tmp_path / "near.db")
    with Store(tmp_path / "far.db") as far, Store(tmp_path / "near.db") as near:
        fixed_once = Counter(
            a.match for match in schedule for a in far.attempts(match) if a.outcome == "fixed"
        )
        assert fixed_once == Counter(schedule)
        assert all(verify(far.replay(match)) == [] for match in schedule[::10])
        rows = [[replace(row, ms=None) for row in read_book(store).rows()] for store in (far, near)]
        assert rows[0] == rows[1], "all but the time that it took"


@pytest.mark.skipif(bubblewrap_trouble() is not None, reason=str(bubblewrap_trouble()))
def test_a_bot_that_remembers_predicts_nothing_on_a_cluster(machines: Machines, tmp_path: Path) -> None:
    """Its processes there outlive a run: nor do they know the cards of another with the same seed."""
    bots = [bot(name, "remembering.py") for name in "abc"]
    runs = []
    for deals in (3, 6):  # the second deals the three of the first, and then three that nobody has met
        event = tournament(tmp_path / "event", deals=deals, bots=bots)
        store = tmp_path / f"{deals}.db"
        with Cluster(machines.address) as cluster:
            wait_for_workers(cluster, 3)
            assert run_tournament(event, store, 3, executor=cluster) is Outcome.FINISHED
        check_chance(store)
        runs.append(meetings(store))
    met = [*runs[0], *runs[1]]
    assert len(set(met)) == len(met) == (3 + 6) * 9
    processes = [{process for process, _ in run} for run in runs]
    assert processes[0] & processes[1], "some played in both runs"


def test_a_worker_that_has_other_bots_is_refused(machines: Machines, tmp_path: Path) -> None:
    event = tournament(tmp_path / "event", bots=[bot(name, "first.py") for name in "abc"])
    (tmp_path / "event" / "first.py").write_text("another program")
    with Cluster(machines.address) as cluster:
        wait_for_workers(cluster, 1)
        with pytest.raises(ClusterError, match=r"bot 'a': .*first.py is another file than where"):
            cluster.check(event.bots)
    (tmp_path / "event" / "first.py").unlink()
    assert "first.py" in lacking_bots(event.bots)[0]


def test_a_call_on_a_worker_is_as_one_here(machines: Machines, tmp_path: Path) -> None:
    with Cluster(machines.address) as cluster:
        wait_for_workers(cluster, 1)
        assert cluster.submit(pow, 2, 5).result() == 32
        with pytest.raises(ZeroDivisionError):
            cluster.submit(divmod, 1, 0).result()
    with pytest.raises(RuntimeError, match="was let go"):
        cluster.submit(pow, 2, 5)


def test_where_no_scheduler_answers_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.tournament.cluster.CONNECT_S", 0.2)
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        Cluster("tcp://127.0.0.1:1")


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['distributed'] = None; import arena.tournament.cluster"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.stderr.splitlines()[-1] == (
        "ImportError: a cluster needs distributed: pip install 'bot-arena[cluster]'"
    )
