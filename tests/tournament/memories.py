"""What bots that remember every deal make of it, and which processes met which deals."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from arena import tournament
from arena.match.record import MatchRecord
from arena.tournament import Store

RARE = 1e-6
"""Who guesses as well as that by chance less often than this knew more."""
SIGMAS = 5
"""How far from chance all predictions together may be."""
PAGE = Path(tournament.__file__).parent / "SCHEDULES.md"
MET_TWICE = PAGE.read_text("utf-8").split("```sql\n")[1].split("```")[0]
"""What the page says that finds the processes that met a deal twice."""


class Prediction(NamedTuple):
    """Of so many cards that a bot could not see so many were in the next seat's hand; how many of those it
    named were."""

    unseen: int
    held: int
    named: int
    right: int

    @property
    def expected(self) -> float:
        """How many would be right by chance."""
        return self.named * self.held / self.unseen

    @property
    def variance(self) -> float:
        """Of the number that would be right by chance."""
        return self.expected * (1 - self.held / self.unseen) * (self.unseen - self.named) / (self.unseen - 1)

    @property
    def luck(self) -> float:
        """The probability to name at least as many right ones by chance."""
        ways = sum(
            math.comb(self.held, right) * math.comb(self.unseen - self.held, self.named - right)
            for right in range(self.right, min(self.held, self.named) + 1)
        )
        return ways / math.comb(self.unseen, self.named)


def predictions(record: MatchRecord) -> Iterator[Prediction]:
    """What the remembering bots of a match said, checked against the hands that were dealt."""
    for decision in record.decisions:
        if decision.note is not None:
            unseen, named = set(decision.note["unseen"]), set(decision.note["predicts"])
            held = unseen.intersection(record.state["hands"][(decision.seat + 1) % record.players])
            yield Prediction(len(unseen), len(held), len(named), len(held & named))


def all_predictions(store: Path) -> list[Prediction]:
    """Those of an event's bots, one of each in each match."""
    with Store(store) as reader:
        results = list(reader.results())
        found = [one for result in results for one in predictions(reader.replay(result.match))]
    assert not any(fault for result in results for fault in result.faults)
    assert len(found) == sum(result.players for result in results)
    return found


def knowing(found: list[Prediction]) -> int:
    """How many predictions were better than chance has it."""
    return sum(prediction.luck < RARE for prediction in found)


def sigmas(found: list[Prediction]) -> float:
    """By how many standard deviations all predictions together were better than chance."""
    excess = sum(prediction.right - prediction.expected for prediction in found)
    return excess / math.sqrt(sum(prediction.variance for prediction in found))


def check_chance(store: Path) -> None:
    """Nobody met a deal twice, and nobody knew anything."""
    assert met_twice(store) == []
    found = all_predictions(store)
    assert knowing(found) == 0
    assert abs(sigmas(found)) < SIGMAS


def met_twice(store: Path) -> list[tuple[str, str, int, str]]:
    """The processes that met a deal twice, each with the deal, by what the store says alone."""
    with closing(sqlite3.connect(store)) as db:
        return db.execute(MET_TWICE).fetchall()


def meetings(store: Path) -> list[tuple[str, str]]:
    """The processes of all matches that have a result, each with the shuffles that it met."""
    found = []
    with Store(store) as reader:
        for result in reader.results():
            *_, fixed = reader.attempts(result.match)
            assert len(set(fixed.processes) - {None}) == result.players
            found += [(process, result.shuffle) for process in fixed.processes if process is not None]
    return found
