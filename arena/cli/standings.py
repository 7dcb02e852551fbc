"""The tables that several commands print: made from a tournament's results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arena.hints import nearest
from arena.ratings.book import ALL_GAMES, Book
from arena.ratings.pairs import Fare, Pair, points_of_bots
from arena.report.tables import Part, render, render_parts
from arena.tournament import Store, StoreError

LEADERBOARD = {
    "rank": "rank",
    "bot": "bot",
    "rating": "rating",
    "mu": "mu",
    "sigma": "sigma",
    "matches": "matches",
    "wins": "wins",
    "ties": "ties",
    "losses": "losses",
    "mean_rank": "mean rank",
    "mean_score": "mean score",
    "faults_by_kind": "faults",
    "ms": "ms a move",
}
"""The leaderboard's keys that people see, with their headings."""


def the_database(db: Path | None) -> Path:
    """The database to read: the one given, else the only one in this folder.

    Raises:
        StoreError: there is no or more than one to choose from.
    """
    if db is not None:
        return db
    found = sorted(Path().glob("*.db"))
    if len(found) == 1:
        return found[0]
    seen = f"there are {', '.join(map(str, found))}" if found else "there is none"
    raise StoreError(f"which database? {seen} in this folder; name it with --db FILE")


def leaderboard_rows(
    book: Book, game: str = ALL_GAMES, columns: Sequence[str] | None = None
) -> list[dict[str, Any]]:
    """The leaderboard of one game or over all, a map a bot, best first, with these columns."""
    rows = [asdict(row) for row in book.rows(game)]
    return rows if columns is None else [{key: row[key] for key in columns} for row in rows]


def leaderboard_scopes(book: Book) -> list[tuple[str, str]]:
    """The titles of the leaderboards that a book has, with what they are of: over all games first, if there
    are several."""
    games = [(game, game) for game in book.games]
    return games if len(games) == 1 else [("all games", ALL_GAMES), *games]


def leaderboard_text(book: Book, format: str, columns: Sequence[str] | None = None) -> str:
    """The leaderboard over all games and, if there are several, one for each, with these columns."""
    parts = [
        Part(title, leaderboard_rows(book, game, columns), headings(game, columns))
        for title, game in leaderboard_scopes(book)
    ]
    return render_parts(parts, format) if parts else nothing_yet(format, headings(ALL_GAMES, columns))


def nothing_yet(format: str, columns: Mapping[str, str]) -> str:
    """What is printed in the place of a table before any match has a result."""
    return "no match has been played yet" if format in ("text", "markdown") else render([], format, columns)


def headings(game: str, columns: Sequence[str] | None) -> dict[str, str]:
    """The columns for people; a mean score over several games would mean nothing."""
    if columns is not None:
        return {key: LEADERBOARD.get(key, key) for key in columns}
    return {key: name for key, name in LEADERBOARD.items() if game != ALL_GAMES or key != "mean_score"}


def crosstable_rows(table: Mapping[Pair, Fare]) -> list[dict[str, Any]]:
    """A map a bot: its mean points over the deals of all pairs, and how it fares against each other bot."""
    points = points_of_bots(table)
    bots = sorted(points, key=lambda bot: (-round(points[bot], 9), bot))
    return [
        {
            "bot": bot,
            "points": points[bot],
            "against": {other: _cell(table[bot, other]) for other in bots if (bot, other) in table},
        }
        for bot in bots
    ]


def _cell(fare: Fare) -> dict[str, Any]:
    return {
        "points": fare.points.value,
        "points_error": fare.points.error,
        "wins": fare.wins.value,
        "wins_error": fare.wins.error,
        "encounters": fare.encounters,
        "deals": fare.deals,
    }


def check_bots(db: Path, *bots: str) -> None:
    """Raises click.UsageError or StoreError unless these are different bots of a tournament."""
    if len(set(bots)) < len(bots):
        raise click.UsageError(f"{bots[0]!r} is the same bot twice; name two")
    with Store(db) as store:
        known = store.bots()
    for bot in bots:
        if bot not in known:
            raise StoreError(f"{db} has no bot {bot!r}{nearest(bot, known)}")


def db_option(function: click.decorators.FC) -> click.decorators.FC:
    """The option --db of commands that read a tournament's results."""
    return click.option(
        "--db",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="The tournament's database; if not given, the only *.db in this folder.",
    )(function)
