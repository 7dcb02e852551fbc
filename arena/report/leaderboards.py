"""Leaderboards: the TrueSkill ratings of bots, and beside them the strengths of the joint fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from arena.extras import from_extra
from arena.ratings.book import ALL_GAMES, Book
from arena.ratings.leaderboard import Row
from arena.report.aside import aside
from arena.report.selection import EVERYTHING, Selection, in_silence
from arena.report.tables import Part
from arena.tournament import Store

COLUMNS = tuple(field.name for field in fields(Row))
"""All keys of a leaderboard's rows."""
HEADINGS = {
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
"""Those that people may see, with their headings."""
SHOWN = tuple(key for key in HEADINGS if key not in ("mu", "sigma"))
"""Those that they see unless they ask for others, so that a terminal has room for them."""
SHOWN_WITH_STRENGTH = ("rank", "bot", "rating", "matches", "wins", "ties", "losses", "faults_by_kind")
"""The same where strengths stand beside them."""
STRENGTH_HEADINGS = {"strength": "strength", "strength_error": "±", "strength_rank": "its rank"}
"""What people see of the joint fit."""
_STRENGTH_KEYS = {f"strength_{name}": name for name in ("rank", "error", "low", "high")} | {
    "strength": "strength"
}


def leaderboard_rows(
    store: Store,
    selection: Selection = EVERYTHING,
    columns: Sequence[str] = COLUMNS,
    *,
    strengths: bool = False,
) -> list[dict[str, Any]]:
    """A row for each bot with these columns, the best rating first; over all games if none is selected.

    With `strengths`, also what the joint fit says of each bot: None where it says nothing of it.

    Raises:
        StoreError: the store can't be read, or no result fits the selection.
        NothingToCompare: `strengths`, and no match had two seats.
        MissingExtra: `strengths`, and the extra `stats` is not installed.
    """
    more: Mapping[str, Mapping[str, Any]] = {}
    if strengths:
        with aside(_strengths, store.named, replace(selection, follow=in_silence)) as fitted:
            rows = board(selection.book(store), selection.scope)
            more = fitted()
    else:
        rows = board(selection.book(store), selection.scope)
    return [
        {key: row[key] for key in columns}
        | {key: more.get(row["bot"], {}).get(name) for key, name in _STRENGTH_KEYS.items() if strengths}
        for row in rows
    ]


def _strengths(db: Path, selection: Selection) -> dict[str, Mapping[str, Any]]:
    """What the joint fit of a selection says of each bot."""
    fit = from_extra("arena.ratings.verdict").strengths
    with Store(db) as store:
        return {strength.bot: asdict(strength) for strength in fit(selection.results(store, by_deal=True))}


def leaderboard_parts(book: Book, columns: Sequence[str] | None = None) -> list[Part]:
    """The leaderboards of a book with these columns, or those that people see."""
    return [
        Part(title, board(book, scope, columns or COLUMNS), headings(scope, columns))
        for title, scope in scopes(book)
    ]


def board(book: Book, scope: str = ALL_GAMES, columns: Sequence[str] = COLUMNS) -> list[dict[str, Any]]:
    """The rows of one game's leaderboard, or of the one over all games, with these columns."""
    rows = [asdict(row) for row in book.rows(scope)]
    return [{key: row[key] for key in columns} for row in rows]


def scopes(book: Book) -> list[tuple[str, str]]:
    """The titles of the leaderboards that a book has, with what they are of: over all games first, if there
    are several."""
    games = [(game, game) for game in book.games]
    return games if len(games) == 1 else [("all games", ALL_GAMES), *games]


def headings(scope: str, columns: Sequence[str] | None = None) -> dict[str, str]:
    """These columns, or those that people see; a mean score over several games would mean nothing."""
    if columns is not None:
        return {key: HEADINGS.get(key, key) for key in columns}
    return {key: HEADINGS[key] for key in SHOWN if scope != ALL_GAMES or key != "mean_score"}


def marked(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, best rating first, for people: a strength's rank has a mark where it is not the rating's."""
    return [
        row | {"strength_rank": f"{'≠ ' if row['strength_rank'] != rank else ''}{row['strength_rank'] or ''}"}
        for rank, row in enumerate(rows, 1)
    ]
