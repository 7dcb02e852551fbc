"""Lots: no name wins them, a resumed event draws the same again, and an event goes on as it began."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from kinds import Season, field

from arena.tournament import Store, read_tournament
from arena.tournament.ledger import Ledger
from arena.tournament.lots import Lots

NAMES = [f"bot {number:02}" for number in range(8)]
EVENT = """
schedule = "{kind}"
[[game]]
id = "portals"
players = [2]
""" + "".join(f'[[bot]]\nname = "{name}"\nbundled = "random"\n' for name in NAMES)


def by_hash(names: list[str], lot: object) -> list[str]:
    return sorted(names, key=lambda name: hashlib.sha256(f"{lot}\0{name}".encode()).digest())


def write(folder: Path, kind: str) -> Path:
    file = folder / "event.toml"
    file.write_text(EVENT.format(kind=kind))
    return file


@pytest.mark.slow
def test_who_comes_first_depends_on_the_seed() -> None:
    first = [Lots(seed).order(NAMES, "portals")[0] for seed in range(12)]
    assert len(set(first)) > 4
    assert len({tuple(Lots(1).order(NAMES, game, round)) for game in "ab" for round in (1, 2)}) == 4


def test_the_seed_alone_decides() -> None:
    assert Lots(7).order(NAMES, "portals", 2) == Lots(7).order(reversed(NAMES), "portals", 2)
    assert "7" not in repr(Lots(7))


@pytest.mark.parametrize("kind", ["knockout", "swiss", "league"])
def test_the_first_round_is_another_one_with_other_lots(kind: str) -> None:
    of = field(kind, 8, [2], rounds=3)
    rounds = [Season(kind, replace(of, lots=Lots(seed))).play_round() for seed in (1, 1, 2)]
    assert rounds[0] == rounds[1]
    assert rounds[0] != rounds[2]


@pytest.mark.parametrize("kind", ["knockout", "swiss", "league"])
def test_a_resumed_event_and_whoever_reads_it_draw_the_same(kind: str, tmp_path: Path) -> None:
    file, db = write(tmp_path, kind), tmp_path / "event.db"
    orders = []
    for _ in range(2):  # the file has no seed: another one is drawn each time, and not used
        with Ledger(db) as ledger:
            entered = ledger.enter(read_tournament(file))
            orders.append(entered.field.lots.order(NAMES, "portals"))
        with Store(db) as store:
            orders.append(store.field().lots.order(NAMES, "portals"))
    assert orders == [orders[0]] * 4
    assert orders[0] != by_hash(NAMES, "portals")


def test_an_event_that_began_with_open_lots_goes_on_with_them(tmp_path: Path) -> None:
    file, db = write(tmp_path, "knockout"), tmp_path / "event.db"
    with Ledger(db) as ledger:
        ledger.enter(read_tournament(file))
    with closing(sqlite3.connect(db)) as connection, connection:
        said = json.loads(connection.execute("SELECT description FROM events").fetchone()[0])
        assert said.pop("lots") == "secret"
        connection.execute("UPDATE events SET description = ?", (json.dumps(said),))
    with Ledger(db) as ledger:
        entered = ledger.enter(read_tournament(file))
        assert entered.field.lots.order(NAMES, "portals") == by_hash(NAMES, "portals")
        assert entered.field.lots.order(NAMES, "portals", 3) == by_hash(NAMES, ("portals", 3))
        assert ledger.field().lots.order(NAMES, "portals") == by_hash(NAMES, "portals")
