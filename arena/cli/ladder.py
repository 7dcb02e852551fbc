"""`arena ladder`: where a bot stands among the bundled ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from arena.cli.names import Bot, only_option
from arena.cli.options import format_option
from arena.cli.settings import settings_options
from arena.cli.streams import tell
from arena.report.tables import render

if TYPE_CHECKING:
    from arena.bench.ladder import Place, Rung
    from arena.games import Game
    from arena.match.spec import Settings

RUNG_HEADS = {
    "game": "game",
    "rung": "against",
    "points": "points",
    "matches": "matches",
    "verdict": "it is",
    "more_matches": "more matches until a verdict",
}
PLACE_HEADS = {"game": "game", "place": "plays"}
SAID = {
    "FIRST": "better",
    "SECOND": "worse",
    "NO_DIFFERENCE": "alike",
    "OPEN": "not settled",
}
"""By verdict."""


@click.command()
@click.argument("bot", type=Bot())
@only_option
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=12,
    show_default=True,
    help="The most against a rung; each is played from every seat.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Which cards are dealt.")
@settings_options("move_ms", "startup_ms", "sandbox")
@format_option
def command(
    bot: str, only: Sequence[Game[Any, Any]], deals: int, seed: int, settings: Settings, format: str
) -> None:
    """Place BOT on the ladder of bundled bots: random, novice, greedy, search:100ms.

    In each game that it plays, with two players or the fewest there can be, it meets novice first, then
    climbs while it is better, or steps down while it is worse. At each rung the matches stop as soon as it
    is settled who is better; where that is open after all deals, it plays about like that rung.

    \b
    Examples:
      arena ladder random --game portals --deals 2
    """
    from arena import games
    from arena.bench.ladder import climb
    from arena.cli.bots import bot_from_word, warn_of_shortfall
    from arena.process.launch import resolve
    from arena.process.sandbox import best_sandbox

    program = resolve(replace(bot_from_word(bot), name="bot"))
    spec = program.spec
    settings = replace(settings, sandbox=best_sandbox(settings.sandbox))
    warn_of_shortfall(settings.sandbox)
    rungs: list[Rung] = []
    places: list[Place] = []

    def told(rung: Rung) -> None:
        rungs.append(rung)
        tell(
            f"{rung.game}: {SAID[rung.verdict.name]} against {rung.rung},"
            f" {rung.points:.2f} of the points in {rung.matches} matches"
        )

    for game in only or games.all():
        if spec.games is None or game.id in spec.games:
            places.append(climb(game, program, seed=seed, deals=deals, settings=settings, tell=told))
    rows = [
        {
            "game": rung.game,
            "players": rung.players,
            "rung": rung.rung,
            "points": round(rung.points, 3),
            "matches": rung.matches,
            "verdict": SAID[rung.verdict.name],
            "more_matches": rung.more_matches,
        }
        for rung in rungs
    ]
    placed = [{"game": place.game, "players": place.players, "place": place.words()} for place in places]
    if format == "json":
        click.echo(json.dumps({"rungs": rows, "places": placed}, indent=2))
        return
    click.echo(render(rows, format, RUNG_HEADS))
    click.echo()
    click.echo(render(placed, format, PLACE_HEADS))
