"""`arena verdict`: the joint fit of all results, beside TrueSkill."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from arena.cli.databases import store_option
from arena.cli.options import format_option
from arena.cli.selection import selection_options
from arena.report.selection import Selection
from arena.report.strengths import joint_verdict, verdict_parts
from arena.report.tables import render_parts
from arena.tournament import Store


@click.command()
@store_option
@selection_options
@format_option
def command(store: Store, selection: Selection, format: str) -> None:
    """What all results say at once: strengths with 95 % intervals, what seats are worth, and how well it
    predicts.

    A strength is the log of the odds to be ranked before an average bot; its error is a standard error from
    leaving out one deal at a time, so that the rotations of a deal stand or fall together. A bot that has won
    everything has a lower bound only, one that has lost everything an upper one, and neither has an error.
    Predicted against actual are shares of first place in matches that the prediction had not seen.

    \b
    Examples:
      arena verdict --db club.db
      arena verdict --db club.db --game portals --format json
    """
    verdict = joint_verdict(store, selection)
    if format == "json":
        click.echo(json.dumps(asdict(verdict), indent=2))
    else:
        click.echo(render_parts(verdict_parts(verdict), format))
