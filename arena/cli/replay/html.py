"""`arena replay html`: a match as a page to look at."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import PATH
from arena.cli.recordings import Recording, chosen_eye, recording_arguments


@click.command()
@recording_arguments
@click.option(
    "-o", "--output", metavar="FILE", type=PATH, default=Path("match.html"), show_default=True,
    help="The page to write.",
)  # fmt: skip
@click.option(
    "--eyes",
    metavar="all|spectator|SEAT,...",
    help="Whose eyes the match can be seen through; what they may not see is not in the page. Default: all of"
    " these.",
)
def command(recording: Recording, output: Path, eyes: str | None) -> None:
    """Write the match as one page that steps, plays and jumps through it, in pictures and words.

    The page needs no network and no other file: open it, mail it, put it on a site. Unless --eyes says
    otherwise it can show everything, hidden cards and bots' notes included; it says so where it does.

    \b
    Examples:
      arena replay html match.replay -o match.html
      arena replay html club.db --match dragon-whisperer-3/t0001/d001/r1 --eyes spectator
    """
    from arena.report.files import write_ours
    from arena.report.viewer import GENERATOR, viewer

    record = recording.read()
    chosen = None if eyes is None else [chosen_eye(word, record.players) for word in eyes.split(",")]
    write_ours(output, viewer(record, chosen), GENERATOR)
    click.echo(f"written to {output}")
