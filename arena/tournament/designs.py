"""Balanced designs: sets of bots in which each bot, and each pair of bots, comes about equally often.

There are tables of such designs for a few sizes only, and pairing libraries know tables of two only; so they
are searched for: a first choice that is even in bots, improved by exchanging two bots of two sets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from math import comb
from random import Random

_MOVES_A_SEAT = 300
_MOST_MOVES = 40_000
"""How long the search goes on: at most some tenths of a second."""
_FEW = 3_000
"""So many sets can all be looked at when one is chosen."""


def balanced_part(
    bots: Sequence[str], size: int, count: int, past: Iterable[Collection[str]] = ()
) -> list[tuple[str, ...]]:
    """`count` different sets of `size` bots, fewer if there are not so many, to go with the `past` ones.

    With the past ones, bots come equally often or once more, and so do pairs, as far as the search finds it.
    The same arguments give the same sets, in the order of their bots.
    """
    index = {bot: number for number, bot in enumerate(bots)}
    old = {frozenset(index[bot] for bot in known) for known in past if set(known) <= set(index)}
    every = comb(len(bots), size)
    count = min(count, every - len(old))
    if count <= 0:
        return []
    if not old and 2 * count > every:
        without = set(_search(len(bots), size, every - count, set()))
        chosen = [frozenset(one) for one in combinations(range(len(bots)), size)]
        chosen = [one for one in chosen if one not in without]
    else:
        chosen = _search(len(bots), size, count, old)
    return [tuple(bots[number] for number in one) for one in sorted(map(sorted, chosen))]


def _search(bots: int, size: int, count: int, old: set[frozenset[int]]) -> list[frozenset[int]]:
    if not count:
        return []
    design = _Design(bots, size, old)
    for _ in range(count):
        design.grow()
    design.improve()
    return design.best


class _Design:
    """Sets of bots with the counts of bots and pairs; the `old` sets count, and stay as they are."""

    def __init__(self, bots: int, size: int, old: set[frozenset[int]]) -> None:
        self.bots = range(bots)
        self.size = size
        self.chance = Random(0)
        self.single = [0] * bots
        self.pairs = [[0] * bots for _ in self.bots]
        self.taken = set(old)
        self.sets: list[set[int]] = []
        for known in old:
            self._count(known, 1)
        every = comb(bots, size)
        self._all = list(combinations(self.bots, size)) if every <= _FEW else None

    def _count(self, members: Iterable[int], step: int) -> None:
        for a, b in combinations(members, 2):
            self.pairs[a][b] += step
            self.pairs[b][a] += step
        for a in members:
            self.single[a] += step

    # ------------------------------------------------------------------------------------ growing

    def grow(self) -> None:
        """Add the set whose bots, and then pairs, have come least often."""
        one = self._of_all() if self._all is not None else self._one_by_one()
        self.taken.add(frozenset(one))
        self.sets.append(set(one))
        self._count(one, 1)

    def _of_all(self) -> tuple[int, ...]:
        assert self._all is not None
        free = [one for one in self._all if frozenset(one) not in self.taken]
        return min(free, key=lambda one: (*self._price(one), self.chance.random()))

    def _price(self, one: Iterable[int]) -> tuple[int, int]:
        members = tuple(one)
        return (
            sum(self.single[a] for a in members),
            sum(self.pairs[a][b] for a, b in combinations(members, 2)),
        )

    def _one_by_one(self) -> tuple[int, ...]:
        """Bot by bot, with some chance in it, until that is a new set."""
        while True:
            one: list[int] = []
            while len(one) < self.size:
                one.append(min(set(self.bots) - set(one), key=lambda bot: self._merit(bot, one)))
            if frozenset(one) not in self.taken:
                return tuple(one)

    def _merit(self, bot: int, others: Sequence[int]) -> tuple[int, int, float]:
        return self.single[bot], sum(self.pairs[bot][a] for a in others), self.chance.random()

    # ------------------------------------------------------------------------------------ improving

    def improve(self) -> None:
        """Exchange bots between sets, at first also where that makes it a little worse for a while."""
        cost, least = 0, (*self._spreads(), 0)
        self.best = [frozenset(one) for one in self.sets]
        moves = min(_MOVES_A_SEAT * len(self.sets) * self.size, _MOST_MOVES)
        for move in range(moves):
            if least[:2] == (1, 1):
                return
            tolerance = 2 if move % 100 < 10 and move < moves * 0.9 else 0
            change = self._try_a_move(tolerance)
            cost += change
            if change and (merit := (*self._spreads(), cost)) < least:
                least = merit
                self.best = [frozenset(one) for one in self.sets]

    def _spreads(self) -> tuple[int, int]:
        """By how much the counts of bots, and of pairs, differ at most; as good as 1 if not at all."""
        pairs = [self.pairs[a][b] for a, b in combinations(self.bots, 2)] or [0]
        return max(1, max(self.single) - min(self.single)), max(1, max(pairs) - min(pairs))

    def _try_a_move(self, tolerance: int) -> int:
        """One random move, taken back if it is too bad; the change of the cost."""
        first = self.chance.choice(self.sets)
        second = self.chance.choice(self.sets)
        gives, takes = list(first - second), list(second - first)
        if gives and takes and self.chance.random() < 0.8:
            give, take = self.chance.choice(gives), self.chance.choice(takes)
            moves = [(first, give, take), (second, take, give)]
        else:
            outside = [bot for bot in self.bots if bot not in first]
            if not outside:
                return 0
            moves = [(first, self.chance.choice(list(first)), self.chance.choice(outside))]
        change = sum(self._replace(*move) for move in moves)
        before = {frozenset(members - {new} | {old}) for members, old, new in moves}
        after = {frozenset(members) for members, _, _ in moves}
        if change > tolerance or len(after) < len(moves) or (after - before) & self.taken:
            for members, old, new in reversed(moves):
                self._replace(members, new, old)
            return 0
        self.taken -= before
        self.taken |= after
        return change

    def _replace(self, members: set[int], old: int, new: int) -> int:
        """Replace one bot by another in a set; the change of the sum of squares of all counts."""
        members.remove(old)
        change = _WEIGHT * 2 * (self.single[new] - self.single[old] + 1)
        self.single[old] -= 1
        self.single[new] += 1
        for other in members:
            change += 2 * (self.pairs[new][other] - self.pairs[old][other] + 1)
            self.pairs[old][other] -= 1
            self.pairs[other][old] -= 1
            self.pairs[new][other] += 1
            self.pairs[other][new] += 1
        members.add(new)
        return change


_WEIGHT = 10
"""What a bot's own count weighs beside that of a pair."""
