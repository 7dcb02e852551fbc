"""League: goes on until it is stopped. In each round bots meet others of about their strength.

Who has played least comes first, and a bot sits out while it is `spread` tables or more ahead of another, if
tables can be filled without it; so a newcomer catches up, and no bot gets more than its share. Partners are
those with whom a match is most even by TrueSkill, the less often they met. Bots may be added and withdrawn
between runs; a bot whose program has changed is a new bot, and what its predecessor did stays its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arena.entries import Entry
from arena.tournament.fixtures import Field, Table
from arena.tournament.pairing import Meetings, meetings
from arena.tournament.results import MatchResult
from arena.tournament.rounds import full_rounds, rounds_so_far, solos
from arena.tournament.versions import has_version_mark

KIND = "league"
KEYS: tuple[str, ...] = ("rounds", "spread")

_SPREAD = 2


def read_terms(top: Entry, field: Field) -> Mapping[str, Any]:
    """`rounds`: after how many it ends, never where the key is missing; `spread`: see above."""
    for bot in filter(has_version_mark, field.bots):
        top["bot"].refuse(f"{bot!r} is named as a league names a later version; drop the @ and number")
    terms = {"spread": top.get("spread", _SPREAD).integer(low=1)}
    return terms | ({"rounds": top["rounds"].integer(low=1)} if "rounds" in top else {})


def size(field: Field) -> Mapping[tuple[str, int], int]:
    """As many tables as the bots fill, in each round, or in one where there is no last."""
    rounds = field.terms.get("rounds", 1)
    return full_rounds(field, rounds, rounds)


def next_tables(field: Field, past: Sequence[Table], results: Iterable[MatchResult]) -> list[Table]:
    """The next round of each game and size. All bots alone at their tables play the round's deals."""
    tables: list[Table] = []
    for game, k in field.setups:
        so_far = [table for table in past if (table.game, table.players) == (game, k)]
        this = rounds_so_far(so_far) + 1
        if this <= field.terms.get("rounds", this):
            made = _round(field, game, k, so_far, this) if k > 1 else solos(field, game, ())
            tables += (replace(table, round=this) for table in made)
    return tables


def _round(field: Field, game: str, size: int, past: Sequence[Table], this: int) -> list[Table]:
    if len(field.bots) < size:
        return []
    met, played = meetings(past), Counter(dict.fromkeys(field.bots, 0))
    for table in past:
        played.update(bot for bot in table.bots if bot in field.bots)
    waiting = sorted(field.lots.order(field.bots, game, this), key=played.__getitem__)
    due = [bot for bot in waiting if played[bot] < played[waiting[0]] + field.terms["spread"]]
    waiting = waiting[: size * max(1, len(due) // size)]
    tables = []
    while waiting:
        pod = [waiting.pop(0)]
        while len(pod) < size:
            best = max(waiting, key=lambda bot: _merit(field, game, bot, pod, met))
            waiting.remove(best)
            pod.append(best)
        tables.append(Table(game, tuple(sorted(pod))))
    return tables


def _merit(field: Field, game: str, bot: str, pod: Sequence[str], met: Meetings) -> float:
    """How well a bot goes with those of a pod."""
    return sum(field.quality(game, bot, other) / (1 + met[min(bot, other), max(bot, other)]) for other in pod)
