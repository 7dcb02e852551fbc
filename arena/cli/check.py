"""`arena check`: a bot's acceptance test."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from arena.cli.changing_line import ChangingLine
from arena.cli.ctrl_c import comes_of_ctrl_c
from arena.cli.names import Bot, GameName
from arena.cli.options import format_option_of, show_option
from arena.cli.settings import settings_options
from arena.cli.streams import tell, use_color

if TYPE_CHECKING:
    from arena.games import Game
    from arena.match.spec import Settings


@click.command()
@click.argument("bot", type=Bot())
@click.argument("only", metavar="[GAME]...", nargs=-1, type=GameName())
@click.option(
    "--matches", type=click.IntRange(min=1), default=4, show_default=True, help="Matches of each game."
)
@settings_options("move_ms", "startup_ms", "exit_ms", "memory_mb", "sandbox")
@show_option
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes the matches.")
@format_option_of("text", "json")
@click.pass_context
def command(
    ctx: click.Context,
    bot: str,
    only: Sequence[Game[Any, Any]],
    matches: int,
    settings: Settings,
    show: tuple[Path, ...],
    seed: int,
    format: str,
) -> int:
    """Play BOT against a strict partner, and list what it does wrong and how to mend it.

    All games are tried that the bot says it plays, or those named, with every number of players and with
    their options. Without --move-ms the bot is told once that it has 100 ms, and its time a move follows from
    how it uses them: one that thinks as long as it may is done in minutes. Ctrl-C ends with what was found
    until then. Exit status 1 if a step failed.

    \b
    Examples:
      arena check mybot
      arena check "python3 mybot.py" dragon-whisperer
    """
    from arena.cli.bots import bot_from_word, warn_of_shortfall
    from arena.process.launch import resolve

    spec = bot_from_word(bot, show)
    program = resolve(spec)

    from arena import games
    from arena.check import Status, Terms, check_bot
    from arena.cli.findings import in_lines
    from arena.match.faults import Void
    from arena.process.sandbox import best_sandbox

    played = only or [game for game in games.all() if spec.games is None or game.id in spec.games]
    warn_of_shortfall(settings.sandbox)
    adapts = ctx.get_parameter_source("move_ms") is not ParameterSource.COMMANDLINE
    terms = Terms(replace(settings, sandbox=best_sandbox(settings.sandbox)), matches, seed, adapts)
    findings = []
    line = ChangingLine()
    interrupted = False
    try:
        for finding in check_bot(program, played, terms, line.show):
            line.clear()
            findings.append(finding)
            if format == "text":
                click.echo("\n".join(in_lines(finding)), color=use_color())
    except (Void, KeyboardInterrupt) as error:
        if not isinstance(error, KeyboardInterrupt) and not comes_of_ctrl_c(error):
            raise
        interrupted = True
    line.clear()
    counts = Counter(finding.status for finding in findings)
    if format == "json":
        steps = [finding.to_data() for finding in findings]
        click.echo(json.dumps({"bot": spec.name, "steps": steps, "interrupted": interrupted}, indent=2))
    else:
        click.echo("\n" + ", ".join(f"{counts[status]} {status}" for status in Status if counts[status]))
    if interrupted:
        tell("interrupted: these are the steps that were done")
        return 130
    return 1 if counts[Status.FAIL] else 0
