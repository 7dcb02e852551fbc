"""Several matches of the same bots, with who is ahead at the end."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from arena.cli.bots import warn_of_shortfall
from arena.cli.changing_line import ChangingLine
from arena.cli.ctrl_c import comes_of_ctrl_c
from arena.cli.one_match import match_spec
from arena.cli.seats import Seats
from arena.cli.streams import show_log, tell
from arena.games import Game
from arena.match.faults import Void
from arena.match.logs import hearing
from arena.match.record import MatchRecord
from arena.match.referee import play_match
from arena.match.roster import Roster
from arena.match.spec import SEED_BITS, MatchSpec, Settings, second_secret
from arena.process.launch import ResolvedCommand
from arena.process.sandbox import best_sandbox
from arena.report.comparisons import comparison_row
from arena.report.match import match_summary
from arena.report.series import leading, series_as_table, series_results, series_rows

if TYPE_CHECKING:
    from arena.cli.play import Variant


def play_series(
    game: Game[Any, Any],
    seats: Seats,
    variant: Variant,
    settings: Settings,
    matches: int,
    *,
    log: bool,
    format: str,
) -> int:
    """Play so many matches, each deal from every seat in turn, and print how the bots did.

    At Ctrl-C it prints how they did so far. Returns the exit status. Raises UserError or click.UsageError for
    what can't be played, before anything is.
    """
    seed = secrets.randbits(SEED_BITS - 1) if variant.seed is None else variant.seed  # deals count on from it
    settings = replace(settings, sandbox=best_sandbox(settings.sandbox))
    first = match_spec(game, len(seats.words), replace(variant, seed=seed), settings)
    warn_of_shortfall(settings.sandbox)
    bots = [seats.programs[seat] for seat in range(len(seats.words))]
    records: list[MatchRecord] = []
    interrupted = not _play(first, bots, matches, records, log=log)
    if interrupted:
        tell(f"interrupted after {len(records)} of {matches} matches")
    if records:
        click.echo(_as_json(first, records) if format == "json" else _as_table(records, format))
    return 130 if interrupted else 0


def _play(
    first: MatchSpec, bots: Sequence[ResolvedCommand], matches: int, records: list[MatchRecord], *, log: bool
) -> bool:
    """Play the matches and add their records; returns whether all were played, and Ctrl-C ended nothing."""
    line = ChangingLine()

    def logged(name: str, words: str) -> None:
        line.clear()
        show_log(name, words)

    with hearing(logged) if log else nullcontext() as log_of, Roster(log_of=log_of) as roster:
        try:
            for number in range(matches):
                line.show(f"match {number + 1} of {matches}")
                deal, turn = divmod(number, first.players)
                seed = first.seed + deal
                spec = replace(first, seed=seed, secret=second_secret(seed))
                with roster.table([*bots[turn:], *bots[:turn]], spec) as seated:
                    records.append(play_match(spec, seated))
        except (Void, KeyboardInterrupt) as error:
            if not isinstance(error, KeyboardInterrupt) and not comes_of_ctrl_c(error):
                raise
            return False
        finally:
            line.clear()
    return True


def _as_table(records: Sequence[MatchRecord], format: str) -> str:
    return series_as_table(series_results(records), format)


def _as_json(first: MatchSpec, records: Sequence[MatchRecord]) -> str:
    """The rows, who is ahead, and every match, for other programs."""
    results = series_results(records)
    found = leading(results)
    return json.dumps(
        {
            "game": first.game,
            "players": first.players,
            "seed": first.seed,
            "bots": series_rows(results),
            "ahead": None if found is None else comparison_row(found),
            "matches": [match_summary(record) for record in records],
        },
        indent=2,
    )
