"""The program: requests from standard input, answers to standard output."""

from __future__ import annotations

import os
import sys

from arena.engine.engine import Engine, refusal
from arena.engine.wires import JsonLines, MessagePack, Unreadable, Wire

INTERRUPTED = 130
"""What a shell reports for a program that Ctrl-C ended."""
BROKEN = 2


def serve(as_json: bool) -> int:
    """Answer requests until standard input ends; returns the exit status: 0, or 2 where it can't be read on.

    Standard output belongs to the answers: what else prints to it lands on standard error.
    """
    if not as_json and os.isatty(0):
        print("arena engine: speaks MessagePack with programs; --json takes lines of JSON", file=sys.stderr)
        return BROKEN
    output = os.dup(1)
    os.dup2(2, 1)
    wire: Wire = JsonLines() if as_json else MessagePack()
    engine = Engine(wire)
    try:
        for message in wire.messages(0):
            if isinstance(message, Unreadable):
                _write(output, wire.pack(refusal("bad_message", message.words)))
                if message.ends:
                    return BROKEN
            else:
                _write(output, engine.reply(message))
    except BrokenPipeError:
        return 0  # nobody reads the answers any more
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
