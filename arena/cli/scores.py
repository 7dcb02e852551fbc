"""`arena scores`: how scores are distributed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from arena.cli.common import format_option
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import db_option, nothing_yet, the_database
from arena.ratings.distributions import Distribution, scores
from arena.report.tables import columns_of, render
from arena.tournament import Store


@click.command()
@db_option
@selection_options
@format_option
def command(db: Path | None, selection: Selection, format: str) -> None:
    """How each bot's scores are distributed, by game and size of table: mean, deviation, and quarters.

    \b
    Example:
      arena scores --db club.db --game portals --format csv
    """
    with Store(the_database(db)) as store:
        rows = [asdict(row) for row in scores(selection.results(store))]
    columns = columns_of(Distribution)
    click.echo(render(rows, format, columns) if rows else nothing_yet(format, columns))
