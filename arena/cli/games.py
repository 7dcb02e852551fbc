"""`arena games`: what can be played."""

from __future__ import annotations

import json

import click

from arena import games
from arena.cli.common import format_option
from arena.report.tables import render


@click.command()
@click.argument("game", required=False)
@format_option
def command(game: str | None, format: str) -> None:
    """The games; with GAME its rules in short, its options and their defaults.

    \b
    Examples:
      arena games
      arena games dragon-whisperer
    """
    if game is None:
        rows = [
            {
                "game": g.id,
                "title": g.title,
                "players": list(g.seats),
                "options": [o.name for o in g.options],
            }
            for g in games.all()
        ]
        shown = [{**row, "players": f"{row['players'][0]}-{row['players'][-1]}"} for row in rows]
        heads = {"game": "game", "title": "title", "players": "players"}
        click.echo(render(rows if format == "json" else shown, format, heads))
        return
    chosen = games.get(game)
    rows = [
        {"option": o.name, "default": o.default, "values": o.values, "meaning": o.help}
        for o in chosen.options
    ]
    if format == "json":
        about = {
            "game": chosen.id,
            "title": chosen.title,
            "players": list(chosen.seats),
            "summary": chosen.summary,
        }
        click.echo(json.dumps({**about, "options": rows}, indent=2))
        return
    shown = [{**row, "default": json.dumps(row["default"])} for row in rows]
    table = render(shown, format)
    if format == "csv":
        click.echo(table)
        return
    click.echo(f"{chosen.title} ({chosen.id}), {chosen.seats[0]} to {chosen.seats[-1]} players\n")
    click.echo(click.wrap_text(chosen.summary, 100) + "\n")
    click.echo(table)
    click.echo(f"\nAll rules for bot authors: {chosen.folder / 'RULES.md'}")
