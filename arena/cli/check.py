"""`arena check`: a bot's acceptance test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from arena import games
from arena.check import Finding, Status, Terms, check_bot
from arena.check.findings import WORDS
from arena.cli.common import bot_from_word, sandbox_option, show_option, use_color, warn_of_shortfall
from arena.match.spec import Clock, Settings
from arena.match.trace import in_hex, in_words
from arena.process.launch import resolve
from arena.process.limits import Graces, Limits, Sandbox
from arena.process.sandbox import best_sandbox

COLORS = {Status.PASS: "green", Status.WARN: "yellow", Status.FAIL: "red", Status.SKIP: "cyan"}
INDENT = " " * 10
LAST_WORDS = 10
"""How many lines of a bot's own log are shown."""


@click.command()
@click.argument("bot")
@click.argument("game_ids", metavar="[GAME]...", nargs=-1)
@click.option(
    "--matches", type=click.IntRange(min=1), default=4, show_default=True, help="Matches of each game."
)
@click.option(
    "--move-ms", type=click.IntRange(min=1), default=10_000, show_default=True, help="Time for each decision."
)
@click.option(
    "--startup-ms", type=click.IntRange(min=1), default=10_000, show_default=True, help="Time to start up."
)
@click.option(
    "--exit-ms", type=click.IntRange(min=1), default=500, show_default=True, help="Time to go at the end."
)
@click.option(
    "--memory-mb", type=click.IntRange(min=1), default=512, show_default=True, help="Memory it may use."
)
@sandbox_option
@show_option
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes the matches.")
@click.option("--format", "format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    bot: str,
    game_ids: tuple[str, ...],
    matches: int,
    move_ms: int,
    startup_ms: int,
    exit_ms: int,
    memory_mb: int,
    sandbox: str,
    show: tuple[Path, ...],
    seed: int,
    format: str,
) -> int:
    """Play BOT against a strict partner, and list what it does wrong and how to mend it.

    All games are tried, or those named. Exit status 1 if a step failed.

    \b
    Examples:
      arena check mybot
      arena check "python3 mybot.py" dragon-whisperer
    """
    chosen = [games.get(game_id) for game_id in game_ids] or games.all()
    settings = Settings(
        clock=Clock(move_ms=move_ms),
        startup_ms=startup_ms,
        sandbox=best_sandbox(Sandbox(sandbox)),
        limits=Limits(memory_mb=memory_mb),
        graces=Graces(closed_ms=exit_ms),
    )
    spec = bot_from_word(bot, show)
    if spec.games is not None and not game_ids:
        chosen = [game for game in chosen if game.id in spec.games]
    command = resolve(spec)
    warn_of_shortfall(Sandbox(sandbox))
    findings = []
    for finding in check_bot(command, chosen, Terms(settings, matches, seed)):
        findings.append(finding)
        if format == "text":
            click.echo("\n".join(_lines(finding)), color=use_color())
    counts = {status: sum(f.status is status for f in findings) for status in Status}
    if format == "json":
        click.echo(json.dumps({"bot": spec.name, "steps": [f.to_data() for f in findings]}, indent=2))
    else:
        click.echo("\n" + ", ".join(f"{number} {status}" for status, number in counts.items() if number))
    return 1 if counts[Status.FAIL] else 0


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
