"""`arena trace`: what was said over the pipes of a match."""

from __future__ import annotations

import json
from pathlib import Path

import click

from arena.cli.options import PATH, format_option_of
from arena.cli.streams import name_unknown


@click.command()
@click.argument("file", type=PATH)
@click.option("--seat", type=click.IntRange(min=0), help="Only the conversation with the bot at this seat.")
@click.option("--hex", "hexadecimal", is_flag=True, help="Also the bytes.")
@format_option_of("text", "json")
def command(file: Path, seat: int | None, hexadecimal: bool, format: str) -> None:
    """Print what `arena play --trace FILE` kept: each message, whose it was, and when.

    -> went to a bot, <- came from it, and | it wrote to its stderr, as soon as the arena saw it. What a bot
    was told of events is put into sentences below its message; --format json has it as it was.

    \b
    Examples:
      arena play dragon-whisperer mybot random random --trace match.trace
      arena trace match.trace --seat 0 --hex
    """
    from arena.match.trace import Logged, in_time, read_trace, said_as_data, trace_lines

    trace = read_trace(file)
    name_unknown(file, trace.unknown)
    if seat is not None and seat >= len(trace.bots):
        raise click.UsageError(f"--seat: the match had the seats 0 to {len(trace.bots) - 1}")
    if format == "text":
        for line in trace_lines(trace, seat, hexadecimal):
            click.echo(line)
        return
    rows = [
        item._asdict() if isinstance(item, Logged) else said_as_data(item) for item in in_time(trace, seat)
    ]
    head = {"game": trace.game, "bots": trace.bots}
    click.echo(json.dumps({**head, "said": rows, "faults": trace.faults}, indent=2))
