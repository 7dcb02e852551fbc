"""A match on one screen: leafed through as it was recorded, or watched while it is played."""

from __future__ import annotations

import time
from collections.abc import Sequence

from arena.cli.screen import ENTER, GONE, RESIZED, Screen
from arena.match.narration import ALL, Eye, Film, Page, eye_words, eyes_of
from arena.match.record import Step

FORWARD = (*ENTER, "right", "n", " ")
BACK = ("left", "b", "backspace", "c-h")
FIRST = ("home", "0")
LAST = ("end", "$", "G")
JUMP = ("g", "j", ":")
QUIT = ("q", "escape", "c-d", GONE)
ASK_HELP = ("?", "h")
SCROLL = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10}
"""Lines by key."""

STEP_STATUS = "Enter on, b back, g jump, / search, e eyes, ? help, q quit"
STEP_HELP = """\
Enter, Space, Right or n   the next decision
b, Left or Backspace       the one before
Home or 0, End or $        the first, the last
g and a number             that decision
/ and words                the next decision that is told with these words; / alone: the next such one
e                          through whose eyes: everything, a spectator, each seat
Up, Down, PageUp, PageDown scroll, where the screen is too low
q or Escape                quit

Any key goes on."""
WATCH_STATUS = "Enter goes on, p pauses, ? help, q stops watching"
WATCH_HELP = """\
Enter, Space, Right or n   go on now
p                          pause, until p or Enter is pressed
Up, Down, PageUp, PageDown scroll, where the screen is too low
q or Escape                watch no longer; the match is played to its end
Ctrl-C                     end the match, which then has no result

Any key goes on."""


class Leafing:
    """Somebody who leafs through the decisions `first` to `last` of a film, which ends with some words."""

    def __init__(
        self,
        screen: Screen,
        film: Film,
        first: int,
        last: int,
        *,
        color: bool,
        eye: Eye,
        closing: Sequence[str],
    ) -> None:
        self._screen = screen
        self._film = film
        self._first = first
        self._last = last
        self._color = color
        self._eye = eye
        self._closing = closing
        self._at = first
        self._top = 0
        self._sought = ""
        self._message = ""

    def run(self) -> None:
        """Show page after page, as is asked for, until it is enough. Raises ReplayError."""
        while True:
            self._show()
            key = self._screen.key()
            self._message = ""
            if key in QUIT:
                return
            if key in SCROLL:
                self._top = max(0, self._top + SCROLL[key])
            elif key is not None and key != RESIZED:
                self._follow(key)

    def _follow(self, key: str) -> None:
        if key in FORWARD:
            self._turn_to(self._at + 1)
        elif key in BACK:
            self._turn_to(self._at - 1)
        elif key in FIRST:
            self._turn_to(self._first)
        elif key in LAST:
            self._turn_to(self._last)
        elif key in JUMP:
            self._jump(self._screen.ask("to decision: "))
        elif key == "/":
            self._search(self._screen.ask("search: "))
        elif key == "e":
            eyes = eyes_of(len(self._film.names))
            self._eye = eyes[(eyes.index(self._eye) + 1) % len(eyes)]
        elif key in ASK_HELP:
            show_help(self._screen, STEP_HELP)
        else:
            self._message = f"no key {key}; "

    def _turn_to(self, number: int) -> None:
        if self._first <= number <= self._last:
            self._at, self._top = number, 0
        else:
            self._message = f"the decisions are {self._first} to {self._last}; "

    def _jump(self, typed: str | None) -> None:
        if typed is not None and typed.strip().isdecimal() and len(typed) < 10:
            self._turn_to(int(typed))
        elif typed:
            self._message = f"{typed!r:.20} is no number of a decision; "

    def _search(self, typed: str | None) -> None:
        """Turn to the next decision that is told with these words, or the same; after the last the first."""
        if typed is None:
            return
        self._sought = typed.strip().lower() or self._sought
        count = self._last - self._first + 1
        for step in range(1, count + 1):
            number = self._first + (self._at - self._first + step) % count
            if self._sought in self._film.words(number, self._eye).lower():
                self._turn_to(number)
                return
        self._message = f"nothing is told with {self._sought!r:.30}; "

    def _show(self) -> None:
        page = self._film.page(self._at, self._eye, color=self._color)
        words = words_of(page, self._closing if self._at == self._last else ())
        where = f" {self._at} of {self._last}"
        eyes = "" if self._eye == ALL else f", {eye_words(self._eye, self._film.names)}"
        self._top = self._screen.show(
            page.drawing, words, f"{where}{eyes}: {self._message}{STEP_STATUS} ", self._top
        )


class Watching:
    """Somebody who watches a match while it is played: after each decision for `delay_s`, or until a key."""

    def __init__(self, screen: Screen, film: Film, delay_s: float, *, color: bool) -> None:
        self._screen = screen
        self._film = film
        self._delay_s = delay_s
        self._color = color
        self._paused = False
        self._left = False

    def __call__(self, step: Step) -> None:
        """Show what a decision has led to, for as long as it is looked at."""
        if self._left:
            return
        self._film.add(step)
        page = self._film.page(step.number, color=self._color)
        until = time.monotonic() + self._delay_s
        top = 0
        while True:
            pause = "paused: " if self._paused else ""
            top = self._screen.show(
                page.drawing, words_of(page), f" {page.number}: {pause}{WATCH_STATUS} ", top
            )
            left_s = max(0.0, until - time.monotonic())
            key = self._screen.key(None if self._paused else left_s)
            if key is None:
                return
            if key in (*FORWARD, *QUIT):
                self._left = key in QUIT
                self._paused = False
                return
            if key == "p":
                self._paused = not self._paused
            elif key in SCROLL:
                top = max(0, top + SCROLL[key])
            elif key in ASK_HELP:
                show_help(self._screen, WATCH_HELP)


def show_help(screen: Screen, text: str) -> None:
    """Show the keys, until one is pressed."""
    while True:
        screen.show(text, (), " Any key goes on ")
        if screen.key() != RESIZED:
            return


def words_of(page: Page, closing: Sequence[str] = ()) -> list[str]:
    """What is written below a page's drawing; the last one's `closing` words tell the scores."""
    note = [] if page.note is None else [f"note: {page.note}"]
    scores = [] if page.scores is None else [f"Points so far: {', '.join(map(str, page.scores))}"]
    return [f"{page.number}: {page.text}", *note, *page.sentences, *(closing or scores)]
