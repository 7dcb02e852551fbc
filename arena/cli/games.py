"""`arena games`: what can be played."""

from __future__ import annotations

import json
from typing import Any

import click

from arena.cli.names import GameName
from arena.cli.options import format_option
from arena.games import Game
from arena.report.catalogues import game_rows, option_rows
from arena.report.tables import render

HEADINGS = {"game": "game", "title": "title", "players": "players"}


@click.command()
@click.argument("game", type=GameName(), required=False)
@format_option
def command(game: Game[Any, Any] | None, format: str) -> None:
    """The games; with GAME its rules in short, its options and their defaults.

    \b
    Examples:
      arena games
      arena games dragon-whisperer
    """
    if game is not None:
        _describe(game, format)
        return
    rows = game_rows()
    if format != "json":
        rows = [{**row, "players": f"{row['players'][0]}-{row['players'][-1]}"} for row in rows]
    click.echo(render(rows, format, HEADINGS))


def _describe(game: Game[Any, Any], format: str) -> None:
    """Print what a game is about, and its options."""
    rows = option_rows(game)
    if format == "json":
        about = {"game": game.id, "title": game.title, "players": list(game.seats), "summary": game.summary}
        click.echo(json.dumps({**about, "options": rows}, indent=2))
        return
    table = render([{**row, "default": json.dumps(row["default"])} for row in rows], format)
    if format == "csv":
        click.echo(table)
        return
    click.echo(f"{game.title} ({game.id}), {game.seats[0]} to {game.seats[-1]} players\n")
    click.echo(click.wrap_text(game.summary, 100) + "\n")
    click.echo(table)
    click.echo(f"\nAll rules for bot authors: {game.folder / 'RULES.md'}")
