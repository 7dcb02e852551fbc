"""A match told to whoever looks: whose eyes these are, what they may see, and sentences on what happened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from arena import games
from arena.games import Data, Event, Game, State, visible
from arena.match.record import DecisionRecord, MatchRecord, Step
from arena.match.replay import retrace, starting_state
from arena.match.words import action_words
from arena.process.faults import shown

ALL = "all"
"""The eye that sees the whole state, what no seat may know included."""
SPECTATOR = "spectator"
"""The eye that sees what an onlooker without a seat may."""
Eye = int | str
"""A seat, ALL or SPECTATOR."""


def eyes_of(players: int) -> list[Eye]:
    """All eyes that a match can be seen through."""
    return [ALL, SPECTATOR, *range(players)]


def eye_of(word: str, players: int) -> Eye:
    """The eye that a word names. Raises ValueError if the match does not have it."""
    eye = int(word) if word.isdecimal() and len(word) < 4 else word
    if eye not in eyes_of(players):
        raise ValueError(f"the match has {', '.join(map(str, eyes_of(players)))}, not {word!r}")
    return eye


def eye_words(eye: Eye, names: Sequence[str]) -> str:
    """Whose eye it is, in words."""
    if eye == ALL:
        return "all, with hidden cards"
    return "a spectator" if eye == SPECTATOR else f"seat {eye}: {names[int(eye)]}"


def seat_of(eye: Eye) -> int | None:
    """The seat whose eye it is; None for those that are of no seat."""
    return eye if isinstance(eye, int) else None


def seen(state: State, eye: Eye) -> Data:
    """What an eye sees of a state."""
    return state.to_data() if eye == ALL else state.view(seat_of(eye))


def decided(decision: DecisionRecord, names: Sequence[str], eye: Eye = ALL) -> str:
    """Whose decision it was; what was chosen only for who may know, as a choice may be secret."""
    who = shown(f"{names[decision.seat]} (seat {decision.seat})")
    if eye not in (ALL, decision.seat):
        return f"{who} decides: {decision.kind.replace('_', ' ')}"
    return f"{who}: {action_words(decision.action)}{who_chose(decision)}"


def who_chose(decision: DecisionRecord) -> str:
    """A mark for a decision that was not its bot's."""
    return " (forced)" if decision.forced else " (stand-in)" if decision.stand_in else ""


def noted(decision: DecisionRecord, eye: Eye = ALL) -> str | None:
    """The note that a bot left with its decision, for who may know it; None if there is none."""
    if decision.note is None or eye not in (ALL, decision.seat):
        return None
    return shown(json.dumps(decision.note, ensure_ascii=False))


def happened(game: Game[Any, Any], events: Sequence[Event], names: Sequence[str], eye: Eye) -> list[str]:
    """A sentence for each event that an eye may see."""
    may_see = events if eye == ALL else visible(events, seat_of(eye))
    return [shown(game.tell(event, names)) for event in may_see]


class Page(NamedTuple):
    """One decision of a match, for people."""

    number: int
    text: str
    """Whose decision it was, and what was chosen."""
    note: str | None
    """What the bot noted."""
    sentences: Sequence[str]
    """What happened."""
    drawing: str
    """The table afterwards."""
    scores: Sequence[int] | None
    """By seat, as the game counts them so far; for eyes that see everything alone, as hidden things count."""


class Film:
    """A match as pages, one a decision; each is made when it is looked at.

    That of a recorded match is played by the rules as far as it is looked at; that of a running one grows.
    """

    def __init__(self, game: str, names: Sequence[str], components: Data | None = None) -> None:
        self.game: Game[Any, Any] = games.get(game)
        self.names = [shown(name) for name in names]
        self._components = components
        self._steps: list[Step] = []
        self._rest: Iterator[Step] = iter(())

    @classmethod
    def of(cls, record: MatchRecord) -> Film:
        """The film of a recorded match. Raises ReplayError if it can't begin so."""
        film = cls(record.game, [bot.name for bot in record.bots], record.components)
        film._rest = retrace(record, starting_state(record))
        return film

    def add(self, step: Step) -> None:
        """Go on by a decision."""
        self._steps.append(step._replace(state=step.state.clone()))

    def page(self, number: int, eye: Eye = ALL, *, color: bool = False) -> Page:
        """The page of a decision that there is. Raises ReplayError where the rules don't allow one before."""
        step = self._step(number)
        return Page(
            number,
            decided(step.decision, self.names, eye),
            noted(step.decision, eye),
            happened(self.game, step.events, self.names, eye),
            self.game.draw(seen(step.state, eye), self._components, color=color),
            step.state.scores() if eye == ALL else None,
        )

    def words(self, number: int, eye: Eye = ALL) -> str:
        """What a page says, without its drawing: a line each for decision, note and sentences."""
        step = self._step(number)
        note = noted(step.decision, eye)
        return "\n".join(
            [
                decided(step.decision, self.names, eye),
                *([] if note is None else [f"note: {note}"]),
                *happened(self.game, step.events, self.names, eye),
            ]
        )

    def _step(self, number: int) -> Step:
        while len(self._steps) <= number:
            self.add(next(self._rest))
        return self._steps[number]
