"""Rows of a store, and what they say: fixtures, results, attempts.

What is in them a stranger may have written: lists are JSON texts whose items are checked, names are made safe
for a terminal, and numbers are of a size that can be.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, NoReturn

from arena.errors import ArenaError
from arena.process.faults import shown
from arena.tournament.fixtures import Absence, Fixture, Table, block, match_id
from arena.tournament.results import MatchResult

LATEST = 4e9
"""No match begins after this time, which is in the year 2096."""
MOST = 1e15
"""No rank, score, count or time in ms is larger; floats are exact below."""

FIXTURE_QUERY = """
    SELECT m.place, t.game, t.number, m.deal, m.rotation, m.bots, m.shuffle, t.round
    FROM matches m JOIN tables t ON t.id = m.table_id"""
"""The rows that `fixture_of` reads."""
RESULT_QUERY = """
    SELECT m.place, t.game, t.number, m.deal, m.rotation, m.bots, m.shuffle, t.round,
        ranks, scores, faults, decisions, ms
    FROM results r JOIN matches m USING (place) JOIN tables t ON t.id = m.table_id"""
"""The rows that `result_of` reads."""
ATTEMPT_QUERY = "SELECT match, began, ended, outcome, reason, processes FROM attempts"
"""The rows that `attempt_of` reads."""
TABLE_QUERY = "SELECT game, bots, number, round FROM tables"
"""The rows that `table_of` reads."""


class DamagedRow(ArenaError):
    """A row that does not hold what it should; it says which."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One time that a match was issued; `outcome` is fixed, void or interrupted, None while it is played."""

    match: str
    began: float
    ended: float | None
    outcome: str | None
    reason: str | None
    processes: tuple[str | None, ...]
    """What names each bot's process, by seat, None where none had started; empty where that is not known."""


def fixture_of(row: tuple[Any, ...]) -> Fixture:
    """The fixture in a row of order, game, table, deal, rotation, bots, shuffle, round."""
    order, game, table, deal, rotation, bots, shuffle, round = row
    if not _is_placed(*row):
        raise DamagedRow(f"match {order}")
    seated = _items(bots, str, f"the bots of match {order}")
    return Fixture(shown(game), table, deal, rotation, seated, shuffle, round)


def result_of(row: tuple[Any, ...]) -> MatchResult:
    """The result in a row of a fixture and, in JSON by seat, ranks, scores, faults, decisions, ms."""
    order, game, table, deal, rotation, bots, shuffle, round, ranks, scores, faults, decisions, ms = row
    seated, ranks = _column(_NAMES, bots), _column(_COUNTS, ranks)
    faults, decisions = _column(_TEXTS, faults), _column(_COUNTS, decisions)
    scores, ms = _numbers(scores, ms)
    players = len(seated)
    if not (
        players == len(ranks) == len(scores) == len(faults) == len(decisions) == len(ms) > 0
    ) or not _is_placed(*row[:8]):
        raise DamagedRow(f"the result of {fixture_of(row[:8]).id}")
    game = shown(game)
    name, of_block = match_id(game, players, table, deal, rotation), block(players, table, round, deal)
    where = name, order, game, players, table, of_block, shuffle
    return MatchResult(*where, seated, ranks, scores, faults, decisions, ms)


def attempt_of(row: tuple[Any, ...]) -> Attempt:
    """The attempt in a row of match, began, ended, outcome, reason and, in JSON if known, processes."""
    match, began, ended, outcome, reason, processes = row
    played = _items(processes or "[]", str | NoneType, f"the processes of {match}")
    return Attempt(match, began, ended, outcome, reason, played)


def table_of(row: tuple[Any, ...]) -> Table:
    """The table in a row of game, bots, number, round."""
    game, bots, number, round = row
    return Table(shown(game), _items(bots, str, f"the bots of table {number}"), number, round)


def absence_of(row: tuple[Any, ...]) -> Absence:
    """The absence in a row of bot, since, until."""
    bot, since, until = row
    if not (type(bot) is str and type(since) is int and (until is None or type(until) is int)):
        raise DamagedRow(f"the absence of {shown(str(bot))}")
    return Absence(bot, since, until)


def times_of(row: tuple[Any, ...], what: str) -> tuple[float, float]:
    """When something began and ended, in seconds since 1970."""
    began, ended = row
    if not all(isinstance(time, int | float) and 0 <= time < LATEST for time in row):
        raise DamagedRow(f"the times of {what}")
    return began, ended


def _is_placed(
    order: Any, game: Any, table: Any, deal: Any, rotation: Any, bots: Any, shuffle: Any, round: Any
) -> bool:
    """Whether the columns of a fixture hold texts and integers, as they should."""
    return (
        type(game) is type(shuffle) is str
        and type(order) is type(table) is type(deal) is type(rotation) is type(round) is int
    )


def _items(text: Any, kinds: UnionType | type, what: str) -> tuple[Any, ...]:
    """The list in a column, whose items are of some kinds."""
    found = _lists([text])
    if found is None or not all(isinstance(item, kinds) for item in found[0]):
        raise DamagedRow(what)
    return _clean(found[0]) if kinds in (str, str | NoneType) else found[0]


def _lists(texts: list[Any]) -> list[tuple[Any, ...]] | None:
    """The lists in some columns; None where one holds something else."""
    try:
        text = f"[{','.join(texts)}]"
        found, end = _scan(text, 0)
    except (ValueError, TypeError, RecursionError, StopIteration):
        return None
    if end != len(text) or len(found) != len(texts) or {*map(type, found)} != {list}:
        return None
    return [*map(tuple, found)]


def _clean(texts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Names and the like, safe for a terminal; None stays."""
    if all(text is None or text.isprintable() for text in texts):
        return texts
    return tuple(text and shown(text) for text in texts)


def _refuse(word: str) -> NoReturn:
    """NaN and infinities, which json would read."""
    raise ValueError(word)


# Faster than `safe_json`, for lists whose items are checked one by one: a store has a million of them.
_scan: Callable[[str, int], tuple[Any, int]]
_scan = getattr(json.JSONDecoder(parse_constant=_refuse), "scan_once")  # noqa: B009 - typeshed lacks it


_NAMES, _TEXTS = frozenset({str}), frozenset({str, NoneType})
_COUNTS, _NUMBERS = frozenset({int}), frozenset({int, float})


@lru_cache(maxsize=1 << 16)
def _column(kinds: frozenset[type], text: Any) -> tuple[Any, ...]:
    """The list in a column that holds the same in many results, by seat: texts that are safe for a terminal,
    or counts of a size that can be. Empty where the column holds something else."""
    (items,) = _lists([text]) or [()]
    if not {*map(type, items)} <= kinds:
        return ()
    if str in kinds:
        return _clean(items)
    return items if max(map(abs, items), default=0) < MOST else ()


def _numbers(one: Any, other: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The numbers in two columns, by seat, of a size that can be: JSON has 1e999. Empty where one holds
    something else."""
    first, second = _lists([one, other]) or [(), ()]
    both = first + second
    if not {*map(type, both)} <= _NUMBERS or max(map(abs, both), default=0) >= MOST:
        return (), ()
    return first, second
