"""`arena bench`: how fast this machine plays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from arena.cli.names import only_option
from arena.cli.options import format_option
from arena.report.tables import render

if TYPE_CHECKING:
    from arena.games import Game

ENGINE_HEADS = {
    "game": "game",
    "players": "players",
    "decisions_per_s": "decisions/s",
    "telling_per_s": "with events",
    "clone_us": "clone µs",
    "determinize_us": "determinize µs",
    "view_us": "view µs",
}
PIPE_HEADS = {
    "game": "game",
    "players": "players",
    "bare_us": "bare ping-pong µs",
    "referee_us": "through the referee µs",
    "ratio": "ratio",
    "message_bytes": "bytes a message",
}


@click.command()
@only_option
@click.option("--players", type=int, help="The number of players; the fewest above one if not given.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.01), default=0.5, show_default=True, help="Time for each figure."
)
@format_option
def command(only: Sequence[Game[Any, Any]], players: int | None, seconds: float, format: str) -> None:
    """Engine and pipe speed on this machine.

    Engines: decisions a second in uniformly random games, without and with events, and microseconds a clone,
    a determinize and a view. Pipe: microseconds a decision asked of a Python bot, bare and through the
    referee.

    \b
    Examples:
      arena bench
      arena bench --game portals --players 4 --format json
    """
    from arena import games
    from arena.bench.engines import engine_speed
    from arena.bench.pipe import pipe_speed

    engines, pipes = [], []
    for game in only or games.all():
        size = players if players is not None else max(2, game.seats[0])
        game.check_players(size)
        engines.append(asdict(engine_speed(game, size, seconds=seconds)))
        pipe = pipe_speed(game.id, size)
        pipes.append({**asdict(pipe), "ratio": pipe.ratio})
    if format == "json":
        click.echo(json.dumps({"engines": engines, "pipe": pipes}, indent=2))
        return
    click.echo(render(engines, format, ENGINE_HEADS))
    click.echo()
    click.echo(render(pipes, format, PIPE_HEADS))
