"""`arena crosstable`: who beats whom."""

from __future__ import annotations

import json
from pathlib import Path

import click

from arena import games
from arena.cli.common import format_option
from arena.cli.standings import crosstable_rows, db_option, the_database
from arena.report.tables import render
from arena.tournament import Store


@click.command()
@db_option
@click.option("--game", "-g", metavar="GAME", help="Only this game's matches.")
@format_option
def command(db: Path | None, game: str | None, format: str) -> None:
    """Who beats whom: each bot's mean points against each other, over all matches in which both sat.

    A better rank than the other's is 1 point, an equal one 0.5, a worse one 0.

    \b
    Example:
      arena crosstable --db club.db --format csv
    """
    if game is not None:
        game = games.get(game).id
    with Store(the_database(db)) as store:
        rows = crosstable_rows(store.results(game))
    if format == "json":
        click.echo(json.dumps(rows, indent=2))
        return
    table = [
        {
            "bot": row["bot"],
            "points": row["points"],
            **{other["bot"]: row["against"].get(other["bot"], {}).get("points") for other in rows},
        }
        for row in rows
    ]
    click.echo(render(table, format) if table else "no match has been played yet")
