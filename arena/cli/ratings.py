"""`arena ratings`: the ratings that a database keeps."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.standings import db_option, the_database
from arena.ratings.book import ALL_GAMES, Book, read_book
from arena.tournament import Store
from arena.tournament.ledger import Ledger


@click.group()
def command() -> None:
    """What ratings are made of is kept with the results: sums, and the live ladder of a league.

    The ladder rates each result once, as it is fixed; tables rate all of them at once.
    """


@command.command("rebuild")
@db_option
def rebuild_command(db: Path | None) -> int:
    """Count all results anew; exit status 1 if that gives other ratings than what was kept.

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
    different = sorted({bot for game in (ALL_GAMES, *after.games) for bot in _changed(before, after, game)})
    if different:
        click.echo(f"rebuilt from {results} results; other ratings than were kept: {', '.join(different)}")
        return 1
    click.echo(f"rebuilt from {results} results; they agree with what was kept")
    return 0


def _changed(before: Book, after: Book, game: str) -> set[str]:
    """The bots whose rating, by all results at once or on the ladder, is another one."""
    then, now = before.ratings(game), after.ratings(game)
    changed = {bot for bot in now if now[bot] != then.get(bot)}
    if game and before.place == after.place:
        ladder, anew = before.standing(game).ratings, after.standing(game).ratings
        changed |= {bot for bot in anew if anew[bot] != ladder.get(bot)}
    return changed
