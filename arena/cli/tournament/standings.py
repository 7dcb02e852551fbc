"""`arena tournament standings`: who stands where."""

from __future__ import annotations

import click

from arena.cli.databases import store_option
from arena.cli.options import format_option
from arena.report.standings import standings_parts
from arena.report.tables import render_parts
from arena.tournament import Store


@click.command()
@store_option
@format_option
def command(store: Store, format: str) -> None:
    """Who stands where, by the rules of the tournament's schedule, also while it runs.

    Points are means over pairings (in a swiss schedule over rounds, with 0.5 for a bye; in a knockout those
    of the last pairing): 1 against a bot that ranked behind, 0.5 against an equal one. Ties are broken by
    the opponents' points, the mean score, fewer faults, and lot. A leaderboard tells strength, standings who
    wins.

    \b
    Example:
      arena tournament standings --db club.db
    """
    click.echo(render_parts(standings_parts(store), format))
