"""Knockout: pods from which the best advance, until the last pod decides.

A round's tables have one size. The first round takes the field down to a number that fills all later rounds;
bots with the best seeds have a bye. Pods are of equal strength by seeds, in every round anew. Who
advances has the most points over all deals, then the higher mean score, fewer faults, the better seed; but
no bot that was dropped or withdrawn before the next round begins: the next one of its pod does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import Any

from arena.entries import Entry
from arena.tournament.fixtures import Field, Table
from arena.tournament.pairing import snake
from arena.tournament.results import MatchResult
from arena.tournament.rounds import round_by_round, rounds_so_far
from arena.tournament.showings import ByTable, forfeits, showings

KIND = "knockout"
KEYS: tuple[str, ...] = ("advance", "seeds")


def read_terms(top: Entry, field: Field) -> Mapping[str, Any]:
    """`advance`: how many of each pod, half of it where the key is missing; `seeds`: the best bots, in order.

    Bots without a seed come behind those with one, in an order drawn by lot.
    """
    smallest = min((players for _, players in field.setups if players > 1), default=2)
    advance = top.get("advance", max(1, smallest // 2)).integer(low=1)
    if advance >= smallest:
        top["advance"].refuse(f"{advance} must be less than {smallest}, or no bot of a table is ever out")
    seeds = top["seeds"].choices(field.bots, "bot of this file") if "seeds" in top else []
    return {"advance": advance, "seeds": seeds}


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
    brackets = _Brackets(field, past, showings(results))
    return round_by_round(field, past, lambda game, size, _: brackets.next_round(game, size))


def winners(field: Field, past: Sequence[Table], played: ByTable) -> dict[tuple[str, int], str]:
    """Who has won, by game and size of table, where the last pod has been played.

    Where bots are out and those left can't fill a pod, the best seed of them has won.
    """
    brackets = _Brackets(field, past, played)
    found = {}
    for game, size in field.setups:
        if size > 1 and brackets.all_are_played(game, size):
            alive = brackets.alive(game, size)
            if 0 < len(alive) < size:
                found[game, size] = alive[0]
    return found


class _Brackets:
    """Who is in and who is out, from the tables so far and their results."""

    def __init__(self, field: Field, past: Sequence[Table], played: ByTable) -> None:
        self.field = field
        self.places = {table.id: place for place, table in enumerate(past)}
        self.past = past
        self.played = {**forfeits(field.absences, past, played), **played}

    def all_are_played(self, game: str, size: int) -> bool:
        """Whether no table of this game and size is open."""
        return all(table.id in self.played for table in self._tables(game, size))

    def next_round(self, game: str, size: int) -> list[Table]:
        """The tables of the next round."""
        alive = self.alive(game, size)
        pods = len(stays(len(alive), size, self.field.terms["advance"]))
        playing = alive[len(alive) - pods * size :]
        this = rounds_so_far(self._tables(game, size)) + 1
        return [Table(game, tuple(sorted(pod)), round=this) for pod in snake(playing, pods)]

    def alive(self, game: str, size: int) -> list[str]:
        """The bots that are still in, by their seeds."""
        everyone = {*self.field.bots, *(each.bot for each in self.field.absences)}
        seeds = self.field.terms["seeds"]
        alive = [*seeds, *self.field.lots.order(everyone - set(seeds), game)]
        rounds = groupby(self._tables(game, size), key=lambda table: table.round)
        for _, tables in [(number, list(tables)) for number, tables in rounds if number]:
            alive = self._without_absent(alive, self.places[tables[0].id])
            after = self._next_place(tables[0])
            staying = stays(len(alive), size, self.field.terms["advance"])
            for table, stay in zip(tables, staying, strict=True):
                here = [bot for bot in alive if bot in table.bots]
                ranking = sorted(here, key=self.played[table.id].__getitem__, reverse=True)
                advancing = self._without_absent(ranking, after)[:stay]
                alive = [bot for bot in alive if bot not in here or bot in advancing]
        return self._without_absent(alive, len(self.past))

    def _next_place(self, table: Table) -> int:
        """Where the round after this table's begins, in the schedule: at its end if there is none."""
        later = (t for t in self._tables(table.game, table.players) if t.round > table.round)
        return min((self.places[t.id] for t in later), default=len(self.past))

    def _without_absent(self, bots: Sequence[str], place: int) -> list[str]:
        out = {each.bot for each in self.field.absences if each.covers(place)}
        return [bot for bot in bots if bot not in out]

    def _tables(self, game: str, size: int) -> list[Table]:
        return [table for table in self.past if (table.game, table.players) == (game, size)]


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
