"""`arena report`: a tournament as a web page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.databases import store_option

if TYPE_CHECKING:
    from arena.tournament import Store


@click.command()
@store_option
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("report"),
    show_default=True,
    help="The folder to write index.html to.",
)
def command(store: Store, output: Path) -> None:
    """A tournament as one web page: standings, who beats whom, scores, times, faults.

    The page needs nothing else, no server and no network: open it, mail it, print it. It can be made while
    the tournament runs.

    \b
    Example:
      arena report --db club.db -o report
    """
    from arena.cli.reading import reading
    from arena.extras import from_extra
    from arena.report.content import content_of

    page = from_extra("arena.report.page")
    written = page.write_page(content_of(store, reading), output)
    click.echo(f"written to {written}")
