"""What bots write to their stderr, while they play: heard at once, or written to files."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from arena.errors import UserError
from arena.process.faults import shown

LogOf: TypeAlias = Callable[[str], int]
"""Gives the descriptor that a bot of this name is to write to."""
CHUNK = 65536
LONGEST_LINE = 4096
"""A line of more bytes is told in parts."""
FULL = 4 << 20
"""No mark is put into a file of more bytes; bots themselves stop at about as many."""


class LogError(UserError):
    """Logs can't be written; one sentence says which and why."""


class Hearing:
    """Hears what bots write to their stderr, in a thread of its own. A context manager.

    `hear` is called with a bot's name and some bytes as soon as they come; at the end all have come. Leave
    it after the bots have ended.
    """

    def __init__(self, hear: Callable[[str, bytes], None]) -> None:
        self._hear = hear
        self._ends: dict[str, int] = {}
        """By name, where its bot writes."""
        self._names: dict[int, str] = {}
        """Whose words come from a descriptor."""
        self._poll = select.poll()
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Hearing:
        self._bell, self._rope = os.pipe()
        self._poll.register(self._bell, select.POLLIN)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for end in (*self._ends.values(), self._rope):
            os.close(end)
        self._thread.join()
        os.close(self._bell)

    def log_of(self, name: str) -> int:
        """The descriptor that a bot of this name is to write to."""
        if name not in self._ends:
            start, self._ends[name] = os.pipe()
            os.set_blocking(self._ends[name], False)
            self._names[start] = name
            self._poll.register(start, select.POLLIN)
            os.write(self._rope, b".")  # wakes the thread, which polls what there was before
        return self._ends[name]

    def _listen(self) -> None:
        """Pass on what comes, until all ends are closed."""
        open_ends = True
        while open_ends or self._names:
            for descriptor, _ in self._poll.poll():
                data = os.read(descriptor, CHUNK)
                if data and descriptor != self._bell:
                    self._hear(self._names[descriptor], data)
                elif not data:
                    self._poll.unregister(descriptor)
                    if descriptor == self._bell:
                        open_ends = False
                    else:
                        del self._names[descriptor]
                        os.close(descriptor)


class Lines:
    """Turns the bytes that bots write into whole lines, each made harmless for a terminal."""

    def __init__(self, say: Callable[[str, str], None]) -> None:
        self._say = say
        self._begun: dict[str, bytes] = {}
        """By name, a line without its end."""

    def __call__(self, name: str, data: bytes) -> None:
        """Say the lines that have come to their end."""
        *lines, rest = (self._begun.get(name, b"") + data).split(b"\n")
        for line in lines:
            self._tell(name, line)
        while len(rest) > LONGEST_LINE:
            self._tell(name, rest[:LONGEST_LINE])
            rest = rest[LONGEST_LINE:]
        self._begun[name] = rest

    def close(self) -> None:
        """Say what has no end."""
        for name, rest in self._begun.items():
            if rest:
                self._tell(name, rest)

    def _tell(self, name: str, line: bytes) -> None:
        self._say(name, shown(line.decode(errors="replace").rstrip("\r")))


@contextmanager
def hearing(say: Callable[[str, str], None]) -> Iterator[LogOf]:
    """Where bots are to write, by their names, so that each of their lines is said at once, with the name.

    Leave it after the bots have ended: then all has been said.
    """
    lines = Lines(say)
    with Hearing(lines) as heard:
        yield heard.log_of
    lines.close()


class LogFolder:
    """A folder with a file for each bot, which this process's bots of that name write to.

    Other processes of the arena, and later runs, have files of their own there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, int] = {}

    def log_of(self, name: str) -> int:
        """The descriptor of a bot's file. Raises LogError."""
        if name not in self._open:
            file = self._folder / f"{quote(name, safe=' ')}.{os.getpid()}.log"
            try:
                self._open[name] = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            except OSError as error:
                raise LogError(f"{file}: can't be written: {error.strerror}") from None
        return self._open[name]

    def mark(self, name: str, words: str) -> None:
        """Put a line of the arena's own into a bot's file, unless that is full. Raises LogError."""
        log = self.log_of(name)
        if os.fstat(log).st_size < FULL:
            os.write(log, f"--- {words}\n".encode())
