"""`arena compare`: is one bot better than another?"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from arena import games
from arena.cli.common import format_option
from arena.cli.running import executor_options, workers
from arena.cli.selection import Selection
from arena.cli.standings import check_bots, db_option, the_database
from arena.cli.tournament import play
from arena.ratings.aims import Comparing
from arena.ratings.compare import ERROR, WORTH, Comparison, Verdict, compare
from arena.report.tables import render
from arena.tournament import Outcome, Store, cores, read_tournament


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@db_option
@click.option("--game", "-g", metavar="GAME", help="Only this game's matches.")
@click.option(
    "--worth",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    default=WORTH,
    show_default=True,
    help="The difference in mean points that matters.",
)
@click.option(
    "--error",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    default=ERROR,
    show_default=True,
    help="The greatest probability of a wrong verdict.",
)
@click.option("--run", is_flag=True, help="Play matches of these two until there is a verdict.")
@click.option(
    "--file",
    metavar="FILE.toml",
    type=click.Path(path_type=Path),
    help="The tournament's file, for --run; beside the database if not given.",
)
@click.option("--jobs", "-j", type=click.IntRange(1, 1024), help="Matches played at once, with --run.")
@executor_options
@format_option
def command(
    first: str,
    second: str,
    db: Path | None,
    game: str | None,
    worth: float,
    error: float,
    run: bool,
    file: Path | None,
    jobs: int | None,
    executor: str,
    scheduler: str | None,
    format: str,
) -> int:
    """Is bot A better than bot B?

    Looks at all matches in which both sat, deal by deal: a deal counts once both have played it from the same
    seats. One may look as often as one likes: the verdict is wrong with a probability of at most --error. A
    point is a better rank than the other's, half a point an equal one; the mean is taken in each deal, then
    over deals, as everywhere (GLOSSARY.md), and equal bots have 0.5.

    \b
    Examples:
      arena compare mine greedy --db club.db
      arena compare mine@2 mine --db league.db --game portals --worth 0.02 --run
    """
    db = the_database(db)
    if game is not None:
        game = games.get(game).id
    check_bots(db, first, second)
    outcome = None
    if run:
        tournament = read_tournament(file or db.with_suffix(".toml"))
        with workers(executor, scheduler, tournament) as elsewhere:
            aim = Comparing(first, second, game, worth, error)
            jobs = jobs or (elsewhere.slots if elsewhere else max(1, cores() // 2))
            outcome = play(tournament, db, jobs, secrets=[db], aim=aim, executor=elsewhere)
    with Store(db) as store:
        results = Selection(game).results(store, meeting=(first, second), by_deal=True)
        found = compare(results, first, second, worth=worth, error=error)
    row = asdict(found) | {"verdict": found.verdict.name.lower()}
    if format == "json":
        click.echo(json.dumps(row, indent=2))
    elif format == "text":
        click.echo(in_words(found))
    else:
        click.echo(render([row], format))
    return 130 if outcome in (Outcome.INTERRUPTED, Outcome.ABANDONED) else 0


def in_words(found: Comparison) -> str:
    """What was found, for people."""
    if found.mean_points is None:
        return f"{found.first} and {found.second} have not met on a whole deal yet; --run has them meet"
    lines = {
        Verdict.FIRST: f"{found.first} is better",
        Verdict.SECOND: f"{found.second} is better",
        Verdict.NO_DIFFERENCE: f"no difference worth {found.worth:g} points",
        Verdict.OPEN: f"open: {_more(found)}",
    }
    row = {
        "deals": found.deals,
        "matches": found.matches,
        f"points of {found.first}": round(found.mean_points, 4),
        "lies between": f"{found.low:.3f} and {found.high:.3f}",
        "wrong in at most": f"{found.error:.0%}",
    }
    return f"{lines[found.verdict]}\n\n{render([row], 'text')}"


def _more(found: Comparison) -> str:
    if found.more_matches is None:
        return "too early to say how many more matches it takes"
    return f"about {found.more_matches} more matches"
