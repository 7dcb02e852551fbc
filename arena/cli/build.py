"""`arena build`: make a bot's program."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.options import PATH, show_option
from arena.cli.settings import settings_options
from arena.cli.streams import tell
from arena.process.limits import Sandbox

if TYPE_CHECKING:
    from arena.match.spec import Settings

SCRATCH_MB = 256
"""The size of a build's /tmp; compilers put more there than bots do."""


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@settings_options("memory_mb", "sandbox")
@click.option(
    "--seconds", type=click.IntRange(min=1), default=600, show_default=True, help="Time it may take."
)
@click.option("--network", is_flag=True, help="Let it reach the network, to fetch packages.")
@show_option
def command(folder: Path, settings: Settings, seconds: int, network: bool, show: tuple[Path, ...]) -> int:
    """Run the build of the bot in DIR, the command `build` of its bot.toml, limited as bots are.

    It writes to DIR alone, where .arena-build keeps what it fetches, and reads DIR, the system, and what is
    shown to it. Exit status 1 if it fails; what its language's kit needs and this machine lacks is said then.

    \b
    Examples:
      arena build mybot
      arena build mybot --network
      arena build mybot --network --show ~/.npmrc
    """
    from arena.cli.bots import warn_of_shortfall
    from arena.kits.build import TO_PACKAGES, passed_on, prepare

    build = prepare(
        folder, sandbox=settings.sandbox, network=network, show=[path.absolute() for path in show]
    )
    warn_of_shortfall(settings.sandbox)
    if network and build.sandbox is Sandbox.BUBBLEWRAP:
        names = ", ".join(passed_on(TO_PACKAGES)) or "none"
        tell(f"it reaches what this machine reaches; variables of the environment that it is given: {names}")
    built = build.run(replace(settings.limits, scratch_mb=SCRATCH_MB), seconds, _pass_on)
    click.echo(f"{'built' if built.ok else 'not built: ' + built.detail}, in {built.seconds:.1f} s")
    for need in built.lacking:
        click.echo(need)
    return 0 if built.ok else 1


def _pass_on(output: bytes) -> None:
    """Write what the build prints to standard error, as it comes."""
    sys.stderr.buffer.write(output)
    sys.stderr.buffer.flush()
