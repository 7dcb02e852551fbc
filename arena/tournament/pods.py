"""Dividing bots into pods, the tables of one round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from random import Random

from arena.tournament.fixtures import Table
from arena.tournament.watch import at_work

_EXCHANGES_A_BOT = 100
"""How many exchanges of two bots are made in one attempt, for each bot."""
_ATTEMPTS = 4
"""How often it is begun anew, when there seems to be no way around a meeting again."""
_MOST_SETS = 60_000
"""How many pods without a meeting again there may be for all ways to be searched."""
_MOST_WORK = 4_000_000
"""How many of them are looked at: a few seconds."""
_POLISHINGS = 50

Meetings = Counter[tuple[str, str]]
"""How often each pair of bots, in the order of their names, sat at one table."""


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


def neighbours(
    order: Sequence[str],
    size: int,
    met: Meetings,
    points: Mapping[str, float],
    out: Collection[str] = (),
    may_be_out: Collection[str] = (),
) -> list[tuple[str, ...]]:
    """Pods for all bots but as many as are too many to fill pods: with the fewest meetings again, then of
    bots with points as near each other as can be.

    `out` are bots that get no pod; where more must be left over, they are of those that `may_be_out`, the
    last in order that go with the fewest meetings again. Pods come in the order of their bots.
    """
    bots = [bot for bot in order if bot not in out]
    task = _Task(bots, size, met, points, may_be_out)
    pods = _pairs(task) if size == 2 else _Search(task).go()
    return [tuple(bots[number] for number in pod) for pod in sorted(map(sorted, pods))]


class _Task:
    """What is to be divided, by the places of the bots in order.

    All costs are whole numbers. One meeting again costs more than the worst choice of who is left over, and
    that more than all differences in points together.
    """

    def __init__(
        self,
        bots: Sequence[str],
        size: int,
        met: Meetings,
        points: Mapping[str, float],
        may_be_out: Collection[str],
    ) -> None:
        self.size, self.count, self.spare = size, len(bots), len(bots) % size
        places = range(self.count)
        self.met = [[met[min(a, b), max(a, b)] if a != b else 0 for b in bots] for a in bots]
        near = [
            [round((points[bots[i]] - points[bots[j]]) ** 2 * 100) * self.count + abs(i - j) for j in places]
            for i in places
        ]
        step = 1 + size * self.count * max(map(max, near), default=0)
        """More than all that nearness can cost."""
        self.again = step * (1 + self.count * max(self.spare, 1))
        self.cost = [[self.met[i][j] * self.again + near[i][j] for j in places] for i in places]
        self.leaving = {i: (self.count - 1 - i) * step for i in places if bots[i] in may_be_out}
        """What it costs to leave one over, of those that may be."""


def _pairs(task: _Task) -> list[list[int]]:
    """The cheapest pairs: a perfect matching of least weight, which Edmonds' algorithm finds for certain."""
    import networkx  # noqa: PLC0415  # takes longer to import than all else, and is seldom needed

    graph = networkx.Graph()
    graph.add_weighted_edges_from((i, j, -task.cost[i][j]) for i, j in combinations(range(task.count), 2))
    if task.spare:
        graph.add_weighted_edges_from((i, task.count, -cost) for i, cost in task.leaving.items())
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [sorted(pair) for pair in pairs if task.count not in pair]


