"""A person at the table, who is shown what the seat may know and types the choices."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from arena import games
from arena.games import Event, Game
from arena.games.errors import UnknownComponent
from arena.match.choosing import Choosing
from arena.match.foresight import Foresight
from arena.match.in_process_player import InProcessPlayer
from arena.match.saved import SavedMatchError, check_savable
from arena.process.bot_process import Answer
from protocol.bot import Bot, Decision, Result

LONGEST_NUMBER = 6
LEAVE = ("q", "quit", "exit")
ASK_HELP = ("?", "help")
BACK = ("b", "back")
PREVIEW = ("preview", "p")
SAVE = "save"
MOST_TOLD = 40
"""How many events are told at once."""
HELP = """\
A number chooses. Words list the actions with them, such as: board 1, row 2. Enter lists all.
Of many actions one is chosen in steps: first the kind, then field by field; b goes a step back.
p and an action's number shows what it leads to, as far as you can know.
?name tells what a card or the like is and does, as it is called in the drawing.
? draws the table again. save, or save and a file's name, leaves the match and keeps it:
`arena play --resume FILE` goes on with it. q leaves it for good, without a result.
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


class Saving(KeyboardInterrupt):
    """A person leaves the match, and wants it kept in a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"to be saved in {file}")
        self.file = file


class HumanPlayer(InProcessPlayer):
    """A person, who has all the time in the world and commits no faults.

    `names` are those of all seats. `saved` is where the match is kept if no other file is named.
    """

    def __init__(self, console: Console, names: Sequence[str], seat: int, saved: Path) -> None:
        super().__init__(_Person(console, names, seat, saved))

    def _guarded(self, work: Callable[[], object], deadline: float) -> Answer:
        began = time.monotonic_ns()
        return Answer(work(), time.monotonic_ns() - began, 0, 0, 0)


class _Person(Bot):
    """Passes questions on to a console, and what is typed there back."""

    def __init__(self, console: Console, names: Sequence[str], seat: int, saved: Path) -> None:
        self.saved = saved
        self.name = names[seat]
        self.names = names
        self.console = console

    def choose(self, decision: Decision) -> int:
        """The index of the action that the person chose."""
        self.console.turn_to(self.name, decision.seat)
        turn = _Turn(self.console, decision, self.names, self.saved)
        self._tell(decision.events, turn.game)
        return turn.take()

    def over(self, result: Result) -> None:
        """Tells the match's end, once to all people at one console."""
        if self.console.is_with(result.match.seat):
            self._tell(result.events, games.get(result.match.game))

    def _tell(self, events: list[Event], game: Game[Any, Any]) -> None:
        lines = [game.tell(event, self.names) for event in events]
        if lines:
            before = len(lines) - MOST_TOLD
            earlier = [f"  ({before} events before)"] if before > 0 else []
            told = [f"  {line}" for line in lines[-MOST_TOLD:]]
            self.console.show("\n".join(["Since the last move here:", *earlier, *told, ""]))


class _Turn:
    """One decision of a person's."""

    def __init__(self, console: Console, decision: Decision, names: Sequence[str], saved: Path) -> None:
        self.saved = saved
        self.console = console
        self.decision = decision
        self.names = names
        self.game: Game[Any, Any] = games.get(decision.match.game)
        self.foresight = Foresight(self.game, decision.view, decision.seat, decision.match.components)
        self.choosing = Choosing(decision.legal)

    def take(self) -> int:
        """Show the table, and ask until an action is chosen; its index."""
        console, decision = self.console, self.decision
        console.show(f"{self.drawing(decision.view)}\n{self.points()}\n")
        console.show(f"You are seat {decision.seat}. {self.choosing.question()}")
        while True:
            typed = console.ask(f"{decision.kind.replace('_', ' ')}, ? for help> ").strip()
            if typed.lower() in LEAVE:
                raise KeyboardInterrupt
            if typed.isdecimal() and len(typed) <= LONGEST_NUMBER:
                chosen = self.number(int(typed))
                if chosen is not None:
                    return chosen
            else:
                console.show(self.answer(typed))

    def number(self, number: int) -> int | None:
        """Take a number that was typed: the action's index if that makes the choice."""
        try:
            chosen = self.choosing.answer(number)
        except ValueError as error:
            self.console.show(str(error))
            return None
        if chosen is None:
            self.console.show(self.choosing.question())
        return chosen

    def answer(self, typed: str) -> str:
        """What to show for words that were typed."""
        words = typed.lower()
        if words in ASK_HELP:
            table = f"{self.drawing(self.decision.view)}\n{self.points()}"
            return f"{table}\n\n{HELP.format(game=self.game.id)}"
        if words in BACK:
            return self.choosing.question() if self.choosing.back() else "This is where it begins."
        if words == SAVE or words.startswith(f"{SAVE} "):
            return self.save(typed[len(SAVE) :].strip())
        if words.startswith("?"):
            return self.explain(typed[1:].strip())
        first, *rest = words.split() or [""]
        if first in PREVIEW and len(rest) == 1 and rest[0].isdecimal() and len(rest[0]) <= LONGEST_NUMBER:
            return self.preview(int(rest[0]))
        found = self.choosing.with_words(words)
        return self.choosing.listing(found) if found else f"No action has {words!r:.60} in it."

    def save(self, name: str) -> str:
        """Leave the match to be saved; why it can't be, if that is so."""
        file = Path(name) if name else self.saved
        try:
            check_savable(file)
        except SavedMatchError as error:
            return str(error)
        raise Saving(file)

    def explain(self, name: str) -> str:
        """What something is that is called so."""
        try:
            return self.game.explain(name, self.decision.match.components)
        except UnknownComponent as error:
            return str(error)

    def preview(self, number: int) -> str:
        """What an action leads to, as far as the seat can know."""
        legal = self.decision.legal
        if number >= len(legal):
            return f"There is no action {number}: the numbers are 0 to {len(legal) - 1}."
        preview = self.foresight.preview(legal[number])
        lines = [f"If you {self.choosing.words(number)}:"]
        lines += [f"  {self.game.tell(event, self.names)}" for event in preview.events]
        if preview.view is None:
            return "\n".join([*lines, "  What comes then hangs on chance, or on what you can't know."])
        return "\n".join([*lines, self.drawing(preview.view)])

    def points(self) -> str:
        """The points so far, as far as the seat can know."""
        told = [
            f"{'you' if seat == self.decision.seat else self.names[seat]} "
            + (str(least) if least == most else f"about {least} to {most}")
            for seat, (least, most) in enumerate(self.foresight.points())
        ]
        return f"Points so far: {', '.join(told)}"

    def drawing(self, view: dict[str, Any]) -> str:
        """The table."""
        return self.game.draw(view, self.decision.match.components, color=self.console.color)
