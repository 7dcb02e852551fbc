"""`arena build`: make a bot's program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arena.cli.common import sandbox_option, show_option, tell, warn_of_shortfall
from arena.kits.build import TO_PACKAGES, build, passed_on
from arena.process.limits import Limits, Sandbox
from arena.process.sandbox import best_sandbox

SCRATCH_MB = 256
"""The size of a build's /tmp; compilers put more there than bots do."""


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--memory-mb", type=click.IntRange(min=1), default=512, show_default=True, help="Memory it may use."
)
@click.option(
    "--seconds", type=click.IntRange(min=1), default=600, show_default=True, help="Time it may take."
)
@click.option("--network", is_flag=True, help="Let it reach the network, to fetch packages.")
@sandbox_option
@show_option
def command(
    folder: Path, memory_mb: int, seconds: int, network: bool, sandbox: str, show: tuple[Path, ...]
) -> int:
    """Run the build of the bot in DIR, the command `build` of its bot.toml, limited as bots are.

    It writes to DIR alone, where .arena-build keeps what it fetches, and reads DIR, the system, and what is
    shown to it. Exit status 1 if it fails; what its language's kit needs and this machine lacks is said then.

    \b
    Examples:
      arena build mybot
      arena build mybot --network
      arena build mybot --network --show ~/.npmrc
    """
    chosen = best_sandbox(Sandbox(sandbox))
    warn_of_shortfall(Sandbox(sandbox))
    if network and chosen is Sandbox.BUBBLEWRAP:
        names = ", ".join(passed_on(TO_PACKAGES)) or "none"
        tell(f"it reaches what this machine reaches; variables of the environment that it is given: {names}")
    limits = Limits(memory_mb=memory_mb, scratch_mb=SCRATCH_MB)
    shown = [path.absolute() for path in show]
    built = build(folder, limits, seconds, _show, sandbox=chosen, network=network, show=shown)
    click.echo(f"{'built' if built.ok else 'not built: ' + built.detail}, in {built.seconds:.1f} s")
    for need in built.lacking:
        click.echo(need)
    return 0 if built.ok else 1


def _show(output: bytes) -> None:
    sys.stderr.buffer.write(output)
    sys.stderr.buffer.flush()
