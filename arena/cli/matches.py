"""`arena matches`: the matches of a tournament, as a list or as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli.databases import check_bots, nothing_yet, store_option
from arena.cli.names import Columns, Player
from arena.cli.options import format_option_of, last_option
from arena.cli.selection import selection_options
from arena.cli.streams import say
from arena.extras import from_extra
from arena.report.matches import COLUMNS, SHOWN, Seat, match_rows, seat_rows
from arena.report.selection import Selection
from arena.report.tables import FORMATS, columns_of, csv_lines, render
from arena.tournament import Store

PARQUET = "parquet"


@click.command()
@store_option
@selection_options
@click.option(
    "--bot",
    "-b",
    "bots",
    metavar="NAME",
    type=Player(),
    multiple=True,
    help="Only with this bot; may be repeated.",
)
@click.option("--faults", "faulty", is_flag=True, help="Only matches in which a bot had a fault.")
@last_option
@click.option(
    "--columns",
    type=Columns(COLUMNS),
    metavar="A,B,...",
    help=f"Which columns of text and Markdown, of {', '.join(COLUMNS)}. Default: {', '.join(SHOWN)}.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where parquet goes.",
)
@format_option_of(*FORMATS, PARQUET)
def command(
    store: Store,
    selection: Selection,
    bots: tuple[str, ...],
    faulty: bool,
    last: int | None,
    columns: tuple[str, ...] | None,
    output: Path | None,
    format: str,
) -> None:
    """The matches that have a result, in the order of the schedule, also while a tournament runs.

    Text, Markdown and JSON have a row a match, whose lists run by seat; CSV and Parquet have a row a seat,
    for other programs. Times are in UTC; `ms` is the mean time of the decisions that a bot answered. Parquet
    needs -o, and: pip install 'bot-arena[parquet]'.

    \b
    Examples:
      arena matches --db club.db --last 10
      arena matches --db club.db --bot mine --faults
      arena matches --db club.db --columns match,bots,scores,ms,ended
      arena matches --db club.db --game portals --format csv
    """
    if (format == PARQUET) != (output is not None):
        raise click.UsageError("--format parquet and -o FILE go together")
    check_bots(store, *bots)
    which: dict[str, Any] = {"bots": bots, "faulty": faulty, "last": last}
    if output is not None:
        count = from_extra("arena.report.parquet").write(output, seat_rows(store, selection, **which))
        click.echo(f"{count} rows written to {output}")
    elif format == "csv":
        for line in csv_lines(seat_rows(store, selection, **which), columns_of(Seat)):
            say(line)
    else:
        rows = list(match_rows(store, selection, **which))
        headings = {name: name for name in columns or SHOWN}
        none = "no match fits" if store.setups_played() else nothing_yet(format, headings)
        click.echo(render(rows, format, headings) if rows or format == "json" else none)
