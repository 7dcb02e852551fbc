"""Pods without a rematch: an exact cover of the bots by sets of whom no two have met.

All such sets are listed, if they are not too many, and chosen for the bot that has the fewest left, as
Knuth's algorithm X does; that may prove that there is no way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from arena.tournament.pairing_task import PairingTask

_MOST_SETS = 60_000
"""How many sets there may be."""
_MOST_WORK = 4_000_000
"""How many of them are looked at: a few seconds."""


def cover(task: PairingTask) -> list[int] | None:
    """Each bot's pod, those with a bye in the last one; None if there is no way, or none was found."""
    return _Cover(task).go()


class _Cover:
    """A search for one cover; sets of bots are numbers whose bits are the bots."""

    def __init__(self, task: PairingTask) -> None:
        self.task = task
        bots = range(task.bots)
        self.free = [sum(1 << j for j in bots if j != i and not task.met[i][j]) for i in bots]
        """Those that each bot has not met."""
        self.work = 0
        self.chosen: list[tuple[int, ...]] = []

    def go(self) -> list[int] | None:
        everyone = (1 << self.task.bots) - 1
        sets = list(islice(self._sets((), everyone), _MOST_SETS + 1))
        if len(sets) > _MOST_SETS or not self._cover(sets, everyone, self.task.byes):
            return None
        pods = [self.task.bots // self.task.size] * self.task.bots
        for number, members in enumerate(self.chosen):
            for bot in members:
                pods[bot] = number
        return pods

    def _sets(self, members: tuple[int, ...], partners: int) -> Iterator[tuple[int, ...]]:
        """All sets of whom no two have met, with these members and more of the partners."""
        if len(members) == self.task.size:
            yield members
            return
        while partners.bit_count() >= self.task.size - len(members):
            bot = (partners & -partners).bit_length() - 1
            partners &= partners - 1
            yield from self._sets((*members, bot), partners & self.free[bot])

    def _cover(self, sets: list[tuple[int, ...]], left: int, byes: int) -> bool:
        """Choose of these sets, all of bots that are left, until as many bots are left as there are byes."""
        if not left:
            return True
        self.work += len(sets) + self.task.bots
        if self.work > _MOST_WORK:
            return False
        ways = [0] * self.task.bots
        for members in sets:
            for bot in members:
                ways[bot] += 1
        may_have_bye = self.task.bye_cost if byes else {}
        waiting = [bot for bot in range(self.task.bots) if left >> bot & 1]
        bot = min(waiting, key=lambda bot: ways[bot] + (bot in may_have_bye))
        for one in [members for members in sets if bot in members]:
            taken = set(one)
            self.chosen.append(one)
            rest = [members for members in sets if taken.isdisjoint(members)]
            if self._cover(rest, left & ~sum(1 << each for each in one), byes):
                return True
            self.chosen.pop()
        if bot not in may_have_bye:
            return False
        return self._cover([members for members in sets if bot not in members], left & ~(1 << bot), byes - 1)
