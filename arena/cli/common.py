"""What several commands share: naming bots, options of games, formats, and which errors are the user's."""

from __future__ import annotations

import errno
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from arena.games import Game, GameError
from arena.games.options import find_option
from arena.hints import nearest
from arena.kits import KitError
from arena.match.replay import ReplayError
from arena.match.trace import TraceError
from arena.process.capabilities import shortfall
from arena.process.launch import BotSpec, LaunchError, bundled, bundled_names, load_manifest
from arena.process.limits import Sandbox
from arena.report.tables import FORMATS
from arena.tournament import ConfigError, StoreError

F = TypeVar("F", bound=Callable[..., Any])

MOST_NAMED = 5
HUMAN = "human"
"""The word for a person at the terminal."""

USER_ERRORS: tuple[type[Exception], ...] = (
    GameError,
    LaunchError,
    ReplayError,
    TraceError,
    KitError,
    ConfigError,
    StoreError,
)
"""Errors whose message tells a user what to put right."""


def format_option(function: F) -> F:
    """The option --format."""
    return click.option(
        "--format",
        "format",
        type=click.Choice(FORMATS),
        default="text",
        show_default=True,
        help="How to print.",
    )(function)


def show_option(function: F) -> F:
    """The option --show."""
    return click.option(
        "--show",
        metavar="PATH",
        type=click.Path(path_type=Path),
        multiple=True,
        help="What bots may read besides their own folders; may be repeated.",
    )(function)


def sandbox_option(function: F) -> F:
    """The option --sandbox."""
    return click.option(
        "--sandbox",
        type=click.Choice([kind.value for kind in Sandbox]),
        default=Sandbox.AUTO.value,
        show_default=True,
        help="How far bots are kept from this machine; see arena doctor.",
    )(function)


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
    if word in bundled_names():
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
    if wanted is Sandbox.AUTO and (missing := shortfall()) is not None:
        tell(f"warning: {missing}")


def name_unknown(file: Path, unknown: Sequence[str]) -> None:
    """Say on stderr what a file tells that this arena does not know, if it does."""
    if unknown:
        more = f" and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else ""
        told = ", ".join(f"{name:.60}" for name in unknown[:MOST_NAMED]) + more
        tell(f"note: {file} tells what only a newer arena knows, and this one passes over: {told}")


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


def options_from_words(game: Game[Any, Any], words: Sequence[str]) -> dict[str, Any]:
    """The options that words like `short_deck=true` stand for.

    Raises:
        BadOption: an unknown option or a bad value.
        click.UsageError: a word without `=`.
    """
    values = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise click.UsageError(f"--set takes option=value, such as --set short_deck=true, not {word!r}")
        values[name] = find_option(game.options, name, game.id).parse(text)
    return values


def say(text: str) -> None:
    """Write a result to standard output, to a reader that may be gone."""
    _write(f"{text}\n", sys.stdout)


def tell(line: str = "", end: str = "\n") -> None:
    """Write news to standard error, to a reader that may be gone."""
    _write(line + end, sys.stderr)


def _write(text: str, stream: TextIO) -> None:
    """Write at once. If nobody reads the stream any more, this and all that follows goes nowhere."""
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.EIO):  # a closed pipe, a terminal that is gone
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def use_color(stream: TextIO | None = None) -> bool:
    """Whether a stream, standard output if none is given, is a terminal that wants colors."""
    stream = stream or sys.stdout
    return stream is not None and stream.isatty() and not {"NO_COLOR"} & os.environ.keys() and knows_codes()


def knows_codes() -> bool:
    """Whether terminals here know more than plain text."""
    return os.environ.get("TERM") != "dumb"


def fault_lines(faults: Iterable[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Faults in words, with the last lines of the bots' own log."""
    lines = []
    for fault in faults:
        when = "at start-up" if fault["decision"] is None else f"at decision {fault['decision']}"
        lines.append(
            f"{fault['kind']}: seat {fault['seat']} ({names[fault['seat']]}) {when}: {fault['detail']}"
        )
        lines += [f"    | {line}" for line in str(fault["stderr"]).splitlines()[-10:]]
    return lines
