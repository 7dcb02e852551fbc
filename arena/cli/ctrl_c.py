"""Ctrl-C, at whatever time: whether an error comes of it, and the one line that it ends in."""

from __future__ import annotations

import sys
from contextlib import suppress


def comes_of_ctrl_c(error: BaseException) -> bool:
    """Whether Ctrl-C caused an error: some code, Python's own for one, raises another instead."""
    cause = error.__cause__
    return cause is not None and (isinstance(cause, KeyboardInterrupt) or comes_of_ctrl_c(cause))


def interrupted() -> int:
    """Say that Ctrl-C has ended the command; returns the exit status for that."""
    with suppress(OSError, ValueError, AttributeError):  # a closed or a missing stream
        on_its_own_line = "\n" if sys.stderr.isatty() else ""  # after the ^C that a terminal shows
        sys.stderr.write(f"{on_its_own_line}arena: interrupted\n")
    return 130
