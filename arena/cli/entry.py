"""Running the command line: whatever ends a command becomes an exit status, with one line that says why."""

from __future__ import annotations

import errno
import os
import sys

import click

from arena.cli.ctrl_c import comes_of_ctrl_c, interrupted
from arena.cli.root import arena
from arena.errors import ArenaFault, UserError

UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EDQUOT)
"""What is wrong with a disk that takes no more output."""


def run() -> int:
    """Run the command that the program's arguments name; returns its exit status.

    What a user can mend, and the arena's own failures, end in one line; a defect raises what it raises.
    """
    _fill_standard_descriptors()
    try:
        status = arena.main(standalone_mode=False)
        _flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.ClickException as error:
        return _failed(f"{_command_path(error)}: {error.format_message()}")
    except (click.Abort, KeyboardInterrupt):
        return interrupted()
    except BrokenPipeError:
        _write_to_nowhere()  # whoever read the output has enough
        return 130
    except Exception as error:
        return _explained(error)
    return status if isinstance(status, int) else 0


def _explained(error: Exception) -> int:
    """Say what has ended a command; returns the exit status. A defect is raised again."""
    if comes_of_ctrl_c(error):
        return interrupted()
    if isinstance(error, UserError):
        return _failed(f"arena: {error}")
    if isinstance(error, ArenaFault):
        return _failed(f"arena: the arena itself failed, and no bot is to blame: {error}")
    if isinstance(error, OSError) and error.errno in UNWRITABLE:
        _write_to_nowhere()
        return _failed(f"arena: the output can't be written: {error.strerror}")
    raise error


def _fill_standard_descriptors() -> None:
    """Where standard input or output is closed, see that no pipe takes its number, here or in a child."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:  # the lowest that is free
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


def _flush() -> None:
    """Write out what was printed; standard output may have been closed from the beginning."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _write_to_nowhere() -> None:
    """Point standard output elsewhere, so that its last flush can't fail too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command_path(error: click.ClickException) -> str:
    ctx = getattr(error, "ctx", None)
    return ctx.command_path if ctx else "arena"


def _failed(message: str) -> int:
    """One line on standard error; returns exit status 2."""
    from arena.process.faults import shown

    click.echo(shown(" ".join(message.split())), err=True)
    return 2
