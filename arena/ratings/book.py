"""The book of results: tallies, outcomes of pairs and the live ladder, kept result by result.

It grows with the number of bots, not of results; a leaderboard is read from it. Its sums, and the ratings
that are made of them, depend on which results there are, and on nothing else. The live ladder alone rates
them one by one: a ledger has them counted in the order of the schedule, and `read_book` counts those whose
turn has not come on top, in the sums.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from operator import itemgetter
from typing import Any, Self

from arena import safe_json
from arena.ratings.batch import Evidence, Outcomes, PairOutcomes, evidence, rate_at_once
from arena.ratings.leaderboard import Row, Tallies, Tally, leaderboard
from arena.ratings.results import compare_solos, deal_key
from arena.ratings.trueskill import Rating, Standing, Ties, quality
from arena.tournament.fixtures import Setup
from arena.tournament.results import MatchResult
from arena.tournament.store import Store

VERSION = 3
"""Raised with every change that makes other numbers of the same results."""

ALL_GAMES = ""

_Key = tuple[str | int, ...]


@dataclass(slots=True)
class Sums:
    """What results of one game and number of players come to."""

    tallies: Tallies = field(default_factory=Tallies)
    outcomes: PairOutcomes = field(default_factory=PairOutcomes)
    ties: Ties = field(default_factory=Ties)

    def add(self, match: MatchResult) -> None:
        """Count one result, comparable: solos of a deal are one match."""
        self.tallies.add(match)
        self.outcomes.add(match)
        self.ties.add(match)

    def include(self, other: "Sums") -> None:
        """Add those of other results."""
        for bot, tally in other.tallies.items():
            self.tallies.setdefault(bot, Tally()).include(tally)
        for pair, met in other.outcomes.items():
            self.outcomes.setdefault(pair, Outcomes()).include(met)
        self.ties.include(other.ties)

    def seats(self, players: int) -> float:
        """How many bots are compared in a match; on the mean where they played the same deal alone."""
        if players > 1:
            return players
        met = sum(outcomes.count for outcomes in self.outcomes.values())
        return 1 + 2 * met / sum(tally.matches for tally in self.tallies.values())


class Book:
    """What has been made of results so far. Anchors are bots held at a rating."""

    def __init__(self, anchors: Mapping[str, float] | None = None) -> None:
        self.counted_to = 0
        self.anchors = dict(anchors or {})
        self.ladder: dict[str, Standing] = {}
        """The live ratings, by game."""
        self.sums: dict[Setup, Sums] = defaultdict(Sums)
        self._solos: dict[tuple[str, int, str], list[MatchResult]] = defaultdict(list)
        """Those of deals that others are still to play."""
        self._changed: dict[_Key, Any] = {}

    @property
    def games(self) -> list[str]:
        """The games that results are of."""
        return sorted({game for game, _ in self.sums})

    def rows(self, game: str = ALL_GAMES) -> list[Row]:
        """The leaderboard of one game, or over all games."""
        return leaderboard(self.ratings(game), self.tally(game))

    def part(self, game: str | None = None, players: int | None = None) -> "Book":
        """The part of one game or one size of table, or both, as its whole; the ladder is left out."""
        part = Book(self.anchors)
        for setup, sums in self.sums.items():
            if game in (None, setup[0]) and players in (None, setup[1]):
                part.sums[setup] = sums
        part.counted_to = self.counted_to
        part._solos |= {
            key: solos
            for key, solos in self._solos.items()
            if game in (None, key[0]) and players in (None, key[1])
        }
        return part

    def include(self, other: "Book") -> None:
        """Add the sums of other results to these."""
        for setup, sums in other.sums.items():
            self.sums[setup].include(sums)

    def ratings(self, game: str = ALL_GAMES) -> dict[str, Rating]:
        """The ratings by all results at once, in one game or over all games."""
        found: list[Evidence] = []
        for (of, players), sums in self.sums.items():
            if game in (ALL_GAMES, of):
                found += evidence(sums.outcomes, sums.seats(players), self._draws(of))
        return rate_at_once(self.tally(game), found, self.anchors)

    def _draws(self, game: str) -> float:
        """How probable a tie of two seats is in a game."""
        ties = Ties()
        for (of, _), sums in self.sums.items():
            if of == game:
                ties.include(sums.ties)
        return ties.probability

    def standing(self, game: str) -> Standing:
        """The live ladder of one game."""
        if game not in self.ladder:
            self.ladder[game] = Standing(self.anchors)
        return self.ladder[game]

    def tally(self, game: str = ALL_GAMES) -> Tallies:
        """The tallies of one game, or over all games."""
        total = Tallies()
        for (of, _), sums in sorted(self.sums.items(), key=itemgetter(0)):
            if game in (ALL_GAMES, of):
                for bot, tally in sums.tallies.items():
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
        for result in results:
            if result.players > 1:
                self.sums[result.game, result.players].add(result)
            else:
                self._solos[deal_key(result)].append(result)
        for solos in self._solos.values():
            match = compare_solos(solos)
            self.sums[match.game, match.players].add(match)
        self._solos.clear()

    def _count_next(self, match: MatchResult) -> None:
        """Count what is comparable in the sums and the ladder, and note what that changes."""
        setup, bots = (match.game, match.players), dict.fromkeys(match.bots)
        sums, standing = self.sums[setup], self.standing(match.game)
        sums.add(match)
        standing.add(match)
        self._changed["ties", *setup] = sums.ties
        for bot in bots:
            self._changed["rating", match.game, bot] = standing.ratings[bot]
            self._changed["tally", *setup, bot] = sums.tallies[bot]
        for bot, other in combinations(sorted(bots), 2):
            self._changed["met", *setup, bot, other] = sums.outcomes[bot, other]

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
                book._enter(safe_json.loads(key), safe_json.loads(value))
        except (ValueError, TypeError):
            return cls(anchors)
        return book

    def _enter(self, key: list[Any], value: Any) -> None:
        """Take an entry. Raises ValueError or TypeError for one that no book can have."""
        match key:
            case ["place"]:
                (self.counted_to,) = _counts([value])
            case ["rating", str(game), str(bot)]:
                mu, sigma = map(float, value)
                self.standing(game).ratings[bot] = Rating(mu, sigma)
            case ["ties", str(game), int(players)]:
                counted = Ties(*_counts(value))
                self.sums[game, players].ties = counted
                self.standing(game).ties.setdefault(game, Ties()).include(counted)
            case ["tally", str(game), int(players), str(bot)]:
                *sums, faults = value
                matches, wins, ties, ranks, scores, decisions, ms = _counts(sums)
                kinds = Counter(dict(zip(faults, _counts(dict(faults).values()), strict=True)))
                tally = Tally(matches, wins, ties, ranks, scores, decisions, ms, kinds, {game})
                self.sums[game, players].tallies[bot] = tally
            case ["met", str(game), int(players), str(bot), str(other)]:
                self.sums[game, players].outcomes[bot, other] = Outcomes(*_counts(value))
            case ["solo", _]:
                solo = MatchResult._make(tuple(item) if isinstance(item, list) else item for item in value)
                self._solos[deal_key(solo)].append(solo)


def _counts(values: Iterable[Any]) -> list[int]:
    """These numbers, which are integers."""
    found = list(values)
    if not all(type(value) is int for value in found):
        raise ValueError(f"no numbers: {found!r:.60}")
    return found


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
