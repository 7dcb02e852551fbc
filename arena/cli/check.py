"""`arena check`: a bot's acceptance test."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from arena import games
from arena.check import Finding, Status, Terms, check_bot
from arena.check.findings import WORDS
from arena.cli.bots import bot_from_word, warn_of_shortfall
from arena.cli.names import Bot, GameName
from arena.cli.options import format_option_of, settings_options, show_option
from arena.cli.streams import use_color
from arena.match.spec import Settings
from arena.match.trace import in_hex, in_words
from arena.process.launch import BotSpec, resolve
from arena.process.sandbox import best_sandbox

COLORS = {Status.PASS: "green", Status.WARN: "yellow", Status.FAIL: "red", Status.SKIP: "cyan"}
INDENT = " " * 10
LAST_WORDS = 10
"""How many lines of a bot's own log are shown."""

_Games = Sequence[games.Game[Any, Any]]


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
def command(
    bot: str, only: _Games, matches: int, settings: Settings, show: tuple[Path, ...], seed: int, format: str
) -> int:
    """Play BOT against a strict partner, and list what it does wrong and how to mend it.

    All games are tried, or those named. Exit status 1 if a step failed.

    \b
    Examples:
      arena check mybot
      arena check "python3 mybot.py" dragon-whisperer
    """
    spec = bot_from_word(bot, show)
    program = resolve(spec)
    warn_of_shortfall(settings.sandbox)
    terms = Terms(replace(settings, sandbox=best_sandbox(settings.sandbox)), matches, seed)
    findings = []
    for finding in check_bot(program, only or _that_it_plays(spec), terms):
        findings.append(finding)
        if format == "text":
            click.echo("\n".join(_lines(finding)), color=use_color())
    counts = Counter(finding.status for finding in findings)
    if format == "json":
        click.echo(json.dumps({"bot": spec.name, "steps": [f.to_data() for f in findings]}, indent=2))
    else:
        click.echo("\n" + ", ".join(f"{counts[status]} {status}" for status in Status if counts[status]))
    return 1 if counts[Status.FAIL] else 0


def _that_it_plays(bot: BotSpec) -> _Games:
    """All games, or those that the bot's manifest names."""
    return [game for game in games.all() if bot.games is None or game.id in bot.games]


def _lines(finding: Finding) -> Iterator[str]:
    """A finding for people: its step, and where something is wrong what was said and the mend."""
    label = click.style(f"{finding.status:4}", fg=COLORS[finding.status])
    yield f"{finding.number:3} {label}  {finding.step}" + (f": {finding.detail}" if finding.detail else "")
    if finding.status not in (Status.FAIL, Status.WARN):
        return
    for item in finding.said:
        arrow = "sent    " if item.speaker == "arena" else "received"
        yield f"{INDENT}{arrow} {in_words(item.data, WORDS)}"
        yield f"{INDENT}         {in_hex(item.data)}"
    for line in finding.stderr.splitlines()[-LAST_WORDS:]:
        yield f"{INDENT}stderr   {line}"
    if finding.advice is not None:
        yield f"{INDENT}mend     {finding.advice.mend} (SPEC.md, {finding.advice.spec})"
