"""`arena crosstable`: who beats whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from arena.cli.common import format_option
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import crosstable_rows, db_option, the_database
from arena.ratings.pairs import fares
from arena.report.tables import render
from arena.tournament import Store


@click.command()
@db_option
@selection_options
@click.option(
    "--by",
    type=click.Choice(["points", "wins"]),
    default="points",
    show_default=True,
    help="Show mean points, or the share of better ranks.",
)
@format_option
def command(db: Path | None, selection: Selection, by: str, format: str) -> None:
    """Who beats whom: each bot's mean points against each other, over all deals that both have played.

    A better rank than the other's is 1 point, an equal one 0.5, a worse one 0; the mean is taken in each
    deal, then over deals, as everywhere (GLOSSARY.md). Errors are standard errors with deals as units; JSON
    has points and wins with theirs, CSV the numbers without errors.

    \b
    Examples:
      arena crosstable --db club.db
      arena crosstable --db club.db --by wins --players 4 --format csv
    """
    with Store(the_database(db)) as store:
        rows = crosstable_rows(fares(selection.results(store, by_deal=True)))
    if format == "json":
        click.echo(json.dumps(rows, indent=2))
        return
    table = [
        {
            "bot": row["bot"],
            "points": row["points"],
            **{other["bot"]: _cell(row["against"].get(other["bot"]), by, format) for other in rows},
        }
        for row in rows
    ]
    click.echo(render(table, format) if table else "no match has been played yet")


def _cell(fare: dict[str, Any] | None, by: str, format: str) -> object:
    """What one bot has against another, for people with its error."""
    if fare is None or format == "csv":
        return fare and fare[by]
    error = fare[f"{by}_error"]
    return f"{fare[by]:.2f}" + ("" if error is None else f" ± {error:.2f}")
