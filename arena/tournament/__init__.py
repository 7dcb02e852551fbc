"""Tournaments: who meets whom, playing it with nothing lost, and the store that holds it.

In short.

    from arena.tournament import Store, read_tournament, run_tournament

    run_tournament(read_tournament(Path("club.toml")), Path("club.db"), jobs=2)
    with Store(Path("club.db")) as store:
        for result in store.results():
            ...
"""

from typing import TYPE_CHECKING

from arena.lazy import names_of

if TYPE_CHECKING:
    from arena.tournament.aim import Aim
    from arena.tournament.cautions import advice, cores
    from arena.tournament.changes import TournamentChanged
    from arena.tournament.database import StoreError
    from arena.tournament.events import (
        BroughtForward,
        Fixed,
        NotStarting,
        Progress,
        RolledBack,
        Stopping,
        TableStopped,
        Tick,
    )
    from arena.tournament.fixtures import Fixture, Table
    from arena.tournament.results import MatchResult
    from arena.tournament.rows import Attempt
    from arena.tournament.runner import Outcome, run_tournament
    from arena.tournament.store import Status, Store
    from arena.tournament.tournament import Tournament
    from arena.tournament.tournament_file import ConfigError, read_tournament
else:
    __getattr__ = names_of(
        __name__,
        {
            "aim": ["Aim"],
            "cautions": ["advice", "cores"],
            "changes": ["TournamentChanged"],
            "database": ["StoreError"],
            "events": [
                "BroughtForward",
                "Fixed",
                "NotStarting",
                "Progress",
                "RolledBack",
                "Stopping",
                "TableStopped",
                "Tick",
            ],
            "fixtures": ["Fixture", "Table"],
            "results": ["MatchResult"],
            "rows": ["Attempt"],
            "runner": ["Outcome", "run_tournament"],
            "store": ["Status", "Store"],
            "tournament": ["Tournament"],
            "tournament_file": ["ConfigError", "read_tournament"],
        },
    )

__all__ = [
    "Aim",
    "Attempt",
    "BroughtForward",
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
