"""What a tournament's page tells, gathered in one pass over its results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from arena.ratings.distributions import Numbers, score, time
from arena.ratings.pairs import Pairs
from arena.ratings.results import deals
from arena.report.aside import aside
from arena.report.crosstables import crosstable
from arena.report.faults import fault_rows
from arena.report.rated import Rated, rated
from arena.report.selection import Follow, in_silence
from arena.report.standings import standings_rows, winners
from arena.tournament import MatchResult, Store
from arena.tournament.showings import ByTable, Showings

MOST_FAULTS = 100
"""How many faults are listed: the last ones."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Content:
    """What a page tells, as plain rows."""

    event: Row
    """`name`, `done` and `scheduled` matches, the number of `faults`, `began` and `ended` (text or None),
    `winners` (pairs of game and bot), `terms` (pairs of text)."""
    boards: Mapping[str, Sequence[Row]]
    """Leaderboards by title, with the columns of `arena leaderboard`."""
    standings: Mapping[str, Sequence[Row]]
    """By game and number of players, as `arena tournament standings` has them."""
    pairs: Sequence[Row]
    """As `arena crosstable` has them."""
    scores: Sequence[Row]
    times: Sequence[Row]
    """As `arena scores` and `arena times` have them."""
    faults: Sequence[Row]
    """`bot`, `kind`, `match`, `decision` and `detail` of each, or of the last ones."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What has been counted of the results, result by result."""

    pairs: Sequence[Row]
    scores: Sequence[Row]
    times: Sequence[Row]
    played: ByTable


def content_of(store: Store, follow: Follow = in_silence) -> Content:
    """All that is told of a tournament. Raises StoreError where the store can't be read.

    `follow` is handed the results that are read, and about how many there are.
    """
    with aside(rated, store.named) as ratings:
        counted = count(store, follow)
        return content(store, counted, ratings())


def count(store: Store, follow: Follow, *also: Callable[[MatchResult], None]) -> Counted:
    """Go through the results once, and hand each to some others, too. Raises StoreError."""
    pairs, scores, times, showings = Pairs(), Numbers(score), Numbers(time), Showings()
    results = follow(store.results(by_deal=True), store.status().done)
    for deal in deals(_handed(results, showings.add, *also)):
        pairs.add(deal)
        for result in deal:
            scores.add(result)
            times.add(result)
    return Counted(
        pairs=crosstable(pairs.fares()),
        scores=[asdict(row) for row in scores.rows()],
        times=[asdict(row) for row in times.rows()],
        played=showings.by_table(),
    )


def content(store: Store, counted: Counted, found: Rated) -> Content:
    """What was counted and what was rated, with what the store says besides. Raises StoreError."""
    return Content(
        event=_event(store, found.faults, counted.played),
        boards=found.boards,
        standings=standings_rows(store, counted.played) if found.boards else {},
        pairs=counted.pairs,
        scores=counted.scores,
        times=counted.times,
        faults=fault_rows(store, last=MOST_FAULTS),
    )


def _handed(results: Iterable[MatchResult], *to: Callable[[MatchResult], None]) -> Iterator[MatchResult]:
    """Hand the results on when others have had them: solos each by itself, not yet compared as one."""
    for result in results:
        for take in to:
            take(result)
        yield result


def _event(store: Store, faults: int, played: ByTable) -> Row:
    status, span = store.status(), store.span()
    began, ended = map(_date, span) if span else (None, None)
    return {
        "name": status.name,
        "done": status.done,
        "scheduled": status.scheduled,
        "faults": faults,
        "winners": list(winners(store, played).items()),
        "began": began,
        "ended": ended,
        "terms": list(_terms(store.description())),
    }


def _terms(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What was played, without what could give deals or a bot's whereabouts away."""
    yield "schedule", f"{said['schedule']}, {_counted(said['deals'], 'deal')} a table"
    for game, entry in said["games"].items():
        sizes = ", ".join(map(str, entry["players"]))
        options = "".join(f", {name} = {json.dumps(value)}" for name, value in entry["options"].items())
        yield game, f"{sizes} player{'s' if entry['players'] != [1] else ''}{options}"
    clock = said["limits"]["clock"]
    yield "time", ", ".join(f"{name} {value}" for name, value in clock.items() if value)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _date(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
