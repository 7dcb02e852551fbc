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
@click.option(
    "--log",
    "logs",
    metavar="DIR",
    type=PATH,
    help="Keep what bots write to their stderr there: a file a bot and worker, of 4 MiB at most.",
)
@yes_option
@venue_options("Matches played at once; half the cores if not given.")
def command(
    file: Path,
    db: Path | None,
    accept_changes: bool,
    until: str | None,
    logs: Path | None,
    yes: bool,
    venue: Venue,
) -> int:
    """Run the tournament that FILE.toml describes, or go on with it.

    Ctrl-C lets the running matches finish, a second one abandons them; a later run goes on where this one
    stopped. Nothing is lost when the machine fails.

    \b
    Examples:
      arena tournament run examples/club_night.toml
      arena tournament run club.toml --db night.db --jobs 4
      arena tournament run club.toml --until "error < 0.1"
      arena tournament run club.toml --log logs
    """
    from arena.cli.extent import check_extent
    from arena.tournament import read_tournament

    tournament = read_tournament(file)
    check_extent(file, tournament, yes)
    from arena.cli.running import play, show_outcome  # what plays takes a while: a wrong file is told first

    aim = None if until is None else _settled_table(until)
    logs = None if logs is None else _folder_of_logs(logs, venue)
    db = db or file.with_suffix(".db")
    outcome = play(
        tournament, db, venue, secrets=[file, db], accept_changes=accept_changes, aim=aim, logs=logs
    )
    return show_outcome(db, outcome, aim)


def _folder_of_logs(folder: Path, venue: Venue) -> Path:
    """The folder, made if it is not there. Raises click.UsageError."""
    if venue.executor != "local":
        raise click.UsageError(
            "--log goes with --executor local: a cluster's workers have disks of their own"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"--log: {folder} can't be a folder: {error.strerror}") from None
    return folder.absolute()


def _settled_table(until: str) -> Aim:
    """The aim that --until names. Raises click.UsageError."""
    from arena.extras import from_extra

    module = from_extra("arena.ratings.settled")
    try:
        aim: Aim = module.SettledTable(module.parse_until(until))
    except ValueError as error:
        raise click.UsageError(f"--until: {error}") from None
    return aim
