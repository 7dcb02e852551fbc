"""`arena play`: one match."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from arena.cli.names import HUMAN, Bot, GameName, GameOption
from arena.cli.options import PATH, format_option, gathered, show_option
from arena.cli.settings import settings_options
from arena.cli.streams import is_screen

if TYPE_CHECKING:
    from arena.games import Game
    from arena.match.spec import Settings


MAY_RESUME_WITH = ("resume", "show", "save", "trace", "log", "format")
"""What else may be named where a match is gone on with."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What is played of a game: on which seed, with which options, and components."""

    seed: int | None
    """Drawn, if not given."""
    options: tuple[str, ...]
    """Words such as `short_deck=true`."""
    components: Path | None


@dataclass(frozen=True, slots=True)
class Files:
    """Where what was played is written, if anywhere, and whether bots' own words are shown."""

    save: Path | None
    trace: Path | None
    log: bool
    """Whether what bots write to their stderr is shown."""


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.argument("bots", metavar="BOT...", nargs=-1, type=Bot(HUMAN))
@gathered(
    "variant",
    Variant,
    click.option("--seed", type=int, help="Fixes everything random; drawn and printed if not given."),
    click.option(
        "--set",
        "options",
        metavar="OPTION=VALUE",
        type=GameOption(),
        multiple=True,
        help="An option of the game; may be repeated.",
    ),
    click.option("--components", type=PATH, help="A component file instead of the game's own."),
)
@settings_options("move_ms", "startup_ms", "retries", "sandbox", "rest")
@show_option
@click.option(
    "--matches", "-n", metavar="N", type=click.IntRange(min=1), help="Play N matches, and say who is ahead."
)
@click.option("--watch", is_flag=True, help="Draw the position after each decision, and tell what happened.")
@click.option(
    "--delay",
    metavar="SECONDS",
    type=click.FloatRange(min=0, max=3600),
    default=1.0,
    show_default=True,
    help="How long --watch shows each on a terminal, unless a key is pressed.",
)
@gathered(
    "files",
    Files,
    click.option("--save", metavar="FILE", type=PATH, help="Write the replay there."),
    click.option("--trace", metavar="FILE", type=PATH, help="Write what is said to and by the bots there."),
    click.option("--log", is_flag=True, help="Show what bots write to their stderr, as they write it."),
)
@click.option("--resume", metavar="FILE", type=PATH, help="Go on with a match that a person has saved.")
@format_option
@click.pass_context
def command(
    ctx: click.Context,
    game: Game[Any, Any] | None,
    bots: tuple[str, ...],
    variant: Variant,
    settings: Settings,
    show: tuple[Path, ...],
    matches: int | None,
    watch: bool,
    delay: float,
    files: Files,
    resume: Path | None,
    format: str,
) -> int:
    """Play one match of GAME, each BOT at one seat.

    A BOT is a bundled bot's name, a folder with a bot.toml, a command line in quotes, or `human`: you, at
    this terminal, with as much time as you like.

    A person who types `save` leaves the match and keeps it in a file, to go on with by --resume; that file
    holds all hidden cards. Bots start anew then: the first thing that they are asked has all events that
    their seat has seen, and they may choose otherwise than they would have.

    With -n several matches are played: each deal from every seat in turn, the first with the seed, the next
    with the number that follows. Points are a bot's share of the others that it beats in a match; ± is the
    standard error over deals. Ctrl-C shows what there is until then.

    With --watch a terminal is one screen that each decision is drawn on anew: Enter goes on, p pauses, q
    stops watching, ? shows all keys. Elsewhere all is printed, one below the other.

    \b
    Examples:
      arena play dragon-whisperer greedy random random --seed 7 --watch
      arena play portals greedy random --watch --delay 0.2
      arena play portals human greedy
      arena play portals greedy random -n 20
      arena play portals mybot greedy --log
      arena play --resume portals-7.saved
      arena play dragon-whisperer mybots/dragon "python3 other.py" random --set secret_quests=true
    """
    if resume is not None:
        _check_alone(ctx)
        from arena.cli.one_match import resume_and_show

        resume_and_show(resume, show, files, format=format)
        return 0
    if game is None or not bots:
        raise click.UsageError("name a game and its bots, such as: arena play portals human greedy")
    if watch and HUMAN in bots:
        raise click.UsageError(
            "--watch shows all secrets; a human is shown what the seat may know without it"
        )
    if watch and files.log and is_screen() and sys.stderr.isatty():
        raise click.UsageError("--log has no room on the screen of --watch; send it to a file: 2> bots.log")
    if matches is not None:
        _check_series(bots, watch, files)
    from arena.cli.seats import Seats

    seats = Seats.of(bots, show, game)
    if matches is not None:
        from arena.cli.series import play_series

        return play_series(game, seats, variant, settings, matches, log=files.log, format=format)
    from arena.cli.one_match import play_and_show

    play_and_show(game, seats, variant, settings, files, watch_s=delay if watch else None, format=format)
    return 0


def _check_series(bots: tuple[str, ...], watch: bool, files: Files) -> None:
    """Raises click.UsageError for what goes with a single match only."""
    single = {"a human": HUMAN in bots, "--watch": watch, "--save": files.save, "--trace": files.trace}
    for what, is_there in single.items():
        if is_there:
            raise click.UsageError(f"-n plays several matches, and {what} is for a single one")


def _check_alone(ctx: click.Context) -> None:
    """Raises click.UsageError for what --resume can't change of a match."""
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
        if given and parameter.name not in MAY_RESUME_WITH:
            name = parameter.opts[0] if isinstance(parameter, click.Option) else "a game and bots"
            raise click.UsageError(
                f"--resume goes on with a match as it was begun: {name} can't be named with it"
            )
