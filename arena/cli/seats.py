"""Who sits at the table of a match that is played from the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.bots import bot_from_word, check_plays, with_unique_names
from arena.cli.names import HUMAN
from arena.process.launch import BotSpec, ResolvedCommand, resolve

if TYPE_CHECKING:
    from arena.games import Game

_PERSON = BotSpec(name=HUMAN, command=(), cwd=Path())


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where: people, and the programs of bots."""

    words: Sequence[str]
    """That they were named by."""
    names: Sequence[str]
    programs: Mapping[int, ResolvedCommand]

    @classmethod
    def of(cls, words: Sequence[str], show: Sequence[Path], game: Game[Any, Any]) -> Seats:
        """Those that words name.

        Raises BadSetup for a number that can't play this game, LaunchError for such a bot.
        """
        game.check_players(len(words))
        bots = with_unique_names(_PERSON if word == HUMAN else bot_from_word(word, show) for word in words)
        programs = {seat: resolve(bot) for seat, bot in enumerate(bots) if words[seat] != HUMAN}
        for program in programs.values():
            check_plays(program.spec, game.id)
        return cls(words, [bot.name for bot in bots], programs)

    @property
    def people(self) -> list[int]:
        """The seats at which people sit."""
        return [seat for seat in range(len(self.names)) if seat not in self.programs]
