"""The matches that a tournament would play, and how balanced they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from arena.tournament import Fixture, Tournament
from arena.tournament.balance import Balancing


def fixture_rows(tournament: Tournament, balancing: Balancing) -> Iterator[dict[str, Any]]:
    """A row for each match that is known before any is played, one after the other; each is counted for the
    balance."""
    for fixture in tournament.opening():
        balancing.add(fixture)
        yield _row(fixture)


def balance_rows(balancing: Balancing) -> list[dict[str, Any]]:
    """How often each bot has each seat, each other bot, and so on: a row for each kind of thing."""
    return [asdict(row) for row in balancing.rows()]


def _row(fixture: Fixture) -> dict[str, Any]:
    """A match that a tournament would play."""
    return {
        "match": fixture.id,
        "game": fixture.game,
        "players": fixture.players,
        "deal": fixture.deal,
        "bots": list(fixture.bots),
    }
