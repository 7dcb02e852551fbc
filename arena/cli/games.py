"""`arena games`: what can be played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from arena.cli.names import GameName
from arena.cli.options import format_option
from arena.report.tables import render

if TYPE_CHECKING:
    from arena.games import Game

HEADINGS = {"game": "game", "title": "title", "players": "players"}


@click.command()
@click.argument("game", type=GameName(), required=False)
@format_option
def command(game: Game[Any, Any] | None, format: str) -> None:
    """The games; with GAME its rules in short, its options and their defaults.

    With --format json also its components as data: cards, tiles, boards, heroes.

    \b
    Examples:
      arena games
      arena games dragon-whisperer
      arena games portals --format json
    """
    if game is not None:
        _describe(game, format)
        return
    from arena.games import problems
    from arena.report.games import game_rows

    rows = game_rows()
    if format != "json":
        rows = [{**row, "players": f"{row['players'][0]}-{row['players'][-1]}"} for row in rows]
    click.echo(render(rows, format, HEADINGS))
    for problem in problems():
        click.echo(problem, err=True)


def _describe(game: Game[Any, Any], format: str) -> None:
    """Print what a game is about, and its options."""
    from arena.games.entries import component_entries
    from arena.report.games import option_rows

    rows = option_rows(game)
    if format == "json":
        about = {
            "game": game.id,
            "title": game.title,
            "players": list(game.seats),
            "summary": game.summary,
            "hidden_information": game.hidden_information,
            "longest": {players: game.longest(players) for players in game.seats},
            "scores": game.scoring._asdict(),
            "endings": dict(game.endings),
        }
        components = component_entries(game.folder / "components.toml").as_map()
        about |= {"options": rows, "components": components}
        click.echo(json.dumps(about, indent=2))
        return
    table = render([{**row, "default": json.dumps(row["default"])} for row in rows], format)
    if format == "csv":
        click.echo(table)
        return
    click.echo(f"{game.title} ({game.id}), {game.seats[0]} to {game.seats[-1]} players\n")
    click.echo(click.wrap_text(game.summary, 100) + "\n")
    click.echo(table + "\n")
    click.echo("\n".join(_facts(game)))
    click.echo(f"\nAll rules for bot authors: {game.folder / 'RULES.md'}")


def _facts(game: Game[Any, Any]) -> list[str]:
    """What a searcher must know, a line each."""
    scoring = game.scoring
    longest = {players: game.longest(players) for players in game.seats}
    most = ", ".join(f"{most} with {players}" for players, most in longest.items())
    if len(set(longest.values())) == 1:
        most = f"{longest[game.seats[0]]} with any number of"
    facts = [
        f"Hidden information: {'yes' if game.hidden_information else 'no'}",
        f"Decisions: at most {most} players, with the options as above",
        f"Scores: {scoring.least} to {scoring.most} ({scoring.unit})",
        *[f"Ends as {reason}: {sentence}" for reason, sentence in game.endings.items()],
    ]
    return facts if scoring.solo is None else [*facts, f"Alone: {scoring.solo}"]
