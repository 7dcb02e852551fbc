"""A person at the table, who is shown what the seat may know and types the choices."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from arena import games
from arena.games import Event, Game
from arena.match.in_process_player import InProcessPlayer
from arena.match.words import action_words
from arena.process.bot_process import Answer
from protocol.bot import Bot, Decision, Result

MOST_LISTED = 40
"""How many actions are listed without being asked for."""
FEW = 5
"""How many of a kind are listed even so."""
LONGEST_NUMBER = 6
LEAVE = ("q", "quit", "exit")
ASK_HELP = ("?", "help")
HELP = """\
A number chooses that action. Words list the actions with them, such as: board 1, row 2. Enter lists all.
? draws the table again. q leaves the match, which then has no result.
`arena games {game}` tells the rules in short, and names the page with all of them."""


class Console(Protocol):
    """Where people at the table read and type. One terminal may serve several seats.

    Its methods raise KeyboardInterrupt if the person has left, or can't be reached any more.
    """

    color: bool
    """Whether it shows colors."""

    def show(self, text: str) -> None:
        """Write lines for whoever sits there."""

    def ask(self, prompt: str) -> str:
        """The line typed in answer."""

    def turn_to(self, name: str, seat: int) -> None:
        """What follows is for this seat's eyes only."""

    def is_with(self, seat: int) -> bool:
        """Whether it was turned to this seat last."""


class HumanPlayer(InProcessPlayer):
    """A person, who has all the time in the world and commits no faults."""

    def __init__(self, console: Console, names: Sequence[str], seat: int) -> None:
        super().__init__(_Person(console, names, seat))

    def _guarded(self, work: Callable[[], object], deadline: float) -> Answer:
        began = time.monotonic_ns()
        return Answer(work(), time.monotonic_ns() - began, 0, 0, 0)


class _Person(Bot):
    """Passes questions on to a console, and what is typed there back."""

    def __init__(self, console: Console, names: Sequence[str], seat: int) -> None:
        self.name = names[seat]
        self.names = names
        self.console = console

    def choose(self, decision: Decision) -> int:
        """The index of the action that the person chose."""
        console = self.console
        console.turn_to(self.name, decision.seat)
        self._tell(decision.events, games.get(decision.match.game))
        console.show(f"{self._drawing(decision)}\n")
        actions = [action_words(action) for action in decision.legal]
        kinds = [action["type"].replace("_", " ") for action in decision.legal]
        console.show(f"You are seat {decision.seat}. {overview(actions, kinds)}")
        while True:
            typed = console.ask(f"{decision.kind.replace('_', ' ')}, ? for help> ").strip().lower()
            if typed.isdecimal() and len(typed) <= LONGEST_NUMBER:
                if int(typed) < len(actions):
                    return int(typed)
                console.show(f"There is no action {typed}: the numbers are 0 to {len(actions) - 1}.")
            elif typed in ASK_HELP:
                console.show(f"{self._drawing(decision)}\n\n{HELP.format(game=decision.match.game)}")
            elif typed in LEAVE:
                raise KeyboardInterrupt
            else:
                found = [index for index, action in enumerate(actions) if has_words(action, typed)]
                console.show(_listing(actions, found) if found else f"No action has {typed!r:.60} in it.")

    def over(self, result: Result) -> None:
        """Tells the match's end, once to all people at one console."""
        if self.console.is_with(result.match.seat):
            self._tell(result.events, games.get(result.match.game))

    def _tell(self, events: list[Event], game: Game[Any, Any]) -> None:
        lines = [game.tell(event, self.names) for event in events]
        if lines:
            self.console.show("\n".join(["Since the last move here:", *(f"  {line}" for line in lines), ""]))

    def _drawing(self, decision: Decision) -> str:
        match = decision.match
        game: games.Game[Any, Any] = games.get(match.game)
        return game.draw(decision.view, match.components, color=self.console.color)


def has_words(action: str, typed: str) -> bool:
    """Whether an action has all that was typed: words by their beginnings, each with the numbers after it."""
    words = _WORD.findall(action.lower())
    return all(
        any(_begins(words[start:], phrase) for start in range(len(words)))
        for phrase in (_WORD.findall(phrase) for phrase in _PHRASE.findall(typed.replace(",", " ")))
    )


_WORD = re.compile(r"[^\s,\[\]]+")
_PHRASE = re.compile(r"\S+(?:\s+-?\d+)*")
"""A word, with the numbers after it."""


def _begins(words: Sequence[str], phrase: Sequence[str]) -> bool:
    if len(words) < len(phrase):
        return False
    pairs = zip(phrase, words, strict=False)
    return all(word == part if part.isdecimal() else word.startswith(part) for part, word in pairs)


def overview(actions: Sequence[str], kinds: Sequence[str]) -> str:
    """The list of actions; where it is long, kinds with many are told by their number."""
    counts = Counter(kinds)
    if len(actions) <= MOST_LISTED:
        return _listing(actions, range(len(actions)))
    if len(counts) == 1:
        left = len(actions) - MOST_LISTED
        return f"{_listing(actions, range(MOST_LISTED))}\n       and {left} more: Enter lists all"
    few = [index for index, kind in enumerate(kinds) if counts[kind] <= FEW]
    many = [f"{count:5}  x {kind}" for kind, count in counts.items() if count > FEW]
    return "\n".join(
        [_listing(actions, few), *many, "Type such a word to list those actions; Enter lists all."]
    )


def _listing(actions: Sequence[str], indexes: Iterable[int]) -> str:
    return "\n".join(["You may:", *(f"{index:5}  {actions[index]}" for index in indexes)])
