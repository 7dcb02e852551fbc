"""Tournaments with results that nobody played."""

from __future__ import annotations

import random
from pathlib import Path

from arena.ratings.book import Book
from arena.tournament import read_tournament
from arena.tournament.ledger import Ledger
from arena.tournament.play import Played

STRENGTHS = {"strong": 6.0, "middle": 3.0, "twin": 3.0, "weak": 0.0}

FILE = """
name = "synthetic"
deals = {deals}
seed = 1
[[game]]
id = "dragon-whisperer"
players = [3, 4]
[[game]]
id = "portals"
players = [1, 2]
""" + "".join(f'[[bot]]\nname = "{name}"\nbundled = "random"\n' for name in STRENGTHS)


def play(folder: Path, deals: int = 10, seat_worth: float = 2.0) -> Path:
    """The database of a tournament in `folder` with scores drawn at random, better ones in the first seat."""
    file = folder / "synthetic.toml"
    file.write_text(FILE.format(deals=deals))
    chance = random.Random(1)
    with Ledger(folder / "synthetic.db", Book.open) as ledger:
        ledger.enter(read_tournament(file))
        while (issued := ledger.issue()) is not None:
            bots = issued.fixture.bots
            scores = [
                round(chance.gauss(STRENGTHS[bot] + seat_worth * (seat == 0), 3))
                for seat, bot in enumerate(bots)
            ]
            ledger.fix(
                issued,
                Played(
                    ranks=tuple(1 + sum(other > score for other in scores) for score in scores),
                    scores=tuple(scores),
                    faults=tuple("crash" if score < -5 else None for score in scores),
                    decisions=(5,) * len(bots),
                    ms=tuple(round(chance.uniform(1, 3), 4) for _ in bots),
                    replay=b"",
                ),
            )
    return folder / "synthetic.db"
