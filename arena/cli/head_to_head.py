"""`arena head-to-head`: two bots, match by match."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from arena.cli.common import format_option
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import check_bots, db_option, the_database
from arena.ratings.pairs import fares
from arena.ratings.results import compare_solos, deal_key
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
    """All meetings of two bots, at one table or alone on the same deal, with the command that shows each.

    \b
    Examples:
      arena head-to-head mine greedy --db club.db --last 10
      arena head-to-head mine greedy --db club.db --format json
    """
    path = the_database(db)
    check_bots(path, first, second)
    with Store(path) as store:
        met = list(selection.results(store, meeting=(first, second), by_deal=True))
    fare = fares(met).get((first, second))
    played = sorted(_played(met), key=lambda match: match[0].order)
    rows = [row for match in played for row in _encounters(*match, first, second, path)][-(last or 0) :]
    if format == "json":
        summary = {"bots": [first, second], **({} if fare is None else asdict(fare))}
        click.echo(json.dumps(summary | {"matches": rows}, indent=2))
        return
    if fare is None:
        click.echo(render([], format, COLUMNS) if format == "csv" else "they have not met yet")
        return
    error = "" if fare.points.error is None else f" ± {fare.points.error:.3f}"
    sentence = f"{first} has {fare.points.value:.3f}{error} points, over {fare.deals} deals"
    summary = {"bot": first, "opponent": second, "encounters": fare.encounters, "deals": fare.deals}
    summary |= {"points": fare.points.value, "points_error": fare.points.error}
    parts = Part("matches", rows), Part("summary", [summary], sentence=sentence)
    click.echo(render_parts(parts, format))


def _played(met: Iterable[MatchResult]) -> Iterator[tuple[MatchResult, list[str]]]:
    """Each match, with the ids of what was played in its seats: these differ where bots played alone."""
    for _, group in groupby(met, key=deal_key):
        deal = list(group)
        if deal[0].players > 1:
            yield from ((result, [result.match] * result.players) for result in deal)
        else:
            alone = {solo.bots[0]: solo.match for solo in deal}
            joined = compare_solos(deal)
            yield joined, [alone[bot] for bot in joined.bots]


def _encounters(
    result: MatchResult, ids: list[str], first: str, second: str, db: Path
) -> Iterator[dict[str, Any]]:
    """A row for each two seats of theirs."""
    for seat, bot in enumerate(result.bots):
        for other, opponent in enumerate(result.bots):
            if (bot, opponent) == (first, second):
                yield {
                    "match": ids[seat],
                    "seats": [seat, other] if result.players > 1 else [0, 0],
                    "ranks": [result.ranks[seat], result.ranks[other]],
                    "scores": [result.scores[seat], result.scores[other]],
                    "faults": [result.faults[seat], result.faults[other]],
                    "replay": "; ".join(
                        f"arena replay show {db} --match {match}"
                        for match in dict.fromkeys((ids[seat], ids[other]))
                    ),
                }
