"""`arena doctor`: what bots are kept from on this machine, and in which languages they can be made here."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from arena.cli.common import format_option
from arena.kits import Survey, survey
from arena.process.capabilities import Enforced, capabilities
from arena.process.limits import Sandbox
from arena.process.sandbox import best_sandbox
from arena.report.tables import render
from arena.tournament import cores


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
    protections = capabilities()
    sandbox = best_sandbox(Sandbox.AUTO)
    rows = [asdict(capability) for capability in protections]
    if format == "json":
        found = {
            "sandbox": sandbox,
            "cores": cores(),
            "capabilities": rows,
            "languages": _languages(survey()),
        }
        click.echo(json.dumps(found, indent=2))
    else:
        heads = {"what": "what", "enforced": "enforced", "how": "how, or what is missing"}
        click.echo(render(rows, format, heads))
        if format == "text":
            click.echo(f'\nsandbox = "auto" means {sandbox} here; {cores()} cores')
        if format != "csv":
            heads = {"language": "bots in", "ready": "ready", "missing": "what is missing"}
            click.echo("\n" + render(_language_lines(survey()), format, heads))
    return 1 if any(capability.enforced is Enforced.NO for capability in protections) else 0


def _languages(found: Survey) -> list[dict[str, Any]]:
    return [
        {
            "language": kit.title,
            "ready": not missing,
            "missing": [f"{need.what}: {need.install}" for need in missing],
        }
        for kit, missing in found
    ]


def _language_lines(found: Survey) -> list[dict[str, Any]]:
    """The same for people: a line for each thing that is missing."""
    return [{**row, "missing": what} for row in _languages(found) for what in row["missing"] or [""]]
