"""`arena tournament`: run, watch and preview a tournament."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arena.cli.common import format_option, say, tell
from arena.cli.progress import Patience, ProgressLine
from arena.cli.running import executor_options, settled_table, workers
from arena.cli.standings import db_option, leaderboard_text, the_database
from arena.ratings.book import Book, read_book
from arena.report.tables import Part, render, render_parts, stream
from arena.tournament import (
    Aim,
    Outcome,
    Store,
    Tournament,
    TournamentChanged,
    advice,
    cores,
    read_tournament,
    run_tournament,
    standings,
)
from arena.tournament.balance import Balancing
from arena.tournament.extent import objection
from arena.tournament.ledger import Ledger
from arena.tournament.merge import merge
from arena.tournament.showings import Showings, showings
from arena.tournament.watch import watched

yes_option = click.option("--yes", is_flag=True, help="Even if it comes to very many matches.")


@click.group()
def command() -> None:
    """Run or resume a tournament, see how far it is, or what it would play."""


@command.command("run")
@click.argument("file", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.option(
    "--db", type=click.Path(path_type=Path), metavar="FILE", help="Where results go; FILE.db if not given."
)
@click.option(
    "--jobs", "-j", type=click.IntRange(1, 1024), help="Matches played at once; half the cores if not given."
)
@click.option("--accept-changes", is_flag=True, help="Go on although the file or a bot has changed.")
@click.option(
    "--until",
    metavar='"error < X"',
    help="Stop when every bot's strength in the verdict has a standard error below X; one that won or lost"
    " everything has none.",
)
@yes_option
@executor_options
def run_command(
    file: Path,
    db: Path | None,
    jobs: int | None,
    accept_changes: bool,
    until: str | None,
    yes: bool,
    executor: str,
    scheduler: str | None,
) -> int:
    """Run the tournament that FILE.toml describes, or go on with it.

    Ctrl-C lets the running matches finish, a second one abandons them; a later run goes on where this one
    stopped. Nothing is lost when the machine fails.

    \b
    Examples:
      arena tournament run examples/club_night.toml
      arena tournament run club.toml --db night.db --jobs 4
      arena tournament run club.toml --until "error < 0.1"
    """
    tournament = read_tournament(file)
    check_extent(file, tournament, yes)
    store = db or file.with_suffix(".db")
    aim = None if until is None else settled_table(until)
    with workers(executor, scheduler, tournament) as elsewhere:
        jobs = jobs or (elsewhere.slots if elsewhere else max(1, cores() // 2))
        outcome = play(tournament, store, jobs, accept_changes, [file, store], aim, elsewhere)
    return show_outcome(store, outcome, has_aim=aim is not None)


def check_extent(file: Path, tournament: Tournament, confirmed: bool) -> None:
    """Raises click.UsageError for a tournament that comes to more matches than were meant, most likely."""
    if words := objection(tournament, confirmed):
        raise click.UsageError(f"{file}: {words}")


def show_outcome(db: Path, outcome: Outcome, has_aim: bool = False) -> int:
    """Print the leaderboards after a run, and what is to be said of its end; returns the exit status."""
    with Store(db) as store:
        book = read_book(store)
        status = store.status()
        won = winners(store)
    say(leaderboard_text(book, "text"))
    for where, bot in won.items():
        say(f"\n{bot} has won at {where}")
    for reason in status.out.values():
        tell(f"out: {reason}")
    stopped = status.stopped_tables
    for reason in dict.fromkeys(stopped.values()):
        tables = ", ".join(table for table, why in stopped.items() if why == reason)
        tell(f"stopped: {tables}: {reason}")
    if has_aim and outcome is not Outcome.REACHED:
        tell(
            "the table is not settled yet; more deals would settle it, but for a bot that wins or loses"
            " everything: how strong that is no number of matches tells"
        )
    if outcome in (Outcome.INTERRUPTED, Outcome.ABANDONED):
        tell("interrupted; the same command goes on")
        return 130
    return 1 if outcome is Outcome.STOPPED else 0


def play(
    tournament: Tournament,
    db: Path,
    jobs: int,
    accept_changes: bool = False,
    secrets: Sequence[Path] = (),
    aim: Aim | None = None,
    executor: Executor | None = None,
) -> Outcome:
    """Run a tournament with live progress. `secrets` are the files that no bot may read."""
    for warning in advice(tournament, jobs, secrets, here=executor is None):
        tell(f"warning: {warning}")
    line = ProgressLine()
    try:
        with watched(Patience()):
            return run_tournament(tournament, db, jobs, line, accept_changes, Book.open, aim, executor)
    except TournamentChanged as changed:
        remedy = "name a new --db" if changed.fatal else "run again with --accept-changes, or name a new --db"
        raise click.UsageError(f"{db}: {'; '.join(changed.changes)}; {remedy}") from None
    finally:
        line.close()


def winners(store: Store, shown: Showings | None = None) -> dict[str, str]:
    """Who has won, by game and size of table, where all has been played that there is to play.

    `shown` are all results, where they have been summed up already.
    """
    status = store.status()
    if status.waiting or status.running or status.stopped:
        return {}
    kind = store.description()["schedule"]
    played = shown.by_table() if shown else showings(store.results())
    won = standings.winners(kind, store.field(), store.tables(), played)
    return {setup_title(setup): bot for setup, bot in won.items()}


def setup_title(setup: tuple[str, int]) -> str:
    """A game and a size of table, for people."""
    game, players = setup
    return f"{game}, {players} player{'s' if players > 1 else ''}"


def standing_parts(store: Store, shown: Showings | None = None) -> list[Part]:
    """The standings at each game and size of table; `shown` as for `winners`."""
    kind = store.description()["schedule"]
    played = shown.by_table() if shown else showings(store.results())
    found = standings.standings(kind, store.field(), store.tables(), played)
    return [
        Part(setup_title(setup), [asdict(row) for row in rows], STANDINGS) for setup, rows in found.items()
    ]


STANDINGS = {
    "rank": "rank",
    "bot": "bot",
    "points": "points",
    "opponents": "opponents",
    "score": "mean score",
    "faults": "faults",
    "tables": "tables",
    "round": "round",
    "out": "out",
}
"""The columns of standings, with their headings."""


@command.command("standings")
@db_option
@format_option
def standings_command(db: Path | None, format: str) -> None:
    """Who stands where, by the rules of the tournament's schedule, also while it runs.

    Points are means of a table (in a swiss schedule of a round, 0.5 for one that was sat out; in a knockout
    of the last table): 1 against a bot that ranked behind, 0.5 against an equal one. Ties are broken by the
    opponents' points, the mean score, fewer faults, and lot. A leaderboard tells strength, standings who
    wins.

    \b
    Example:
      arena tournament standings --db club.db
    """
    with Store(the_database(db)) as store:
        click.echo(render_parts(standing_parts(store), format))


@command.command("status")
@db_option
@format_option
def status_command(db: Path | None, format: str) -> None:
    """How far a tournament is, also while it runs.

    \b
      scheduled   matches that are known by now; later rounds are added when they begin
      done        played, with a result
      running     being played now
      waiting     still to be played
      stopped     not played in this run: their table failed twice in a row, or a bot was dropped
      void        attempts without a result, by the arena's failure or an interruption; played again
      active      whether a run is at work on it

    \b
    Examples:
      arena tournament status --db club.db
      arena tournament status --db club.db --format json
    """
    with Store(the_database(db)) as store:
        status = store.status()
        tallies = read_book(store).tally().values()
        won = winners(store)
    faults = sum((tally.faults for tally in tallies), Counter[str]())
    row = {
        "name": status.name,
        "scheduled": status.scheduled,
        "done": status.done,
        "running": status.running,
        "void": status.void,
        "waiting": status.waiting,
        "stopped": status.stopped,
        "cancelled": status.cancelled,
        "active": status.active,
        "faults": dict(faults),
        "stopped_tables": dict(status.stopped_tables),
        "out": dict(status.out),
        **({"winners": won} if won else {}),
    }
    click.echo(json.dumps(row, indent=2) if format == "json" else render([row], format))


@command.command("merge")
@click.argument("first", metavar="A.db", type=click.Path(path_type=Path))
@click.argument("second", metavar="B.db", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", metavar="C.db", type=click.Path(path_type=Path), required=True, help="A new file."
)
def merge_command(first: Path, second: Path, output: Path) -> None:
    """Join the results of two databases in a third.

    Where both are of one event, played in two places, each match is there once, and a run can go on with the
    result. Of two events, bots of one name must be the same program. What stands between them is named.

    \b
    Examples:
      arena tournament merge monday.db tuesday.db -o week.db
    """
    merged = merge(first, second, output)
    with Ledger(output, Book.open) as ledger:
        ledger.rebuild()
    both = f", {merged.both} of them in both" if merged.both else ""
    total = merged.first + merged.second - merged.both
    say(f"{output} has {total} matches: {merged.first} of {first}, {merged.second} of {second}{both}")


@command.command("schedule")
@click.argument("file", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.option("--balance", is_flag=True, help="Only how balanced it is.")
@yes_option
@format_option
def schedule_command(file: Path, balance: bool, yes: bool, format: str) -> None:
    """What FILE.toml would play, match by match, without playing it, and how balanced that is.

    In a swiss, knockout or league schedule, these are the matches of the first round: what comes later
    follows from their results. The balance tells how often each bot has each seat, each other bot, each
    other bot in the seat after its own, and each deal: in how many matches if all were equal, at least, and
    at most. In a gauntlet that is told for the challengers, and for the others by themselves.

    \b
    Examples:
      arena tournament schedule club.toml
      arena tournament schedule club.toml --balance --format json
    """
    tournament = read_tournament(file)
    if tournament.seed_is_drawn:
        tell(f"{file} has no seed: who sits beside whom is drawn when it begins, and not always as here")
    check_extent(file, tournament, yes)
    balancing = Balancing(tournament.field)

    def rows() -> Iterator[dict[str, Any]]:
        for fixture in tournament.opening():
            balancing.add(fixture)
            yield {
                "match": fixture.id,
                "game": fixture.game,
                "players": fixture.players,
                "deal": fixture.deal,
                "bots": list(fixture.bots),
            }

    with watched(Patience()):
        if balance:
            deque(rows(), maxlen=0)
        else:
            for piece in stream(rows(), format):
                click.echo(piece, nl=False)
    balanced = render([asdict(row) for row in balancing.rows()], format)
    if balance:
        click.echo(balanced)
    elif format in ("text", "markdown"):
        click.echo(f"\n{balancing.count} matches\n\n{balanced}")
