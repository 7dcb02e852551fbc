"""`arena times`: how long moves take."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from arena.cli.common import format_option
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import db_option, nothing_yet, the_database
from arena.ratings.distributions import Distribution, times
from arena.report.tables import columns_of, render
from arena.tournament import Store


@click.command()
@db_option
@selection_options
@format_option
def command(db: Path | None, selection: Selection, format: str) -> None:
    """How many milliseconds each bot takes for a move, by game and size of table.

    A number is the mean of one match; the table tells how these means are distributed.

    \b
    Example:
      arena times --db club.db --players 4
    """
    with Store(the_database(db)) as store:
        rows = [asdict(row) for row in times(selection.results(store))]
    columns = columns_of(Distribution)
    click.echo(render(rows, format, columns) if rows else nothing_yet(format, columns))
