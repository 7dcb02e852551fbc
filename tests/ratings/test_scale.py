"""Many results: neither adding one nor reading the leaderboard costs more than among few.

Measured in steps of SQLite's machine and in entries written, which are the same on every machine.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest

from arena.ratings.book import Book, read_book
from arena.tournament import Store, read_tournament
from arena.tournament.ledger import Ledger
from arena.tournament.play import Played

FILE = 'deals = 200\n[[game]]\nid = "portals"\nplayers = [2]\n' + "".join(
    f'[[bot]]\nname = "bot {number}"\nbundled = "random"\n' for number in range(6)
)
"""15 tables, 30 matches a deal, 6000 in all."""


def fix_one(ledger: Ledger) -> None:
    issued = ledger.issue()
    assert issued is not None
    ledger.fix(issued, Played((1, 2), (9, 5), (None, None), (7, 7), (1.5, 1.5), b"replay"))


def fill(ledger: Ledger, upto: int) -> None:
    """Fix all matches up to a place at once, and have them counted."""
    columns = [json.dumps(column) for column in ([1, 2], [9, 5], [None, None], [7, 7], [1.5, 1.5])]
    waiting = "SELECT place, ?, ?, ?, ?, ? FROM matches WHERE state = 'waiting' AND place <= ?"
    with ledger._transaction():
        ledger._db.execute(f"INSERT INTO results {waiting}", (*columns, upto))
        ledger._db.execute("UPDATE matches SET state = 'fixed' WHERE place <= ?", (upto,))
    ledger._count_all()


@contextmanager
def counting(database: sqlite3.Connection) -> Iterator[Callable[[], int]]:
    """Counts the machine's steps, by tens."""
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 10
        return 0

    database.set_progress_handler(step, 10)
    yield lambda: steps
    database.set_progress_handler(None, 10)


def steps_of(database: sqlite3.Connection, action: Callable[[], object]) -> int:
    with counting(database) as steps:
        action()
    return steps()


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    folder = tmp_path_factory.mktemp("many")
    (folder / "many.toml").write_text(FILE)
    with Ledger(folder / "many.db", Book.open) as ledger:
        ledger.enter(read_tournament(folder / "many.toml"))
        yield ledger


@pytest.mark.slow
def test_adding_and_reading_cost_the_same_among_few_and_many(ledger: Ledger) -> None:
    fill(ledger, 100)

    def cost() -> tuple[float, int, int]:
        add = median(steps_of(ledger._db, lambda: fix_one(ledger)) for _ in range(20))
        with Store(ledger.path) as reader:
            read = steps_of(reader._db, lambda: read_book(reader).rows())
            return add, read, len(reader.book_entries())

    few = cost()
    fill(ledger, 5_000)
    many = cost()
    assert many[0] <= 1.2 * few[0]
    assert many[1] <= 1.2 * few[1]
    assert many[2] == few[2], "the book grows with the bots only"
    with Store(ledger.path) as reader:
        assert sum(row.matches for row in read_book(reader).rows()) == 2 * 5_020


def test_a_solo_is_found_to_be_the_last_of_its_deal_without_a_search(tmp_path: Path) -> None:
    (tmp_path / "solo.toml").write_text(FILE.replace("[2]", "[1]"))
    with Ledger(tmp_path / "solo.db", Book.open) as ledger:
        ledger.enter(read_tournament(tmp_path / "solo.toml"))

        def solo() -> None:
            issued = ledger.issue()
            assert issued is not None
            ledger.fix(issued, Played((1,), (9,), (None,), (7,), (1.5,), b""))

        costs = [steps_of(ledger._db, solo) for _ in range(300)]
        assert median(costs[-60:]) <= 1.2 * median(costs[60:120])
