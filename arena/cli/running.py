"""What commands that play tournaments share: playing with live progress, and what is said at the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli.patience import Patience
from arena.cli.progress import ProgressLine
from arena.cli.streams import say, tell
from arena.cli.venues import Venue
from arena.ratings.book import Book, read_book
from arena.report.leaderboards import leaderboard_parts
from arena.report.standings import winners
from arena.report.tables import render_parts
from arena.tournament import (
    Aim,
    Outcome,
    Status,
    Store,
    Tournament,
    TournamentChanged,
    advice,
    run_tournament,
)
from arena.tournament.watch import watched


def play(
    tournament: Tournament,
    db: Path,
    venue: Venue,
    *,
    secrets: Sequence[Path] = (),
    accept_changes: bool = False,
    aim: Aim | None = None,
    logs: Path | None = None,
) -> Outcome:
    """Run a tournament with live progress; `secrets` are the files that no bot may read, `logs` the
    folder for what bots write to their stderr.

    Raises click.UsageError where it has changed since it began.
    """
    line = ProgressLine()
    try:
        with venue.opened(tournament) as (executor, jobs), watched(Patience()):
            for warning in advice(tournament, jobs, secrets, here=executor is None):
                tell(f"warning: {warning}")
            return run_tournament(tournament, db, jobs, line, accept_changes, Book.open, aim, executor, logs)
    except TournamentChanged as changed:
        remedy = "name a new --db" if changed.fatal else "run again with --accept-changes, or name a new --db"
        raise click.UsageError(f"{db}: {'; '.join(changed.changes)}; {remedy}") from None
    finally:
        line.close()


def show_outcome(db: Path, outcome: Outcome, aim: Aim | None = None) -> int:
    """Print the leaderboards after a run, and what is to be said of its end; returns the exit status."""
    with Store(db) as store:
        book, status, won = read_book(store), store.status(), winners(store)
    say(render_parts(leaderboard_parts(book), "text"))
    for where, bot in won.items():
        say(f"\n{bot} has won at {where}")
    _tell_what_was_not_played(status)
    if aim is not None and outcome is not Outcome.REACHED:
        tell(
            "the table is not settled yet; more deals would settle it, but for a bot that wins or loses"
            " everything: how strong that is no number of matches tells"
        )
    if was_interrupted(outcome):
        tell("interrupted; the same command goes on")
        return 130
    return 1 if outcome is Outcome.STOPPED else 0


def was_interrupted(outcome: Outcome) -> bool:
    """Whether Ctrl-C ended a run."""
    return outcome in (Outcome.INTERRUPTED, Outcome.ABANDONED)


def _tell_what_was_not_played(status: Status) -> None:
    for reason in status.out.values():
        tell(f"out: {reason}")
    stopped = status.stopped_tables
    for reason in dict.fromkeys(stopped.values()):
        tables = ", ".join(table for table, why in stopped.items() if why == reason)
        tell(f"stopped: {tables}: {reason}")
