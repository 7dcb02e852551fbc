"""How long it takes to find who meets whom: every kind, 2 to 100 bots, tables of 2 to 6, any number of them.

A search may take ten seconds on two busy cores. Processor time is measured here, so that what else the
machine does counts for nothing; the slowest cases are printed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import comb
from typing import Any

import pytest

from arena.tournament import designs
from arena.tournament.extent import MOST_UNASKED
from arena.tournament.fixtures import Field
from arena.tournament.schedules import KINDS, next_tables

LIMIT_S = 5.0
BOTS = (2, 3, 5, 7, 9, 12, 20, 28, 50, 75, 100)
SIZES = (2, 3, 4, 5, 6)


def grid() -> Iterator[tuple[str, int, int, dict[str, Any]]]:
    """Each kind with bots, seats and terms."""
    for bots in BOTS:
        names = _names(bots)
        for size in (k for k in SIZES if k <= bots):
            most = min(comb(bots, size), MOST_UNASKED // size)
            for tables in {bots, 200, 495, 800, 20_000, most // 2 + 1, most}:
                if 0 < tables <= most:
                    yield "round-robin", bots, size, {"tables": tables}
            for count in {1, bots // 2}:
                if bots - count >= size - 1 > 0 < count:
                    challengers = list(names[:count])
                    for tables in (10, 3_000):
                        wanted = min(tables, MOST_UNASKED // size // count)
                        yield "gauntlet", bots, size, {"challengers": challengers, "tables": wanted}
            yield "swiss", bots, size, {"rounds": 9}
            yield "knockout", bots, size, {"advance": max(1, size // 2), "seeds": []}
            yield "league", bots, size, {"spread": 2}


def _names(bots: int) -> tuple[str, ...]:
    return tuple(f"bot {number:03}" for number in range(bots))


@pytest.mark.parametrize("kind", KINDS)
def test_every_search_ends_soon(kind: str) -> None:
    taken: list[tuple[float, int, int, dict[str, Any]]] = []
    for _, bots, size, terms in (case for case in grid() if case[0] == kind):
        designs._sets.cache_clear()
        start = time.process_time()
        tables = next_tables(kind, Field(_names(bots), (("portals", size),), terms))
        taken.append((time.process_time() - start, bots, size, terms))
        assert len(set(tables)) == len(tables) > 0
    taken.sort(key=lambda case: -case[0])
    for seconds, bots, size, terms in taken[:5]:
        told = {key: value for key, value in terms.items() if key not in ("challengers", "seeds")}
        print(f"\n{kind}, {bots} bots, tables of {size}, {told}: {seconds:.2f} s", end="")
    assert taken[0][0] < LIMIT_S
