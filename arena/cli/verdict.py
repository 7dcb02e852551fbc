"""`arena verdict`: the joint fit of all results, beside TrueSkill."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from arena.cli.common import format_option
from arena.cli.extras import from_extra
from arena.cli.selection import Selection, selection_options
from arena.cli.standings import db_option, the_database
from arena.report.tables import Part, render_parts
from arena.tournament import Store


@click.command()
@db_option
@selection_options
@format_option
def command(db: Path | None, selection: Selection, format: str) -> None:
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
    joint_verdict = from_extra("arena.ratings.verdict").joint_verdict
    with Store(the_database(db)) as store:
        try:
            verdict = joint_verdict(selection.results(store, by_deal=True))
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    if format == "json":
        click.echo(json.dumps(asdict(verdict), indent=2))
        return
    tables = {
        f"strengths, from {verdict.matches} matches of {verdict.deals} deals": verdict.strengths,
        "what a seat is worth": verdict.seats,
        "predicted against actual shares of first place": verdict.held_out,
    }
    parts = [Part(title, [asdict(row) for row in rows]) for title, rows in tables.items() if rows]
    gain = f"rotating deals was worth {verdict.rotation_gain:.2f} times as many matches"
    parts.append(Part("rotation gain", [{"rotation_gain": verdict.rotation_gain}], sentence=gain))
    click.echo(render_parts(parts, format))
