"""`arena replay bot`: a match, fed to a bot again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.names import Bot
from arena.cli.options import show_option
from arena.cli.recordings import Recording, recording_arguments, wait_for_enter
from arena.cli.settings import sandbox_option

if TYPE_CHECKING:
    from arena.match.rehearse import Rehearsed
    from arena.process.limits import Sandbox


@click.command()
@recording_arguments
@click.argument("bot", type=Bot())
@click.option("--seat", type=click.IntRange(min=0), required=True, help="The seat whose messages it gets.")
@sandbox_option
@show_option
@click.option("--wait", is_flag=True, help="Wait for Enter once it runs, to attach a debugger.")
def command(
    recording: Recording, bot: str, seat: int, sandbox: Sandbox, show: tuple[Path, ...], wait: bool
) -> int:
    """Feed a recorded match to BOT again, without deadlines, and compare its choices with the recorded ones.

    The match goes on as recorded, whatever it answers. Exit status 1 if it breaks the protocol or the rules.

    \b
    Examples:
      arena replay bot match.replay --seat 0 mybot
      arena replay bot match.replay --seat 0 "python3 -X dev mybot.py" --wait
    """
    from arena.cli.bots import bot_from_word, warn_of_shortfall
    from arena.match.process_player import ProcessPlayer, close_players
    from arena.match.rehearse import PATIENCE_MS, rehearse
    from arena.process.faults import BotFault
    from arena.process.launch import resolve
    from arena.process.limits import UNLIMITED

    record = recording.read()
    if seat >= record.players:
        raise click.UsageError(f"--seat: the match had the seats 0 to {record.players - 1}")
    program = resolve(bot_from_word(bot, show))
    warn_of_shortfall(sandbox)
    player = ProcessPlayer(program, UNLIMITED, sandbox)
    try:
        player.launch(PATIENCE_MS)
        if wait:
            wait_for_enter(f"process {player.process.await_program()} runs; Enter to go on", on_stderr=True)
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
