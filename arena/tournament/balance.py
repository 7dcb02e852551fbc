"""How balanced a schedule is: how often each bot has each seat, each other bot, and each deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

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


def balance(field: Field, fixtures: Iterable[Fixture]) -> list[Balance]:
    """The balance of these matches, by game and size of table."""
    matches = list(fixtures)
    rows: list[Balance] = []
    for game, k in field.setups:
        mine = [match for match in matches if (match.game, match.players) == (game, k)]
        deals = sorted({match.deal for match in mine})
        rows += (
            Balance(game, k, what, sum(counts) / len(counts), min(counts), max(counts))
            for what, counts in _counts(field.bots, k, deals, mine)
            if counts
        )
    return rows


def _counts(
    bots: Iterable[str], players: int, deals: list[int], matches: list[Fixture]
) -> Iterator[tuple[str, list[int]]]:
    seats = Counter((bot, seat) for match in matches for seat, bot in enumerate(match.bots))
    yield "bot, seat", [seats[pair] for pair in product(bots, range(players))]
    pairs = Counter(pair for match in matches for pair in combinations(sorted(match.bots), 2))
    if players > 1:
        yield "bot, bot", [pairs[pair] for pair in combinations(sorted(bots), 2)]
    dealt = Counter((bot, match.deal) for match in matches for bot in match.bots)
    yield "bot, deal", [dealt[pair] for pair in product(bots, deals)]
