"""Swiss: so many rounds, in each of which bots meet others that did about as well so far.

A round's points are a bot's mean points at its table: 1 against a bot that ranked behind it, 0.5 against an
equal one. Where the bots do not fill all tables some sit out, which counts as 0.5 points: those that sat out
least often so far, and of these the last ones. No pair meets again as long as there is a way around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice
from math import ceil, log2
from typing import Any

from arena.toml import Entries
from arena.tournament.fixtures import Field, Table
from arena.tournament.pods import Meetings, drawn, meetings, neighbours
from arena.tournament.results import MatchResult, Showing, showings
from arena.tournament.rounds import full_rounds, round_by_round, rounds_so_far

KIND = "swiss"
KEYS: tuple[str, ...] = ("rounds",)

SITTING_OUT = 0.5
"""The points of a round in which a bot did not play."""

_WAYS_TO_SIT_OUT = 500


def read_terms(entries: Entries, field: Field) -> Mapping[str, Any]:
    """`rounds`: how many; by default as many as halve the field down to one bot."""
    return {"rounds": entries.integer("rounds", max(1, ceil(log2(len(field.bots)))), low=1)}


def size(field: Field) -> Mapping[tuple[str, int], int]:
    """As many tables as the bots fill, in each round."""
    return full_rounds(field, field.terms["rounds"])


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> list[Table]:
    """The next round of each game and size."""
    played = showings(results)
    return round_by_round(
        field, past, lambda game, size, so_far: _next_round(field, game, size, so_far, played)
    )


def _next_round(
    field: Field, game: str, size: int, past: Sequence[Table], played: Mapping[str, Mapping[str, Showing]]
) -> list[Table]:
    done = rounds_so_far(past)
    if done >= field.terms["rounds"]:
        return []
    points = dict.fromkeys(field.bots, SITTING_OUT * done)
    sat_out = Counter(dict.fromkeys(field.bots, done))
    for table in filter(lambda table: table.round, past):  # others were added for a comparison
        for bot, showing in played.get(table.id, {}).items():
            if bot in points:
                points[bot] += showing.points - SITTING_OUT
                sat_out[bot] -= 1
    order = sorted(drawn(field.bots, game), key=lambda bot: -round(points[bot], 9))
    pods = _pods(order, size, sat_out, meetings(past))
    return [Table(game, tuple(sorted(pod)), round=done + 1) for pod in pods]


def _pods(order: list[str], size: int, sat_out: Counter[str], met: Meetings) -> list[tuple[str, ...]]:
    """The next round's tables, from the best to the last."""
    found: dict[int, list[tuple[str, ...]]] = {}
    for idle in islice(_idle(order, len(order) % size, sat_out), _WAYS_TO_SIT_OUT):
        again, pods = neighbours([bot for bot in order if bot not in idle], size, met)
        found.setdefault(again, pods)
        if again == 0:
            break
    return found[min(found)]


def _idle(order: list[str], count: int, sat_out: Counter[str]) -> Iterable[tuple[str, ...]]:
    """Who may sit out: as few as can be for the second time; the last in order first."""
    candidates = sorted(order, key=lambda bot: (sat_out[bot], -order.index(bot)))
    least = sum(sat_out[bot] for bot in candidates[:count])
    return (some for some in combinations(candidates, count) if sum(sat_out[bot] for bot in some) == least)
