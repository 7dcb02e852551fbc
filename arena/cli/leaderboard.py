"""`arena leaderboard`: the TrueSkill table."""

from __future__ import annotations

from pathlib import Path

import click

from arena import games
from arena.cli.common import format_option
from arena.cli.standings import db_option, leaderboard_rows, leaderboard_text, the_database
from arena.report.tables import render
from arena.tournament import Store


@click.command()
@db_option
@click.option("--game", "-g", metavar="GAME", help="Only this game's matches.")
@format_option
def command(db: Path | None, game: str | None, format: str) -> None:
    """The TrueSkill table of a tournament, also while it runs.

    A bot's rating is mu - 3 sigma: it is better than that with great certainty. Wins are matches won alone,
    ties first places shared. A bot with a fault comes last in that match, and its faults are counted.

    \b
    Examples:
      arena leaderboard --db club.db
      arena leaderboard --db club.db --game portals --format markdown
    """
    if game is not None:
        game = games.get(game).id
    with Store(the_database(db)) as store:
        results = list(store.results(game))
    if format in ("json", "csv"):
        click.echo(render(leaderboard_rows(results), format))
    else:
        click.echo(leaderboard_text(results, format))
