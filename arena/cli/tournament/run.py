"""`arena tournament run`: play a tournament."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.options import PATH, yes_option
from arena.cli.venues import Venue, venue_options

if TYPE_CHECKING:
    from arena.tournament import Aim


@click.command()
@click.argument("file", metavar="FILE.toml", type=PATH)
@click.option("--db", type=PATH, metavar="FILE", help="Where results go; FILE.db if not given.")
@click.option("--accept-changes", is_flag=True, help="Go on although the file or a bot has changed.")
@click.option(
    "--until",
    metavar='"error < X"',
    help="Stop when every bot's strength, as arena verdict has it, has a standard error below X; one that won"
    " or lost everything has none.",
)
@yes_option
@venue_options("Matches played at once; half the cores if not given.")
def command(
    file: Path, db: Path | None, accept_changes: bool, until: str | None, yes: bool, venue: Venue
) -> int:
    """Run the tournament that FILE.toml describes, or go on with it.

    Ctrl-C lets the running matches finish, a second one abandons them; a later run goes on where this one
    stopped. Nothing is lost when the machine fails.

    \b
    Examples:
      arena tournament run examples/club_night.toml
      arena tournament run club.toml --db night.db --jobs 4
      arena tournament run club.toml --until "error < 0.1"
    """
    from arena.cli.extent import check_extent
    from arena.tournament import read_tournament

    tournament = read_tournament(file)
    check_extent(file, tournament, yes)
    from arena.cli.running import play, show_outcome  # what plays takes a while: a wrong file is told first

    aim = None if until is None else _settled_table(until)
    db = db or file.with_suffix(".db")
    outcome = play(tournament, db, venue, secrets=[file, db], accept_changes=accept_changes, aim=aim)
    return show_outcome(db, outcome, aim)


def _settled_table(until: str) -> Aim:
    """The aim that --until names. Raises click.UsageError."""
    from arena.extras import from_extra

    module = from_extra("arena.ratings.settled")
    try:
        aim: Aim = module.SettledTable(module.parse_until(until))
    except ValueError as error:
        raise click.UsageError(f"--until: {error}") from None
    return aim
