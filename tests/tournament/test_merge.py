"""Two stores joined: of one event, of two, and of what can't be joined."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.tournament import Store, StoreError, Tournament, read_tournament
from arena.tournament.ledger import Issued, Ledger
from arena.tournament.merge import merge
from arena.tournament.play import Played

FILE = """
name = "night"
deals = 2
seed = {seed}
[[game]]
id = "portals"
players = [1, 2]
[[bot]]
name = "a"
bundled = "random"
[[bot]]
name = "b"
bundled = "{b}"
[[bot]]
name = "c"
bundled = "random"
"""
WhichToPlay = Callable[[Issued], bool]


def event(folder: Path, seed: int = 5, b: str = "random", options: str = "") -> Tournament:
    file = folder / f"event-{seed}-{b}{len(options)}.toml"
    file.write_text(FILE.format(seed=seed, b=b).replace("players = [1, 2]", f"players = [1, 2]\n{options}"))
    return read_tournament(file)


def played(path: Path, tournament: Tournament, wanted: WhichToPlay, best: int = 0) -> Path:
    """A store with results of those matches; the seat `best` has won each."""
    with Ledger(path) as ledger:
        ledger.enter(tournament)
        kept = []
        while (issued := ledger.issue()) is not None:
            kept.append(issued)
        for issued in kept:
            if wanted(issued):
                seats = len(issued.fixture.bots)
                first = best % seats
                ledger.fix(
                    issued,
                    Played(
                        ranks=tuple(1 if seat == first else 2 for seat in range(seats)),
                        scores=tuple(9.0 if seat == first else 1.0 for seat in range(seats)),
                        faults=(None,) * seats,
                        decisions=(3,) * seats,
                        ms=(1.0,) * seats,
                        replay=b"",
                        processes=tuple(f"p{issued.attempt}-{seat}" for seat in range(seats)),
                    ),
                )
            else:
                ledger.rollback(issued, "interrupted", "left to the other")
    return path


def rows(path: Path) -> dict[str, tuple[object, ...]]:
    with Store(path) as store:
        return {r.match: (r.bots, r.ranks, r.scores, store.played(r).seed) for r in store.results()}


def test_one_event_in_two_places_is_there_once(tmp_path: Path) -> None:
    """Every match is played here or there, some in both: together they are the event played in one place."""
    whole = played(tmp_path / "whole.db", event(tmp_path), lambda _: True)
    one = played(tmp_path / "one.db", event(tmp_path), lambda issued: issued.order % 3 != 0)
    other = played(tmp_path / "other.db", event(tmp_path), lambda issued: issued.order % 3 != 1)
    merged = merge(one, other, tmp_path / "both.db")
    assert rows(tmp_path / "both.db") == rows(whole)
    assert merged.first + merged.second - merged.both == len(rows(whole))
    assert merged.both == len(rows(one).keys() & rows(other).keys()) > 0
    with Store(tmp_path / "both.db") as store, Store(whole) as all_of_it:
        assert store.status().done == all_of_it.status().done == store.status().scheduled
        assert store.description() == all_of_it.description()
        for result in store.results():
            assert [a.outcome for a in store.attempts(result.match)].count("fixed") == 1


def test_a_run_goes_on_with_one_event(tmp_path: Path) -> None:
    one = played(tmp_path / "one.db", event(tmp_path), lambda issued: issued.order % 3 == 0)
    other = played(tmp_path / "other.db", event(tmp_path), lambda issued: issued.order % 3 == 1)
    merge(one, other, tmp_path / "both.db")
    before = rows(tmp_path / "both.db")
    played(tmp_path / "both.db", event(tmp_path), lambda _: True)
    whole = rows(played(tmp_path / "whole.db", event(tmp_path), lambda _: True))
    assert rows(tmp_path / "both.db") == whole
    assert before.items() <= whole.items()


def test_two_events_of_the_same_bots_keep_their_deals_apart(tmp_path: Path) -> None:
    one = played(tmp_path / "one.db", event(tmp_path, seed=5), lambda _: True)
    other = played(tmp_path / "other.db", event(tmp_path, seed=6), lambda _: True)
    merge(one, other, tmp_path / "both.db")
    first, second, both = rows(one), rows(other), rows(tmp_path / "both.db")
    assert len(both) == len(first) + len(second)
    assert first.items() <= both.items(), "the first event's matches keep their ids"
    seeds = sorted(str(row) for row in [*first.values(), *second.values()])
    assert sorted(str(row) for row in both.values()) == seeds, (
        "each has its bots, its result and its own seed"
    )
    with Store(tmp_path / "both.db") as store:
        of_deal: dict[tuple[str, int, str], set[int]] = {}
        for result in store.results():
            key = result.game, result.players, result.deal
            of_deal.setdefault(key, set()).add(store.played(result).seed)
    assert all(len(seeds) == 1 for seeds in of_deal.values()), "no deal is of both"
    third = played(tmp_path / "third.db", event(tmp_path, seed=7), lambda _: True)
    merge(tmp_path / "both.db", third, tmp_path / "three.db")
    assert len(rows(tmp_path / "three.db")) == len(both) + len(rows(third))


@pytest.mark.parametrize(
    ("b", "options", "says"),
    [
        ("greedy", "", "bot 'b' is another program in each"),
        ("random", "options = { magic_spells = true }", "portals has other options in each"),
    ],
)
def test_what_stands_between_two_events_is_named(tmp_path: Path, b: str, options: str, says: str) -> None:
    one = played(tmp_path / "one.db", event(tmp_path), lambda _: True)
    other = played(tmp_path / "other.db", event(tmp_path, 5, b, options), lambda _: True)
    with pytest.raises(StoreError, match=says):
        merge(one, other, tmp_path / "both.db")
    assert not (tmp_path / "both.db").exists()


def test_two_results_of_one_match_are_a_conflict(tmp_path: Path) -> None:
    one = played(tmp_path / "one.db", event(tmp_path), lambda issued: issued.order < 20)
    other = played(tmp_path / "other.db", event(tmp_path), lambda issued: issued.order > 17, best=1)
    with pytest.raises(StoreError, match=r"portals-2/t\d+/d\d+/r\d has another result in each"):
        merge(one, other, tmp_path / "both.db")
    assert sorted(path.name for path in tmp_path.glob("*.db*")) == ["one.db", "other.db"]


def test_no_file_is_written_over_and_none_is_changed(tmp_path: Path) -> None:
    one = played(tmp_path / "one.db", event(tmp_path), lambda _: True)
    other = played(tmp_path / "other.db", event(tmp_path, seed=6), lambda _: True)
    before = one.read_bytes(), other.read_bytes()
    with pytest.raises(StoreError, match="is there already"):
        merge(one, other, one)
    merge(one, other, tmp_path / "both.db")
    assert (one.read_bytes(), other.read_bytes()) == before
    with pytest.raises(StoreError, match="does not exist"):
        merge(one, tmp_path / "nowhere.db", tmp_path / "new.db")
    broken = tmp_path / "broken.db"
    broken.write_bytes(other.read_bytes())
    with sqlite3.connect(broken) as db:
        db.execute("UPDATE events SET description = '[]'")
    db.close()
    with pytest.raises(StoreError, match="damaged"):
        merge(one, broken, tmp_path / "new.db")
