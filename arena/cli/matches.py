"""`arena matches`: the matches of a tournament, as a list or as data."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arena.cli.common import say
from arena.cli.extras import from_extra
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import check_bots, db_option, nothing_yet, the_database
from arena.report.matches import COLUMNS, Seat, match_row, seats
from arena.report.tables import FORMATS, columns_of, csv_lines, render
from arena.tournament import MatchResult, Store

PARQUET = "parquet"


@click.command()
@db_option
@selection_options
@click.option(
    "--bot", "-b", "bots", metavar="NAME", multiple=True, help="Only with this bot; may be repeated."
)
@click.option("--faults", "faulty", is_flag=True, help="Only matches in which a bot had a fault.")
@click.option("--last", "-n", type=click.IntRange(1), metavar="N", help="Only the last N of the schedule.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where parquet goes.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice([*FORMATS, PARQUET]),
    default="text",
    show_default=True,
    help="How to print.",
)
def command(
    db: Path | None,
    selection: Selection,
    bots: tuple[str, ...],
    faulty: bool,
    last: int | None,
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
      arena matches --db club.db --game portals --format csv
    """
    if (format == PARQUET) != (output is not None):
        raise click.UsageError("--format parquet and -o FILE go together")
    write = from_extra("arena.report.parquet").write if output is not None else None
    path = the_database(db)
    if bots:
        check_bots(path, *bots)
    with Store(path) as store:
        chosen: Iterator[MatchResult] = (
            result
            for result in selection.results(store)
            if set(bots) <= set(result.bots) and (not faulty or any(result.faults))
        )
        found = iter(deque(chosen, last)) if last else chosen
        if write is not None and output is not None:
            try:
                count = write(output, _seats(store, found))
            except OSError as error:
                raise click.ClickException(f"{output} can't be written: {error.strerror or error}") from None
            click.echo(f"{count} rows written to {output}")
        elif format == "csv":
            for line in csv_lines(_seats(store, found), columns_of(Seat)):
                say(line)
        else:
            rows = [match_row(result, store.played(result)) for result in found]
            none = "no match fits" if store.setups_played() else nothing_yet(format, COLUMNS)
            click.echo(render(rows, format, COLUMNS) if rows or format == "json" else none)


def _seats(store: Store, results: Iterator[MatchResult]) -> Iterator[dict[str, Any]]:
    for result in results:
        for seat in seats(result, store.played(result)):
            yield asdict(seat)
