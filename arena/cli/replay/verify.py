"""`arena replay verify`: a match, proved by the rules."""

from __future__ import annotations

import json

import click

from arena.cli.options import format_option_of
from arena.cli.recordings import Recording, recording_arguments


@click.command()
@recording_arguments
@format_option_of("text", "json")
def command(recording: Recording, format: str) -> int:
    """Play every decision again by the rules, and check scores and ranks; exit status 1 if they differ."""
    from arena.match.replay import DamagedReplay
    from arena.match.verify import verify

    try:
        problems = verify(recording.read())
    except DamagedReplay as damage:
        problems = [str(damage)]
    if format == "json":
        click.echo(json.dumps({"verified": not problems, "problems": problems}, indent=2))
    else:
        click.echo(
            "\n".join(problems) or "verified: every decision was legal, and the result follows from them"
        )
    return 1 if problems else 0
