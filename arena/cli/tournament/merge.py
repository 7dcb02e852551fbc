"""`arena tournament merge`: two databases in one."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import PATH
from arena.cli.streams import say


@click.command()
@click.argument("first", metavar="A.db", type=PATH)
@click.argument("second", metavar="B.db", type=PATH)
@click.option("-o", "--output", metavar="C.db", type=PATH, required=True, help="A new file.")
def command(first: Path, second: Path, output: Path) -> None:
    """Join the results of two databases in a third.

    Where both are of one event, played in two places, each match is there once, and a run can go on with the
    result. Of two events, bots of one name must be the same program. What stands between them is named.

    \b
    Examples:
      arena tournament merge monday.db tuesday.db -o week.db
    """
    from arena.ratings.book import Book
    from arena.tournament.ledger import Ledger
    from arena.tournament.merge import merge

    merged = merge(first, second, output)
    with Ledger(output, Book.open) as ledger:
        ledger.rebuild()
    both = f", {merged.both} of them in both" if merged.both else ""
    total = merged.first + merged.second - merged.both
    say(f"{output} has {total} matches: {merged.first} of {first}, {merged.second} of {second}{both}")
