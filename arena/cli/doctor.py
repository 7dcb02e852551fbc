"""`arena doctor`: what bots are kept from on this machine."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from arena.cli.common import format_option
from arena.process.capabilities import capabilities
from arena.process.limits import Sandbox
from arena.process.sandbox import best_sandbox
from arena.report.tables import render
from arena.tournament import cores


@click.command()
@format_option
def command(format: str) -> int:
    """What is enforced against bots on this machine, how, and what to install for the rest.

    Exit status 1 if anything is not enforced. The levels, for `sandbox` in a tournament file and --sandbox of
    arena play:

    \b
      bubblewrap   all that is listed; refused where it does not work
      limits       the limits alone: the bot sees the machine, and has the arena's own rights
      off          no limits; the bot is still ended with all that it started
      auto         bubblewrap where it works, else limits
    """
    found = capabilities()
    sandbox = best_sandbox(Sandbox.AUTO)
    rows = [asdict(capability) for capability in found]
    if format == "json":
        click.echo(json.dumps({"sandbox": sandbox, "cores": cores(), "capabilities": rows}, indent=2))
    else:
        heads = {"what": "what", "enforced": "enforced", "how": "how, or what is missing"}
        click.echo(render(rows, format, heads))
        if format == "text":
            click.echo(f'\nsandbox = "auto" means {sandbox} here; {cores()} cores')
    return 0 if all(capability.enforced for capability in found) else 1
