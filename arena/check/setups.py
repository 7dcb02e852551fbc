"""The matches that a bot is examined in: at every size of table, at every seat, with every option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from arena.games import BadOption, Game
from arena.match.record import MatchRecord
from protocol.bot import Bot, Decision, Match

AnyGame = Game[Any, Any]

SURVEYED = 16
"""In how many matches at random a game's kinds of decisions are gathered."""


class Partner(Bot):
    """Plays at random; same match, same choices."""

    name = "partner"
    send = ("legal",)

    def start(self, match: Match) -> None:
        """Begin the match's own stream of random numbers."""
        self._random = Random(match.seed)

    def choose(self, decision: Decision) -> int:
        """A legal action at random: it is there to be played with, not to win."""
        return self._random.randrange(len(decision.legal))


@dataclass(frozen=True, slots=True)
class Setup:
    """A match to play, and the seat of the bot under examination."""

    game: AnyGame
    players: int
    seat: int
    options: Mapping[str, Any] = field(default_factory=dict)
    ask_forced: bool = False
    seed: int = 0

    def __str__(self) -> str:
        options = ", ".join(f"{name}={str(value).lower()}" for name, value in self.options.items())
        alone = "1 player" if self.players == 1 else f"{self.players} players, at seat {self.seat}"
        return f"with {alone}" + (f", {options}" if options else "")


def setups(game: AnyGame, seed: int) -> Iterator[Setup]:
    """Matches of a game, ever different; the first one is small and has no option set."""
    choices = _option_choices(game)
    sizes = sorted(game.seats, key=lambda size: (size == 1, size))  # nobody else has to wait for one alone
    for number in count():
        players = sizes[number % len(sizes)]
        options = choices[number % len(choices)]
        if _fits(game, options, players):
            seat = number // len(sizes) % players
            yield Setup(game, players, seat, options, ask_forced=number % 2 == 1, seed=seed + number)


def _option_choices(game: AnyGame) -> list[dict[str, Any]]:
    """No option set; every yes-or-no option the other way round, together and each by itself."""
    flags = {option.name: not option.default for option in game.options if type(option.default) is bool}
    return [{}, flags, *({name: value} for name, value in flags.items())]


def _fits(game: AnyGame, options: Mapping[str, Any], players: int) -> bool:
    try:
        game.check_options(options, players)
    except BadOption:
        return False
    return True


class Coverage:
    """Which kinds of decisions a bot has met, of those that random play meets."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._all = set[str]()
        for setup, _ in zip(setups(game, seed), range(SURVEYED), strict=False):
            self._all |= _kinds_at_random(setup)
        self.met = set[str]()

    @property
    def missing(self) -> set[str]:
        """The kinds that it has not met."""
        return self._all - self.met

    def add(self, record: MatchRecord, seat: int) -> None:
        """Count what the bot was asked in a match."""
        asked = (decision for decision in record.decisions if decision.seat == seat)
        self.met |= {decision.kind for decision in asked if not decision.forced and not decision.stand_in}


def _kinds_at_random(setup: Setup) -> set[str]:
    """The kinds of decisions with a choice in one match at random."""
    state = setup.game.new(setup.players, setup.options, setup.seed)
    state.events_on = False
    rng = Random(setup.seed)
    kinds = set()
    while (decision := state.decision) is not None:
        if len(decision.legal) > 1:
            kinds.add(decision.kind)
        state.apply(rng.choice(decision.legal))
    return kinds
