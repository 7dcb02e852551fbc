"""The book of results: tallies, outcomes of pairs and the live ladder, kept result by result.

It grows with the number of bots, not of results; a leaderboard is read from it. Its sums, and the ratings
that are made of them, depend on which results there are, and on nothing else. The live ladder alone rates
them one by one: a ledger has them counted in the order of the schedule, and `read_book` counts those whose
turn has not come on top, in the sums.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, Self

from arena.ratings.batch import Evidence, HeadToHead, Outcomes, evidence, rate_at_once
from arena.ratings.leaderboard import Row, Tallies, Tally, leaderboard
from arena.ratings.results import compare_solos, deal_key
from arena.ratings.trueskill import Rating, Standing, Ties, quality
from arena.tournament.results import MatchResult
from arena.tournament.store import Store

VERSION = 3
"""Raised with every change that makes other numbers of the same results."""

ALL_GAMES = ""

Page = tuple[str, int]
"""A game and a size of table."""

_Key = tuple[str | int, ...]


class Book:
    """What has been made of results so far. Anchors are bots held at a rating."""

    def __init__(self, anchors: Mapping[str, float] | None = None) -> None:
        self.counted_to = 0
        self.anchors = dict(anchors or {})
        self.ladder: dict[str, Standing] = {}
        """The live ratings, by game."""
        self.tallies: dict[Page, Tallies] = defaultdict(Tallies)
        self.head_to_head: dict[Page, HeadToHead] = defaultdict(HeadToHead)
        self.ties: dict[Page, Ties] = defaultdict(Ties)
        self._solos: dict[tuple[str, int, str], list[MatchResult]] = defaultdict(list)
        """Those of deals that others are still to play."""
        self._changed: dict[_Key, Any] = {}

    @property
    def games(self) -> list[str]:
        """The games that results are of."""
        return sorted({game for game, _ in self.tallies})

    def rows(self, game: str = ALL_GAMES) -> list[Row]:
        """The leaderboard of one game, or over all games."""
        return leaderboard(self.ratings(game), self.tally(game))

    def part(self, game: str | None = None, players: int | None = None) -> "Book":
        """The part of one game or one size of table, or both, as its whole; the ladder is left out."""
        part = Book(self.anchors)
        for page in self.tallies:
            if game in (None, page[0]) and players in (None, page[1]):
                part.tallies[page] = self.tallies[page]
                part.head_to_head[page] = self.head_to_head[page]
                part.ties[page] = self.ties[page]
        part.counted_to = self.counted_to
        part._solos |= {
            key: solos
            for key, solos in self._solos.items()
            if game in (None, key[0]) and players in (None, key[1])
        }
        return part

    def ratings(self, game: str = ALL_GAMES) -> dict[str, Rating]:
        """The ratings by all results at once, in one game or over all games."""
        found: list[Evidence] = []
        for page in self.head_to_head:
            if game in (ALL_GAMES, page[0]):
                found += evidence(self.head_to_head[page], self._seats(page), self._draws(page[0]))
        return rate_at_once(self.tally(game), found, self.anchors)

    def _draws(self, game: str) -> float:
        """How probable a tie of two seats is in a game."""
        ties = Ties()
        for page in self.ties:
            if page[0] == game:
                ties.include(self.ties[page])
        return ties.probability

    def _seats(self, page: Page) -> float:
        """How many bots are compared at a table; on the mean where they played the same deal alone."""
        if page[1] > 1:
            return page[1]
        met = sum(outcomes.count for outcomes in self.head_to_head[page].values())
        return 1 + 2 * met / sum(tally.matches for tally in self.tallies[page].values())

    def standing(self, game: str) -> Standing:
        """The live ladder of one game."""
        if game not in self.ladder:
            self.ladder[game] = Standing(self.anchors)
        return self.ladder[game]

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

    # ------------------------------------------------------------------------------------ counting

    def add(self, result: MatchResult, more: bool = False) -> None:
        """Count the next result in the order of the schedule.

        Bots alone at their tables are compared when the last one has played their deal: `more` says that
        others will.
        """
        self.counted_to = self._changed["place",] = result.order
        if result.players > 1:
            self._count_next(result)
            return
        solos = self._solos[deal_key(result)]
        solos.append(result)
        if more:
            self._changed["solo", result.match] = list(result)
            return
        for solo in solos:
            self._changed["solo", solo.match] = None
        self._count_next(compare_solos(self._solos.pop(deal_key(result))))

    def add_early(self, results: Iterable[MatchResult]) -> None:
        """Count results whose turn has not come, in the sums. No others may be added after them."""
        for _ in self.counting(results):
            pass

    def counting(self, results: Iterable[MatchResult]) -> Iterator[MatchResult]:
        """Hand on results, and count those that have not been counted, in the sums.

        All must be taken, and no others may be added after them.
        """
        for result in results:
            if not self.counted_to or result.order > self.counted_to:
                if result.players > 1:
                    self._count(result)
                else:
                    self._solos[deal_key(result)].append(result)
            yield result
        for solos in self._solos.values():
            self._count(compare_solos(solos))
        self._solos.clear()

    def _count(self, match: MatchResult) -> None:
        """Count what is comparable in the sums."""
        page = match.game, match.players
        self.tallies[page].add(match)
        self.head_to_head[page].add(match)
        self.ties[page].add(match)

    def _count_next(self, match: MatchResult) -> None:
        """Count what is comparable in the sums and the ladder, and note what that changes."""
        self._count(match)
        standing = self.standing(match.game)
        standing.add(match)
        page, bots = (match.game, match.players), dict.fromkeys(match.bots)
        self._changed["ties", *page] = self.ties[page]
        for bot in bots:
            self._changed["rating", match.game, bot] = standing.ratings[bot]
            self._changed["tally", *page, bot] = self.tallies[page][bot]
        for bot, other in combinations(sorted(bots), 2):
            self._changed["met", *page, bot, other] = self.head_to_head[page][bot, other]

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
                self.counted_to = value
            case ["rating", game, bot]:
                self.standing(game).ratings[bot] = Rating(*value)
            case ["ties", game, players]:
                self.ties[game, players] = Ties(*value)
                self.standing(game).ties.setdefault(game, Ties()).include(Ties(*value))
            case ["tally", game, players, bot]:
                *sums, faults = value
                tally = self.tallies[game, players][bot] = Tally(*sums)
                tally.faults, tally.games = Counter(faults), {game}
            case ["met", game, players, bot, other]:
                self.head_to_head[game, players][bot, other] = Outcomes(*value)
            case ["solo", _]:
                solo = MatchResult._make(tuple(item) if isinstance(item, list) else item for item in value)
                self._solos[deal_key(solo)].append(solo)


def _plain(value: Any) -> Any:
    match value:
        case Tally():
            sums = [value.matches, value.wins, value.ties, value.ranks, value.scores]
            return [*sums, value.decisions, value.ms, value.faults]
        case Outcomes():
            return [value.wins, value.ties, value.losses]
        case Ties():
            return [value.pairs, value.tied]
        case Rating():
            return [value.mu, value.sigma]
    return value


def read_book(store: Store) -> Book:
    """The book of all results of a store, also while a run is at work on it."""
    book = kept_book(store)
    book.add_early(store.results(after=book.counted_to))
    return book


def kept_book(store: Store) -> Book:
    """The book that a store has kept, as far as it goes: up to a place in the schedule."""
    return Book.open(store.book_entries(), store.anchors())


def book_of(results: Iterable[MatchResult], anchors: Mapping[str, float] | None = None) -> Book:
    """The book of some results, in whatever order they are given."""
    book = Book(anchors)
    book.add_early(results)
    return book
