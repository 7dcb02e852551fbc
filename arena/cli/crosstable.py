"""`arena crosstable`: who beats whom."""

from __future__ import annotations

import click

from arena.cli.databases import nothing_yet, store_option
from arena.cli.options import format_option
from arena.cli.selection import selection_options
from arena.report.crosstables import crosstable_rows, square
from arena.report.selection import Selection
from arena.report.tables import render
from arena.tournament import Store


@click.command()
@store_option
@selection_options
@click.option(
    "--by",
    type=click.Choice(["points", "wins"]),
    default="points",
    show_default=True,
    help="Show mean points, or the share of better ranks.",
)
@format_option
def command(store: Store, selection: Selection, by: str, format: str) -> None:
    """Who beats whom: each bot's mean points against each other, over all deals that both have played.

    A better rank than the other's is 1 point, an equal one 0.5, a worse one 0; the mean is taken in each
    deal, then over deals, as everywhere (GLOSSARY.md). Errors are standard errors with deals as units; JSON
    has points and wins with theirs, CSV the numbers without errors.

    \b
    Examples:
      arena crosstable --db club.db
      arena crosstable --db club.db --by wins --players 4 --format csv
    """
    rows = crosstable_rows(store, selection)
    if not rows:
        click.echo(nothing_yet(format, {name: name for name in ("bot", "points")}))
        return
    click.echo(render(rows if format == "json" else square(rows, by, errors=format != "csv"), format))
