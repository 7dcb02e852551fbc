"""Pairing: dividing bots into pods, the tables of one round, and who has a bye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from arena.tournament.fixtures import Table
from arena.tournament.pairing_task import PairingTask
from arena.tournament.pod_search import PodSearch

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


def pair(
    order: Sequence[str],
    size: int,
    met: Meetings,
    points: Mapping[str, float],
    byes: Collection[str] = (),
    may_have_bye: Collection[str] = (),
) -> list[tuple[str, ...]]:
    """Pods for all bots but as many as are too many to fill pods: with the fewest rematches, then of bots
    with points as near each other as can be.

    Bots with `byes` get no pod; where more byes are needed, they are of those that `may_have_bye`, the last
    in order that go with the fewest rematches. Pods come in the order of their bots.
    """
    bots = [bot for bot in order if bot not in byes]
    places = range(len(bots))
    task = PairingTask(
        size,
        met=[[met[min(a, b), max(a, b)] if a != b else 0 for b in bots] for a in bots],
        points=[points[bot] for bot in bots],
        may_have_bye=[place for place in places if bots[place] in may_have_bye],
    )
    pods = _pairs(task) if size == 2 else PodSearch(task).go()
    return [tuple(bots[place] for place in pod) for pod in sorted(map(sorted, pods))]


def _pairs(task: PairingTask) -> list[list[int]]:
    """The cheapest pairs: a perfect matching of least weight, which Edmonds' algorithm finds for certain."""
    import networkx  # noqa: PLC0415  # takes longer to import than all else, and is seldom needed

    graph = networkx.Graph()
    graph.add_weighted_edges_from((i, j, -task.cost[i][j]) for i, j in combinations(range(task.bots), 2))
    if task.byes:
        graph.add_weighted_edges_from((i, task.bots, -cost) for i, cost in task.bye_cost.items())
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [sorted(pair) for pair in pairs if task.bots not in pair]
