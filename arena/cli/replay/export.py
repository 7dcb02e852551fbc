"""`arena replay export`: a match for other programs."""

from __future__ import annotations

import click

from arena.cli.options import format_option_of
from arena.cli.recordings import Recording, recording_arguments


@click.command()
@recording_arguments
@format_option_of("jsonl")
@click.option(
    "--states", is_flag=True, help="With the whole state after, and the legal list before, each decision."
)
def command(recording: Recording, format: str, states: bool) -> None:
    """Write the match as JSON lines, for other programs."""
    from arena.match.replay import export_jsonl

    for line in export_jsonl(recording.read(), states):
        click.echo(line)
