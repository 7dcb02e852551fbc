"""The command line: each command a module, a few lines over the layers below.

Exit status: 0 fine; 1 the thing asked about is not so; 2 wrong usage or unusable input, with one line that
says what is wrong; 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from arena import __version__
from arena.cli.common import USER_ERRORS
from arena.errors import ArenaFault
from arena.hints import nearest
from arena.match.faults import Void
from arena.process.faults import shown

COMMANDS = {
    "demo": "A short round robin of the bundled bots over all games, ending in leaderboards.",
    "games": "The games; one game's rules in short, its options and their defaults.",
    "new": "A first bot, in your language.",
    "build": "Make a bot's program.",
    "check": "Play a bot against a strict partner: what it does wrong, and how to mend it.",
    "play": "One match between bots.",
    "tournament": "Run or resume a tournament, see how far it is, or what it would play.",
    "matches": "The matches of a tournament, as a list or as data for other programs.",
    "leaderboard": "The TrueSkill table of a tournament.",
    "crosstable": "Who beats whom.",
    "head-to-head": "Two bots, match by match.",
    "scores": "How scores are distributed.",
    "times": "How long moves take.",
    "verdict": "Strengths with honest errors, what seats are worth, how well it predicts.",
    "compare": "Is one bot better than another, and how many more matches would it take?",
    "ratings": "Compute the kept ratings anew from the results.",
    "faults": "What bots did wrong in a tournament, with the evidence.",
    "report": "A tournament as a web page.",
    "replay": "Step through, prove, or convert a recorded match, or feed it to a bot again.",
    "trace": "What was said over the pipes of a match.",
    "doctor": "What this machine enforces, which languages it has; what to install.",
    "bench": "Engine and pipe speed on this machine.",
}
"""Each command's module in this package, with its line in the list of commands."""


UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EDQUOT)
"""What is wrong with a disk that takes no more output."""


class _Commands(click.Group):
    """Imports a command's module only when it is called, so that every command starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"arena.cli.{name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r}{nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="arena")
def arena() -> None:
    """Tournaments of board games between bots written in any language.

    \b
    First steps:
      arena demo                                   everything at once
      arena play dragon-whisperer greedy random random --watch
      arena tournament run examples/club_night.toml
    """


def main() -> None:
    """Run the command line; user errors end in one line and an exit status, never a traceback."""
    _fill_standard_descriptors()
    try:
        status = arena.main(standalone_mode=False)
        _flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.ClickException as error:
        _fail(f"{_command_path(error)}: {error.format_message()}")
    except USER_ERRORS as error:
        _fail(f"arena: {error}")
    except (Void, ArenaFault) as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            _interrupted()
        _fail(f"arena: the arena itself failed, and no bot is to blame: {error}")
    except (click.Abort, KeyboardInterrupt):
        _interrupted()
    except BrokenPipeError:
        # Whoever read our output has enough; point stdout elsewhere so that its last flush can't fail too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(130)
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail(f"arena: the output can't be written: {error.strerror}")
    sys.exit(status if isinstance(status, int) else 0)


def _fill_standard_descriptors() -> None:
    """Where standard input or output is closed, see that no pipe takes its number, here or in a child."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:  # the lowest that is free
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


def _flush() -> None:
    """Write out what was printed; standard output may have been closed from the beginning."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _command_path(error: click.ClickException) -> str:
    ctx = getattr(error, "ctx", None)
    return ctx.command_path if ctx else "arena"


def _interrupted() -> NoReturn:
    click.echo("arena: interrupted", err=True)
    sys.exit(130)


def _fail(message: str) -> None:
    """One line on standard error, and exit status 2."""
    click.echo(shown(" ".join(message.split())), err=True)
    sys.exit(2)
