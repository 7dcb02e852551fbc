"""`arena replay show`: a match, decision by decision."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

import click

from arena.cli.recordings import Recording, recording_arguments, wait_for_enter
from arena.cli.streams import use_color

if TYPE_CHECKING:
    from arena.match.record import MatchRecord


@click.command()
@recording_arguments
@click.option("--from", "first", type=click.IntRange(min=0), default=0, help="Start at this decision.")
@click.option("--to", "last", type=click.IntRange(min=0), help="Stop after this decision.")
@click.option("--step", is_flag=True, help="Wait for Enter after each decision.")
def command(recording: Recording, first: int, last: int | None, step: bool) -> None:
    """Draw the position after each decision.

    \b
    Examples:
      arena replay show match.replay --step
      arena replay show club.db --match dragon-whisperer-3/t0001/d001/r1 --from 20 --to 30
    """
    from arena.match.replay import show

    record = recording.read()
    end = len(record.decisions) - 1
    if first > end or (last is not None and last < first):
        raise click.UsageError(f"--from and --to: the match has the decisions 0 to {end}")
    last = end if last is None else min(last, end)
    click.echo(f"{record.game}, {record.players} players: {', '.join(bot.name for bot in record.bots)}\n")
    for page in islice(show(record, color=use_color()), first, last + 1):
        click.echo(f"--- {page.number}: {page.text}")
        note = record.decisions[page.number].note
        if note is not None:
            click.echo(f"note: {json.dumps(note)}")
        click.echo(f"{page.drawing}\n")
        if step:
            wait_for_enter("Enter for the next, Ctrl-C to stop")
    if last < end:
        click.echo(f"scores so far {list(page.scores)}; the match goes on to decision {end}")
    else:
        click.echo(f"scores {list(record.scores)}, ranks {list(record.ranks)}")
    _show_faults(record, up_to=last)


def _show_faults(record: MatchRecord, up_to: int) -> None:
    """Print the faults until a decision; with the last one, also those of the end."""
    from arena.report.faults import match_faults_in_words

    whole = up_to == len(record.decisions) - 1
    faults = [fault.summary() for fault in record.faults if whole or (fault.decision or 0) <= up_to]
    for line in match_faults_in_words(faults, [bot.name for bot in record.bots]):
        click.echo(line)
