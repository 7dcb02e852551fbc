"""`arena faults`: what bots did wrong in a tournament, with the evidence."""

from __future__ import annotations

import click

from arena.cli.databases import check_bots, store_option
from arena.cli.names import Player
from arena.cli.options import format_option, last_option
from arena.process.faults import FaultKind
from arena.report.faults import COLUMNS, EVIDENCE, all_columns, fault_rows, in_words
from arena.report.tables import render
from arena.tournament import Store


@click.command()
@store_option
@click.option("--bot", "-b", metavar="NAME", type=Player(), help="Only this bot's.")
@click.option(
    "--kind", "-k", type=click.Choice([kind.value for kind in FaultKind]), help="Only faults of this kind."
)
@last_option
@format_option
def command(store: Store, bot: str | None, kind: str | None, last: int | None, format: str) -> None:
    """Every fault of a tournament, with the evidence, also while it runs.

    \b
    Examples:
      arena faults --db club.db
      arena faults --db club.db --bot mine --kind timeout --format json
    """
    if bot is not None:
        check_bots(store, bot)
    found = fault_rows(store, bot=bot, kind=kind, last=last)
    if format == "text":
        click.echo("\n\n".join(map(in_words, found)) or "no faults")
    else:
        click.echo(render(found, format, COLUMNS | EVIDENCE if format == "markdown" else all_columns()))
