"""How balanced a schedule is: how often each bot has each seat, each other bot, and each deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from arena.tournament.fixtures import Field, Fixture


@dataclass(frozen=True, slots=True)
class Balance:
    """Counts of matches of one game and size of table, against what each would be if all were equal."""

    game: str
    players: int
    what: str
    """Of which two things it is counted how often they come together, such as "bot, seat"."""
    ideal: float
    least: int
    most: int


class Balancing:
    """The balance of the matches that have been added.

    Where a field has challengers, who only meet others, it is told for them and for those others apart.
    """

    def __init__(self, field: Field) -> None:
        self.count = 0
        """How many matches these are."""
        self._counts = {setup: _Counts(field, setup[1]) for setup in field.setups}

    def add(self, match: Fixture) -> None:
        """Count one more match."""
        self.count += 1
        self._counts[match.game, match.players].add(match)

    def rows(self) -> list[Balance]:
        """By game and size of table."""
        return [
            Balance(game, k, what, sum(found) / len(found), min(found), max(found))
            for (game, k), counts in self._counts.items()
            for what, found in counts.kinds()
            if found
        ]


class _Counts:
    """What has come together at tables of one game and size."""

    def __init__(self, field: Field, players: int) -> None:
        self.players = players
        challengers = field.terms.get("challengers", ()) if players > 1 else ()
        self.challengers = [bot for bot in field.bots if bot in challengers]
        self.others = [bot for bot in field.bots if bot not in challengers]
        self.seats: Counter[tuple[str, int]] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.next: Counter[tuple[str, str]] = Counter()
        self.deals: Counter[tuple[str, int]] = Counter()

    def add(self, match: Fixture) -> None:
        bots = match.bots
        self.seats.update((bot, seat) for seat, bot in enumerate(bots))
        self.pairs.update(combinations(sorted(bots), 2))
        self.next.update(zip(bots, (*bots[1:], bots[0]), strict=True))
        self.deals.update((bot, match.deal) for bot in bots)

    def kinds(self) -> Iterator[tuple[str, list[int]]]:
        """What is counted, with the counts of all that could come together."""
        deals = sorted({deal for _, deal in self.deals})
        for name, bots in (("challenger", self.challengers), ("bot", self.others)):
            yield f"{name}, seat", [self.seats[pair] for pair in product(bots, range(self.players))]
            if self.players > 1 and bots:
                yield f"{name}, bot", [self.pairs[min(pair), max(pair)] for pair in self._meetings(name)]
            if self.players > 2 and bots:
                follows = [(a, b) for pair in self._meetings(name) for a, b in permutations(pair)]
                yield f"{name}, next bot", [self.next[pair] for pair in follows]
            yield f"{name}, deal", [self.deals[pair] for pair in product(bots, deals)]

    def _meetings(self, name: str) -> Iterable[tuple[str, str]]:
        """The pairs that can meet and are to be told under this name."""
        if name == "challenger":
            return product(self.challengers, self.others)
        return combinations(self.others, 2) if not self.challengers or self.players > 2 else ()
