"""What is to be paired: which bots have met, and what it costs to pair two, or to give one a bye."""

from __future__ import annotations

from collections.abc import Collection, Sequence


class PairingTask:
    """Bots by their places in order, to be divided into pods of a `size`.

    All costs are whole numbers. A rematch costs more than the worst choice of byes, and that more than all
    differences in points together.
    """

    def __init__(
        self,
        size: int,
        met: Sequence[Sequence[int]],
        points: Sequence[float],
        may_have_bye: Collection[int],
    ) -> None:
        self.size = size
        self.met = met
        """How often each two have met."""
        self.bots = len(points)
        self.byes = self.bots % size
        """How many get no pod."""
        places = range(self.bots)
        apart = [
            [round((points[i] - points[j]) ** 2 * 100) * self.bots + abs(i - j) for j in places]
            for i in places
        ]
        step = 1 + size * self.bots * max(map(max, apart), default=0)  # more than all differences can cost
        rematch = step * (1 + self.bots * max(self.byes, 1))
        self.cost = [[met[i][j] * rematch + apart[i][j] for j in places] for i in places]
        """What it costs to pair each two."""
        self.bye_cost = {i: (self.bots - 1 - i) * step for i in may_have_bye}
        """What it costs to give a bye to each of those that may have one."""
