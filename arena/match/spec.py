"""What is to be played, and how: plain values that can be handed to another process."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from arena.process.limits import Graces, Limits, Sandbox

MOST_MS = 1_000_000_000
"""The longest time that can be set, some eleven days."""
SEED_BITS = 63
"""A match's seed fits in a signed 64-bit integer, so that every store and every language can hold it.

It is too many to try: a million deals a second, which is fast, meet the right one after 150 000 years."""
BOT_SEED_BITS = 53
"""A bot's seed fits in a float, for the languages whose numbers are floats."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A match's time control, in milliseconds; `arena.match.clock` says what it means.

    At least one of `move_ms` and `bank_ms` is needed, or else a silent bot could hold a match up for ever.
    """

    move_ms: int | None = 10_000
    bank_ms: int | None = None
    increment_ms: int = 0
    move_cpu_ms: int | None = None
    match_cpu_ms: int | None = None

    def __post_init__(self) -> None:
        for name in ("move_ms", "bank_ms", "increment_ms", "move_cpu_ms", "match_cpu_ms"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not 0 <= value <= MOST_MS):
                raise ValueError(
                    f"{name} must be a number of milliseconds from 0 to {MOST_MS}, not {value!r}"
                )
        if self.move_ms is None and self.bank_ms is None:
            raise ValueError("a clock needs move_ms or bank_ms: without either nothing bounds a bot's time")
        if self.increment_ms and self.bank_ms is None:
            raise ValueError("increment_ms goes with bank_ms: it is what each move adds to the bank")


@dataclass(frozen=True, slots=True)
class Settings:
    """How matches are played, whatever the game.

    `startup_ms` covers a program's start up to its hello, and again each match's start up to ready.
    `margin_ms` absorbs the machine's noise: it is added to the time that a bot is told it has for a decision.
    A bot may answer illegally `retries` times a decision. With `ask_forced` a decision is asked even if only
    one action is legal. Bots that `rest` are stopped between their turns, and so take no time from the one
    that is to move. `sandbox` and `rest` may be others for a single bot.
    """

    clock: Clock = field(default_factory=Clock)
    startup_ms: int = 10_000
    margin_ms: int = 20
    retries: int = 0
    ask_forced: bool = False
    sandbox: Sandbox = Sandbox.AUTO
    rest: bool = True
    limits: Limits = field(default_factory=Limits)
    graces: Graces = field(default_factory=Graces)


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """One match to play. `components` are a component file's contents, None for the game's own.

    `id`, `seed` and `secret` stay in the arena. What a bot is told of its own, its seed and the match's name,
    derives from `secret` alone: nobody can test a guess at the match's `seed` with it.
    """

    id: str
    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    components: Mapping[str, Any] | None = None
    seed: int = 0
    secret: str = ""
    settings: Settings = field(default_factory=Settings)

    @property
    def token(self) -> str:
        """The name by which bots know the match: it tells neither deal nor place in an event."""
        return derived(self.secret, "match")[:16]

    def bot_seed(self, seat: int) -> int:
        """The number for the own random generator of the bot at `seat`."""
        return int(derived(self.secret, "bot", seat), 16) >> 256 - BOT_SEED_BITS


@cache
def second_secret(seed: int) -> str:
    """What all but the shuffles derives from, in an event or a match with this seed, in hexadecimal.

    A function of the seed, so that a run can be repeated; but a slow one that takes 16 MiB, so that to guess
    the seed by what follows from here is much dearer than to guess it by the cards.
    """
    return hashlib.scrypt(str(seed).encode(), salt=b"bot-arena: second secret", n=2**14, r=8, p=1).hex()


def stand_in_random(seed: int) -> Random:
    """The stream from which stand-ins draw in a match with this seed, whatever the bots do."""
    return Random(int(derived(seed, "stand-in"), 16))


def derived(secret: int | str, *purpose: object) -> str:
    """SHA-256 in hexadecimal of a secret and what it is for: none tells of another, or of the secret."""
    return hashlib.sha256("\0".join(map(str, (secret, *purpose))).encode()).hexdigest()
