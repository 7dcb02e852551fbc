"""`arena head-to-head`: two bots, match by match."""

from __future__ import annotations

import json

import click

from arena.cli.databases import check_bots, store_option
from arena.cli.names import Player
from arena.cli.options import format_option, last_option
from arena.cli.selection import selection_options
from arena.report.encounters import COLUMNS, head_to_head
from arena.report.selection import Selection
from arena.report.tables import render, render_parts
from arena.tournament import Store


@click.command()
@click.argument("first", metavar="A", type=Player())
@click.argument("second", metavar="B", type=Player())
@store_option
@selection_options
@last_option
@format_option
def command(
    first: str, second: str, store: Store, selection: Selection, last: int | None, format: str
) -> None:
    """All meetings of two bots, in one match or alone on the same deal, and how to see one. JSON
    and CSV have the command that shows each.

    \b
    Examples:
      arena head-to-head mine greedy --db club.db --last 10
      arena head-to-head mine greedy --db club.db --format json
    """
    check_bots(store, first, second)
    found = head_to_head(store, first, second, selection, last)
    if format == "json":
        click.echo(json.dumps(found.to_data(), indent=2))
    elif parts := found.parts():
        click.echo(render_parts(parts, format))
    else:
        click.echo(render([], format, COLUMNS) if format == "csv" else "they have not met yet")
