"""Balanced designs: sets of bots in which each bot, and each pair of bots, comes about equally often.

There are tables of such designs for a few sizes only, and pairing libraries know tables of two only; so they
are made in three steps, none of which waits for luck:

1. *Orbits*, where very many sets are wanted. With the bots on a circle, a set is turned around it by 0, 1, 2,
   ... places. As long as that gives a new set each time, every bot comes equally often, and all pairs that
   are equally far apart do. Two orbits have all sets in common or none.
2. *Growing*: the rest, set by set, of bots that came least often, then pairs that did. If that set is there
   already, the first that is not, in an order of all sets that begins with the bots that came least often.
3. *Evening out*: as long as bot a comes at least twice more often than bot b, a gives its place in some set
   to b. That set exists: more sets have a without b than b without a, so not all of those with a and b
   exchanged can be there already (sets from an earlier schedule, which stay, may stand against that). Each
   exchange lowers the sum of the squares of the bots' counts, so it ends.

Then a bounded number of exchanges evens out the pairs, none of which makes the bots' counts less even.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from random import Random

from arena.tournament.watch import at_work

_MOVES_A_SEAT = 300
_MOST_MOVES = 40_000
"""How many exchanges are tried for the pairs' sake: some tenths of a second."""
_LOOKS = 200_000
"""How many sets are looked at, all for each that is chosen, where that is enough: some tenths of a second."""
_GROWN = 2_000
"""How many sets are grown one by one; of more, most are orbits."""
_ORBITS_TRIED = 40
"""Of how many orbits, by lot, the best is taken."""

_Past = frozenset[frozenset[int]]


def balanced_part(
    bots: Sequence[str], size: int, count: int, past: Iterable[Collection[str]] = (), effort: float = 1.0
) -> list[tuple[str, ...]]:
    """`count` different sets of `size` bots, fewer if there are not so many, to go with the `past` ones.

    Bots come equally often or once more, and so do pairs, as far as the search finds it; with past ones, as
    far as these allow. `effort` is the share of the usual time that is spent on pairs. The same arguments
    give the same sets, in the order of their bots.
    """
    index = {bot: number for number, bot in enumerate(bots)}
    old = frozenset(frozenset(index[bot] for bot in known) for known in past if set(known) <= set(index))
    chosen = _sets(len(bots), size, min(count, comb(len(bots), size) - len(old)), old, effort)
    return [tuple(bots[number] for number in one) for one in chosen]


@lru_cache(maxsize=32)  # several games have tables of one size
def _sets(bots: int, size: int, count: int, old: _Past, effort: float) -> list[tuple[int, ...]]:
    every = comb(bots, size)
    if count <= 0:
        return []
    if not old and 2 * count > every:
        left_out = set(_sets(bots, size, every - count, old, effort))
        return [one for one in combinations(range(bots), size) if one not in left_out]
    design = _Design(bots, size, old)
    design.fill(count)
    design.improve(effort)
    return sorted(map(_members, design.sets))


