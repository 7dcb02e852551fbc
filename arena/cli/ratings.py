"""`arena ratings`: the ratings that a database keeps."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.standings import db_option, the_database
from arena.ratings.book import Book, read_book
from arena.tournament import Store
from arena.tournament.ledger import Ledger


@click.group()
def command() -> None:
    """Ratings are kept with the results, each of which is rated once, as it is fixed."""


@command.command("rebuild")
@db_option
def rebuild_command(db: Path | None) -> int:
    """Compute all ratings anew from the results alone; exit status 1 if they were others than what was kept.

    \b
    Example:
      arena ratings rebuild --db club.db
    """
    path = the_database(db)
    Store(path).close()  # a run would make one of what is none yet
    with Ledger(path, Book.open) as ledger:
        before = read_book(ledger)
        ledger.rebuild()
        after = read_book(ledger)
        results = ledger.status().done
    different = [
        row.bot
        for row in after.rows()
        if (row.mu, row.sigma) != (before.standing()[row.bot].mu, before.standing()[row.bot].sigma)
    ]
    if different:
        click.echo(f"rebuilt from {results} results; other ratings than were kept: {', '.join(different)}")
        return 1
    click.echo(f"rebuilt from {results} results; they agree with what was kept")
    return 0
