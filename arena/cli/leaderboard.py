"""`arena leaderboard`: the TrueSkill table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import click

from arena.cli.common import format_option
from arena.cli.extras import from_extra
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import db_option, headings, leaderboard_rows, leaderboard_text, the_database
from arena.hints import nearest
from arena.ratings.leaderboard import Row
from arena.report.tables import render
from arena.tournament import MatchResult, Store

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


def with_strengths(rows: list[dict[str, Any]], results: Iterable[MatchResult]) -> list[dict[str, Any]]:
    """The rows of a leaderboard with what the joint fit says of the bots, None where it says nothing."""
    try:
        strengths = from_extra("arena.ratings.verdict").strengths(results)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    found = {strength.bot: asdict(strength) for strength in strengths}
    keys = {f"strength_{name}": name for name in ("rank", "error", "low", "high")} | {"strength": "strength"}
    return [row | {key: found.get(row["bot"], {}).get(name) for key, name in keys.items()} for row in rows]


STRENGTH = {"strength": "strength", "strength_error": "±", "strength_rank": "its rank"}
"""The columns of the joint fit that people see."""


def _marked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, best rating first, with a mark at each rank of a strength that is another one."""
    return [
        row | {"strength_rank": f"{'≠ ' if row['strength_rank'] != rank else ''}{row['strength_rank'] or ''}"}
        for rank, row in enumerate(rows, 1)
    ]


@click.command()
@db_option
@selection_options
@click.option(
    "--columns", callback=_columns, metavar="A,B,...", help=f"Which columns, of {', '.join(COLUMNS)}."
)
@click.option(
    "--verdict", is_flag=True, help="Beside TrueSkill, each bot's strength in the joint fit, with its error."
)
@format_option
def command(
    db: Path | None, selection: Selection, columns: list[str] | None, verdict: bool, format: str
) -> None:
    """The TrueSkill table of a tournament, also while it runs.

    A bot's rating is mu - 3 sigma: it is better than that with great certainty. Wins are matches won alone,
    ties first places shared. A bot with a fault comes last in that match, and its faults are counted.

    All results are rated at once: their order never counts. What is summed up of them is kept with them, by
    game and size of table; a part in time is counted when asked for.

    With --verdict a strength's rank is marked where it is not the rating's. A rating asks for certainty, so a
    bot with few matches is behind one of equal strength with many; the strength is the better guess.

    \b
    Examples:
      arena leaderboard --db club.db
      arena leaderboard --db club.db --game portals --format markdown
      arena leaderboard --db club.db --verdict
      arena leaderboard --db club.db --players 4 --since 2026-01-31 --columns rank,bot,rating,ms
    """
    with Store(the_database(db)) as store:
        book = selection.book(store)
        rows = leaderboard_rows(book, selection.scope, columns) if verdict else []
        if verdict:
            rows = with_strengths(rows, selection.results(store, by_deal=True))
    if verdict:
        shown = _marked(rows) if format in ("text", "markdown") else rows
        click.echo(render(shown, format, headings(selection.scope, columns) | STRENGTH))
    elif format == "json":
        click.echo(render(leaderboard_rows(book, selection.scope, columns), format))
    else:
        click.echo(leaderboard_text(book, format, columns))
