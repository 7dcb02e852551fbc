"""`arena tournament schedule`: what would be played."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import click

from arena.cli.options import PATH, format_option, yes_option
from arena.cli.patience import Patience
from arena.cli.streams import tell
from arena.report.tables import render, stream


@click.command()
@click.argument("file", metavar="FILE.toml", type=PATH)
@click.option("--balance", is_flag=True, help="Only how balanced it is.")
@yes_option
@format_option
def command(file: Path, balance: bool, yes: bool, format: str) -> None:
    """What FILE.toml would play, match by match, without playing it, and how balanced that is.

    In a swiss, knockout or league schedule, these are the matches of the first round: what comes later
    follows from their results. The balance tells how often each bot has each seat, each other bot, each
    other bot in the seat after its own, and each deal: in how many matches if all were equal, at least, and
    at most. In a gauntlet that is told for the challengers, and for the others by themselves.

    \b
    Examples:
      arena tournament schedule club.toml
      arena tournament schedule club.toml --balance --format json
    """
    from arena.cli.extent import check_extent
    from arena.report.schedules import balance_rows, fixture_rows
    from arena.tournament import read_tournament
    from arena.tournament.balance import Balancing
    from arena.tournament.watch import watched

    tournament = read_tournament(file)
    if tournament.seed_is_drawn:
        tell(f"{file} has no seed: who sits beside whom is drawn when it begins, and not always as here")
    check_extent(file, tournament, yes)
    balancing = Balancing(tournament.field)
    with watched(Patience()):
        rows = fixture_rows(tournament, balancing)
        if balance:
            deque(rows, maxlen=0)
        else:
            for piece in stream(rows, format):
                click.echo(piece, nl=False)
    balanced = render(balance_rows(balancing), format)
    if balance:
        click.echo(balanced)
    elif format in ("text", "markdown"):
        click.echo(f"\n{balancing.count} matches\n\n{balanced}")
