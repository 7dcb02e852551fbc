"""Bots that stay alive from match to match, and never meet a deal again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.match.logs import LogOf
from arena.match.process_player import ProcessPlayer, close_players
from arena.match.spec import MatchSpec, Settings
from arena.process.launch import ResolvedCommand
from arena.process.limits import Limits, Sandbox

MOST_IDLE = 64
"""How many idle bots are kept: a Python one takes some 20 MB, with its sandbox and its supervisor."""
LEAST_FREE = 0.1
"""Idle bots are ended as long as less than this part of the machine's memory is free."""
MOST_DEALS = 4096
"""How many deals a process may have met: what is known of it must not grow for ever."""


class Roster:
    """Gives out players, and keeps those that can play again. A context manager: at its end all are ended.

    No process gets a match with a seed that it has met, be it another rotation of the deal, a void match that
    is played again, or whatever else has that seed: the bot gets another process for it. All of these go on,
    each with other deals; so a bot comes to have as many as a deal has matches here, and no more are started.

    A bot that is marked `restart`, had a fault, or ended, is started anew for its next match. Of the idle
    those that played last are kept: `most_idle`, and fewer where memory is short.

    What bots write to their stderr goes to the descriptors that `log_of` gives for their names, too.
    """

    def __init__(self, most_idle: int = MOST_IDLE, log_of: LogOf | None = None) -> None:
        self._log_of = log_of
        self._most_idle = most_idle
        self._idle: list[_Kept] = []
        """Those that played last at the end."""
        self._made = 0

    def __enter__(self) -> Roster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def table(self, bots: Sequence[ResolvedCommand], match: MatchSpec) -> Iterator[list[ProcessPlayer]]:
        """Players for a match, by seat; a bot that sits at two seats is there twice."""
        seated = [self._take(bot, match) for bot in bots]
        try:
            yield [kept.player for kept in seated]
        finally:
            self._give_back(seated)

    def close(self) -> None:
        """Say goodbye to all bots that are kept, and end them."""
        _end(self._idle)
        self._idle = []

    def _take(self, bot: ResolvedCommand, match: MatchSpec) -> _Kept:
        """The oldest of the bot's processes that may play this match, or else a new one.

        The oldest ones have come to know most games, and the others need not.
        """
        fit = [kept for kept in self._idle if kept.may_play(bot, match)]
        if fit:
            kept = min(fit, key=lambda kept: kept.serial)
            self._idle.remove(kept)
        else:
            self._made += 1
            log = None if self._log_of is None else self._log_of(bot.spec.name)
            kept = _Kept(ProcessPlayer(bot, *_terms(match.settings), log=log), match.settings, self._made)
        kept.met.add(match.seed)
        return kept

    def _give_back(self, seated: Sequence[_Kept]) -> None:
        """Keep who can play again, and end the others."""
        everyone = [*self._idle, *seated]
        fit = [kept for kept in everyone if kept.player.reusable and len(kept.met) < MOST_DEALS]
        room = min(self._most_idle, len(fit) // 2) if _memory_is_short() else self._most_idle
        self._idle = fit[max(0, len(fit) - room) :]
        _end([kept for kept in everyone if kept not in self._idle])


@dataclass(eq=False)
class _Kept:
    """A player, the settings that it was launched with, and the seeds of all matches that it was given.

    `serial` tells which is older.
    """

    player: ProcessPlayer
    settings: Settings
    serial: int
    met: set[int] = field(default_factory=set)

    def may_play(self, bot: ResolvedCommand, match: MatchSpec) -> bool:
        """Whether it is this bot's, can play, and has not met the match's deal."""
        return (
            match.seed not in self.met
            and self.player.command == bot
            and _terms(self.settings) == _terms(match.settings)
            and self.player.reusable
        )


def _terms(settings: Settings) -> tuple[Limits, Sandbox, bool]:
    """Under which a process runs, from its start to its end."""
    return settings.limits, settings.sandbox, settings.rest


def _end(kept: Sequence[_Kept]) -> None:
    """Say goodbye to these bots and end them, all at once."""
    if kept:
        close_players([one.player for one in kept], kept[-1].settings.graces)


def _memory_is_short(meminfo: Path = Path("/proc/meminfo")) -> bool:
    """Whether little of the machine's memory is free; False where that can't be told."""
    try:
        lines = [line.split() for line in meminfo.read_text().splitlines()]
    except OSError:
        return False
    kb = {words[0]: int(words[1]) for words in lines}
    return kb["MemAvailable:"] < LEAST_FREE * kb["MemTotal:"]
