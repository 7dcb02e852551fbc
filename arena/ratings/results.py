"""What results say of their seats, in which order they count, and how solos become comparable."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from arena.tournament.results import MatchResult


def deal_key(result: MatchResult) -> tuple[str, int, str]:
    """Equal for results that belong together: in these the seats even out, whatever the cards were."""
    return result.game, result.players, result.deal


def shuffle_key(result: MatchResult) -> tuple[str, int, str]:
    """Equal for results that were played on the same shuffles; others say independently of each other."""
    return result.game, result.players, result.shuffle


def in_order(results: Iterable[MatchResult]) -> list[MatchResult]:
    """The results in schedule order, however they arrived."""
    return sorted(results, key=lambda result: (result.order, result.match))


def compare_solos(solos: Iterable[MatchResult]) -> MatchResult:
    """Solo results of one deal as one match with a seat for each, ranked by score.

    A fault ranks behind every seat without one, a later fault better than an earlier one. The seats run by
    bot and schedule order; the match takes the place in the schedule of the last of its solos.
    """
    seats = sorted(solos, key=lambda solo: (solo.bots[0], solo.order))
    merits = [_merit(solo) for solo in seats]
    last = in_order(seats)[-1]
    return MatchResult(
        match=f"{last.game} solo deal {last.deal}",
        order=last.order,
        game=last.game,
        players=1,
        table=last.table,
        deal=last.deal,
        shuffle=last.deal,  # whatever each was dealt, what is compared stands or falls together
        bots=tuple(solo.bots[0] for solo in seats),
        ranks=tuple(1 + sum(other > merit for other in merits) for merit in merits),
        scores=tuple(solo.scores[0] for solo in seats),
        faults=tuple(solo.faults[0] for solo in seats),
        decisions=tuple(solo.decisions[0] for solo in seats),
        ms=tuple(solo.ms[0] for solo in seats),
    )


def _merit(solo: MatchResult) -> tuple[bool, float]:
    """A key that is greater for the better solo."""
    if solo.faults[0] is None:
        return True, solo.scores[0]
    return False, solo.decisions[0]


def deals(results: Iterable[MatchResult]) -> Iterator[list[MatchResult]]:
    """The results deal by deal, comparable: solos joined into one match.

    Those of one deal must come one after another, as a store gives them when asked for.
    """
    for _, group in groupby(results, key=deal_key):
        deal = list(group)
        yield [compare_solos(deal)] if len(deal[0].bots) == 1 else deal


def comparable(results: Iterable[MatchResult]) -> Iterator[MatchResult]:
    """The results that come deal by deal, with the solos of each joined into one match."""
    return (match for deal in deals(results) for match in deal)
