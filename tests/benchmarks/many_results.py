"""A store of many matches of 100 bots, 200 000 if not said otherwise, with results drawn at random."""

from __future__ import annotations

import json
import random
from pathlib import Path

from arena.tournament import read_tournament
from arena.tournament.fixtures import Table
from arena.tournament.ledger import Ledger
from arena.tournament.schedules import numbered

BOTS = 100

DEALS = 20
TABLES = {("dragon-whisperer", 4): 1250, ("portals", 2): 2500}
"""Of a hundred thousand matches each: all deals in all rotations."""

FILE = f"""
name = "many"
schedule = "league"
deals = {DEALS}
seed = 1
[[game]]
id = "dragon-whisperer"
players = [4]
[[game]]
id = "portals"
players = [2]
"""


def many_results(folder: Path, share: float = 1.0) -> Path:
    """The database, in that folder, of a run that has kept no book, with that share of the matches."""
    (folder / "many.toml").write_text(
        FILE + "".join(f'[[bot]]\nname = "bot {number:03}"\nbundled = "random"\n' for number in range(BOTS))
    )
    tournament = read_tournament(folder / "many.toml")
    chance = random.Random(1)
    strengths = {bot: chance.gauss(0, 3) for bot in tournament.field.bots}
    drawn = [
        Table(game, tuple(chance.sample(tournament.field.bots, players)))
        for (game, players), count in TABLES.items()
        for _ in range(round(count * share))
    ]
    with Ledger(folder / "many.db") as ledger:
        ledger.enter(tournament)
        with ledger._transaction():
            ledger._db.execute("DELETE FROM matches")
            ledger._db.execute("DELETE FROM tables")
            tables = list(numbered(drawn, ()))
            ledger._add_tables(tables)
            ledger._add(tables, tournament.fixtures(tables))
            matches = ledger._db.execute("SELECT place, id, bots FROM matches ORDER BY place").fetchall()
            ledger._db.executemany(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
                ((place, *_columns(json.loads(bots), strengths, chance)) for place, _, bots in matches),
            )
            ledger._db.executemany(
                "INSERT INTO attempts (match, event, began, ended, outcome) VALUES (?, 1, ?, ?, 'fixed')",
                ((match, 1e9 + place, 1e9 + place + 1.0) for place, match, _ in matches),
            )
            ledger._db.execute("UPDATE matches SET state = 'fixed'")
    return folder / "many.db"


def _columns(bots: list[str], strengths: dict[str, float], chance: random.Random) -> list[str]:
    """Ranks, scores, faults, decisions and milliseconds by seat, as a store holds them."""
    scores = [round(chance.gauss(strengths[bot], 6)) for bot in bots]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    ms = [round(chance.uniform(1, 3), 4) for _ in bots]
    return [json.dumps(column) for column in (ranks, scores, [None] * len(bots), [40] * len(bots), ms)]