def _members(mask: int) -> tuple[int, ...]:
    """The bots in a set, as the bits of a number, in order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def _mask(members: Iterable[int]) -> int:
    return sum(1 << bot for bot in members)


class _Design:
    """Different sets of bots, with the counts of bots and pairs; the `old` sets count, and stay as they are.

    Sets are numbers whose bits are the bots.
    """

    def __init__(self, bots: int, size: int, old: _Past) -> None:
        self.bots = range(bots)
        self.size = size
        self.chance = Random(0)
        self.single = [0] * bots
        self.pairs = [[0] * bots for _ in self.bots]
        self.taken = set(map(_mask, old))
        self.sets: list[int] = []
        self.grown = 0
        """The place of the first set that was grown: those before it are whole orbits."""
        for known in old:
            self._count(tuple(known))
        self._all: list[tuple[int, ...]] = []
        """All sets there are, if they are few enough to be looked at each time."""

    def fill(self, count: int) -> None:
        """Add so many sets, of which there must be as many that are free."""
        if comb(len(self.bots), self.size) * count <= _LOOKS:
            self._all = list(combinations(self.bots, self.size))
        if count > _GROWN:
            self._level(count - _GROWN // 2)
            self._add_orbits((count - len(self.sets)) // len(self.bots))
        while len(self.sets) < count:
            self._grow()
            at_work("tables chosen", len(self.sets), count)
        self._even_out()

    def _add(self, members: Sequence[int]) -> None:
        mask = _mask(members)
        self.taken.add(mask)
        self.sets.append(mask)
        self._count(members)

    def _count(self, members: Sequence[int]) -> None:
        for a, b in combinations(members, 2):
            self.pairs[a][b] += 1
            self.pairs[b][a] += 1
        for a in members:
            self.single[a] += 1

    # ------------------------------------------------------------------------------------ orbits

    def _level(self, most: int) -> None:
        """Grow at most so many sets, until bots that the old ones had less often come as often as others."""
        while len(self.sets) < most and max(self.single) - min(self.single) > 1:
            self._grow()
            at_work("tables chosen", len(self.sets), most)

    def _add_orbits(self, count: int) -> None:
        """Add so many orbits, fewer if no more are free, evenly by how far the bots of a set are apart."""
        orbits = _Orbits(len(self.bots), self.size, self.taken, self.chance)
        grown, self.sets = self.sets, []
        for number, first in enumerate(islice(orbits, count)):
            for shift in self.bots:
                self.sets.append(orbits.turned(first, shift))
            at_work("tables chosen", number * len(self.bots), count * len(self.bots))
        self.taken.update(self.sets)
        for a in self.bots:
            self.single[a] += len(self.sets) * self.size // len(self.bots)
            for b in self.bots:
                self.pairs[a][b] += orbits.apart[(a - b) % len(self.bots)]
        self.grown = len(self.sets)
        self.sets += grown

    # ------------------------------------------------------------------------------------ growing

    def _grow(self) -> None:
        """Add the set whose bots, and then pairs, have come least often."""
        self._add(self._best_of_all() if self._all else self._one_by_one())

    def _best_of_all(self) -> tuple[int, ...]:
        free = [one for one in self._all if _mask(one) not in self.taken]
        return min(free, key=lambda one: (*self._price(one), self.chance.random()))

    def _price(self, one: Sequence[int]) -> tuple[int, int]:
        return (
            sum(self.single[a] for a in one),
            sum(self.pairs[a][b] for a, b in combinations(one, 2)),
        )

    def _one_by_one(self) -> tuple[int, ...]:
        """Bot by bot; if that set is there already, the first that is not: see the top of this module."""
        lot = [self.chance.random() for _ in self.bots]
        met = [0] * len(self.bots)
        left, one = set(self.bots), list[int]()
        while len(one) < self.size:
            least = min(self.single[bot] for bot in left)
            candidates = [bot for bot in left if self.single[bot] == least]
            bot = min(candidates, key=lambda bot: (met[bot], lot[bot]))
            one.append(bot)
            left.remove(bot)
            met = [so_far + more for so_far, more in zip(met, self.pairs[bot], strict=True)]
        if _mask(one) not in self.taken:
            return tuple(one)
        order = sorted(self.bots, key=lambda bot: (self.single[bot], lot[bot]))
        return next(one for one in combinations(order, self.size) if _mask(one) not in self.taken)

    # ------------------------------------------------------------------------------------ improving

    def _even_out(self) -> None:
        """Exchange bots until none comes twice more often than another: see the top of this module."""
        while True:
            often = sorted(self.bots, key=lambda bot: self.single[bot])
            uneven = [(a, b) for a in reversed(often) for b in often if self.single[a] - self.single[b] >= 2]
            if not any(self._give_way(a, b) for a, b in uneven):
                return

    def _give_way(self, a: int, b: int) -> bool:
        """Put b in the place of a in some set, if that can be."""
        exchange = 1 << a | 1 << b
        for place, mask in enumerate(self.sets):
            if mask >> a & 1 and not mask >> b & 1 and mask ^ exchange not in self.taken:
                members = set(_members(mask))
                self._replace(members, a, b)
                self._put(place, mask ^ exchange)
                return True
        return False

    def _put(self, place: int, mask: int) -> None:
        self.taken.remove(self.sets[place])
        self.taken.add(mask)
        self.sets[place] = mask

    def improve(self, effort: float) -> None:
        """Exchange bots between sets, at first also where that makes it a little worse for a while."""
        self.loose = [set(_members(mask)) for mask in self.sets[self.grown :]]
        pairs = [self.pairs[a][b] for a, b in combinations(self.bots, 2)]
        cost = least = sum(count * count for count in pairs)
        ideal = _least_squares(sum(pairs), len(pairs))
        best = self.sets[self.grown :]
        moves = int(effort * min(_MOVES_A_SEAT * len(self.loose) * self.size, _MOST_MOVES))
        for move in range(moves):
            if least <= ideal:
                break
            tolerance = 2 if move % 100 < 10 and move < moves * 0.9 else 0
            cost += self._try_a_move(tolerance)
            if cost < least:
                least, best = cost, self.sets[self.grown :]
            at_work("exchanges tried", move, moves)
        self.sets[self.grown :] = best

    def _try_a_move(self, tolerance: int) -> int:
        """One random move, taken back if it is too bad; the change of the sum of squares of pairs' counts."""
        first, second = self.chance.randrange(len(self.loose)), self.chance.randrange(len(self.loose))
        one, two = self.loose[first], self.loose[second]
        gives, takes = list(one - two), list(two - one)
        if gives and takes and self.chance.random() < 0.8:
            give, take = self.chance.choice(gives), self.chance.choice(takes)
            moves = [(first, give, take), (second, take, give)]
        else:
            give = self.chance.choice(list(one))
            rarer = [bot for bot in self.bots if self.single[bot] < self.single[give] and bot not in one]
            if not rarer:
                return 0
            moves = [(first, give, self.chance.choice(rarer))]
        before = [self.sets[self.grown + place] for place, _, _ in moves]
        after = [mask ^ (1 << old | 1 << new) for mask, (_, old, new) in zip(before, moves, strict=True)]
        if len(set(after)) < len(after) or any(mask in self.taken and mask not in before for mask in after):
            return 0
        change = sum(self._replace(self.loose[place], old, new) for place, old, new in moves)
        if change > tolerance:
            for place, old, new in reversed(moves):
                self._replace(self.loose[place], new, old)
            return 0
        self.taken.difference_update(before)
        self.taken.update(after)
        for (place, _, _), mask in zip(moves, after, strict=True):
            self.sets[self.grown + place] = mask
        return change

    def _replace(self, members: set[int], old: int, new: int) -> int:
        """Replace one bot by another in a set; the change of the sum of squares of the pairs' counts."""
        members.remove(old)
        self.single[old] -= 1
        self.single[new] += 1
        change = 0
        for other in members:
            change += 2 * (self.pairs[new][other] - self.pairs[old][other] + 1)
            self.pairs[old][other] -= 1
            self.pairs[other][old] -= 1
            self.pairs[new][other] += 1
            self.pairs[other][new] += 1
        members.add(new)
        return change


