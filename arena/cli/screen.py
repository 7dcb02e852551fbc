"""The whole terminal as one screen that is drawn anew in place, and the keys that are pressed at it."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import tty
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Self

from prompt_toolkit.input.vt100 import Vt100Input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output.vt100 import Vt100_Output

from arena.columns import folded

RESIZED = "resized"
"""Comes like a key when the terminal has another size."""
GONE = "gone"
"""Comes like a key, again and again, once nobody can press any more."""
ENTER = ("c-m", "c-j")
MORE = "-- Down shows more "
LEAST_COLUMNS = 20
ESCAPE_S = 0.1
"""How long what follows an Escape may take, if it is the beginning of a longer key."""
REVERSE, PLAIN = "\033[7m", "\033[0m"


class Screen:
    """The terminal of this process, all of it; at its end what was there comes back. A context manager.

    Ctrl-C interrupts as ever.
    """

    def __init__(self) -> None:
        self._input = Vt100Input(sys.stdin)
        self._output = Vt100_Output.from_pty(sys.stdout)
        self._keys: list[str] = []
        self._end = ExitStack()

    def __enter__(self) -> Self:
        keyboard = sys.stdin.fileno()
        before = termios.tcgetattr(keyboard)
        self._end.callback(termios.tcsetattr, keyboard, termios.TCSADRAIN, before)
        tty.setcbreak(keyboard)
        self._resized, resize = os.pipe()
        self._end.callback(os.close, self._resized)
        self._end.callback(os.close, resize)
        was = signal.signal(signal.SIGWINCH, lambda *_: os.write(resize, b"."))
        self._end.callback(signal.signal, signal.SIGWINCH, was)
        self._output.enter_alternate_screen()
        self._output.hide_cursor()
        self._output.flush()
        self._end.callback(self._leave)
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def _leave(self) -> None:
        self._output.show_cursor()
        self._output.quit_alternate_screen()
        self._output.flush()

    @property
    def columns(self) -> int:
        """How wide it is."""
        return max(LEAST_COLUMNS, self._output.get_size().columns)

    @property
    def rows(self) -> int:
        """How high it is."""
        return self._output.get_size().rows

    def show(self, drawing: str, words: Sequence[str], status: str, top: int = 0) -> int:
        """Draw a picture in text, words below it, and the status as the last line.

        Lines are folded to the screen's width. What the screen is too low for can be scrolled to: `top` is
        by how many lines, and as far as that led is returned.
        """
        room = max(2, self.rows - 2)
        above = folded(drawing, self.columns)
        below = [line for word in words for line in folded(word, self.columns)]
        kept = min(len(below), max(room // 2, room - len(above)))
        most, most_words = max(0, len(above) - (room - kept)), len(below) - kept
        first = min(top, most)
        first_word = min(top - first, most_words)
        rule = MORE if first + first_word < most + most_words else ""
        lines = above[first : first + room - kept]
        lines += [""] * (room - kept - len(lines)) if len(above) > room - kept else []
        lines += [rule.ljust(self.columns, "-"), *below[first_word : first_word + kept]]
        self._draw(lines, folded(status, self.columns)[0])
        return first + first_word

    def _draw(self, lines: Sequence[str], status: str) -> None:
        out = self._output
        for row, line in enumerate(lines[: self.rows - 1], 1):
            out.cursor_goto(row, 1)
            out.erase_end_of_line()
            out.write_raw(line)
        out.cursor_goto(min(len(lines) + 1, self.rows), 1)
        out.erase_down()
        out.cursor_goto(self.rows, 1)
        out.write_raw(f"{REVERSE}{status}{PLAIN}")
        out.flush()

    def key(self, wait_s: float | None = None) -> str | None:
        """The next key by its name in prompt_toolkit, a character for itself; None if none comes in time."""
        keyboard = self._input.fileno()
        while not self._keys:
            ready, _, _ = select.select([keyboard, self._resized], [], [], wait_s)
            if not ready:
                return None
            if self._resized in ready:
                os.read(self._resized, 1024)
                return RESIZED
            self._take(self._input.read_keys())
            if not self._keys and not select.select([keyboard], [], [], ESCAPE_S)[0]:
                self._take(self._input.flush_keys())
            if not self._keys and self._input.closed:
                return GONE
        return self._keys.pop(0)

    def _take(self, pressed: Sequence[KeyPress]) -> None:
        self._keys += [press.key.value if isinstance(press.key, Keys) else press.key for press in pressed]

    def ask(self, prompt: str) -> str | None:
        """What is typed on the last line, up to Enter; None for Escape."""
        typed = ""
        while True:
            self._output.cursor_goto(self.rows, 1)
            self._output.erase_end_of_line()
            self._output.write_raw(f"{prompt}{typed}"[-self.columns + 1 :])
            self._output.flush()
            key = self.key()
            if key in ENTER:
                return typed
            if key in ("escape", GONE, None):
                return None
            if key in ("c-h", "backspace"):
                typed = typed[:-1]
            elif len(key) == 1 and key.isprintable():
                typed += key
