"""`arena compare`: is one bot better than another?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from arena.cli.databases import check_bots, db_option
from arena.cli.names import GameName, Player
from arena.cli.options import PATH, format_option
from arena.cli.reading import reading
from arena.cli.venues import Venue, venue_options
from arena.ratings.compare import ERROR, WORTH
from arena.report.comparisons import comparison, comparison_in_words, comparison_row
from arena.report.selection import Selection
from arena.report.tables import render
from arena.tournament import Store

_SHARE = click.FloatRange(0, 0.5, min_open=True, max_open=True)


@click.command()
@click.argument("first", metavar="A", type=Player())
@click.argument("second", metavar="B", type=Player())
@db_option
@click.option("--game", "-g", metavar="GAME", type=GameName(), help="Only this game's matches.")
@click.option(
    "--worth",
    type=_SHARE,
    default=WORTH,
    show_default=True,
    help="The difference in mean points that matters.",
)
@click.option(
    "--error",
    type=_SHARE,
    default=ERROR,
    show_default=True,
    help="The greatest probability of a wrong answer.",
)
@click.option("--run", is_flag=True, help="Play matches of these two until there is an answer.")
@click.option(
    "--file",
    metavar="FILE.toml",
    type=PATH,
    help="The tournament's file, for --run; beside the database if not given.",
)
@venue_options("Matches played at once, with --run.")
@format_option
def command(
    first: str,
    second: str,
    db: Path,
    game: Any,
    worth: float,
    error: float,
    run: bool,
    file: Path | None,
    venue: Venue,
    format: str,
) -> int:
    """Is bot A better than bot B?

    Looks at all matches in which both sat, deal by deal: a deal counts once both have played it from the same
    seats. One may look as often as one likes: the answer is wrong with a probability of at most --error. A
    point is a better rank than the other's, half a point an equal one; the mean is taken in each deal, then
    over deals, as everywhere (GLOSSARY.md), and equal bots have 0.5.

    \b
    Examples:
      arena compare mine greedy --db club.db
      arena compare mine@2 mine --db league.db --game portals --worth 0.02 --run
    """
    with Store(db) as store:
        check_bots(store, first, second)
    selection = Selection(game and game.id, follow=reading)
    interrupted = run and _have_them_meet(
        (first, second), db, file, venue, game=selection.game, worth=worth, error=error
    )
    with Store(db) as store:
        found = comparison(store, first, second, selection, worth=worth, error=error)
    if format == "json":
        click.echo(json.dumps(comparison_row(found), indent=2))
    elif format == "text":
        click.echo(comparison_in_words(found))
    else:
        click.echo(render([comparison_row(found)], format))
    return 130 if interrupted else 0


def _have_them_meet(bots: tuple[str, str], db: Path, file: Path | None, venue: Venue, **terms: Any) -> bool:
    """Play matches of two bots until there is an answer on these terms; returns whether Ctrl-C ended that."""
    from arena.cli.running import play, was_interrupted  # most comparisons play nothing
    from arena.ratings.aims import Comparing
    from arena.tournament import read_tournament

    tournament = read_tournament(file or db.with_suffix(".toml"))
    return was_interrupted(play(tournament, db, venue, secrets=[db], aim=Comparing(*bots, **terms)))
