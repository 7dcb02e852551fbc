"""`arena tournament status`: how far a tournament is."""

from __future__ import annotations

import click

from arena.cli.databases import store_option
from arena.cli.options import format_option
from arena.report.status import status_row
from arena.report.tables import render_record
from arena.tournament import Store


@click.command()
@store_option
@format_option
def command(store: Store, format: str) -> None:
    """How far a tournament is, also while it runs.

    \b
      scheduled   matches that are known by now; later rounds are added when they begin
      done        played, with a result
      running     being played now
      waiting     still to be played
      stopped     not played in this run: their pairing failed twice in a row, or a bot was dropped
      void        attempts without a result, by the arena's failure or an interruption; played again
      active      whether a run is at work on it

    \b
    Examples:
      arena tournament status --db club.db
      arena tournament status --db club.db --format json
    """
    click.echo(render_record(status_row(store), format))
