"""`arena doctor`: what bots are kept from on this machine, and in which languages they can be made here."""

from __future__ import annotations

import json

import click

from arena.cli.options import format_option
from arena.report.tables import render

CAPABILITIES = {"what": "what", "enforced": "enforced", "how": "how, or what is missing"}
LANGUAGES = {"language": "bots in", "ready": "ready", "missing": "what is missing"}


@click.command()
@format_option
def command(format: str) -> int:
    """What is enforced against bots on this machine, how, and what to install for the rest; then in which
    languages bots can be made here. (As CSV, only the former; the latter are in arena new --list.)

    What is enforced partly holds against every bot but one that knows the gap. Exit status 1 if anything is
    not enforced at all. The levels, for `sandbox` in a tournament file and --sandbox of arena play:

    \b
      bubblewrap   all that is listed; refused where it does not work
      limits       the limits alone: the bot sees the machine, and has the arena's own rights
      off          no limits; the bot is still ended with all that it started
      auto         bubblewrap where it works, else limits

    \b
    Examples:
      arena doctor
      arena doctor --format json
    """
    if format == "text":  # at once: to try all that takes seconds
        click.echo("What bots are kept from on this machine:\n")
    from arena.process.capabilities import Enforced
    from arena.process.limits import Sandbox
    from arena.process.sandbox import best_sandbox
    from arena.report.machine import capability_rows, language_rows
    from arena.tournament import cores

    rows = capability_rows()
    sandbox = best_sandbox(Sandbox.AUTO)
    if format == "json":
        found = {"sandbox": sandbox, "cores": cores(), "capabilities": rows, "languages": language_rows()}
        click.echo(json.dumps(found, indent=2))
    else:
        click.echo(render(rows, format, CAPABILITIES))
        if format == "text":
            click.echo(f'\nsandbox = "auto" means {sandbox} here; {cores()} cores')
            click.echo("\nIn which languages bots can be made here:")
        if format != "csv":
            lines = [{**row, "missing": what} for row in language_rows() for what in row["missing"] or [""]]
            click.echo("\n" + render(lines, format, LANGUAGES))
    return 1 if any(row["enforced"] is Enforced.NO for row in rows) else 0
