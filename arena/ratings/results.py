"""What the ratings know of a match: who sat where and how it ended."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Result:
    """One finished match. Tuples run by seat; void matches never become results.

    Two results with equal `game`, `players` and `deal` were played on the same shuffles, so a deal's
    label must be unique among all tables of one game and size.
    """

    match: str
    order: int  # position in the schedule
    game: str
    players: int
    deal: str | int
    bots: tuple[str, ...]
    ranks: tuple[int, ...]  # 1 is best, equal ranks are ties
    scores: tuple[float, ...]
    faults: tuple[str | None, ...]  # kind of fault, None for a seat without one
    decisions: tuple[int, ...]  # how many decisions the seat's bot was asked for
    ms: tuple[float, ...]  # mean thinking time a decision; without meaning where `decisions` is 0


def points(result: Result, seat: int, other: int) -> float:
    """What `seat` earns against `other`: 1 for the better rank, 0.5 for an equal one, 0 for the worse."""
    mine, theirs = result.ranks[seat], result.ranks[other]
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def deal_key(result: Result) -> tuple[str, int, str]:
    """Equal for results that were played on the same shuffles."""
    return result.game, result.players, str(result.deal)


def in_order(results: Iterable[Result]) -> list[Result]:
    """The results in schedule order, however they arrived."""
    return sorted(results, key=lambda result: (result.order, result.match))


def compare_solos(solos: Iterable[Result]) -> Result:
    """Solo results of one deal as one match with a seat for each, ranked by score.

    A fault ranks behind every seat without one, a later fault better than an earlier one. The seats run by
    bot and schedule order; the match takes the place in the schedule of the last of its solos.
    """
    seats = sorted(solos, key=lambda solo: (solo.bots[0], solo.order))
    merits = [_merit(solo) for solo in seats]
    last = in_order(seats)[-1]
    return Result(
        match=f"{last.game} solo deal {last.deal}",
        order=last.order,
        game=last.game,
        players=1,
        deal=last.deal,
        bots=tuple(solo.bots[0] for solo in seats),
        ranks=tuple(1 + sum(other > merit for other in merits) for merit in merits),
        scores=tuple(solo.scores[0] for solo in seats),
        faults=tuple(solo.faults[0] for solo in seats),
        decisions=tuple(solo.decisions[0] for solo in seats),
        ms=tuple(solo.ms[0] for solo in seats),
    )


def _merit(solo: Result) -> tuple[bool, float]:
    """A key that is greater for the better solo."""
    if solo.faults[0] is None:
        return True, solo.scores[0]
    return False, solo.decisions[0]


def comparable(results: Iterable[Result], bots: Iterable[str] | None = None) -> list[Result]:
    """The results with the solos of each deal joined into one match, in schedule order.

    With `bots` given, a deal's solos are joined once all of these have played it, and left out before: a
    deal becomes comparable once, and stays as it is. Without, those there are get compared.
    """
    needed = set(bots or ())
    tables = [result for result in results if result.players > 1]
    solos = sorted((result for result in results if result.players == 1), key=deal_key)
    for _, group in groupby(solos, key=deal_key):
        deal = list(group)
        if needed <= {solo.bots[0] for solo in deal}:
            tables.append(compare_solos(deal))
    return in_order(tables)
