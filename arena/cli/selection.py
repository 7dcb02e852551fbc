"""Which of a tournament's results a table is made of: options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, TypeVar, cast

import click

from arena import games
from arena.ratings.book import ALL_GAMES, Book, book_of, read_book
from arena.tournament import MatchResult, Store

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Selection:
    """Some results of a store: each condition that is not None must hold."""

    game: str | None
    players: int | None
    since: float | None
    """When they were fixed, in seconds since 1970."""
    since_version: str | None
    """A bot whose present version they come after."""

    @property
    def scope(self) -> str:
        """Of which leaderboard of a book they are."""
        return self.game or ALL_GAMES

    def results(self, store: Store) -> Iterator[MatchResult]:
        """These results, in the order of the schedule."""
        since = self.since
        if self.since_version is not None:
            since = max(since or 0.0, store.version_began(self.since_version))
        for result in store.results(self.game, since=since):
            if self.players in (None, result.players):
                yield result

    def book(self, store: Store) -> Book:
        """The book of these results. What the store has is read; a part in time is counted."""
        if self.since is None and self.since_version is None:
            return read_book(store).part(self.game, self.players)
        return book_of(self.results(store), store.anchors())


def selection_options(function: F) -> F:
    """The options --game, --players, --since and --since-version, handed on as one `selection`."""

    @wraps(function)
    def command(
        *args: Any,
        game: str | None,
        players: int | None,
        since: datetime | None,
        since_version: str | None,
        **kwargs: Any,
    ) -> Any:
        chosen = Selection(
            game=None if game is None else games.get(game).id,
            players=players,
            since=None if since is None else since.timestamp(),
            since_version=since_version,
        )
        return function(*args, selection=chosen, **kwargs)

    for option in reversed(_OPTIONS):
        option(command)
    return cast(F, command)  # it takes the options in place of the selection


_OPTIONS = (
    click.option("--game", "-g", metavar="GAME", help="Only this game's matches."),
    click.option("--players", "-p", type=click.IntRange(1), help="Only tables of this size."),
    click.option(
        "--since",
        type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]),
        metavar="DATE",
        help="Only matches that ended after this date.",
    ),
    click.option("--since-version", metavar="BOT", help="Only matches after this bot's last change."),
)
