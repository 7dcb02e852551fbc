"""Knockout: pods from which the best advance, until the last pod decides.

A round's tables have one size. The first round takes the field down to a number that fills all later rounds;
bots with the best seeds need not play in it. Pods are of equal strength by seeds, in every round anew. Who
advances has the most points over all deals, then the higher mean score, fewer faults, the better seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Any

from arena.toml import Entries
from arena.tournament.fixtures import Field, Table
from arena.tournament.pods import drawn, snake
from arena.tournament.results import MatchResult, Showing, showings
from arena.tournament.rounds import round_by_round, rounds_so_far

KIND = "knockout"
KEYS: tuple[str, ...] = ("advance", "seeds")


def read_terms(entries: Entries, field: Field) -> Mapping[str, Any]:
    """`advance`: how many of each pod, half of it where the key is missing; `seeds`: the best bots, in order.

    Bots without a seed come behind those with one, in an order drawn by lot.
    """
    smallest = min((players for _, players in field.setups if players > 1), default=2)
    advance = entries.integer("advance", max(1, smallest // 2), low=1)
    if advance >= smallest:
        entries.refuse("advance", f"{advance} must be less than {smallest}, or no bot of a table is ever out")
    return {"advance": advance, "seeds": entries.choices("seeds", field.bots) if "seeds" in entries else []}


def size(field: Field) -> Mapping[tuple[str, int], int]:
    """The tables of all rounds."""
    return {
        (game, k): _tables_in_all(len(field.bots), k, field.terms["advance"]) if k > 1 else len(field.bots)
        for game, k in field.setups
    }


def _tables_in_all(alive: int, size: int, advance: int) -> int:
    tables = 0
    while staying := stays(alive, size, advance):
        tables += len(staying)
        alive -= sum(size - stay for stay in staying)
    return tables


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> list[Table]:
    """The next round of each game and size."""
    played = showings(results)
    return round_by_round(
        field, past, lambda game, size, so_far: _next_round(field, game, size, so_far, played)
    )


def _next_round(
    field: Field, game: str, size: int, past: Sequence[Table], played: Mapping[str, Mapping[str, Showing]]
) -> list[Table]:
    alive = _alive(field, game, size, past, played)
    pods = len(stays(len(alive), size, field.terms["advance"]))
    playing = alive[len(alive) - pods * size :]
    this = rounds_so_far(past) + 1
    return [Table(game, tuple(sorted(pod)), round=this) for pod in snake(playing, pods)]


def winners(
    field: Field, past: Sequence[Table], results: Iterable[MatchResult]
) -> dict[tuple[str, int], str]:
    """Who has won, by game and size of table, where the last pod has been played."""
    played = showings(results)
    found = {}
    for game, size in field.setups:
        so_far = [table for table in past if (table.game, table.players) == (game, size)]
        if size > 1 and all(table.id in played for table in so_far):
            alive = _alive(field, game, size, so_far, played)
            if len(alive) == 1:
                found[game, size] = alive[0]
    return found


def _alive(
    field: Field, game: str, size: int, past: Sequence[Table], played: Mapping[str, Mapping[str, Showing]]
) -> list[str]:
    """The bots that are not out after these tables, by their seeds."""
    seeds = field.terms["seeds"]
    alive = [*seeds, *drawn(set(field.bots) - set(seeds), game)]
    for number in range(1, rounds_so_far(past) + 1):
        tables = [table for table in past if table.round == number]
        for table, stay in zip(tables, stays(len(alive), size, field.terms["advance"]), strict=True):
            ranking = sorted(
                filter(set(table.bots).__contains__, alive), key=played[table.id].__getitem__, reverse=True
            )
            alive = [bot for bot in alive if bot not in ranking[stay:]]
    return alive


def stays(bots: int, size: int, advance: int) -> list[int]:
    """How many bots stay in at each table of the next round, with so many alive; no table when it is over."""
    if bots <= size:
        return [1] if bots == size else []
    goal = max(full for full in _full_fields(size, advance, bots) if full < bots)
    out = size - advance
    pods = min(bots // size, ceil((bots - goal) / out))
    last = min(out, bots - goal - (pods - 1) * out)
    return [advance] * (pods - 1) + [size - last]


def _full_fields(size: int, advance: int, most: int) -> list[int]:
    """The numbers of bots that fill every table until the last pod."""
    full = [size]
    while full[-1] % advance == 0 and full[-1] < most:
        full.append(full[-1] // advance * size)
    return full
