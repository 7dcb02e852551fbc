"""Rounds without a meeting again, by an integer programming solver, HiGHS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array

from arena.tournament.pairing import Meetings

_MOST = 20_000


def is_there_a_way(bots: Sequence[str], size: int, met: Meetings, may_be_out: Sequence[str]) -> bool:
    """Whether bots can be divided into pods in which nobody meets again; as if not, where there are too many
    pods to choose from for this to be found out in time.

    Those that are too many to fill pods are left over, of those that `may_be_out`.
    """
    place = {bot: number for number, bot in enumerate(bots)}
    rows = [[place[bot] for bot in pod] for pod in islice(_pods(bots, size, met, ()), _MOST)]
    rows += [[place[bot], len(bots)] for bot in may_be_out]  # the last row counts those left over
    if not 0 < len(rows) < _MOST:
        return False
    entries = np.concatenate([np.array(row, dtype=int) for row in rows])
    starts = np.cumsum([0, *map(len, rows)])
    matrix = csc_array((np.ones(len(entries)), entries, starts), shape=(len(bots) + 1, len(rows)))
    sides = np.array([1.0] * len(bots) + [float(len(bots) % size)])
    found = milp(
        np.zeros(len(rows)),
        integrality=np.ones(len(rows)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, sides, sides),
    )
    assert found.status in (0, 2), found.message  # there is one, or there is none
    return bool(found.status == 0)


def _pods(left: Sequence[str], size: int, met: Meetings, pod: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every set of so many bots in which nobody has met."""
    if len(pod) == size:
        yield pod
        return
    for number, bot in enumerate(left):
        if not any(met[min(bot, other), max(bot, other)] for other in pod):
            yield from _pods(left[number + 1 :], size, met, (*pod, bot))
