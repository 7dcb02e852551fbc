"""Tournaments: who meets whom, playing it with nothing lost, and the store that holds it.

In short::

    from arena.tournament import Store, read_tournament, run_tournament

    run_tournament(read_tournament(Path("club.toml")), Path("club.db"), jobs=2)
    with Store(Path("club.db")) as store:
        for result in store.results():
            ...
"""

from arena.tournament.advice import advice, cores
from arena.tournament.aim import Aim
from arena.tournament.changes import TournamentChanged
from arena.tournament.config import ConfigError, Tournament, read_tournament
from arena.tournament.events import Fixed, NotStarting, Progress, RolledBack, Stopping, TableStopped, Tick
from arena.tournament.fixtures import Fixture, Table
from arena.tournament.results import MatchResult
from arena.tournament.runner import Outcome, run_tournament
from arena.tournament.store import Attempt, Status, Store, StoreError

__all__ = [
    "Aim",
    "Attempt",
    "ConfigError",
    "Fixed",
    "Fixture",
    "MatchResult",
    "NotStarting",
    "Outcome",
    "Progress",
    "RolledBack",
    "Status",
    "Stopping",
    "Store",
    "StoreError",
    "Table",
    "TableStopped",
    "Tick",
    "Tournament",
    "TournamentChanged",
    "advice",
    "cores",
    "read_tournament",
    "run_tournament",
]
