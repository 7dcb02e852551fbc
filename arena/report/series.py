"""Several matches of the same bots: a row a bot, and who is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import comb
from statistics import fmean, stdev
from typing import Any

from arena.match.record import MatchRecord
from arena.ratings.compare import ERROR, Comparison, Verdict, compare
from arena.report.comparisons import more_in_words
from arena.report.tables import render
from arena.tournament.play import played
from arena.tournament.results import MatchResult, mean_points

COLUMNS = {
    "rank": "rank",
    "bot": "bot",
    "points": "points",
    "error": "±",
    "wins": "wins",
    "score": "score",
    "score_error": "± ",
    "faults": "faults",
    "ms": "ms a move",
}
ALONE = ("rank", "points", "error", "wins")
"""What says nothing of who plays alone."""


def series_results(records: Sequence[MatchRecord]) -> list[MatchResult]:
    """The matches as results; those with one seed are one deal."""
    return [
        MatchResult(
            match=f"{number}",
            order=number,
            game=record.game,
            players=record.players,
            table=0,
            deal=f"{record.seed}",
            shuffle=f"{record.seed}",
            bots=tuple(bot.name for bot in record.bots),
            ranks=done.ranks,
            scores=done.scores,
            faults=done.faults,
            decisions=done.decisions,
            ms=done.ms,
        )
        for number, (record, done) in enumerate((record, played(record)) for record in records)
    ]


def series_rows(results: Sequence[MatchResult]) -> list[dict[str, Any]]:
    """A row for each bot, the one with most points first.

    Points and scores are means of the deals' means; their errors are the standard errors of these, None with
    fewer than two deals.
    """
    rows = [_row(results, bot) for bot in dict.fromkeys(bot for result in results for bot in result.bots)]
    rows.sort(key=lambda row: (-row["points"], -row["score"]))
    return [{"rank": 1 + sum(other["points"] > row["points"] for other in rows), **row} for row in rows]


def leading(results: Sequence[MatchResult]) -> Comparison | None:
    """The bot with most points against the next one; None of one alone.

    Which two these are is seen from the results, so the error is shared by all pairs that it could have been.
    """
    rows = series_rows(results)
    if len(rows) < 2:
        return None
    return compare(results, rows[0]["bot"], rows[1]["bot"], error=ERROR / comb(len(rows), 2))


def series_as_table(results: Sequence[MatchResult], format: str) -> str:
    """The rows as a table; as text with what was played, and with who is ahead."""
    alone = results[0].players == 1
    columns = {key: heading for key, heading in COLUMNS.items() if not (alone and key in ALONE)}
    table = render(series_rows(results), format, columns)
    if format != "text":
        return table
    deals = len({result.deal for result in results})
    head = f"{results[0].game}, {results[0].players} players, matches: {len(results)}, deals: {deals}"
    found = leading(results)
    return "\n".join([head, "", table, *([] if found is None else ["", lead_in_words(found)])])


def lead_in_words(found: Comparison) -> str:
    """Who is ahead of whom, as `leading` found it, and how sure that is, in a sentence."""
    first, second, mean = found.first, found.second, found.mean_points
    if mean is None:
        return f"who is better is open: {first} and {second} have not yet sat in each other's seats"
    said = {
        Verdict.FIRST: f"{first} is better than {second}",
        Verdict.SECOND: f"{second} is better than {first}",
        Verdict.NO_DIFFERENCE: f"{first} and {second} differ by no more than {found.worth:g} points",
        Verdict.OPEN: f"{first} is {'level with' if mean == 0.5 else 'ahead of'} {second}, which may be luck"
        f" ({more_in_words(found)})",
    }
    return (
        f"{said[found.verdict]}: {first} has {mean:.2f} of the points between them,"
        f" and in the long run {found.low:.2f} to {found.high:.2f}, wrong in at most {ERROR:.0%}"
    )


def _row(results: Sequence[MatchResult], bot: str) -> dict[str, Any]:
    seats = [(result, result.bots.index(bot)) for result in results]
    points, error = _mean_of_deals([(result.deal, mean_points(result.ranks)[at]) for result, at in seats])
    score, score_error = _mean_of_deals([(result.deal, result.scores[at]) for result, at in seats])
    asked = sum(result.decisions[at] for result, at in seats)
    ms = sum(result.ms[at] * result.decisions[at] for result, at in seats)
    return {
        "bot": bot,
        "points": points,
        "error": error,
        "wins": sum(result.ranks[at] == 1 for result, at in seats),
        "score": score,
        "score_error": score_error,
        "faults": sum(result.faults[at] is not None for result, at in seats),
        "ms": ms / asked if asked else None,
    }


def _mean_of_deals(values: Sequence[tuple[str, float]]) -> tuple[float, float | None]:
    """The mean of the deals' means, and its standard error; deals come one after the other."""
    means = [fmean(value for _, value in deal) for _, deal in groupby(values, key=lambda item: item[0])]
    return fmean(means), stdev(means) / len(means) ** 0.5 if len(means) > 1 else None
