"""Pods of three and more bots, for which no fast way is known that is certain.

Bots are exchanged between pods, with those exchanged last barred for a while. Where that finds no way around
a rematch, a search through all ways without one may prove there is none; and where it can't, bots are
exchanged again from other starts. Every part has a bound in steps, none in time, so that the same past always
gives the same pods.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from arena.tournament.exact_cover import cover
from arena.tournament.pairing_task import PairingTask
from arena.tournament.watch import at_work

_EXCHANGES_A_BOT = 100
"""How many exchanges of two bots are made in one attempt, for each bot."""
_ATTEMPTS = 4
"""How often it is begun anew, when there seems to be no way around a rematch."""
_POLISHINGS = 50


class PodSearch:
    """The search of one round's pods, each bot's known by its number; those with a bye have the last one."""

    def __init__(self, task: PairingTask) -> None:
        self.task = task
        self.chance = Random(0)
        self.bye = task.bots // task.size
        """The number that stands for a bye."""
        self.best = self._in_order()
        self.rematches = _rematches(task, self.best, self.bye)

    def go(self) -> list[list[int]]:
        """The pods that were found, each of places in order."""
        self._exchange(self.best)
        if self.rematches and (found := cover(self.task)) is not None:
            self.best, self.rematches = found, 0
        elif self.rematches:
            for attempt in range(_ATTEMPTS):
                at_work("attempts at a round without a rematch", attempt, _ATTEMPTS)
                self._exchange(self._by_lot())
        self._polish()
        pods: list[list[int]] = [[] for _ in range(self.bye + 1)]
        for bot, pod in enumerate(self.best):
            pods[pod].append(bot)
        return pods[: self.bye]

    def _in_order(self) -> list[int]:
        """Each bot's pod where pods are those next to each other, and the last ones have a bye."""
        byes = sorted(self.task.bye_cost)[::-1][: self.task.byes]
        playing = iter(range(self.bye * self.task.size))
        return [self.bye if bot in byes else next(playing) // self.task.size for bot in range(self.task.bots)]

    def _by_lot(self) -> list[int]:
        """The same where bots that play are dealt out anew by lot."""
        pods = self._in_order()
        playing = [bot for bot, pod in enumerate(pods) if pod != self.bye]
        dealt = self.chance.sample([pods[bot] for bot in playing], len(playing))
        for bot, pod in zip(playing, dealt, strict=True):
            pods[bot] = pod
        return pods

    def _exchange(self, start: Sequence[int]) -> None:
        """Exchange bots from here on, and keep the best pods on the way if they are better than the best."""
        exchanges = _Exchanges(self.task, self.chance, start, self.rematches)
        exchanges.go()
        if exchanges.least < self.rematches:
            self.rematches, self.best = exchanges.least, exchanges.best

    def _polish(self) -> None:
        """Exchange bots as long as that makes the pods cheaper, at most so many times around."""
        members: list[set[int]] = [set() for _ in range(self.bye + 1)]
        for bot, pod in enumerate(self.best):
            members[pod].add(bot)
        for _ in range(_POLISHINGS):
            exchanged = sum(
                self._exchange_if_cheaper(a, b, members) for a, b in combinations(range(self.task.bots), 2)
            )
            if not exchanged:
                return

    def _exchange_if_cheaper(self, a: int, b: int, members: Sequence[set[int]]) -> bool:
        """Exchange two bots if that makes the pods cheaper; whether it did."""
        p, q = self.best[a], self.best[b]
        if p == q or not (_may_be(self.task, a, q, self.bye) and _may_be(self.task, b, p, self.bye)):
            return False

        def price(bot: int, pod: int, without: int) -> int:
            if pod == self.bye:
                return self.task.bye_cost[bot]
            costs = self.task.cost[bot]
            return sum(costs[other] for other in members[pod] if other not in (without, bot))

        if price(a, q, b) + price(b, p, a) >= price(a, p, b) + price(b, q, a):
            return False
        self.best[a], self.best[b] = q, p
        for pod in (p, q):
            members[pod] ^= {a, b}
        return True


class _Exchanges:
    """One attempt to get rid of rematches: the best exchange of two bots is made, again and again."""

    def __init__(self, task: PairingTask, chance: Random, start: Sequence[int], least: int) -> None:
        self.task, self.chance = task, chance
        self.bye = task.bots // task.size
        self.pods = list(start)
        self.now = _rematches(task, start, self.bye)
        """How many rematches there are."""
        self.best, self.least = list(start), min(least, self.now)
        """The best pods so far, and the fewest rematches of these and of what was known before."""
        self.met_in = [[0] * (self.bye + 1) for _ in range(task.bots)]
        """How often each bot has met those that are in a pod now."""
        self.barred = [[0] * (self.bye + 1) for _ in range(task.bots)]
        """Up to which step a bot may not come back into a pod."""
        for bot, row in enumerate(task.met):
            for other, times in enumerate(row):
                if self.pods[other] != self.bye:
                    self.met_in[bot][self.pods[other]] += times

    def go(self) -> None:
        """Exchange until there is no rematch, or often enough."""
        for step in range(1, _EXCHANGES_A_BOT * self.task.bots + 1):
            if not self.least:
                return
            found = self._best_exchange(step)
            if found is not None:
                self._make(*found, step)

    def _best_exchange(self, step: int) -> tuple[int, int, int] | None:
        """The change in rematches, and the two bots, of which the first has one; the best, else by lot."""
        chosen, ties = None, 0
        for a, p in enumerate(self.pods):
            if p == self.bye or not self.met_in[a][p]:
                continue
            for b, q in enumerate(self.pods):
                if q == p or not _may_be(self.task, a, q, self.bye):
                    continue
                change = self._change(a, b)
                is_barred = max(self.barred[a][q], self.barred[b][p]) > step
                if is_barred and self.now + change >= self.least:
                    continue
                if chosen is None or change < chosen[0]:
                    chosen, ties = (change, a, b), 1
                elif change == chosen[0]:
                    ties += 1
                    if self.chance.random() * ties < 1:
                        chosen = (change, a, b)
        return chosen

    def _change(self, a: int, b: int) -> int:
        """How many rematches more there are when two bots, the first in a pod, are exchanged."""
        p, q = self.pods[a], self.pods[b]
        mine, theirs = self.met_in[a], self.met_in[b]
        of_both = self.task.met[a][b] * (2 if q != self.bye else 1)
        return mine[q] - mine[p] + theirs[p] - theirs[q] - of_both

    def _make(self, change: int, a: int, b: int, step: int) -> None:
        """Exchange two bots, and bar them from where they were."""
        p, q = self.pods[a], self.pods[b]
        self.barred[a][p] = self.barred[b][q] = step + 5 + self.chance.randrange(10)
        self.pods[a], self.pods[b] = q, p
        for met, met_in in zip(self.task.met, self.met_in, strict=True):
            more = met[b] - met[a]
            met_in[p] += more
            if q != self.bye:
                met_in[q] -= more
        self.now += change
        if self.now < self.least:
            self.least, self.best = self.now, list(self.pods)


def _rematches(task: PairingTask, pods: Sequence[int], bye: int) -> int:
    """How many meetings there were before of those that are in one pod."""
    return sum(task.met[i][j] for i, j in combinations(range(len(pods)), 2) if pods[i] == pods[j] != bye)


def _may_be(task: PairingTask, bot: int, pod: int, bye: int) -> bool:
    """Whether a bot may be in a pod, or have the bye."""
    return pod != bye or bot in task.bye_cost
