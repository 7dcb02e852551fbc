"""`arena scores`: how scores are distributed."""

from __future__ import annotations

import click

from arena.cli.databases import nothing_yet, store_option
from arena.cli.options import format_option
from arena.cli.selection import selection_options
from arena.report.numbers import COLUMNS, score_rows
from arena.report.selection import Selection
from arena.report.tables import render
from arena.tournament import Store


@click.command()
@store_option
@selection_options
@format_option
def command(store: Store, selection: Selection, format: str) -> None:
    """How each bot's scores are distributed, by game and number of players: mean, deviation, and quarters.

    \b
    Example:
      arena scores --db club.db --game portals --format csv
    """
    rows = score_rows(store, selection)
    click.echo(render(rows, format, COLUMNS) if rows else nothing_yet(format, COLUMNS))
