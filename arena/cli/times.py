"""`arena times`: how long moves take."""

from __future__ import annotations

import click

from arena.cli.databases import nothing_yet, store_option
from arena.cli.options import format_option
from arena.cli.selection import selection_options
from arena.report.numbers import COLUMNS, time_rows
from arena.report.selection import Selection
from arena.report.tables import render
from arena.tournament import Store


@click.command()
@store_option
@selection_options
@format_option
def command(store: Store, selection: Selection, format: str) -> None:
    """How many milliseconds each bot takes for a move, by game and number of players.

    Each match gives one value, the mean of the bot's moves in it; a row tells how these are distributed.

    \b
    Example:
      arena times --db club.db --players 4
    """
    rows = time_rows(store, selection)
    click.echo(render(rows, format, COLUMNS) if rows else nothing_yet(format, COLUMNS))
