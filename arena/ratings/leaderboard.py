"""Leaderboards: sums over results that grow by one result at a time, and rows made of them.

A bot in several seats of a match counts once for each, so that matches, and with them wins, ties and losses,
add up to matches x seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.ratings.trueskill import Rating
    from arena.tournament.results import MatchResult

EXACTLY = 1_000_000
"""Sums are kept in millionths, which add up to the same in any order."""


@dataclass(slots=True)
class Tally:
    """What one bot has done so far."""

    matches: int = 0
    wins: int = 0  # first alone
    ties: int = 0  # first with others
    ranks: int = 0  # sum
    scores: int = 0  # sum, in millionths
    decisions: int = 0
    ms: int = 0  # sum over decisions, in millionths
    faults: Counter[str] = field(default_factory=Counter)  # by kind
    games: set[str] = field(default_factory=set)

    @property
    def losses(self) -> int:
        """Matches in which another seat was better."""
        return self.matches - self.wins - self.ties

    def include(self, other: Tally) -> None:
        """Add what the same bot has done in other matches."""
        self.matches += other.matches
        self.wins += other.wins
        self.ties += other.ties
        self.ranks += other.ranks
        self.scores += other.scores
        self.decisions += other.decisions
        self.ms += other.ms
        self.faults += other.faults
        self.games |= other.games


class Tallies(dict[str, Tally]):
    """The tally of every bot."""

    def add(self, result: MatchResult) -> None:
        """Count one result: what each bot did in each of its seats."""
        first_alone = result.ranks.count(1) == 1
        seats = zip(
            result.bots, result.ranks, result.scores, result.faults, result.decisions, result.ms, strict=True
        )
        for bot, rank, score, fault, decisions, ms in seats:
            tally = self.get(bot) or self.setdefault(bot, Tally())
            tally.matches += 1
            if rank == 1:
                tally.wins += first_alone
                tally.ties += not first_alone
            tally.ranks += rank
            tally.scores += round(score * EXACTLY)
            tally.games.add(result.game)
            if decisions:
                tally.decisions += decisions
                tally.ms += round(ms * EXACTLY) * decisions
            if fault is not None:
                tally.faults[fault] += 1


@dataclass(frozen=True, slots=True)
class Row:
    """A bot's line in a leaderboard."""

    rank: int
    bot: str
    mu: float
    sigma: float
    rating: float
    matches: int
    wins: int
    ties: int
    losses: int
    mean_rank: float
    mean_score: float | None  # None over several games, whose scores do not mix
    faults: int
    faults_by_kind: dict[str, int]
    ms: float | None  # a decision; None for a bot that never answered


def leaderboard(ratings: Mapping[str, Rating], tallies: Tallies) -> list[Row]:
    """The bots, best rating first; equal ratings by more wins, fewer faults, and name."""

    def merit(bot: str) -> tuple[float, int, int, str]:
        tally = tallies[bot]
        return -round(ratings[bot].rating, 6), -tally.wins, tally.faults.total(), bot

    ranking = sorted(tallies, key=merit)
    return [_row(rank, bot, ratings[bot], tallies[bot]) for rank, bot in enumerate(ranking, 1)]


def _row(rank: int, bot: str, belief: Rating, tally: Tally) -> Row:
    return Row(
        rank=rank,
        bot=bot,
        mu=belief.mu,
        sigma=belief.sigma,
        rating=belief.rating,
        matches=tally.matches,
        wins=tally.wins,
        ties=tally.ties,
        losses=tally.losses,
        mean_rank=tally.ranks / tally.matches,
        mean_score=tally.scores / EXACTLY / tally.matches if len(tally.games) == 1 else None,
        faults=tally.faults.total(),
        faults_by_kind=dict(sorted(tally.faults.items())),
        ms=tally.ms / EXACTLY / tally.decisions if tally.decisions else None,
    )
