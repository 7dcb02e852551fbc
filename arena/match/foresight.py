"""What a seat can tell from its view alone: the points so far, and what an action leads to.

Several states that the seat could be in are made from its view. What is the same in all of them it may know;
what differs hangs on chance, or on what is hidden from it. Nothing else is looked at, so nothing can leak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any

from arena.games import Data, Event, Game, State, visible

WORLDS = 8
"""How many states are made: what differs in one of two shows in all but 1 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What follows an action for certain: events, and the view afterwards if nothing of it is open."""

    events: Sequence[Event]
    view: Data | None
    """None where what comes hangs on chance, or on what the seat can't know."""


class Foresight:
    """What a seat can tell from its view in a game."""

    def __init__(self, game: Game[Any, Any], view: Data, seat: int, components: Data | None = None) -> None:
        self._seat = seat
        self._worlds: list[State] = [
            game.from_view(view, seat, Random(number), components) for number in range(WORLDS)
        ]

    def points(self) -> list[tuple[int, int]]:
        """Each seat's points so far: the least and the most that were found; the same where known."""
        by_seat = zip(*(world.scores() for world in self._worlds), strict=True)
        return [(min(points), max(points)) for points in by_seat]

    def preview(self, action: Mapping[str, Any]) -> Preview:
        """What a legal action leads to, as far as that is certain. Raises IllegalAction."""
        told: list[list[Event]] = []
        views: list[Data] = []
        for world in self._worlds:
            after = world.clone()
            told.append(visible(after.apply(after.find(action)), self._seat))
            views.append(after.view(self._seat))
        alike = takewhile(_same_and_certain, zip(*told, strict=False))
        certain = [events[0] for events in alike]
        is_open = any(len(certain) < len(events) for events in told) or any(
            view != views[0] for view in views
        )
        return Preview(certain, None if is_open else views[0])


def _same_and_certain(events: Sequence[Event]) -> bool:
    return events[0]["type"] != "chance" and all(event == events[0] for event in events)
