"""Who stands where in a tournament, by the rules of its schedule, and who has won."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arena.report.tables import Part
from arena.tournament import Store, standings
from arena.tournament.fixtures import Setup
from arena.tournament.showings import ByTable, showings

COLUMNS = {
    "rank": "rank",
    "bot": "bot",
    "points": "points",
    "opponents": "opponents",
    "score": "mean score",
    "faults": "faults",
    "tables": "tables",
    "round": "round",
    "out": "out",
}
"""The keys of standings, with their headings."""


def standings_rows(store: Store, played: ByTable | None = None) -> dict[str, list[dict[str, Any]]]:
    """The standings by the rules of the tournament's schedule, for each game and number of players: a row for
    each bot, best first.

    `played` is what was done in each pairing, where that has been summed up already. Raises StoreError
    where the store can't be read.
    """
    kind = store.description()["schedule"]
    found = standings.standings(kind, store.field(), store.tables(), played or showings(store.results()))
    return {setup_title(setup): [asdict(row) for row in rows] for setup, rows in found.items()}


def standings_parts(store: Store) -> list[Part]:
    """The same as tables."""
    return [Part(title, rows, COLUMNS) for title, rows in standings_rows(store).items()]


def winners(store: Store, played: ByTable | None = None) -> dict[str, str]:
    """Who has won, by game and number of players, where all has been played that there is to play.

    `played` as for `standings_rows`. Raises StoreError where the store can't be read.
    """
    status = store.status()
    if status.waiting or status.running or status.stopped:
        return {}
    kind = store.description()["schedule"]
    won = standings.winners(kind, store.field(), store.tables(), played or showings(store.results()))
    return {setup_title(setup): bot for setup, bot in won.items()}


def setup_title(setup: Setup) -> str:
    """A game and a number of players, for people."""
    game, players = setup
    return f"{game}, {players} player{'s' if players > 1 else ''}"
