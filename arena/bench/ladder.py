"""Where a bot stands among the bundled ones: the nearest rungs first, no more matches than it takes.

It begins at the second rung from below and climbs while the bot is better, or steps down while it is worse. A
rung is done when the sequential test of `arena.ratings.compare` has a verdict, or after so many deals: then
the bot is taken to play about like it. A deal is played once from each seat; where more than two play, the
others are all the same rung.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arena import games
from arena.match.referee import play_match
from arena.match.roster import Roster
from arena.match.spec import MatchSpec, Settings, second_secret
from arena.process.launch import ResolvedCommand, bundled, resolve
from arena.ratings.compare import SequentialTest, Verdict

RUNGS = ("random", "novice", "greedy", "search:100ms")
"""The bundled bots, the weakest first."""
FIRST = 1
"""The rung to begin at."""
WORTH = 0.1
ERROR = 0.1
"""Of the test at each rung: see `arena.ratings.compare`."""


@dataclass(frozen=True, slots=True)
class Rung:
    """How a bot fared against a rung."""

    game: str
    players: int
    rung: str
    points: float
    """The bot's mean, 0.5 for equal bots."""
    matches: int
    verdict: Verdict
    """FIRST: the bot is better."""
    more_matches: int | None
    """About how many until a verdict, should it go on like this; None if unknown."""


@dataclass(frozen=True, slots=True)
class Place:
    """Between which rungs a bot stands in a game: those next to it, or the one that it plays about like."""

    game: str
    players: int
    above: str | None
    """The strongest rung that it beats."""
    like: str | None
    below: str | None
    """The weakest rung that beats it."""
    more_matches: int | None = None
    """About how many would tell it from the rung that it plays about like; None: none, or unknown."""

    def words(self) -> str:
        """The place in a few words."""
        if self.like is not None:
            more = f"; about {self.more_matches} more matches would settle it" if self.more_matches else ""
            return f"about like {self.like}{more}"
        if self.below is None:
            return f"better than {self.above}"
        return f"worse than {self.below}" if self.above is None else f"between {self.above} and {self.below}"


def climb(
    game: games.Game[games.State, object],
    bot: ResolvedCommand,
    *,
    seed: int,
    deals: int,
    settings: Settings,
    tell: Callable[[Rung], None],
) -> Place:
    """Place a bot among the rungs in a game of two players, or the fewest that it takes.

    `deals` is the most that is played against a rung; their seeds follow from `seed`. `tell` is called with
    each rung that is done.

    Raises:
        LaunchError, GameError: the bot can't be started at all, or does not play the game.
        Void: the arena failed.
    """
    players = max(2, game.seats[0])
    won: str | None = None
    lost: str | None = None
    at = FIRST
    while 0 <= at < len(RUNGS):
        name = RUNGS[at]
        if name in (won, lost):
            break
        found = _against(game, players, bot, name, seed=seed, deals=deals, settings=settings)
        tell(found)
        if found.verdict is Verdict.FIRST:
            won, at = name, at + 1
        elif found.verdict is Verdict.SECOND:
            lost, at = name, at - 1
        else:
            return Place(game.id, players, won, name, lost, found.more_matches)
    return Place(game.id, players, won, None, lost)


def _against(
    game: games.Game[games.State, object],
    players: int,
    bot: ResolvedCommand,
    name: str,
    *,
    seed: int,
    deals: int,
    settings: Settings,
) -> Rung:
    """Play deals against a rung until the test has a verdict."""
    rung = resolve(bundled(name))
    test = SequentialTest(WORTH, ERROR)
    with Roster() as roster:
        for number in range(deals):
            points = list(_deal(game, players, bot, rung, seed + number, settings, roster))
            test.add(math.fsum(points) / len(points))
            if test.verdict is not Verdict.OPEN:
                break
    played = test.points.total()
    mean = math.fsum(points * count for points, count in test.points.items()) / played
    more = test.more_deals()
    return Rung(
        game.id, players, name, mean, played * players, test.verdict, None if more is None else more * players
    )


def _deal(
    game: games.Game[games.State, object],
    players: int,
    bot: ResolvedCommand,
    rung: ResolvedCommand,
    seed: int,
    settings: Settings,
    roster: Roster,
) -> Iterator[float]:
    """The bot's points of a deal, from each seat in turn."""
    for seat in range(players):
        spec = MatchSpec(
            f"ladder {seed} {seat}",
            game.id,
            players,
            seed=seed,
            secret=second_secret(seed),
            settings=settings,
        )
        bots = [bot if at == seat else rung for at in range(players)]
        with roster.table(bots, spec) as seated:
            ranks = play_match(spec, seated).ranks
        rivals = [rank for at, rank in enumerate(ranks) if at != seat]
        yield sum((rank > ranks[seat]) + (rank == ranks[seat]) / 2 for rank in rivals) / len(rivals)
