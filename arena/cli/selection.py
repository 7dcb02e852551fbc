"""The options that select some of a tournament's results."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from arena.cli.names import GameName, Player
from arena.cli.options import gathered
from arena.cli.reading import reading

if TYPE_CHECKING:
    from arena.report.selection import Selection


def _selection(
    game: Any, players: int | None, since: datetime | None, since_version: str | None
) -> Selection:
    from arena.report.selection import Selection

    return Selection(
        game=game and game.id,
        players=players,
        since=None if since is None else since.timestamp(),
        since_version=since_version,
        follow=reading,
    )


selection_options = gathered(
    "selection",
    _selection,
    click.option("--game", "-g", metavar="GAME", type=GameName(), help="Only this game's matches."),
    click.option("--players", "-p", type=click.IntRange(1), help="Only matches of so many players."),
    click.option(
        "--since",
        type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]),
        metavar="DATE",
        help="Only matches that ended after this date.",
    ),
    click.option(
        "--since-version", metavar="BOT", type=Player(), help="Only matches after this bot's last change."
    ),
)
"""The options --game, --players, --since and --since-version, handed on as one `selection`."""
