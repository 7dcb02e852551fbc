"""`arena build`: make a bot's program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arena.kits import build
from arena.process.limits import Limits


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--memory-mb", type=click.IntRange(min=1), default=512, show_default=True, help="Memory it may use."
)
@click.option(
    "--seconds", type=click.IntRange(min=1), default=600, show_default=True, help="Time it may take."
)
def command(folder: Path, memory_mb: int, seconds: int) -> int:
    """Run the build of the bot in DIR, the command `build` of its bot.toml, limited as bots are.

    Exit status 1 if it fails; what its language's kit needs and this machine lacks is said then.

    \b
    Example:
      arena build mybot
    """
    built = build(folder, Limits(memory_mb=memory_mb), seconds, _show)
    click.echo(f"{'built' if built.ok else 'not built: ' + built.detail}, in {built.seconds:.1f} s")
    for need in built.lacking:
        click.echo(need)
    return 0 if built.ok else 1


def _show(output: bytes) -> None:
    sys.stderr.buffer.write(output)
    sys.stderr.buffer.flush()
