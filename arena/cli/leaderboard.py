"""`arena leaderboard`: the TrueSkill ratings."""

from __future__ import annotations

import click

from arena.cli.databases import store_option
from arena.cli.names import Columns
from arena.cli.options import format_option
from arena.cli.selection import selection_options
from arena.report.leaderboards import (
    COLUMNS,
    SHOWN,
    SHOWN_WITH_STRENGTH,
    STRENGTH_HEADINGS,
    headings,
    leaderboard_parts,
    leaderboard_rows,
    marked,
)
from arena.report.selection import Selection
from arena.report.tables import render, render_parts
from arena.tournament import Store


@click.command()
@store_option
@selection_options
@click.option(
    "--columns",
    type=Columns(COLUMNS),
    metavar="A,B,...",
    help=f"Which columns, of {', '.join(COLUMNS)}. Default of text and Markdown: {', '.join(SHOWN)}.",
)
@click.option(
    "--verdict", is_flag=True, help="Beside TrueSkill, each bot's strength in the joint fit, with its error."
)
@format_option
def command(
    store: Store, selection: Selection, columns: tuple[str, ...] | None, verdict: bool, format: str
) -> None:
    """The TrueSkill ratings of a tournament's bots, best first, also while it runs.

    A bot's rating is mu - 3 sigma: it is better than that with great certainty. Wins are matches won alone,
    ties first places shared. A bot with a fault comes last in that match, and its faults are counted.

    All results are rated at once: their order never counts. What is summed up of them is kept with them, by
    game and number of players; a part in time is counted when asked for.

    With --verdict a strength's rank is marked where it is not the rating's. A rating asks for certainty, so a
    bot with few matches is behind one of equal strength with many; the strength is the better guess.

    \b
    Examples:
      arena leaderboard --db club.db
      arena leaderboard --db club.db --game portals --format markdown
      arena leaderboard --db club.db --verdict
      arena leaderboard --db club.db --players 4 --since 2026-01-31 --columns rank,bot,rating,ms
    """
    if verdict or format == "json":
        rows = leaderboard_rows(store, selection, columns or COLUMNS, strengths=verdict)
        shown = marked(rows) if verdict and format in ("text", "markdown") else rows
        click.echo(
            render(
                shown, format, headings(selection.scope, columns or SHOWN_WITH_STRENGTH) | STRENGTH_HEADINGS
            )
        )
    else:
        click.echo(render_parts(leaderboard_parts(selection.book(store), columns), format))