def _least_squares(total: int, parts: int) -> int:
    """The least sum of squares of whole numbers with a sum."""
    share, more = divmod(total, parts)
    return (parts - more) * share**2 + more * (share + 1) ** 2


class _Orbits:
    """Sets whose turned ones are all different, and are not those of another that was given or `taken`.

    Each orbit is known by the least of its sets that hold bot 0. Where chance finds none that is free, a
    cursor goes through all sets with bot 0: what it has passed is never free again, so it passes each at most
    once, and at its end there is no more.
    """

    def __init__(self, bots: int, size: int, taken: Iterable[int], chance: Random) -> None:
        self.bots, self.size, self.chance = bots, size, chance
        self.full = (1 << bots) - 1
        self.apart = [0] * bots
        """How often two bots come together, by how far the one is behind the other."""
        self.known = {min(self._with_bot_0(mask)) for mask in taken}
        self.cursor = combinations(range(1, bots), size - 1)

    def turned(self, mask: int, shift: int) -> int:
        """The set with each bot replaced by the one that comes `shift` places after it."""
        return (mask << shift | mask >> (self.bots - shift)) & self.full

    def _with_bot_0(self, mask: int) -> set[int]:
        return {self.turned(mask, self.bots - bot) for bot in _members(mask)}

    def __iter__(self) -> Iterator[int]:
        while True:
            one = self._by_chance() or next(filter(self._is_free, self._all_left()), None)
            if one is None:
                return
            mask = _mask(one)
            self.known.add(min(self._with_bot_0(mask)))
            for a, b in combinations(one, 2):
                self.apart[(a - b) % self.bots] += 1
                self.apart[(b - a) % self.bots] += 1
            yield mask

    def _all_left(self) -> Iterator[tuple[int, ...]]:
        return ((0, *others) for others in self.cursor)

    def _is_free(self, one: Sequence[int]) -> bool:
        turned = self._with_bot_0(_mask(one))
        return len(turned) == self.size and min(turned) not in self.known

    def _by_chance(self) -> tuple[int, ...] | None:
        """Of a few sets by lot, the free one whose bots are as far apart as came least often so far."""
        tried = [(0, *self.chance.sample(range(1, self.bots), self.size - 1)) for _ in range(_ORBITS_TRIED)]
        return next(filter(self._is_free, sorted(tried, key=self._price)), None)

    def _price(self, one: Sequence[int]) -> int:
        return sum(self.apart[a - b] + self.apart[b - a] for a, b in combinations(one, 2))
