"""Tournaments that come to more matches than were meant."""

from __future__ import annotations

from pathlib import Path

import click

from arena.tournament import Tournament
from arena.tournament.extent import objection


def check_extent(file: Path, tournament: Tournament, confirmed: bool) -> None:
    """Raises click.UsageError for a tournament that comes to more matches than were meant, most likely."""
    if words := objection(tournament, confirmed):
        raise click.UsageError(f"{file}: {words}")
