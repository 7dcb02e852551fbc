"""What is written to whom: results to standard output, news to standard error."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

LEAST_COLUMNS = 80
"""As how wide a terminal is taken at least."""
MOST_NAMED = 5
"""How many unknown things of a file are named."""


def say(text: str) -> None:
    """Write a result to standard output, to a reader that may be gone."""
    _write(f"{text}\n", sys.stdout)


def tell(line: str = "", end: str = "\n") -> None:
    """Write news to standard error, to a reader that may be gone."""
    _write(line + end, sys.stderr)


def show_log(name: str, line: str) -> None:
    """Write to standard error a line that a bot wrote to its own."""
    tell(f"{name}| {line}")


def name_unknown(file: Path, unknown: Sequence[str]) -> None:
    """Say on stderr what a file tells that this arena does not know, if it does."""
    if unknown:
        more = f" and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else ""
        told = ", ".join(f"{name:.60}" for name in unknown[:MOST_NAMED]) + more
        tell(f"note: {file} tells what only a newer arena knows, and this one passes over: {told}")


def _write(text: str, stream: TextIO) -> None:
    """Write at once. If nobody reads the stream any more, this and all that follows goes nowhere."""
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.EIO):  # a closed pipe, a terminal that is gone
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def use_color(stream: TextIO | None = None) -> bool:
    """Whether a stream, standard output if none is given, is a terminal that wants colors."""
    stream = stream or sys.stdout
    return stream is not None and stream.isatty() and not {"NO_COLOR"} & os.environ.keys() and knows_codes()


def fitted(text: str, stream: TextIO | None = None) -> str:
    """Text for a stream, standard output if none is given: folded to its width between words if it is a
    terminal."""
    stream = stream or sys.stdout
    if stream is None or not stream.isatty():
        return text
    from arena.columns import folded

    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except OSError:  # it is gone
        columns = 0
    return "\n".join(folded(text, max(LEAST_COLUMNS, columns)))


def is_screen() -> bool:
    """Whether somebody sits at a terminal that can be drawn on, at both ends of this process."""
    streams = (sys.stdin, sys.stdout)
    return knows_codes() and all(stream is not None and stream.isatty() for stream in streams)


def knows_codes() -> bool:
    """Whether terminals here know more than plain text."""
    return os.environ.get("TERM") != "dumb"