class _Search:
    """Pods of three and more, for which no fast way is known that is certain: exchanges of two bots, with
    those made last barred for a while; and where these find no way around a meeting again, a search through
    all ways without one, the bots with the fewest partners first, that may prove there is none.

    Every part has a bound in steps, none in time, so that the same past always gives the same pods.
    """

    def __init__(self, task: _Task) -> None:
        self.task = task
        self.chance = Random(0)
        self.rest = task.count // task.size
        """The number of the pod of those left over."""
        self.best = self._in_order()
        self.least = self._meetings(self.best)

    def go(self) -> list[list[int]]:
        """The pods that were found."""
        self._exchange(self.best)
        if self.least and (found := _Exact(self.task).go()) is not None:
            self.best, self.least = found, 0
        elif self.least:
            for attempt in range(_ATTEMPTS):
                at_work("attempts at a round without a meeting again", attempt, _ATTEMPTS)
                self._exchange(self._by_lot())
        self._polish()
        pods: list[list[int]] = [[] for _ in range(self.rest + 1)]
        for bot, pod in enumerate(self.best):
            pods[pod].append(bot)
        return pods[: self.rest]

    def _in_order(self) -> list[int]:
        """Each bot's pod where pods are those next to each other, and the last are left over."""
        left_over = sorted(self.task.leaving)[::-1][: self.task.spare]
        playing = iter(range(self.rest * self.task.size))
        return [
            self.rest if bot in left_over else next(playing) // self.task.size
            for bot in range(self.task.count)
        ]

    def _by_lot(self) -> list[int]:
        """The same where bots are exchanged by lot, those left over among those that may be."""
        pods = self._in_order()
        playing = [bot for bot, pod in enumerate(pods) if pod != self.rest]
        dealt = self.chance.sample([pods[bot] for bot in playing], len(playing))
        for bot, pod in zip(playing, dealt, strict=True):
            pods[bot] = pod
        return pods

    def _meetings(self, pods: Sequence[int]) -> int:
        met = self.task.met
        return sum(met[i][j] for i, j in combinations(range(len(pods)), 2) if pods[i] == pods[j] != self.rest)

    def _can_change(self, bot: int, pod: int) -> bool:
        return pod != self.rest or bot in self.task.leaving

    def _exchange(self, start: Sequence[int]) -> None:
        """Exchange the bot whose exchange with another is best, of those that meet again; remember the best
        pods seen on the way."""
        met, pods, bots = self.task.met, list(start), range(self.task.count)
        with_pod = [[0] * (self.rest + 1) for _ in bots]
        for i in bots:
            for j in bots:
                if pods[j] != self.rest:
                    with_pod[i][pods[j]] += met[i][j]
        now = self._meetings(pods)
        barred = [[0] * (self.rest + 1) for _ in bots]
        if now < self.least:
            self.least, self.best = now, list(pods)
        for step in range(1, _EXCHANGES_A_BOT * self.task.count + 1):
            if not self.least:
                return
            chosen, ties = None, 0
            for a in bots:
                p, mine = pods[a], with_pod[a]
                if p == self.rest or not mine[p]:
                    continue
                for b in bots:
                    q = pods[b]
                    if q == p or not self._can_change(a, q):
                        continue
                    there = with_pod[b]
                    change = (
                        mine[q] - mine[p] + there[p] - there[q] - met[a][b] * (2 if q != self.rest else 1)
                    )
                    if max(barred[a][q], barred[b][p]) > step and now + change >= self.least:
                        continue
                    if chosen is None or change < chosen[0]:
                        chosen, ties = (change, a, b), 1
                    elif change == chosen[0]:
                        ties += 1
                        if self.chance.random() * ties < 1:
                            chosen = (change, a, b)
            if chosen is None:
                continue
            change, a, b = chosen
            p, q = pods[a], pods[b]
            barred[a][p] = barred[b][q] = step + 5 + self.chance.randrange(10)
            pods[a], pods[b] = q, p
            for i in bots:
                more = met[i][b] - met[i][a]
                if more:
                    with_pod[i][p] += more
                    if q != self.rest:
                        with_pod[i][q] -= more
            now += change
            if now < self.least:
                self.least, self.best = now, list(pods)

    def _polish(self) -> None:
        """Exchange bots as long as that makes the pods cheaper, at most so many times around."""
        cost, leaving, rest = self.task.cost, self.task.leaving, self.rest
        members: list[set[int]] = [set() for _ in range(rest + 1)]
        for bot, pod in enumerate(self.best):
            members[pod].add(bot)

        def price(bot: int, pod: int, without: int) -> int:
            if pod == rest:
                return leaving[bot]
            return sum(cost[bot][other] for other in members[pod] if other not in (without, bot))

        for _ in range(_POLISHINGS):
            better = False
            for a, b in combinations(range(self.task.count), 2):
                p, q = self.best[a], self.best[b]
                if p == q or not (self._can_change(a, q) and self._can_change(b, p)):
                    continue
                if price(a, q, b) + price(b, p, a) < price(a, p, b) + price(b, q, a):
                    better = True
                    self.best[a], self.best[b] = q, p
                    members[p] ^= {a, b}
                    members[q] ^= {a, b}
            if not better:
                return


class _Exact:
    """Pods without a meeting again: an exact cover of the bots by sets of whom none has met.

    All such sets are listed, if they are not too many, and chosen for the bot that has the fewest left, as
    Knuth's algorithm X does.
    """

    def __init__(self, task: _Task) -> None:
        self.task = task
        self.free = [
            sum(1 << j for j in range(task.count) if j != i and not task.met[i][j]) for i in range(task.count)
        ]
        """Those that each bot has not met, as the bits of a number."""
        self.work = 0
        self.chosen: list[tuple[int, ...]] = []

    def go(self) -> list[int] | None:
        """Each bot's pod; None if there is no way, or none was found with so much work."""
        everyone = (1 << self.task.count) - 1
        sets = list(islice(self._sets((), everyone), _MOST_SETS + 1))
        if len(sets) > _MOST_SETS or not self._cover(sets, everyone, self.task.spare):
            return None
        pods = [self.task.count // self.task.size] * self.task.count
        for number, members in enumerate(self.chosen):
            for bot in members:
                pods[bot] = number
        return pods

    def _sets(self, members: tuple[int, ...], partners: int) -> Iterator[tuple[int, ...]]:
        """All sets of whom none has met, with these members and more of the partners."""
        if len(members) == self.task.size:
            yield members
            return
        while partners.bit_count() >= self.task.size - len(members):
            bot = (partners & -partners).bit_length() - 1
            partners &= partners - 1
            yield from self._sets((*members, bot), partners & self.free[bot])

    def _cover(self, sets: list[tuple[int, ...]], left: int, spare: int) -> bool:
        """Choose of these sets, all of bots that are left, until as many bots are left as are spare."""
        if not left:
            return True
        self.work += len(sets) + self.task.count
        if self.work > _MOST_WORK:
            return False
        ways = [0] * self.task.count
        for members in sets:
            for bot in members:
                ways[bot] += 1
        places = [bot for bot in range(self.task.count) if left >> bot & 1]
        leave = self.task.leaving if spare else {}
        bot = min(places, key=lambda bot: ways[bot] + (bot in leave))
        for one in [members for members in sets if bot in members]:
            taken = set(one)
            self.chosen.append(one)
            rest = [members for members in sets if taken.isdisjoint(members)]
            if self._cover(rest, left & ~sum(1 << each for each in one), spare):
                return True
            self.chosen.pop()
        if bot in leave:
            rest = [members for members in sets if bot not in members]
            return self._cover(rest, left & ~(1 << bot), spare - 1)
        return False
