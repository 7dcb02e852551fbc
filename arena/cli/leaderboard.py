"""`arena leaderboard`: the TrueSkill table."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import click

from arena.cli.common import format_option
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import db_option, leaderboard_rows, leaderboard_text, the_database
from arena.ratings.tables import Row
from arena.report.tables import render
from arena.tournament import Store
from arena.tournament.entries import nearest

COLUMNS = tuple(field.name for field in fields(Row))


def _columns(_ctx: click.Context, _param: click.Parameter, value: str | None) -> list[str] | None:
    """The columns in a list with commas."""
    if value is None:
        return None
    words = [word.strip() for word in value.split(",")]
    for word in words:
        if word not in COLUMNS:
            raise click.BadParameter(f"there is no column {word!r}{nearest(word, COLUMNS)}")
    return words


@click.command()
@db_option
@selection_options
@click.option(
    "--columns", callback=_columns, metavar="A,B,...", help=f"Which columns, of {', '.join(COLUMNS)}."
)
@format_option
def command(db: Path | None, selection: Selection, columns: list[str] | None, format: str) -> None:
    """The TrueSkill table of a tournament, also while it runs.

    A bot's rating is mu - 3 sigma: it is better than that with great certainty. Wins are matches won alone,
    ties first places shared. A bot with a fault comes last in that match, and its faults are counted.

    The whole table and those of single games are kept with the results and only read; tables of some sizes
    and times are counted when asked for.

    \b
    Examples:
      arena leaderboard --db club.db
      arena leaderboard --db club.db --game portals --format markdown
      arena leaderboard --db club.db --players 4 --since 2026-01-31 --columns rank,bot,rating,ms
    """
    with Store(the_database(db)) as store:
        book = selection.book(store)
    if format in ("json", "csv"):
        click.echo(render(leaderboard_rows(book, selection.scope, columns), format))
    elif selection.game is None:
        click.echo(leaderboard_text(book, format, columns))
    else:
        click.echo(leaderboard_text(book.of_game(selection.game), format, columns))
