"""Bots that stay alive between the matches of one worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from arena.match.seats import ProcessPlayer, close_players
from arena.match.spec import Settings
from arena.process.launch import ResolvedCommand


class Roster:
    """Gives out players, and keeps those that can play again. A context manager: at its end all are ended.

    A bot that is marked `restart`, had a fault, or ended, is started anew for its next match.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()
        self._idle: dict[str, list[ProcessPlayer]] = {}

    def __enter__(self) -> Roster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def table(self, bots: Sequence[ResolvedCommand]) -> Iterator[list[ProcessPlayer]]:
        """Players for one match, by seat; a bot that sits at two seats is there twice."""
        players = [self._take(bot) for bot in bots]
        try:
            yield players
        finally:
            self._give_back(players)

    def close(self) -> None:
        """End all bots that are kept."""
        idle = [player for players in self._idle.values() for player in players]
        self._idle.clear()
        close_players(idle, self._settings.graces)

    def _take(self, bot: ResolvedCommand) -> ProcessPlayer:
        idle = self._idle.get(_key(bot), [])
        while idle:
            player = idle.pop()
            if player.reusable:
                return player
            player.kill()
        settings = self._settings
        return ProcessPlayer(bot, settings.limits, settings.sandbox, settings.rest)

    def _give_back(self, players: Sequence[ProcessPlayer]) -> None:
        for player in players:
            if player.reusable:
                self._idle.setdefault(_key(player.command), []).append(player)
        close_players([player for player in players if not player.reusable], self._settings.graces)


def _key(bot: ResolvedCommand) -> str:
    """Bots with the same key are copies of each other."""
    return f"{bot.spec.name}\0{bot.fingerprint}\0{bot.cwd}"
