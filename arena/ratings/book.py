"""The book of ratings: standings, tallies and encounters, kept result by result.

It grows with the number of bots, not of results; a leaderboard is read from it. The same results give the
same book, however they arrived: a ledger has them counted in the order of the schedule, and `read_book`
counts those whose turn has not come on top.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Self

from arena.ratings.results import comparable, compare_solos, deal_key
from arena.ratings.tables import Crosstable, Encounters, Row, Tallies, Tally, leaderboard
from arena.ratings.trueskill import Rating, Standing, Ties, quality
from arena.tournament.results import MatchResult
from arena.tournament.store import Store

VERSION = 1
"""Raised with every change that makes other numbers of the same results."""

ALL_GAMES = ""

_Key = tuple[str | int, ...]


class Book:
    """What has been made of results so far. Anchors are bots held at a rating."""

    def __init__(self, anchors: Mapping[str, float] | None = None) -> None:
        self.place = 0
        self.anchors = dict(anchors or {})
        self.standings: dict[str, Standing] = {}
        """By game, and over ALL_GAMES."""
        self.tallies: dict[tuple[str, int], Tallies] = defaultdict(Tallies)
        """By game and size of table."""
        self.crosstables: dict[tuple[str, int], Crosstable] = defaultdict(Crosstable)
        self._solos: dict[tuple[str, int, str], list[MatchResult]] = defaultdict(list)
        """Those of deals that others are still to play."""
        self._changed: dict[_Key, Any] = {}

    @property
    def games(self) -> list[str]:
        """The games that results are of."""
        return sorted({game for game, _ in self.tallies})

    def rows(self, game: str = ALL_GAMES) -> list[Row]:
        """The leaderboard of one game, or over all games."""
        return leaderboard(self.standing(game), self.tally(game))

    def of_game(self, game: str) -> "Book":
        """The part of one game, as its whole."""
        part = Book(self.anchors)
        part.standings = {scope: self.standing(game) for scope in (ALL_GAMES, game)}
        part.tallies |= {page: tallies for page, tallies in self.tallies.items() if page[0] == game}
        part.crosstables |= {page: table for page, table in self.crosstables.items() if page[0] == game}
        return part

    def standing(self, game: str = ALL_GAMES) -> Standing:
        """The ratings in one game, or over all games."""
        if game not in self.standings:
            self.standings[game] = Standing(self.anchors)
        return self.standings[game]

    def tally(self, game: str = ALL_GAMES) -> Tallies:
        """The tallies of one game, or over all games."""
        total = Tallies()
        for page in sorted(self.tallies):
            if game in (ALL_GAMES, page[0]):
                for bot, tally in self.tallies[page].items():
                    total.setdefault(bot, Tally()).include(tally)
        return total

    def quality(self, game: str, bot: str, other: str) -> float:
        """How even a match of two bots would be, from 0 to 1."""
        standing = self.standing(game)
        return quality(standing[bot], standing[other])

    @property
    def is_overtaken(self) -> bool:
        """Whether results were counted after bots alone at their tables whose deal others are still to play:
        newcomers. Compared without these, they would have come before."""
        return any(solos[-1].order < self.place for solos in self._solos.values())

    # ------------------------------------------------------------------------------------ counting

    def add(self, result: MatchResult, more: bool = False) -> None:
        """Count the next result in the order of the schedule.

        Bots alone at their tables are compared when the last one has played their deal: `more` says that
        others will.
        """
        self.place = self._changed["place",] = result.order
        if result.players > 1:
            self._count(result)
            return
        solos = self._solos[deal_key(result)]
        solos.append(result)
        if more:
            self._changed["solo", result.match] = list(result)
            return
        for solo in solos:
            self._changed["solo", solo.match] = None
        self._count(compare_solos(self._solos.pop(deal_key(result))))

    def add_early(self, results: Iterable[MatchResult]) -> None:
        """Count results whose turn has not come. No others may be added after them."""
        waiting = [solo for solos in self._solos.values() for solo in solos]
        for match in comparable([*waiting, *results]):
            self._count(match)

    def _count(self, match: MatchResult) -> None:
        """Count what is comparable, for its game and over all."""
        bots = dict.fromkeys(match.bots)
        for game in (ALL_GAMES, match.game):
            standing = self.standing(game)
            standing.add(match)
            ties = standing.ties[match.game]
            self._changed["ties", game, match.game] = [ties.pairs, ties.tied]
            for bot in bots:
                rating = standing.ratings[bot]
                self._changed["rating", game, bot] = [rating.mu, rating.sigma]
        page = match.game, match.players
        tallies, crosstable = self.tallies[page], self.crosstables[page]
        tallies.add(match)
        crosstable.add(match)
        for bot in bots:
            self._changed["tally", *page, bot] = tallies[bot]
            for other in bots:
                if other != bot:
                    self._changed["met", *page, bot, other] = crosstable[bot, other]

    # ------------------------------------------------------------------------------------ entries

    def take_changes(self) -> dict[str, str | None]:
        """The entries that have changed since this was last asked, None for one that is gone."""
        changed = self._changed
        if changed:
            changed["made by",] = [VERSION, self.anchors]
        self._changed = {}
        return {
            json.dumps(key): None if value is None else json.dumps(_plain(value))
            for key, value in changed.items()
        }

    @classmethod
    def open(cls, entries: Mapping[str, str], anchors: Mapping[str, float]) -> Self:
        """The book with these entries; a new one if they are damaged, or were made in another way or with
        other anchors."""
        book = cls(anchors)
        if entries.get(json.dumps(["made by"])) != json.dumps([VERSION, book.anchors]):
            return book
        try:
            for key, value in entries.items():
                book._enter(json.loads(key), json.loads(value))
        except (ValueError, TypeError):
            return cls(anchors)
        return book

    def _enter(self, key: list[Any], value: Any) -> None:
        match key:
            case ["place"]:
                self.place = value
            case ["rating", game, bot]:
                self.standing(game).ratings[bot] = Rating(*value)
            case ["ties", game, of]:
                self.standing(game).ties[of] = Ties(*value)
            case ["tally", game, players, bot]:
                *sums, faults = value
                tally = self.tallies[game, players][bot] = Tally(*sums)
                tally.faults, tally.games = Counter(faults), {game}
            case ["met", game, players, bot, other]:
                self.crosstables[game, players][bot, other] = Encounters(*value)
            case ["solo", _]:
                solo = MatchResult._make(tuple(item) if isinstance(item, list) else item for item in value)
                self._solos[deal_key(solo)].append(solo)


def _plain(value: Any) -> Any:
    match value:
        case Tally():
            sums = [value.matches, value.wins, value.ties, value.ranks, value.scores]
            return [*sums, value.decisions, value.ms, value.faults]
        case Encounters():
            return [value.wins, value.ties, value.losses]
    return value


def read_book(store: Store) -> Book:
    """The book of all results of a store, also while a run is at work on it."""
    book = Book.open(store.book_entries(), store.anchors())
    for result, more in store.in_turn(book.place):
        book.add(result, more)
    if book.is_overtaken:
        return book_of(store.results(), store.anchors())
    book.add_early(store.results(after=book.place))
    return book


def book_of(results: Iterable[MatchResult], anchors: Mapping[str, float] | None = None) -> Book:
    """The book of some results, in whatever order they are given."""
    book = Book(anchors)
    book.add_early(results)
    return book
