"""Some of a tournament's results, selected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from arena.ratings.book import ALL_GAMES, Book, book_of, read_book
from arena.tournament import MatchResult, Store, StoreError

Follow = Callable[[Iterable[MatchResult], int], Iterable[MatchResult]]
"""Handed the results being read, and about how many: hands them on, and may say how far it is."""


def in_silence(results: Iterable[MatchResult], about: int) -> Iterable[MatchResult]:
    """Follows nothing: the results as they are."""
    return results


@dataclass(frozen=True, slots=True)
class Selection:
    """Some results of a store: each condition that is not None must hold."""

    game: str | None = None
    """A game's id."""
    players: int | None = None
    """How many play in a match."""
    since: float | None = None
    """When they ended at the earliest, in seconds since 1970."""
    since_version: str | None = None
    """A bot after whose last change they were played."""
    follow: Follow = in_silence

    @property
    def scope(self) -> str:
        """Of which leaderboard of a book they are."""
        return self.game or ALL_GAMES

    def results(
        self, store: Store, meeting: tuple[str, str] | None = None, by_deal: bool = False
    ) -> Iterator[MatchResult]:
        """These results, in the order of the schedule or deal by deal, of a meeting only if it is given: see
        `Store.results`.

        Raises StoreError where the store has results and none fits the selection, saying which there are.
        """
        self._check_setup(store)
        none = True
        for result in self._fitting(store, meeting, by_deal):
            none = False
            yield result
        if none and meeting is None and store.setups_played():
            raise StoreError(f"{store.named} has no result since then; its last match ended {_ended(store)}")

    def book(self, store: Store) -> Book:
        """The book of these results. What the store has is read; a part in time is counted.

        Raises StoreError as `results` does.
        """
        self._check_setup(store)
        if self.since is None and self.since_version is None:
            return read_book(store).part(self.game, self.players)
        return book_of(self.results(store), store.anchors())

    def _check_setup(self, store: Store) -> None:
        """Raises StoreError for a game or number of players that was never played, naming those that were."""
        setups = store.setups_played()
        games_played = sorted({game for game, _ in setups})
        if not setups:
            return
        if self.game not in (None, *games_played):
            raise StoreError(
                f"{store.named} has no result of {self.game}; there are {', '.join(games_played)}"
            )
        sizes = sorted({players for game, players in setups if self.game in (None, game)})
        if self.players not in (None, *sizes):
            where = f" of {self.game}" if self.game else ""
            raise StoreError(
                f"{store.named} has no result{where} at tables of {self.players}; "
                f"there are tables of {', '.join(map(str, sizes))}"
            )

    def _fitting(self, store: Store, meeting: tuple[str, str] | None, by_deal: bool) -> Iterable[MatchResult]:
        since = self.since
        if self.since_version is not None:
            since = max(since or 0.0, store.version_began(self.since_version))
        found = store.results(self.game, self.players, since=since, meeting=meeting, by_deal=by_deal)
        return self.follow(found, store.status().done)


EVERYTHING = Selection()
"""All results of a store."""


def _ended(store: Store) -> str:
    """When the last match of a store that has results ended."""
    span = store.span()
    return "at a time unknown" if span is None else f"{datetime.fromtimestamp(span[1]):%Y-%m-%d %H:%M}"
