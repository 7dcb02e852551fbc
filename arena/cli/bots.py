"""The bots that words on the command line name."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from arena.cli.names import HUMAN
from arena.cli.streams import tell
from arena.hints import nearest
from arena.process.launch import (
    BotSpec,
    LaunchError,
    bundled,
    bundled_names,
    is_bundled_name,
    load_manifest,
)
from arena.process.limits import Sandbox


def bot_from_word(word: str, show: Iterable[Path] = ()) -> BotSpec:
    """The bot that a word on the command line stands for: a bundled bot's name, a folder, or a command line.

    It may read what is in `show` besides its own.

    Raises:
        LaunchError: it is none of them.
    """
    if not word.strip():
        raise LaunchError("a bot's name is empty; give a bundled bot, a folder with bot.toml, or a command")
    try:
        return replace(_bot_from_word(word), show=tuple(path.absolute() for path in show))
    except OSError as error:  # no file could have such a name, or it can't be looked at
        raise LaunchError(f"bot {word!r:.80}: {error.strerror}") from None


def _bot_from_word(word: str) -> BotSpec:
    if word == HUMAN:
        raise LaunchError(f"{HUMAN!r} is you at the terminal, and plays in `arena play` only; name a bot")
    if is_bundled_name(word):
        return bundled(word)
    if Path(word).is_dir():
        return load_manifest(Path(word))
    if Path(word).name == "bot.toml" and Path(word).is_file():
        raise LaunchError(f"bot {word!r}: name the folder, {str(Path(word).parent)!r}, not the file in it")
    try:
        argv = shlex.split(word)
    except ValueError as error:
        raise LaunchError(f"bot {word!r} is no command line: {error}") from None
    if len(argv) == 1 and not _is_program(argv[0]):
        raise LaunchError(
            f"no bot is called {word!r}{nearest(word, bundled_names())}"
            " (a bot is a bundled one, a folder with bot.toml, or a command line in quotes)"
        )
    scripts = [part for part in argv if Path(part).suffix]
    return BotSpec(name=Path(scripts[-1] if scripts else argv[0]).stem, command=tuple(argv), cwd=Path.cwd())


def check_plays(bot: BotSpec, game: str) -> None:
    """Raises LaunchError if the bot's manifest says that it doesn't play this game."""
    if bot.games is not None and game not in bot.games:
        raise LaunchError(f"bot {bot.name!r} does not play {game}: its bot.toml names {', '.join(bot.games)}")


def warn_of_shortfall(wanted: Sandbox) -> None:
    """Say on stderr what this machine lacks of the best sandbox, if that is wanted; right before a match."""
    from arena.process.capabilities import shortfall

    if wanted is Sandbox.AUTO and (missing := shortfall()) is not None:
        tell(f"warning: {missing}")


def _is_program(word: str) -> bool:
    if os.sep in word:
        return Path(word).exists()
    return any((Path(folder) / word).exists() for folder in os.get_exec_path())


def with_unique_names(specs: Iterable[BotSpec]) -> list[BotSpec]:
    """The bots, those of equal name numbered: greedy, greedy-2, ..."""
    seen: dict[str, int] = {}
    named = []
    for spec in specs:
        seen[spec.name] = seen.get(spec.name, 0) + 1
        number = seen[spec.name]
        named.append(spec if number == 1 else replace(spec, name=f"{spec.name}-{number}"))
    return named
