"""Dividing bots into pods, the tables of one round."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from arena.tournament.fixtures import Table

_MOST_PODS_TRIED = 20_000

Meetings = Counter[tuple[str, str]]
"""How often each pair of bots, in the order of their names, sat at one table."""


def drawn(bots: Iterable[str], lot: object) -> list[str]:
    """The bots in an order that says nothing about them; the same lot gives the same order."""
    return sorted(bots, key=lambda bot: hashlib.sha256(f"{lot}\0{bot}".encode()).digest())


def meetings(tables: Iterable[Table]) -> Meetings:
    """How often pairs of bots have met at these tables."""
    return Counter(pair for table in tables for pair in combinations(sorted(table.bots), 2))


def snake(order: Sequence[str], pods: int) -> list[list[str]]:
    """Pods of equal strength from bots in order of strength: dealt out forth and back."""
    dealt: list[list[str]] = [[] for _ in range(pods)]
    for number, bot in enumerate(order):
        lap, place = divmod(number, pods)
        dealt[place if lap % 2 == 0 else pods - 1 - place].append(bot)
    return dealt


def neighbours(order: Sequence[str], size: int, met: Meetings) -> tuple[int, list[tuple[str, ...]]]:
    """Pods of bots that are near each other in order, with the fewest meetings again; how many those are.

    The bots must fill the pods. All ways are tried for a dozen bots; for many more, as many as there is time
    for.
    """
    search = _Search(size, met)
    search.go(list(order), (), 0)
    return search.least, list(search.best)


class _Search:
    """Pods for the first bot, then for the first that is left, and so on; nearest ones first."""

    def __init__(self, size: int, met: Meetings) -> None:
        self.size = size
        self.met = met
        self.least = -1
        self.best: tuple[tuple[str, ...], ...] = ()
        self.tried = 0

    def go(self, left: list[str], pods: tuple[tuple[str, ...], ...], again: int) -> None:
        """Find pods for all that are left, where these `pods` meet `again` so often."""
        if not left:
            self.least, self.best = again, pods
            return
        first, *others = left
        for partners in combinations(others, self.size - 1):
            pod = (first, *partners)
            more = again + sum(self.met[pair] for pair in combinations(sorted(pod), 2))
            if self.least < 0 or more < self.least:
                self.tried += 1
                self.go([bot for bot in others if bot not in partners], (*pods, pod), more)
            if self.least == 0 or (self.least > 0 and self.tried > _MOST_PODS_TRIED):
                return
