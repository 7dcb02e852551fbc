"""What kinds of schedule that go round by round have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from arena.tournament.fixtures import Field, Table

NextRound = Callable[[str, int, list[Table]], Iterable[Table]]
"""From a game, a size of table and the tables so far, in order, to those of the next round."""


def round_by_round(field: Field, past: Sequence[Table], next_round: NextRound) -> list[Table]:
    """The next round of each game and size. Bots alone at their tables play once, to be compared."""
    tables: list[Table] = []
    for game, k in field.setups:
        so_far = [table for table in past if (table.game, table.players) == (game, k)]
        tables += next_round(game, k, so_far) if k > 1 else solos(field, game, so_far)
    return tables


def solos(field: Field, game: str, past: Iterable[Table]) -> list[Table]:
    """A table for each bot alone, but for those that were there."""
    met = set(past)
    return [table for bot in field.bots if (table := Table(game, (bot,))) not in met]


def full_rounds(field: Field, rounds: int, alone: int = 1) -> dict[tuple[str, int], int]:
    """How many tables the bots fill in so many rounds, by game and size; bots play so many `alone`."""
    return {(game, k): len(field.bots) // k * (rounds if k > 1 else alone) for game, k in field.setups}


def rounds_so_far(past: Iterable[Table]) -> int:
    """How many rounds these tables were."""
    return max((table.round for table in past), default=0)
