"""`arena replay`: what was recorded of a match."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import click

from arena.cli.common import (
    bot_from_word,
    fault_lines,
    name_unknown,
    sandbox_option,
    show_option,
    use_color,
    warn_of_shortfall,
)
from arena.match.record import MatchRecord
from arena.match.rehearse import PATIENCE_MS, Rehearsed, rehearse
from arena.match.replay import DamagedReplay, export_jsonl, read_replay, show
from arena.match.seats import ProcessPlayer, close_players
from arena.match.verify import verify
from arena.process.faults import BotFault
from arena.process.launch import resolve
from arena.process.limits import UNLIMITED, Sandbox
from arena.tournament import Store

SQLITE = b"SQLite format 3\0"
"""How every SQLite file begins."""


@click.group()
def command() -> None:
    """Step through, prove, or convert a recorded match.

    \b
    FILE is a replay file, as `arena play --save FILE` writes it, or a tournament's database
    together with --match and the match's id.
    """


def _record_arguments(function: click.decorators.FC) -> click.decorators.FC:
    function = click.option("--match", "match_id", metavar="ID", help="The match, where FILE is a database.")(
        function
    )
    return click.argument("file", type=click.Path(path_type=Path))(function)


def _read(file: Path, match_id: str | None) -> MatchRecord:
    record = _record(file, match_id)
    name_unknown(file, record.unknown)
    return record


def _record(file: Path, match_id: str | None) -> MatchRecord:
    if match_id is not None:
        with Store(file) as store:
            return store.replay(match_id)
    if _is_database(file):
        raise click.UsageError(
            f"{file} is a database: name one of its matches with --match ID; `arena tournament status` tells"
            f" of the event, and `arena head-to-head` lists the matches of two bots"
        )
    return read_replay(file)


def _is_database(file: Path) -> bool:
    try:
        with file.open("rb") as content:
            return content.read(len(SQLITE)) == SQLITE
    except OSError:  # what is wrong with it, whoever reads it will say
        return False


@command.command("show")
@_record_arguments
@click.option("--from", "first", type=click.IntRange(min=0), default=0, help="Start at this decision.")
@click.option("--to", "last", type=click.IntRange(min=0), help="Stop after this decision.")
@click.option("--step", is_flag=True, help="Wait for Enter after each decision.")
def show_command(file: Path, match_id: str | None, first: int, last: int | None, step: bool) -> None:
    """Draw the table after each decision.

    \b
    Examples:
      arena replay show match.replay --step
      arena replay show club.db --match dragon-whisperer-3/t0001/d001/r1 --from 20 --to 30
    """
    record = _read(file, match_id)
    if first >= len(record.decisions) or (last is not None and last < first):
        raise click.UsageError(
            f"--from and --to: the match has the decisions 0 to {len(record.decisions) - 1}"
        )
    names = [bot.name for bot in record.bots]
    click.echo(f"{record.game}, {record.players} players: {', '.join(names)}\n")
    end = len(record.decisions) - 1
    shown = end if last is None else min(last, end)
    for page in islice(show(record, color=use_color()), first, shown + 1):
        click.echo(f"--- {page.number}: {page.text}")
        note = record.decisions[page.number].note
        if note is not None:
            click.echo(f"note: {json.dumps(note)}")
        click.echo(f"{page.drawing}\n")
        if step:
            click.prompt(
                "Enter for the next, Ctrl-C to stop", default="", show_default=False, prompt_suffix=" "
            )
    if shown < end:
        click.echo(f"scores so far {list(page.scores)}; the match goes on to decision {end}")
    else:
        click.echo(f"scores {list(record.scores)}, ranks {list(record.ranks)}")
    faults = [fault.summary() for fault in record.faults if shown == end or (fault.decision or 0) <= shown]
    for line in fault_lines(faults, names):
        click.echo(line)


@command.command("verify")
@_record_arguments
@click.option("--format", "format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def verify_command(file: Path, match_id: str | None, format: str) -> int:
    """Play every decision again by the rules, and check scores and ranks; exit status 1 if they differ."""
    try:
        problems = verify(_read(file, match_id))
    except DamagedReplay as damage:
        problems = [str(damage)]
    if format == "json":
        click.echo(json.dumps({"verified": not problems, "problems": problems}, indent=2))
    else:
        click.echo(
            "\n".join(problems) or "verified: every decision was legal, and the result follows from them"
        )
    return 1 if problems else 0


@command.command("export")
@_record_arguments
@click.option("--format", "format", type=click.Choice(["jsonl"]), default="jsonl", show_default=True)
@click.option(
    "--states", is_flag=True, help="With the whole state after, and the legal list before, each decision."
)
def export_command(file: Path, match_id: str | None, format: str, states: bool) -> None:
    """Write the match as JSON lines, for other programs."""
    for line in export_jsonl(_read(file, match_id), states):
        click.echo(line)


@command.command("bot")
@_record_arguments
@click.argument("bot")
@click.option("--seat", type=click.IntRange(min=0), required=True, help="The seat whose messages it gets.")
@sandbox_option
@show_option
@click.option("--wait", is_flag=True, help="Wait for Enter once it runs, to attach a debugger.")
def bot_command(
    file: Path,
    match_id: str | None,
    bot: str,
    seat: int,
    sandbox: str,
    show: tuple[Path, ...],
    wait: bool,
) -> int:
    """Feed a recorded match to BOT again, without deadlines, and compare its choices with the recorded ones.

    The match goes on as recorded, whatever it answers. Exit status 1 if it breaks the protocol or the rules.

    \b
    Examples:
      arena replay bot match.replay --seat 0 mybot
      arena replay bot match.replay --seat 0 "python3 -X dev mybot.py" --wait
    """
    record = _read(file, match_id)
    if seat >= record.players:
        raise click.UsageError(f"--seat: the match had the seats 0 to {record.players - 1}")
    command = resolve(bot_from_word(bot, show))
    warn_of_shortfall(Sandbox(sandbox))
    player = ProcessPlayer(command, UNLIMITED, Sandbox(sandbox))
    try:
        player.launch(PATIENCE_MS)
        if wait:
            click.prompt(
                f"process {player.process.await_program()} runs; Enter to go on",
                default="",
                show_default=False,
                prompt_suffix=" ",
                err=True,
            )
        status = _compare(rehearse(record, seat, player))
    except BotFault as fault:
        click.echo(f"{fault.kind}: {fault.detail}")
        status = 1
    finally:
        close_players([player])
    for line in player.process.kill().stderr.text.splitlines():
        click.echo(f"    | {line}", err=True)
    return status


def _compare(rehearsed: Iterable[Rehearsed]) -> int:
    """Print each choice beside the recorded one; 1 if any was not legal."""
    asked = same = illegal = 0
    for item in rehearsed:
        asked += 1
        same += item.same
        illegal += item.action is None
        recorded = json.dumps(item.recorded.action)
        now = json.dumps(item.action) if item.action is not None else f"illegal: {item.refusal}"
        words = recorded if item.same else f"{now}  (recorded: {recorded})"
        click.echo(f"--- {item.number}: {item.recorded.kind}: {words}")
    click.echo(f"{same} of {asked} choices as recorded" + (f", {illegal} illegal" if illegal else ""))
    return 1 if illegal else 0
