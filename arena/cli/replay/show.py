"""`arena replay show`: a match, decision by decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.cli.recordings import Recording, chosen_eye, recording_arguments, wait_for_enter
from arena.cli.streams import is_screen, use_color

if TYPE_CHECKING:
    from arena.match.narration import Eye, Film
    from arena.match.record import MatchRecord


@click.command()
@recording_arguments
@click.option("--from", "first", type=click.IntRange(min=0), default=0, help="Start at this decision.")
@click.option("--to", "last", type=click.IntRange(min=0), help="Stop after this decision.")
@click.option(
    "--eyes",
    default="all",
    show_default=True,
    metavar="all|spectator|SEAT",
    help="Who looks: what they may not see is not shown.",
)
@click.option("--step", is_flag=True, help="On one screen, to leaf through; ? shows the keys.")
def command(recording: Recording, first: int, last: int | None, eyes: str, step: bool) -> None:
    """Draw the position after each decision, and tell in words what happened.

    With --step the match is leafed through on one screen: forward, back, to a decision, to the next one that
    is told with some words. Where there is no terminal, --step waits for Enter after each decision.

    \b
    Examples:
      arena replay show match.replay --step
      arena replay show match.replay --eyes spectator --to 10
      arena replay show club.db --match dragon-whisperer-3/t0001/d001/r1 --from 20 --to 30
    """
    from arena.cli.watch import print_page
    from arena.match.narration import Film

    record = recording.read()
    eye = chosen_eye(eyes, record.players)
    end = len(record.decisions) - 1
    if first > end or (last is not None and last < first):
        raise click.UsageError(f"--from and --to: the match has the decisions 0 to {end}")
    last = end if last is None else min(last, end)
    film = Film.of(record)
    closing = [_result(film, record, last, eye), *_faults(record, last, eye)]
    if step and is_screen():
        _leaf(film, first, last, eye, closing)
        return
    click.echo(f"{record.game}, {record.players} players: {', '.join(film.names)}\n")
    for number in range(first, last + 1):
        print_page(film.page(number, eye, color=use_color()))
        if step:
            wait_for_enter("Enter for the next, Ctrl-C to stop")
    for line in closing:
        click.echo(line)


def _leaf(film: Film, first: int, last: int, eye: Eye, closing: list[str]) -> None:
    from arena.cli.leafing import Leafing
    from arena.cli.screen import Screen

    with Screen() as screen:
        Leafing(screen, film, first, last, color=use_color(), eye=eye, closing=closing).run()


def _result(film: Film, record: MatchRecord, last: int, eye: Eye) -> str:
    """How the match ended, or stands after a decision before its end."""
    end = len(record.decisions) - 1
    if last == end:
        return f"scores {list(record.scores)}, ranks {list(record.ranks)}"
    scores = film.page(last, eye).scores
    so_far = "" if scores is None else f"scores so far {list(scores)}; "
    return f"{so_far}the match goes on to decision {end}"


def _faults(record: MatchRecord, up_to: int, eye: Eye) -> list[str]:
    """The faults until a decision; with the last one, also those of the end. Evidence may hold secrets."""
    from arena.match.narration import ALL
    from arena.report.faults import match_faults_in_words

    whole = up_to == len(record.decisions) - 1
    faults = [fault.summary() for fault in record.faults if whole or (fault.decision or 0) <= up_to]
    names = [bot.name for bot in record.bots]
    if eye == ALL:
        return match_faults_in_words(faults, names)
    return [f"{names[fault['seat']]} (seat {fault['seat']}) is out: {fault['kind']}" for fault in faults]
