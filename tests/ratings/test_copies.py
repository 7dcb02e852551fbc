"""Four copies of one bot are equal within error in each game; what seats are worth is told with its error."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("scipy")

from arena import games
from arena.ratings.book import book_of
from arena.ratings.verdict import joint_verdict
from arena.tournament.fixtures import Field, Fixture, fixtures
from arena.tournament.results import MatchResult
from arena.tournament.schedules import next_tables

COPIES = tuple("abcd")
DEALS = 40
GAMES = [game.id for game in games.all()]


def play(fixture: Fixture, order: int) -> MatchResult:
    """A match of bots that choose at random, played in this process."""
    state = games.get(fixture.game).new(players=fixture.players, seed=fixture.seed(1))
    chance = Random(fixture.id)
    while (decision := state.decision) is not None:
        state.apply(chance.choice(decision.legal))
    scores = tuple(map(float, state.scores()))
    return MatchResult(
        match=fixture.id,
        order=order,
        game=fixture.game,
        players=fixture.players,
        table=fixture.table,
        deal=fixture.block,
        shuffle=fixture.shuffle,
        bots=fixture.bots,
        ranks=tuple(state.ranks()),
        scores=scores,
        faults=(None,) * fixture.players,
        decisions=(1,) * fixture.players,
        ms=(1.0,) * fixture.players,
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_copies_of_a_bot_come_out_equal(game: str) -> None:
    players = min(4, max(games.get(game).seats))
    tables = next_tables("round-robin", Field(COPIES, ((game, players),)))
    deals = range(1, DEALS // len(tables) + 1)
    results = [play(fixture, order) for order, fixture in enumerate(fixtures(tables, deals, "lots"), 1)]
    verdict = joint_verdict(results)
    for row in verdict.strengths:
        assert row.error is not None
        assert abs(row.strength) < 4 * row.error, "a chance of 1 in 10 000"
    assert len(verdict.seats) == players
    assert all(seat.error is not None and seat.error > 0 for seat in verdict.seats)
    ratings = book_of(results).rows()
    assert max(row.mu for row in ratings) - min(row.mu for row in ratings) < 4 * 2**0.5 * ratings[0].sigma
