"""`arena head-to-head`: two bots, match by match."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arena.cli.common import format_option
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import check_bots, db_option, the_database
from arena.ratings.pairs import fares
from arena.report.tables import Part, render, render_parts
from arena.tournament import MatchResult, Store

COLUMNS = {name: name for name in ("match", "seats", "ranks", "scores", "faults", "replay")}


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@db_option
@selection_options
@click.option("--last", type=click.IntRange(1), metavar="N", help="List only the last N matches.")
@format_option
def command(
    first: str, second: str, db: Path | None, selection: Selection, last: int | None, format: str
) -> None:
    """All matches in which both bots sat, with the command that shows each match.

    \b
    Examples:
      arena head-to-head mine greedy --db club.db --last 10
      arena head-to-head mine greedy --db club.db --format json
    """
    path = the_database(db)
    check_bots(path, first, second)
    with Store(path) as store:
        met = [result for result in selection.results(store) if {first, second} <= set(result.bots)]
    rows = [row for result in met for row in _encounters(result, first, second, path)][-(last or 0) :]
    fare = fares(met).get((first, second))
    if format == "json":
        summary = {"bots": [first, second], **({} if fare is None else asdict(fare))}
        click.echo(json.dumps(summary | {"matches": rows}, indent=2))
        return
    if fare is None:
        click.echo(render([], format, COLUMNS) if format == "csv" else "they have not met yet")
        return
    error = "" if fare.points.error is None else f" ± {fare.points.error:.3f}"
    sentence = f"{first} has {fare.points.value:.3f}{error} points a meeting, of {fare.encounters}"
    summary = {"bot": first, "opponent": second, "encounters": fare.encounters}
    summary |= {"points": fare.points.value, "points_error": fare.points.error}
    parts = Part("matches", rows), Part("summary", [summary], sentence=sentence)
    click.echo(render_parts(parts, format))


def _encounters(result: MatchResult, first: str, second: str, db: Path) -> Iterable[dict[str, Any]]:
    """A row for each two seats of theirs."""
    for seat, bot in enumerate(result.bots):
        for other, opponent in enumerate(result.bots):
            if (bot, opponent) == (first, second):
                yield {
                    "match": result.match,
                    "seats": [seat, other],
                    "ranks": [result.ranks[seat], result.ranks[other]],
                    "scores": [result.scores[seat], result.scores[other]],
                    "faults": [result.faults[seat], result.faults[other]],
                    "replay": f"arena replay show {db} --match {result.match}",
                }
