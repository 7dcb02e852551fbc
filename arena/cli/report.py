"""`arena report`: a tournament as a web page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from arena.cli.extras import from_extra
from arena.cli.faults import fault_rows
from arena.cli.progress import reading
from arena.cli.standings import crosstable_rows, db_option, leaderboard_rows, leaderboard_scopes, the_database
from arena.cli.tournament import standing_parts, winners
from arena.ratings.book import Book, kept_book
from arena.ratings.distributions import Numbers, score, time
from arena.ratings.pairs import Pairs
from arena.ratings.results import deals
from arena.tournament import Store
from arena.tournament.results import MatchResult
from arena.tournament.showings import Showings

PAGE = "index.html"
MOST_FAULTS = 100
"""How many faults are listed."""


@click.command()
@db_option
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("report"),
    show_default=True,
    help="The folder to write index.html to.",
)
def command(db: Path | None, output: Path) -> None:
    """A tournament as one web page: standings, who beats whom, scores, times, faults.

    The page needs nothing else, no server and no network: open it, mail it, print it. It can be made while
    the tournament runs.

    \b
    Example:
      arena report --db club.db -o report
    """
    made = from_extra("arena.report.page")
    database = the_database(db)
    pairs, scores, times, shown = Pairs(), Numbers(score), Numbers(time), Showings()
    with Store(database) as store:
        book = kept_book(store)

        def counted() -> Iterator[MatchResult]:
            """The results that the book does not have yet, when all others have counted them."""
            for deal in deals(reading(store.results(by_deal=True), store.status().done)):
                pairs.add(deal)
                for result in deal:
                    scores.add(result)
                    times.add(result)
                    shown.add(result)
                    if result.order > book.place:
                        yield result

        book.add_early(counted())
        content = made.Content(
            event=_event(store, book, shown),
            boards={title: leaderboard_rows(book, scope) for title, scope in leaderboard_scopes(book)},
            standings={part.title: part.rows for part in standing_parts(store, shown)} if book.games else {},
            pairs=crosstable_rows(pairs.fares()),
            scores=[asdict(row) for row in scores.rows()],
            times=[asdict(row) for row in times.rows()],
            faults=fault_rows(store, MOST_FAULTS),
        )
    written = _write(output, made.page(content), made.GENERATOR)
    click.echo(f"written to {written}")


def _event(store: Store, book: Book, shown: Showings) -> dict[str, Any]:
    status, span = store.status(), store.span()
    began, ended = map(_date, span) if span else (None, None)
    return {
        "name": status.name,
        "done": status.done,
        "scheduled": status.scheduled,
        "faults": sum(tally.faults.total() for tally in book.tally().values()),
        "winners": list(winners(store, shown).items()),
        "began": began,
        "ended": ended,
        "terms": list(_terms(store.description())),
    }


def _terms(said: dict[str, Any]) -> Iterator[tuple[str, str]]:
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


def _write(folder: Path, text: str, mark: str) -> Path:
    """Put the page into a folder, whole or not at all, and in the place of no page without its mark."""
    path = folder / PAGE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and mark not in path.read_text("utf-8", "replace"):
            raise click.ClickException(f"{path} is there, and no report; name another folder with -o")
        with TemporaryDirectory(prefix=".report-", dir=folder) as place:
            part = Path(place, PAGE)
            part.write_text(text, "utf-8")
            part.replace(path)
    except OSError as error:
        raise click.ClickException(f"{path} can't be written: {error.strerror}") from None
    return path
