"""A person at the table, who is shown what the seat may know and types the choices."""

from __future__ import annotations

import math
from typing import Any, Protocol

from arena import games
from arena.games import Event
from arena.match.seats import InProcessPlayer
from arena.match.words import action_words, event_words
from arena.process.channel import Answer
from protocol.bot import Bot, Decision, Result

MOST_LISTED = 40
"""How many actions are listed at once; a word narrows them down."""
HELP = (
    "A number chooses that action. A word lists the actions with it, Enter lists them all.\n"
    "? draws the table again. q leaves the match, which then has no result."
)


class Terminal(Protocol):
    """Where people at the table read and type. One terminal may serve several seats."""

    color: bool
    """Whether it shows colors."""

    def show(self, text: str) -> None:
        """Write lines."""

    def ask(self, prompt: str) -> str:
        """The line typed in answer. Raises KeyboardInterrupt if the person leaves."""

    def turn_to(self, name: str, seat: int) -> None:
        """What follows is for this seat's eyes only."""


class HumanPlayer(InProcessPlayer):
    """A person, who has all the time in the world."""

    def __init__(self, terminal: Terminal, name: str) -> None:
        super().__init__(_Person(terminal, name))

    def exchange(self, message: bytes, deadline: float) -> Answer:
        """See `Player.exchange`; people have no deadline."""
        return super().exchange(message, math.inf)


class _Person(Bot):
    """Passes questions on to a terminal, and what is typed there back."""

    def __init__(self, terminal: Terminal, name: str) -> None:
        self.name = name
        self.terminal = terminal

    def choose(self, decision: Decision) -> int:
        """The place of the action that the person chose."""
        terminal = self.terminal
        terminal.turn_to(self.name, decision.seat)
        self._tell(decision.events)
        terminal.show(f"{self._drawing(decision)}\n")
        actions = [action_words(action) for action in decision.legal]
        terminal.show(f"You are seat {decision.seat}. {_listing(actions, range(len(actions)))}")
        while True:
            typed = terminal.ask(f"{decision.kind.replace('_', ' ')}, ? for help> ").strip()
            if typed.isdecimal():
                if int(typed) < len(actions):
                    return int(typed)
                terminal.show(f"There is no action {typed}: the numbers are 0 to {len(actions) - 1}.")
            elif typed == "?":
                terminal.show(f"{self._drawing(decision)}\n\n{HELP}")
            elif typed == "q":
                raise KeyboardInterrupt
            else:
                terminal.show(_narrowed(actions, typed))

    def over(self, result: Result) -> None:
        """Tells the match's end."""
        self._tell(result.events)

    def _tell(self, events: list[Event]) -> None:
        lines = [event_words(event) for event in events if event["type"] != "chance"]
        if lines:
            self.terminal.show("\n".join(["Since the last move here:", *(f"  {line}" for line in lines), ""]))

    def _drawing(self, decision: Decision) -> str:
        match = decision.match
        game: games.Game[Any, Any] = games.get(match.game)
        return game.draw(decision.view, match.components, color=self.terminal.color)


def _narrowed(actions: list[str], word: str) -> str:
    """The list of the actions that have a word."""
    found = [place for place, action in enumerate(actions) if word.lower() in action.lower()]
    return _listing(actions, found) if found else f"No action has {word!r} in it. {HELP}"


def _listing(actions: list[str], places: list[int] | range) -> str:
    lines = [f"{place:5}  {actions[place]}" for place in places[:MOST_LISTED]]
    left = len(places) - MOST_LISTED
    if left > 0:
        lines.append(f"       and {left} more: type a word to list the actions with it")
    return "\n".join(["You may:", *lines])
