"""`arena ratings rebuild`: the kept ratings, counted anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.databases import db_option
from arena.cli.streams import tell

if TYPE_CHECKING:
    from arena.ratings.book import Book


@click.command()
@db_option
def command(db: Path) -> int:
    """Count all results anew; exit status 1 if that gives other ratings than what was kept.

    \b
    Example:
      arena ratings rebuild --db club.db
    """
    from arena.cli.progress import brought_forward
    from arena.ratings.book import ALL_GAMES, Book, read_book
    from arena.tournament import Store
    from arena.tournament.ledger import Ledger

    Store(db).close()  # a run would make one of what is none yet
    with Ledger(db, Book.open) as ledger:
        if ledger.kept is not None:
            tell(brought_forward(ledger.kept))
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
    if game and before.counted_to == after.counted_to:
        ladder, anew = before.standing(game).ratings, after.standing(game).ratings
        changed |= {bot for bot in anew if anew[bot] != ladder.get(bot)}
    return changed
